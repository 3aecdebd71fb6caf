//! What only folded things have: a body, its panels, and what is cut out of them.

use super::names::named;
use super::{cards, lengths, token};
use crate::diag::{Code, Diagnostic, Sink, Spanned, UnknownName};
use crate::game::source::{ComponentSource, FoldSource, Kind, SizeSource, SolidSource};
use crate::units::{Length, Outline, Point, Segment, Size, polygon};

/// Something to be cut out, folded and glued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// What it becomes.
    pub body: Body,
    /// Its panels, each of which shows a face. There is at least one.
    pub panels: Vec<Panel>,
    /// What is cut out of panels.
    pub cuts: Vec<PanelCut>,
}

impl Fold {
    /// The fold of a body, with nothing cut out.
    pub fn of(body: Body) -> Self {
        let panels = panels(&body);
        Self { body, panels, cuts: Vec::new() }
    }
}

/// What a net is folded to. Panels are as large as the inside: card is thin, and the clearance covers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// A die.
    Cube {
        /// The length of an edge.
        edge: Length,
    },
    /// A box that stands upright and is opened above, for cards.
    TuckBox {
        /// Its inside.
        inside: Solid,
        /// Whether the front has a notch for a thumb.
        notch: bool,
    },
    /// A figure that stands.
    Tent {
        /// The panel that is seen.
        size: Size,
        /// What it stands on.
        stand: Stand,
    },
    /// A box that lies on its bottom.
    Box {
        /// Its inside: from left to right, from the bottom up, from the front to the back.
        inside: Solid,
        /// Whether it has a lid.
        lid: bool,
    },
    /// A box with the sides of a car.
    Car {
        /// Its inside; the front is where its nose is.
        inside: Solid,
        /// Whether it has a lid.
        lid: bool,
        /// What its sides are cut to.
        profile: Option<Profile>,
    },
}

/// The inside of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solid {
    /// From left to right.
    pub width: Length,
    /// From the bottom up.
    pub height: Length,
    /// From the front to the back.
    pub depth: Length,
}

/// What a figure stands on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stand {
    /// Two flaps that are glued on each other, so that it stands like a tent.
    #[default]
    Flaps,
    /// A slot, and a foot with a slot.
    Slot,
}

impl Stand {
    const NAMES: &'static [(&'static str, Self)] = &[("flaps", Self::Flaps), ("slot", Self::Slot)];
}

/// The outline of the left side of a car, nose to the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Clockwise, in the box of the side; its lower edge is the whole lower edge of that box.
    pub outline: Outline,
    /// How high the front is: as much of the front edge of the side as it keeps.
    pub front: Length,
    /// How high the back is.
    pub back: Length,
}

/// One panel of a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panel {
    /// Its name, for templates.
    pub name: &'static str,
    /// Its number, from 1; of a die what it shows.
    pub number: u32,
    /// Its size as its face stands.
    pub size: Size,
}

/// Something cut out of a panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PanelCut {
    /// The panel, by its place.
    pub panel: usize,
    /// What is cut out, from the upper left corner of the panel as its face stands.
    pub outline: Outline,
}

/// The names in game files, each with the keys it takes.
const NETS: &[(&str, &[&str])] = &[
    ("cube", &["size"]),
    ("tuck-box", &["deck", "thickness", "sleeves", "sleeve", "clearance", "inside", "notch"]),
    ("tent", &["size", "stand"]),
    ("box", &["inside", "lid"]),
    ("car", &["inside", "lid", "profile"]),
];

/// A playing card is 0.013 in thick, as The Game Crafter counts for its boxes.
const CARD: Length = Length::emu(11_887);
/// Both layers of a usual sleeve of 60 µm.
const SLEEVE: Length = Length::centi_mm(12);
/// How much larger than a card its sleeve is, where its size is not given: 66.5 × 91.9 mm over a card of 63.5 × 88.9 mm.
const SLEEVE_GROWTH: Length = Length::mm(3);
/// Room around a pack of cards, in each direction.
const CLEARANCE: Length = Length::mm(2);
/// No finger folds less.
const SHORTEST: Length = Length::mm(2);
/// A lower wall of a car could not be glued.
const LOWEST_WALL: Length = Length::mm(5);

/// The fold of a component. `all` are the components of the game, one of which may be its deck.
pub(crate) fn fold(
    written: &ComponentSource,
    all: &[ComponentSource],
    sink: &mut Sink,
) -> Option<Fold> {
    let source = written.fold.as_ref()?;
    let resolver = Resolver { id: &written.id, source, written };
    let body = resolver.body(all, sink)?;
    let mut fold = Fold::of(body);
    resolver.check_sizes(&fold.panels, sink)?;
    fold.cuts = resolver.cuts(&fold.panels, sink);
    Some(fold)
}

struct Resolver<'a> {
    id: &'a Spanned<String>,
    source: &'a FoldSource,
    written: &'a ComponentSource,
}

impl Resolver<'_> {
    fn body(&self, all: &[ComponentSource], sink: &mut Sink) -> Option<Body> {
        let name = self.source.net.as_ref()?;
        let (net, keys) = (name.value.as_str(), named("net", name, NETS, sink)?);
        self.only(net, keys, sink);
        Some(match net {
            "cube" => Body::Cube { edge: self.edge(sink)? },
            "tuck-box" => {
                let inside = self.pack(all, sink)?;
                Body::TuckBox {
                    inside,
                    notch: self.source.notch.as_ref().is_none_or(|notch| notch.value),
                }
            }
            "tent" => {
                let stand = match &self.source.stand {
                    None => Stand::default(),
                    Some(name) => named("stand", name, Stand::NAMES, sink)?,
                };
                Body::Tent { size: self.size(net, sink)?, stand }
            }
            _ => {
                let inside = self.inside(net, sink)?;
                let lid = self.source.lid.as_ref().filter(|lid| lid.value);
                if net == "box" {
                    return Some(Body::Box { inside, lid: lid.is_some() });
                }
                let profile = match &self.source.profile {
                    None => None,
                    Some(path) => Some(self.profile(path, inside, sink)?),
                };
                if let (Some(lid), Some(path)) = (lid, &self.source.profile) {
                    let fault = Diagnostic::error(
                        Code::M060,
                        "a car with a profile has no lid, which would not close it",
                    )
                    .at(&lid.span);
                    sink.push(
                        fault.also(&path.span, "the profile").component(self.id.value.as_str()),
                    );
                }
                Body::Car { inside, lid: lid.is_some(), profile }
            }
        })
    }

    /// Reports the keys that mean nothing for a net.
    fn only(&self, net: &str, keys: &[&str], sink: &mut Sink) {
        let source = self.source;
        let text = |text: &Option<Spanned<String>>| text.as_ref().map(|text| text.span.clone());
        let found = [
            ("size", self.written.size.as_ref().map(|size| size.span().clone())),
            ("deck", text(&source.deck)),
            ("thickness", text(&source.thickness)),
            ("sleeves", source.sleeves.as_ref().map(|size| size.span().clone())),
            ("sleeve", text(&source.sleeve)),
            ("clearance", text(&source.clearance)),
            ("inside", source.inside.as_ref().map(|inside| inside.span.clone())),
            ("notch", source.notch.as_ref().map(|notch| notch.span.clone())),
            ("stand", text(&source.stand)),
            ("lid", source.lid.as_ref().map(|lid| lid.span.clone())),
            ("profile", text(&source.profile)),
        ];
        for (key, span) in found {
            let Some(span) = span.filter(|_| !keys.contains(&key)) else { continue };
            let takes: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
            sink.push(
                Diagnostic::error(Code::M060, format!("`{key}` means nothing for the net `{net}`"))
                    .at(&span)
                    .component(self.id.value.as_str())
                    .hint(format!(
                        "of the keys about its size, a {net} takes {}",
                        takes.join(", ")
                    )),
            );
        }
    }

    fn missing(&self, key: &str, hint: &str, sink: &mut Sink) {
        let id = self.id.value.as_str();
        sink.push(
            Diagnostic::error(Code::S005, format!("fold `{id}` has no `{key}`"))
                .at(&self.id.span)
                .component(id)
                .hint(hint),
        );
    }

    fn size(&self, net: &str, sink: &mut Sink) -> Option<Size> {
        let Some(size) = &self.written.size else {
            self.missing("size", &format!("a {net} is made to its `size`"), sink);
            return None;
        };
        lengths::size(size, sink)
    }

    /// The edge of a die: one length, or a size with equal sides.
    fn edge(&self, sink: &mut Sink) -> Option<Length> {
        let size = match &self.written.size {
            Some(SizeSource::Named(text)) if Length::parse(&text.value).is_ok() => {
                return lengths::side("size", text, sink);
            }
            _ => self.size("cube", sink)?,
        };
        if size.width != size.height {
            sink.push(
                Diagnostic::error(
                    Code::M061,
                    format!(
                        "a cube has equal edges, but the size of `{}` is {size}",
                        self.id.value
                    ),
                )
                .at(self.written.size.as_ref().map_or(&self.id.span, SizeSource::span))
                .component(self.id.value.as_str())
                .hint("write one length, such as size = \"16mm\""),
            );
            return None;
        }
        Some(size.width)
    }

    fn inside(&self, net: &str, sink: &mut Sink) -> Option<Solid> {
        let Some(SolidSource { width, height, depth, .. }) = &self.source.inside else {
            self.missing(
                "inside",
                &format!("a {net} is made to its `inside`, {{ width, height, depth }}"),
                sink,
            );
            return None;
        };
        let mut side = |name: &str, text: &Spanned<String>| lengths::side(name, text, sink);
        let (width, height, depth) =
            (side("width", width), side("height", height), side("depth", depth));
        Some(Solid { width: width?, height: height?, depth: depth? })
    }

    /// The inside of a box for a deck: the cards as they stand, their thickness and sleeves, and the clearance.
    fn pack(&self, all: &[ComponentSource], sink: &mut Sink) -> Option<Solid> {
        let source = self.source;
        let (deck, inside) = match (&source.deck, &source.inside) {
            (Some(deck), None) => (deck, None),
            (None, Some(_)) => {
                let alone = [
                    ("thickness", &source.thickness),
                    ("sleeve", &source.sleeve),
                    ("clearance", &source.clearance),
                ];
                let sleeves = source.sleeves.as_ref().map(|size| ("sleeves", size.span()));
                let texts =
                    alone.iter().filter_map(|(key, text)| Some((*key, &text.as_ref()?.span)));
                for (key, span) in texts.chain(sleeves) {
                    sink.push(
                        Diagnostic::error(
                            Code::M060,
                            format!("`{key}` means nothing beside `inside`"),
                        )
                        .at(span)
                        .component(self.id.value.as_str())
                        .hint("write `deck` in place of `inside`, or leave it out"),
                    );
                }
                return self.inside("tuck-box", sink);
            }
            (Some(deck), Some(inside)) => (deck, Some(inside)),
            (None, None) => {
                self.missing(
                    "deck",
                    "name the deck it is for, or write inside = { width, height, depth }",
                    sink,
                );
                return None;
            }
        };
        if let Some(inside) = inside {
            sink.push(
                Diagnostic::error(
                    Code::M060,
                    format!("fold `{}` has both `deck` and `inside`", self.id.value),
                )
                .at(&inside.span)
                .also(&deck.span, "the deck")
                .component(self.id.value.as_str())
                .hint("the one or the other says how large the box is"),
            );
            return None;
        }
        let decks = || all.iter().filter(|c| c.kind == Kind::Deck);
        let Some(found) = decks().find(|c| c.id.value == deck.value) else {
            let known = decks().map(|c| c.id.value.as_str());
            let none = "there is no deck in this game; write inside = { width, height, depth }";
            sink.push(
                UnknownName::new("deck", &deck.value, known)
                    .error(Code::M013)
                    .at(&deck.span)
                    .maybe_hint(decks().next().is_none().then_some(none)),
            );
            return None;
        };
        // What is wrong with the deck is told where the deck itself is resolved.
        let mut elsewhere = Sink::new();
        let card = found.size.as_ref().and_then(|size| lengths::size(size, &mut elsewhere));
        let copies: i64 =
            cards::of_deck(found, &mut elsewhere).iter().map(|card| i64::from(card.copies)).sum();
        let mut distance = |key: &str, text: &Option<Spanned<String>>, usual: Length| match text {
            Some(text) => lengths::distance(key, text, sink),
            None => Some(usual),
        };
        let thickness = distance("thickness", &source.thickness, CARD);
        let clearance = distance("clearance", &source.clearance, CLEARANCE);
        let sleeved = source.sleeve.is_some() || source.sleeves.is_some();
        let sleeve =
            distance("sleeve", &source.sleeve, if sleeved { SLEEVE } else { Length::ZERO });
        let outer = match &source.sleeves {
            Some(size) => Some(lengths::size(size, sink)?),
            None => None,
        };
        let (card, thickness, clearance, sleeve) = (card?, thickness?, clearance?, sleeve?);
        let growth = if sleeved { SLEEVE_GROWTH } else { Length::ZERO };
        let pack = outer.unwrap_or(Size::new(card.width + growth, card.height + growth));
        if let (Some(size), Some(text)) = (outer, &source.sleeves)
            && !card.fits_in(size)
        {
            sink.push(
                Diagnostic::error(
                    Code::M061,
                    format!("cards of {card} do not go into sleeves of {size}"),
                )
                .at(text.span())
                .also(&found.id.span, "the deck")
                .component(self.id.value.as_str())
                .hint("`sleeves` is the outer size of the sleeves"),
            );
            return None;
        }
        Some(Solid {
            width: pack.width + clearance,
            height: pack.height + clearance,
            depth: (thickness + sleeve) * copies + clearance,
        })
    }

    fn profile(&self, text: &Spanned<String>, inside: Solid, sink: &mut Sink) -> Option<Profile> {
        let side = Size::new(inside.depth, inside.height);
        let outline = token::path(text, side, &self.id.value, sink)?;
        match Profile::of(outline, side) {
            Ok(profile) => Some(profile),
            Err(why) => {
                sink.push(
                    Diagnostic::error(Code::M061, format!("the profile of `{}` {why}", self.id.value))
                        .at(&text.span)
                        .component(self.id.value.as_str())
                        .hint(format!(
                            "a profile goes along the whole lower edge of its side of {side} and up at both ends, such as \"M0 {h}V{u}L10 0H{w}V{h}Z\"",
                            h = side.height.to_mm(),
                            u = side.height.to_mm() / 2.0,
                            w = side.width.to_mm(),
                        )),
                );
                None
            }
        }
    }

    /// Whether every panel can be folded at all.
    fn check_sizes(&self, panels: &[Panel], sink: &mut Sink) -> Option<()> {
        let Some(small) =
            panels.iter().find(|panel| panel.size.width.min(panel.size.height) < SHORTEST)
        else {
            return Some(());
        };
        sink.push(
            Diagnostic::error(
                Code::M061,
                format!(
                    "the {} of `{}` is {}, too small to fold",
                    small.name, self.id.value, small.size
                ),
            )
            .at(&self.id.span)
            .component(self.id.value.as_str())
            .hint(format!("no side of a panel can be less than {SHORTEST}")),
        );
        None
    }

    fn cuts(&self, panels: &[Panel], sink: &mut Sink) -> Vec<PanelCut> {
        let mut cuts = Vec::new();
        for cut in &self.source.cuts {
            let Some(panel) = panels.iter().position(|panel| panel.name == cut.panel.value) else {
                let known = panels.iter().map(|panel| panel.name);
                sink.push(
                    UnknownName::new("panel", &cut.panel.value, known)
                        .error(Code::M002)
                        .at(&cut.panel.span)
                        .component(self.id.value.as_str()),
                );
                continue;
            };
            cuts.extend(
                token::path(&cut.path, panels[panel].size, &self.id.value, sink)
                    .map(|outline| PanelCut { panel, outline }),
            );
        }
        cuts
    }
}

/// The panels of a body, in the order in which templates are filled.
fn panels(body: &Body) -> Vec<Panel> {
    let named = |all: &[(&'static str, Length, Length)]| {
        all.iter()
            .zip(1..)
            .map(|((name, width, height), number)| Panel {
                name,
                number,
                size: Size::new(*width, *height),
            })
            .collect()
    };
    match body {
        Body::Cube { edge } => {
            named(&["1", "2", "3", "4", "5", "6"].map(|name| (name, *edge, *edge)))
        }
        Body::Tent { size, .. } => {
            named(&["front", "back"].map(|name| (name, size.width, size.height)))
        }
        Body::TuckBox { inside: Solid { width, height, depth }, .. } => named(&[
            ("front", *width, *height),
            ("back", *width, *height),
            ("left", *depth, *height),
            ("right", *depth, *height),
            ("top", *width, *depth),
            ("bottom", *width, *depth),
        ]),
        Body::Box { inside, lid } => boxed(*inside, *lid, inside.height, inside.height, named),
        Body::Car { inside, lid, profile } => {
            let wall = |of: fn(&Profile) -> Length| profile.as_ref().map_or(inside.height, of);
            boxed(*inside, *lid, wall(|p| p.front), wall(|p| p.back), named)
        }
    }
}

fn boxed(
    Solid { width, height, depth }: Solid,
    lid: bool,
    front: Length,
    back: Length,
    named: impl Fn(&[(&'static str, Length, Length)]) -> Vec<Panel>,
) -> Vec<Panel> {
    let all = [
        ("front", width, front),
        ("back", width, back),
        ("left", depth, height),
        ("right", depth, height),
        ("bottom", width, depth),
        ("top", width, depth),
    ];
    named(&all[..if lid { 6 } else { 5 }])
}

impl Profile {
    /// The profile of an outline in the box of a side, or why it has none.
    pub fn of(outline: Outline, side: Size) -> Result<Self, String> {
        along_base(outline, side)
    }
}

/// Finds the lower edge of a profile and its two upright ends. What is typed with two decimals is moved onto the edges.
fn along_base(outline: Outline, side: Size) -> Result<Profile, String> {
    let clockwise =
        if polygon::double_area(&outline.flattened()) < 0 { outline.reversed() } else { outline };
    let near = |a: Length, b: Length| a - b <= polygon::FLAT && b - a <= polygon::FLAT;
    let snap = |at: Length, size: Length| {
        if near(at, Length::ZERO) {
            Length::ZERO
        } else if near(at, size) {
            size
        } else {
            at
        }
    };
    let outline = clockwise.map(|p| Point::new(snap(p.x, side.width), snap(p.y, side.height)));
    let closing = outline
        .segments
        .last()
        .is_some_and(|last| last.end() != outline.start)
        .then_some(Segment::Line(outline.start));
    let mut edges: Vec<(Point, Segment)> = Vec::with_capacity(outline.segments.len() + 1);
    let mut from = outline.start;
    for segment in outline.segments.iter().copied().chain(closing) {
        if segment.end() != from {
            edges.push((from, segment));
        }
        from = segment.end();
    }
    let (right, left) =
        (Point::new(side.width, side.height), Point::new(Length::ZERO, side.height));
    // Begun at the lower right corner, the lower edge comes first, in one piece or in several.
    let start = edges
        .iter()
        .position(|(from, _)| *from == right)
        .ok_or("does not reach the lower right corner of its side")?;
    edges.rotate_left(start);
    let on_line = |segment: &Segment, test: &dyn Fn(Point) -> bool| matches!(segment, Segment::Line(end) if test(*end));
    let base = edges
        .iter()
        .take_while(|(_, segment)| on_line(segment, &|end| end.y == side.height))
        .count();
    if base == 0 || edges.get(base - 1).map(|(_, segment)| segment.end()) != Some(left) {
        return Err("does not keep the whole lower edge of its side".to_owned());
    }
    let rest = &edges[base..];
    let up = rest
        .iter()
        .take_while(|(_, segment)| on_line(segment, &|end| end.x == Length::ZERO))
        .count();
    let front = up
        .checked_sub(1)
        .and_then(|last| rest.get(last))
        .map_or(Length::ZERO, |(_, segment)| side.height - segment.end().y);
    let on_right = |(from, segment): &&(Point, Segment)| {
        from.x == side.width && on_line(segment, &|end| end.x == side.width)
    };
    let down = rest.iter().rev().take_while(on_right).count();
    let back = if down > 0 {
        rest.get(rest.len() - down).map_or(Length::ZERO, |(from, _)| side.height - from.y)
    } else {
        Length::ZERO
    };
    for (end, height) in [("front", front), ("back", back)] {
        if height < LOWEST_WALL {
            return Err(format!(
                "goes up by {height} at the {end}, less than the {LOWEST_WALL} that a wall needs to be glued"
            ));
        }
    }
    let segments = std::iter::once(Segment::Line(left))
        .chain(rest.iter().map(|(_, segment)| *segment))
        .collect();
    Ok(Profile { outline: Outline { start: right, segments }, front, back })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDE: Size = Size::new(Length::mm(90), Length::mm(34));

    fn profile(path: &str) -> Result<(f64, f64), String> {
        let outline = token::outline(path, SIDE)?;
        along_base(outline, SIDE).map(|profile| (profile.front.to_mm(), profile.back.to_mm()))
    }

    #[test]
    fn a_profile_keeps_the_lower_edge_and_both_ends() {
        for (path, front, back) in [
            ("M0 34V16L24 14L34 2H72L84 12L90 14V34Z", 18.0, 20.0),
            // The other way round, begun elsewhere, with curves, and the lower edge in two pieces.
            ("M34 2C20 2 10 14 0 20V34H40H90V12Z", 14.0, 22.0),
            ("M90 34H0V0H90Z", 34.0, 34.0),
        ] {
            assert_eq!(profile(path), Ok((front, back)), "{path}");
        }
    }

    #[test]
    fn what_cannot_become_a_box_is_refused() {
        for (path, why) in [
            ("M0 30V16H90V30Z", "lower right corner"),
            ("M0 34V16H90V34H60V30H30V34Z", "whole lower edge"),
            ("M0 34L30 0H90V34Z", "goes up by 0 mm at the front"),
            ("M0 34V0H60L90 30V34Z", "goes up by 4 mm at the back"),
        ] {
            let found = profile(path).expect_err(path);
            assert!(found.contains(why), "{path}: {found}");
        }
    }
}
