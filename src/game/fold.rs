//! What is folded: a net, and what is cut out of its panels.

use serde_json::{Value, json};
use std::sync::Arc;

use super::cards::CardsKeys;
use super::copies::CopiesKey;
use super::locate::TemplateName;
use super::nets::{
    Body, Builder, Context, NETS, Net, NetKind, NetPart, Panel, PanelCut, Role, Written,
};
use super::outline;
use super::print::PrintKeys;
use super::toml::{Entries, Fields, Item, Kind, SvgPath, Table, TableDoc, table, text_kind};
use crate::diag::{Code, Diagnostic, Sink, Spanned, UnknownName};
use crate::units::{Length, Outline, Point, Rect};

/// Something to be cut out, folded and glued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// Its panels, each of which shows a face. There is at least one.
    pub panels: Vec<Panel>,
    /// Where they lie, and what hangs on them.
    pub net: Net,
}

impl Fold {
    /// The fold of a body, with nothing cut out.
    pub fn of(body: &dyn Body) -> Self {
        Self::with_cuts(body, &[])
    }

    /// The fold of a body.
    pub fn with_cuts(body: &dyn Body, cuts: &[PanelCut]) -> Self {
        let panels = body.panels();
        let mut net = Builder::new(&panels);
        body.draw(&mut net);
        let net = net.finish(cuts);
        Self { panels, net }
    }

    /// Whether some panel is more or less than the rectangle of its face.
    pub fn has_odd_panels(&self) -> bool {
        let is_odd = |part: &NetPart| matches!(part.role, Role::Panel { silhouette: true, .. });
        !self.net.holes.is_empty() || self.net.parts.iter().any(is_odd)
    }

    /// The outline of a panel and what is cut out of it, from the upper left corner of its face and
    /// as that is seen.
    pub fn cut_of(&self, panel: usize) -> Option<(Outline, Vec<Outline>)> {
        let size = self.panels.get(panel)?.size;
        self.net.parts.iter().find_map(|part| match part.role {
            Role::Panel { panel: number, area, turn, .. } if number == panel => {
                let upright = |outline: &Outline| {
                    let from_corner = outline.map(|p| Point::new(p.x - area.x, p.y - area.y));
                    from_corner.placed(area.size, Rect::at_origin(size), turn.back())
                };
                let is_in = |hole: &&Outline| area.overlaps(hole.bounds());
                let holes = self.net.holes.iter().filter(is_in).map(upright).collect();
                Some((upright(&part.outline), holes))
            }
            _ => None,
        })
    }
}

/// No finger folds less.
const SHORTEST: Length = Length::mm(2);

table! {
    /// The keys of every fold. Each net has more of its own.
    pub(crate) struct FoldKeys:
        "`[fold.ID]`",
        "Something to be cut out, folded and glued: a net of panels, each drawn by the template \
         `face`, which sees `panel` and, as `width`, `height` and `canvas`, the size of that \
         panel. ID follows the same rules as that of a deck. A fold has cards, as a deck does, \
         with a net for each; or all are alike and it has `copies`. Folds are dashed, cuts are \
         solid, and glue areas are hatched. Each `net` has further keys, listed in the tables that \
         follow.";
    {
        net: NetName [required] "What it becomes.";
        face: TemplateName [required] "Draws each panel; looked up like that of a deck.";
        copies: CopiesKey [optional "1"]
            "How many there are, if all are alike. Not together with `cards` or `card`.";
        cut: Entries<CutKeys> [optional "none"] "What is cut out of panels.";
        ..cards: CardsKeys;
        ..print: PrintKeys;
    }
}

table! {
    /// What is cut out of a panel.
    pub(crate) struct CutKeys:
        "`[[fold.ID.cut]]`",
        "An opening cut out of a panel of every copy, such as a slot or a hole for a thumb.";
    {
        panel: PanelName [required] "The panel it is cut out of.";
        path: SvgPath [required]
            "One closed outline that does not cross itself, such as `\"M21.75 0V10A11 11 0 0 0 \
             43.75 10V0Z\"`, in millimetres from the upper left corner of the panel, seen as its \
             face is. It may touch the edges of the panel.";
    }
}

text_kind! {
    /// The name of a panel.
    pub(crate) struct PanelName: "the name of a panel";
}

/// The name of a net.
pub(crate) struct NetName;

impl Kind for NetName {
    type Value = &'static NetKind;

    fn takes() -> String {
        let names: Vec<String> = NETS.iter().map(|net| format!("`\"{}\"`", net.name)).collect();
        format!("one of {}", names.join(", "))
    }

    fn schema() -> Value {
        let names: Vec<&str> = NETS.iter().map(|net| net.name).collect();
        json!({ "enum": names })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<&'static NetKind> {
        let name = item.string("a string", sink)?;
        let found = NETS.iter().find(|net| net.name == name.value);
        if found.is_none() {
            let known = NETS.iter().map(|net| net.name);
            let unknown = UnknownName::new("net", &name.value, known);
            sink.push(unknown.error(Code::M002).at(&name.span));
        }
        found
    }

    fn tables() -> Vec<TableDoc> {
        NETS.iter().map(|net| (net.doc)()).collect()
    }

    fn beside() -> Vec<TableDoc> {
        Self::tables()
    }
}

/// A `[fold.ID]`: the keys of every fold, and those of its net.
#[derive(Clone, Debug)]
pub(crate) struct FoldTable {
    pub(super) common: FoldKeys,
    net: Arc<dyn Written>,
}

impl Table for FoldTable {
    fn doc() -> TableDoc {
        FoldKeys::doc()
    }

    fn keys() -> Vec<&'static str> {
        FoldKeys::keys()
    }

    fn read_keys(fields: &Fields<'_, '_>, sink: &mut Sink) -> Option<Self> {
        let common = FoldKeys::read_keys(fields, sink)?;
        let net = (common.net.value.read)(fields, sink)?;
        Some(Self { common, net })
    }

    fn read(fields: &Fields<'_, '_>, sink: &mut Sink) -> Option<Self> {
        let net = fields.optional::<NetName>("net", &mut Sink::new()).map(|net| net.value);
        only(net, fields, sink);
        Self::read_keys(fields, sink)
    }
}

/// Reports the keys that do nothing here. Without a net, those of every net may stand.
fn only(net: Option<&NetKind>, fields: &Fields<'_, '_>, sink: &mut Sink) {
    let mut known = FoldKeys::keys();
    match net {
        Some(net) => known.extend((net.keys)()),
        None => known.extend(NETS.iter().flat_map(|net| (net.keys)())),
    }
    for (key, span) in fields.unknown(&known) {
        let owners: Vec<String> = NETS
            .iter()
            .filter(|net| (net.keys)().contains(&key))
            .map(|net| format!("`{}`", net.name))
            .collect();
        match (net, owners.split_last()) {
            (Some(net), Some((last, others))) => {
                let nets = if others.is_empty() {
                    last.clone()
                } else {
                    format!("{} and {last}", others.join(", "))
                };
                let message = format!(
                    "`{key}` does nothing for the net `{}`; it is a key of {nets}",
                    net.name
                );
                let takes = (net.keys)().iter().map(|key| format!("`{key}`")).collect::<Vec<_>>();
                sink.push(
                    Diagnostic::error(Code::M060, message)
                        .at(&span)
                        .hint(format!("the keys of this net are {}", takes.join(", "))),
                );
            }
            _ => fields.report_unknown(key, &span, &known, sink),
        }
    }
}

/// The fold as the rest of the program sees it.
pub(crate) fn resolve(table: &FoldTable, context: &Context<'_>, sink: &mut Sink) -> Option<Fold> {
    let body = table.net.resolve(context, sink)?;
    let panels = body.panels();
    check_sizes(&panels, context, sink)?;
    let cuts = table.common.cut.as_ref().map_or(&[][..], |cuts| &cuts.value);
    let cuts = self::cuts(cuts, &panels, context, sink);
    Some(Fold::with_cuts(&*body, &cuts))
}

/// Whether every panel can be folded at all.
fn check_sizes(panels: &[Panel], context: &Context<'_>, sink: &mut Sink) -> Option<()> {
    let is_small = |panel: &&Panel| panel.size.width.min(panel.size.height) < SHORTEST;
    let Some(Panel { name, size, .. }) = panels.iter().find(is_small) else { return Some(()) };
    let id = &context.id.value;
    sink.push(
        Diagnostic::error(Code::M061, format!("the {name} of `{id}` is {size}, too small to fold"))
            .at(&context.id.span)
            .component(id.as_str())
            .hint(format!("make each side of a panel at least {SHORTEST}")),
    );
    None
}

fn cuts(
    written: &[Spanned<CutKeys>],
    panels: &[Panel],
    context: &Context<'_>,
    sink: &mut Sink,
) -> Vec<PanelCut> {
    let id = context.id.value.as_str();
    let mut cuts = Vec::new();
    for Spanned { value: CutKeys { panel: name, path }, .. } in written {
        let Some(panel) = panels.iter().position(|panel| panel.name == name.value) else {
            let known = panels.iter().map(|panel| panel.name);
            let unknown = UnknownName::new("panel", &name.value, known);
            sink.push(unknown.error(Code::M002).at(&name.span).component(id));
            continue;
        };
        cuts.extend(
            outline::path(path, panels[panel].size, id, sink)
                .map(|outline| PanelCut { panel, outline }),
        );
    }
    cuts
}
