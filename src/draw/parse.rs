//! Layers become usvg trees, many plain ones in one document.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;

use rayon::prelude::*;
use usvg::{Group, ImageHrefResolver, Node, Options, Tree};

use super::face::Canvas;
use super::fonts::{FontSet, NO_FACE, NO_FONT, UNSET, font_resolver};
use super::ink::{Ink, ink};
use super::inspect::{ParsedLayer, coarse_pictures, reach, white_bleeds};
use super::log_capture::{LogLine, capture};
use super::path_words::cut_by_paths;
use super::pictures::{PICTURE, Pictures};
use super::plain::is_plain;
use super::stack::{Layer, LayerId, Stacks};
use super::words::{self, Medium, Run, SetWords};
use crate::diag::{Code, UnknownName};
use crate::svg::Fault;
use crate::text::{TextFault, family_hint};

/// Plain layers in one document. More share the parser's caches of glyphs; fewer leave work for
/// other threads.
const BATCH: usize = 64;

/// The family of text that names none. No font can have it, so such text is reported.
const NO_FAMILY: &str = "\u{1}none";

/// Layers that are parsed together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// By their numbers; all have the same frame and canvas.
    pub layers: Vec<LayerId>,
}

/// A parsed batch.
pub struct DrawnBatch {
    /// The layers, and the node of each. A layer without a visible element has none.
    pub layers: Vec<(LayerId, Option<usize>)>,
    tree: Tree,
    /// Whether the tree is one layer as a whole.
    alone: bool,
    /// What paths of the tree stand for.
    runs: Vec<Run>,
}

/// What is found out about layers while they are parsed.
#[derive(Debug, Default)]
pub struct Findings {
    /// What is wrong with them.
    pub faults: Vec<(LayerId, Fault)>,
    /// What shows on them, as far as somebody asked for it.
    pub ink: BTreeMap<LayerId, Vec<Ink>>,
}

/// Parses layers.
pub struct Drawer<'a> {
    options: Options<'a>,
    fonts: FontSet,
    pictures: &'a Pictures<'a>,
    medium: Medium,
}

impl<'a> Drawer<'a> {
    /// A drawer with these fonts and pictures, and no others, for pixels or for a PDF.
    pub fn new(fonts: &FontSet, pictures: &'a Pictures<'a>, medium: Medium) -> Self {
        let options = Options {
            font_family: NO_FAMILY.to_owned(),
            fontdb: Arc::clone(fonts.db()),
            font_resolver: font_resolver(),
            image_href_resolver: ImageHrefResolver {
                resolve_data: ImageHrefResolver::default_data_resolver(),
                resolve_string: Box::new(|href, options| pictures.resolve(href, options)),
            },
            ..Options::default()
        };
        Self { options, fonts: fonts.clone(), pictures, medium }
    }

    /// Groups layers into batches: plain ones of one frame together, others alone. The grouping
    /// depends on the layers only, so that the same game gives the same trees on any number of
    /// threads.
    pub fn batches(stacks: &Stacks) -> Vec<Batch> {
        Self::batches_of(stacks, |_| true)
    }

    /// Like [`batches`](Self::batches), of the wanted layers alone.
    pub fn batches_of(stacks: &Stacks, wanted: impl Fn(LayerId) -> bool) -> Vec<Batch> {
        let mut batches: Vec<Batch> = Vec::new();
        let mut open: Vec<((usize, Canvas), usize)> = Vec::new();
        for (id, layer) in stacks.layers().filter(|(id, _)| wanted(*id)) {
            if !layer.plain {
                batches.push(Batch { layers: vec![id] });
                continue;
            }
            let key = (layer.frame, layer.canvas);
            match open.iter_mut().find(|(k, _)| *k == key) {
                Some((_, at)) if batches[*at].layers.len() < BATCH => batches[*at].layers.push(id),
                Some((_, at)) => {
                    *at = batches.len();
                    batches.push(Batch { layers: vec![id] });
                }
                None => {
                    open.push((key, batches.len()));
                    batches.push(Batch { layers: vec![id] });
                }
            }
        }
        batches
    }

    /// Parses all batches in parallel, turns each into something, and hands that to `take` in
    /// order; a few batches are under way at a time, so that memory does not grow with their
    /// number. Layers that cannot be parsed are left out. Returns what was found out about them.
    pub fn each<M: Send>(
        &self,
        stacks: &Stacks,
        batches: &[Batch],
        make: impl Fn(Vec<DrawnBatch>) -> M + Sync,
        mut take: impl FnMut(M),
    ) -> Findings {
        let mut findings = Findings::default();
        let mut reached = BTreeMap::new();
        let ahead = rayon::current_num_threads().max(2);
        std::thread::scope(|scope| {
            let (send, receive) = sync_channel(1);
            let make = &make;
            scope.spawn(move || {
                for window in batches.chunks(ahead) {
                    let work = |batch: &Batch| {
                        let (drawn, mut found) = self.parse(stacks, batch);
                        let mut edges = Vec::new();
                        let mut inked = Vec::new();
                        for layer in drawn.iter().flat_map(DrawnBatch::parsed) {
                            found.extend(coarse_pictures(stacks, layer, self.pictures));
                            found.extend(cut_by_paths(stacks, layer));
                            edges.extend(reach(stacks, layer));
                            let ink = ink(stacks, layer, self.fonts.book(), self.pictures);
                            inked.push((layer.id, ink));
                        }
                        (make(drawn), found, edges, inked)
                    };
                    let finished: Vec<_> = window.par_iter().map(work).collect();
                    if send.send(finished).is_err() {
                        return;
                    }
                }
            });
            for window in receive {
                for (finished, found, edges, inked) in window {
                    findings.faults.extend(found);
                    findings.ink.extend(inked);
                    reached.extend(edges);
                    take(finished);
                }
            }
        });
        findings.faults.extend(white_bleeds(stacks, &reached));
        findings
    }

    /// Parses one layer alone. Its faults were reported before.
    pub fn parse_one(&self, stacks: &Stacks, layer: LayerId) -> Option<DrawnBatch> {
        self.parse(stacks, &Batch { layers: vec![layer] }).0.pop()
    }

    /// Parses a batch. Layers that turn out not to be plain are parsed again, each alone and with
    /// its words left to usvg, which draws what is around them.
    fn parse(&self, stacks: &Stacks, batch: &Batch) -> (Vec<DrawnBatch>, Vec<(LayerId, Fault)>) {
        let plain = batch.layers.iter().all(|id| stacks[*id].plain);
        let (mut drawn, mut faults) = self.parse_as(stacks, batch, plain);
        if plain {
            for batch in std::mem::take(&mut drawn) {
                let (together, alone) = batch.without(|group| !is_plain(group));
                drawn.extend(together);
                for layer in alone {
                    let batch = Batch { layers: vec![layer] };
                    let (again, found) = self.parse_as(stacks, &batch, false);
                    drawn.extend(again);
                    for fault in found {
                        if !faults.contains(&fault) {
                            faults.push(fault);
                        }
                    }
                }
            }
        }
        (drawn, faults)
    }

    fn parse_as(
        &self,
        stacks: &Stacks,
        batch: &Batch,
        set: bool,
    ) -> (Vec<DrawnBatch>, Vec<(LayerId, Fault)>) {
        let ((result, runs), lines) = capture(|| {
            let svg = document(stacks, batch);
            let SetWords { svg, runs } = if set {
                words::set(svg, self.fonts.book(), self.medium)
            } else {
                words::report_left(&svg);
                SetWords { svg, runs: Vec::new() }
            };
            (Tree::from_str(&svg, &self.options), runs)
        });
        if batch.layers.len() > 1 && (result.is_err() || !lines.is_empty()) {
            // Which of them is it? Only asked when something is wrong.
            let mut all = (Vec::new(), Vec::new());
            for layer in &batch.layers {
                let batch = Batch { layers: vec![*layer] };
                let (drawn, faults) = self.parse_as(stacks, &batch, set);
                all.0.extend(drawn);
                all.1.extend(faults);
            }
            return all;
        }
        let Some(&layer) = batch.layers.first() else { return (Vec::new(), Vec::new()) };
        let faults = lines.iter().map(|line| (layer, self.fault(line))).collect();
        match result {
            Ok(tree) => (vec![DrawnBatch::new(batch, tree, runs)], faults),
            Err(error) => (
                Vec::new(),
                vec![(
                    layer,
                    Fault::error(Code::F001, format!("the face cannot be drawn: {error}")),
                )],
            ),
        }
    }

    /// A line of usvg's log as a fault.
    fn fault(&self, line: &LogLine) -> Fault {
        let families = self.fonts.families();
        if line.target == NO_FONT {
            let asked = line.message.as_str();
            if asked == NO_FAMILY {
                return Fault::error(
                    Code::F002,
                    "a text has no font family, so it would not be drawn",
                )
                .near("<text")
                .hint(format!(
                    "add font-family to the text or to the <svg>; there is {}",
                    families.join(", ")
                ));
            }
            let known: Vec<&str> = families.iter().map(String::as_str).collect();
            let unknown = UnknownName::new("font family", asked, []);
            return Fault::error(Code::F002, unknown.message())
                .near(asked)
                .hint(family_hint(asked, &known).unwrap_or_default());
        }
        if line.target == NO_FACE
            && let Some((wanted, family)) = line.message.split_once('\n')
        {
            let family = family.to_owned();
            let wanted = wanted.to_owned();
            let near = family.clone();
            let lack = TextFault::NoSuchFace { family, wanted };
            let fault = Fault::warning(lack.code(), lack.to_string()).near(near);
            return match lack.hint() {
                Some(hint) => fault.hint(hint),
                None => fault,
            };
        }
        if line.target == UNSET {
            let fault =
                Fault::error(Code::F007, format!("`{}` is not drawn on this text", line.message));
            return fault
                .near(line.message.clone())
                .near(line.message.replace(": ", ":"))
                .near(line.message.split(':').next().unwrap_or_default())
                .hint(
                    "put the text at the top of the face, in a colour and without a path, a list \
                     of angles, a mask or a filter, or use `textbox`",
                );
        }
        if line.target == PICTURE {
            return Fault::error(
                Code::F006,
                format!("the picture cannot be used: {}", line.message),
            )
            .near(line.message.split('`').nth(1).unwrap_or_default());
        }
        // usvg: "No fonts with a {}/U+{:X} character were found."
        if let Some(rest) = line.message.strip_prefix("No fonts with a ")
            && let Some((character, _)) = rest.split_once(" character")
        {
            let sign = character.split("/U+").next().unwrap_or_default();
            if sign.chars().all(char::is_control) {
                let message = format!(
                    "the control character {} cannot be drawn",
                    &character[sign.len() + 1..]
                );
                return Fault::error(Code::F003, message)
                    .near(sign)
                    .hint("delete it; it is left from another program");
            }
            let mut fault =
                Fault::error(Code::F003, format!("the font has no glyph for {character}"));
            // Of a sign of several characters only the first is named.
            for joined in ['\u{fe0f}', '\u{20e3}', '\u{200d}'] {
                fault = fault.near(format!("{sign}{joined}"));
            }
            return fault.near(sign).hint("use a font that has it, or add one to fonts/");
        }
        let message = line.message.trim_end_matches('.').replace('\n', " ");
        let said = format!("the renderer says: {message}");
        let fault = if is_empty_anyway(&message) {
            Fault::warning(Code::F012, said)
        } else {
            Fault::error(Code::F012, said)
        };
        fault.near(message.split('\'').nth(1).unwrap_or_default())
    }
}

/// Whether what the renderer leaves out shows nothing in browsers, either: shapes without a size,
/// strangers among the stops of a gradient.
fn is_empty_anyway(message: &str) -> bool {
    const EMPTY: [&str; 7] = [
        "zero-sized",
        "has an invalid",
        "less than 2 points",
        "filter input isn't supported",
        "is no a valid 'clip-path' child",
        "Invalid gradient child",
        "Recursive",
    ];
    EMPTY.iter().any(|piece| message.contains(piece))
}

/// One SVG with the layers of a batch, each in a group of its own; a whole face as it was written.
fn document(stacks: &Stacks, batch: &Batch) -> String {
    let Some(first) = batch.layers.first().map(|id| &stacks[*id]) else {
        return String::new();
    };
    let frame = &stacks.frames[first.frame];
    let mut svg = frame.open.clone();
    for id in &batch.layers {
        let Layer { content, whole, .. } = &stacks[*id];
        let prefix = &frame.prefix;
        if *whole {
            svg.push_str(content);
            continue;
        }
        // Writing to a String cannot fail.
        let _ = write!(svg, "<{prefix}g id=\"pnp:{}\">{content}</{prefix}g>", id.index());
    }
    svg.push_str(&frame.close);
    svg
}

impl DrawnBatch {
    fn new(batch: &Batch, tree: Tree, runs: Vec<Run>) -> Self {
        if let [layer] = batch.layers[..] {
            let position = tree.root().has_children().then_some(0);
            return Self { layers: vec![(layer, position)], alone: true, tree, runs };
        }
        // The groups come in order; those that show nothing are left out by usvg.
        let groups = layer_groups(tree.root());
        let layers = batch
            .layers
            .iter()
            .map(|id| {
                let name = format!("pnp:{}", id.index());
                (*id, groups.iter().position(|g| g.id() == name))
            })
            .collect();
        Self { layers, alone: false, tree, runs }
    }

    /// The batch without the layers that are refused, and those.
    fn without(mut self, refused: impl Fn(&Group) -> bool) -> (Option<Self>, Vec<LayerId>) {
        let (alone, together) = self
            .layers
            .iter()
            .partition(|(_, position)| position.and_then(|p| self.group(p)).is_some_and(&refused));
        self.layers = together;
        let alone: Vec<(LayerId, Option<usize>)> = alone;
        let alone = alone.into_iter().map(|(layer, _)| layer).collect();
        ((!self.layers.is_empty()).then_some(self), alone)
    }

    /// What the paths of the tree stand for.
    pub(super) fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The tree that holds the layers.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The layers that show something.
    fn parsed(&self) -> impl Iterator<Item = ParsedLayer<'_>> {
        let size = self.tree.size();
        self.layers.iter().filter_map(move |(id, position)| {
            let group = self.group((*position)?)?;
            Some(ParsedLayer { id: *id, group, runs: &self.runs, size })
        })
    }

    /// Whether the tree shows one layer and nothing else.
    pub const fn is_alone(&self) -> bool {
        self.alone
    }

    /// The group of a layer, by the position that [`Self::layers`] gives. A layer alone is the
    /// whole tree, with what the
    /// `<svg>` itself adds, such as an opacity.
    pub fn group(&self, position: usize) -> Option<&Group> {
        if self.alone {
            Some(self.tree.root())
        } else {
            layer_groups(self.tree.root()).get(position).copied()
        }
    }

    /// The node of a layer that is not alone.
    pub fn node(&self, position: usize) -> Option<&Node> {
        nodes(self.tree.root()).get(position).copied()
    }
}

fn layer_groups(root: &Group) -> Vec<&Group> {
    nodes(root)
        .into_iter()
        .filter_map(|n| if let Node::Group(g) = n { Some(&**g) } else { None })
        .collect()
}

/// The nodes of the layers. Around them usvg adds groups for the view box, and for an opacity or a
/// clip of the `<svg>`.
fn nodes(around: &Group) -> Vec<&Node> {
    let mut found = Vec::new();
    for node in around.children() {
        match node {
            Node::Group(group) if group.id().starts_with("pnp:") => found.push(node),
            Node::Group(group) => found.extend(nodes(group)),
            _ => {}
        }
    }
    found
}
