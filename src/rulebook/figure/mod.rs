//! Pictures of the kit: faces, boards, icons, diagrams.
//!
//! In: an address such as `face:artists?where=card.act=='monkey'&layout=fan`. Out: a [`Figure`]: tiles at their places in
//! millimetres of the real thing, which a page scales as it needs. A tile is an SVG of its own as large as the page, so
//! that the ids of two faces never meet.

use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;

use roxmltree::Document;

use crate::compose::{ArtworkId, Artworks, Ink, Templates, of_game};
use crate::diag::{Code, Diagnostic, Sink, Span, Spanned, UnknownName, did_you_mean};
use crate::draw::{Pictures, start_tag_end};
use crate::game::source::Kind;
use crate::game::{Component, ComponentId, Condition, Game, Over};
use crate::rulebook::fill::FilledText;
use crate::units::{Length, Size};
use crate::xml::escape;

/// What figures are made of.
pub struct FigureSources<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its templates.
    pub templates: &'a Templates,
    /// The pictures of its files.
    pub pictures: &'a Pictures<'a>,
    /// The faces of all its components.
    pub artworks: &'a Artworks,
    /// How much ink.
    pub ink: Ink,
}

/// A figure, not yet placed.
#[derive(Clone, Debug)]
pub struct Figure {
    /// From the lowest to the uppermost.
    pub tiles: Vec<FigureTile>,
    /// Arrows and numbers over them.
    pub marks: Vec<FigureMark>,
    /// Its size in millimetres, as large as the things themselves.
    pub size: (f32, f32),
    /// An icon in place of tiles.
    pub icon: Option<String>,
    /// The width asked for.
    pub width: Option<FigureWidth>,
    /// Where it stands.
    pub place: FigurePlace,
    /// The width in millimetres it has where none is asked for, if the text is wide enough.
    pub usual: f32,
}

/// A width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FigureWidth {
    /// In millimetres.
    Mm(f32),
    /// A share of the width of the text.
    Share(f32),
}

/// Where a figure stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FigurePlace {
    /// Between two paragraphs.
    #[default]
    Inline,
    /// Between two paragraphs, or, where it does not fit, at the head of the next page, after what would follow it.
    Float,
    /// At the left of what follows.
    Left,
    /// At the right of what follows.
    Right,
    /// Across all columns.
    Full,
}

/// One picture of a figure. Lengths are millimetres of the real thing.
#[derive(Clone, Debug)]
pub struct FigureTile {
    svg: Arc<str>,
    /// The path of its template under `templates/`.
    pub template: Arc<str>,
    trim: (f32, f32),
    bleed: f32,
    at: (f32, f32),
    scale: f32,
    /// In degrees, clockwise, around the middle of its lower edge.
    turn: f32,
    crop: Option<[f32; 4]>,
    /// Of its corners.
    radius: f32,
    /// What is cut out, if that is no card: the `d` of a path in millimetres from the corner of the trim.
    cut: Option<Arc<str>>,
    /// Whether a line is drawn around it.
    outline: bool,
}

/// Something drawn over a board, in its millimetres.
#[derive(Clone, Debug, PartialEq)]
pub enum FigureMark {
    /// From, to.
    Arrow((f32, f32), (f32, f32)),
    /// A label in a disc.
    Label((f32, f32), String),
}

/// The corners of a card.
const RADIUS: f32 = 3.0;
/// More pictures than these in one figure cannot be told apart.
const MOST: usize = 30;
/// How many faces of a deck a spread shows where nothing is said.
const SPREAD: usize = 5;

struct FigureOptions {
    condition: Option<String>,
    id: Option<String>,
    back: bool,
    limit: Option<usize>,
    layout: Option<Arrangement>,
    width: Option<FigureWidth>,
    place: FigurePlace,
    crop: Option<[f32; 4]>,
    marks: Vec<FigureMark>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrangement {
    Row,
    Fan,
    Pyramid,
    Grid,
}

impl FigureSources<'_> {
    /// The figure of an address. What is wrong with it goes to the sink.
    pub fn figure(
        &self,
        address: &str,
        range: Range<usize>,
        filled: &FilledText,
        sink: &mut Sink,
    ) -> Option<Figure> {
        let span = filled.span(range);
        let wrong = |message: String| Diagnostic::error(Code::R004, message).at(&span);
        let address =
            percent_encoding::percent_decode_str(address).decode_utf8_lossy().into_owned();
        let (head, query) = address.split_once('?').unwrap_or((&address, ""));
        let options = match options(query) {
            Ok(options) => options,
            Err((message, hint)) => {
                sink.push(wrong(message).maybe_hint(hint));
                return None;
            }
        };
        let Some((kind, name)) = head.split_once(':') else {
            return self.picture(head, &options, &span, sink);
        };
        match kind {
            "image" => self.picture(name, &options, &span, sink),
            "face" | "board" => {
                let Some(index) = self.game.place_of(name) else {
                    let known = self.game.components.iter().map(|c| c.id.as_str());
                    let unknown = UnknownName::new("component", name, known);
                    sink.push(wrong(unknown.message()).maybe_hint(unknown.hint()));
                    return None;
                };
                let faces = self.faces(index, &options, &span, sink)?;
                Some(arrange(&self.game.components[index], &self.tiles(&faces), &options))
            }
            "icon" => Some(Figure {
                tiles: Vec::new(),
                marks: Vec::new(),
                size: (20.0, 20.0),
                icon: Some(name.to_owned()),
                width: options.width,
                place: options.place,
                usual: 15.0,
            }),
            "diagram" => self.diagram(name, &options, &span, sink),
            other => {
                let known = ["face", "board", "icon", "diagram", "image"];
                let unknown = UnknownName::new("kind of figure", other, known);
                sink.push(wrong(unknown.message()).maybe_hint(unknown.hint()));
                None
            }
        }
    }

    fn faces(
        &self,
        index: ComponentId,
        options: &FigureOptions,
        span: &Span,
        sink: &mut Sink,
    ) -> Option<Vec<ArtworkId>> {
        let component = &self.game.components[index];
        let wrong = |message: String| Diagnostic::error(Code::R004, message).at(span);
        let condition = match &options.condition {
            Some(text) => {
                match Condition::parse(&Spanned::new(text.clone(), span.clone()), Over::Cards) {
                    Ok(condition) => Some(condition),
                    Err(fault) => {
                        sink.push(wrong(fault.message));
                        return None;
                    }
                }
            }
            None => None,
        };
        if let Some(fault) =
            condition.as_ref().and_then(|c| c.unknown_columns(&component.cards).into_iter().next())
        {
            let mut told = wrong(fault.message);
            told.hints = fault.hints;
            sink.push(told);
            return None;
        }
        let mut found = Vec::new();
        for faces in self.artworks.of(index) {
            let card = &component.cards[faces.card];
            if options.id.as_ref().is_some_and(|id| *id != card.id) {
                continue;
            }
            match condition.as_ref().map(|c| c.matches(card)) {
                Some(Ok(false)) => continue,
                Some(Err(fault)) => {
                    sink.push(wrong(fault.message));
                    return None;
                }
                _ => {}
            }
            let face = if options.back { faces.back } else { Some(faces.front) };
            let Some(face) = face else {
                sink.push(wrong(format!("`{}` has no back", component.id)));
                return None;
            };
            found.push((face, card.copies));
        }
        if found.is_empty() {
            let about = match (&options.id, &options.condition) {
                (Some(id), _) => format!("no card `{id}` of `{}` is printed", component.id),
                (None, Some(condition)) => {
                    format!("no card of `{}` meets `{condition}`", component.id)
                }
                (None, None) => format!("`{}` has no cards", component.id),
            };
            let known = || component.cards.iter().map(|c| c.id.as_str());
            sink.push(
                wrong(about)
                    .maybe_hint(options.id.as_ref().and_then(|id| did_you_mean(id, known()))),
            );
            return None;
        }
        let single = options.layout.is_none()
            && options.limit.is_none()
            && (options.id.is_some() || options.condition.is_none());
        let limit = options.limit.unwrap_or(match options.layout {
            _ if single => 1,
            Some(Arrangement::Pyramid) => 6,
            Some(Arrangement::Grid) => 12,
            _ => SPREAD,
        });
        let mut faces: Vec<ArtworkId> = Vec::new();
        // Different cards first; if they are too few, more copies of each.
        let mut round = 0;
        let more = options.limit.is_some() || options.layout == Some(Arrangement::Pyramid);
        while faces.len() < limit && round == 0
            || faces.len() < limit && more && found.iter().any(|(_, c)| *c > round)
        {
            for (face, copies) in &found {
                let distinct = round > 0 || options.back || !faces.contains(face);
                if faces.len() < limit && *copies > round && distinct {
                    faces.push(*face);
                }
            }
            round += 1;
        }
        Some(faces)
    }

    fn diagram(
        &self,
        name: &str,
        options: &FigureOptions,
        span: &Span,
        sink: &mut Sink,
    ) -> Option<Figure> {
        let wrong = |message: String| Diagnostic::error(Code::R004, message).at(span);
        if !self.templates.has(name) {
            sink.push(
                wrong(format!("there is no template `{name}`"))
                    .maybe_hint(did_you_mean(name, self.templates.names())),
            );
            return None;
        }
        let (svg, faults) = self.templates.fill(name, &of_game(self.game, self.ink));
        sink.extend(faults);
        let svg = svg?;
        let Some((tile, trim)) = FigureTile::whole(svg, self.templates.path(name)) else {
            sink.push(
                wrong(format!("the diagram `{name}` does not say its size"))
                    .hint("its <svg> needs a width and a height such as \"100mm\""),
            );
            return None;
        };
        Some(alone(tile, trim, options))
    }

    /// A picture of a file.
    fn picture(
        &self,
        href: &str,
        options: &FigureOptions,
        span: &Span,
        sink: &mut Sink,
    ) -> Option<Figure> {
        let (width, height) = match self.pictures.size(&self.beside(), href) {
            Ok(size) => size,
            Err(fault) => {
                let mut told = Diagnostic::error(Code::R004, fault.message).at(span);
                told.hints = fault.hints;
                sink.push(told);
                return None;
            }
        };
        let href = escape(href);
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.4}mm\" height=\"{height:.4}mm\" viewBox=\"0 0 {width:.4} {height:.4}\">\
             <image href=\"{href}\" width=\"{width:.4}\" height=\"{height:.4}\"/></svg>"
        );
        let (tile, trim) = FigureTile::whole(svg, &self.beside())?;
        Some(alone(tile, trim, options))
    }

    /// Pictures of a rulebook are found as those of a template in the folder of the game are.
    fn beside(&self) -> String {
        format!("{}/rulebook", self.game.id)
    }

    /// A small picture of a component, for the list of contents.
    pub fn thumbnail(&self, index: ComponentId) -> Option<Figure> {
        let component = &self.game.components[index];
        let faces: Vec<ArtworkId> =
            self.artworks.of(index).iter().map(|f| f.front).take(3).collect();
        if faces.is_empty() {
            return None;
        }
        let layout = if component.token().is_some() { Arrangement::Row } else { Arrangement::Fan };
        let options =
            FigureOptions { layout: (faces.len() > 1).then_some(layout), ..FigureOptions::new() };
        let mut figure = arrange(component, &self.tiles(&faces), &options);
        figure.place = FigurePlace::Inline;
        Some(figure)
    }

    fn tiles(&self, faces: &[ArtworkId]) -> Vec<Face> {
        faces
            .iter()
            .map(|face| {
                let artwork = &self.artworks[*face];
                Face { svg: artwork.svg.as_str().into(), template: Arc::clone(&artwork.template) }
            })
            .collect()
    }
}

/// A face to be laid out.
#[derive(Clone, Debug)]
struct Face {
    svg: Arc<str>,
    template: Arc<str>,
}

impl FigureOptions {
    fn new() -> Self {
        Self {
            condition: None,
            id: None,
            back: false,
            limit: None,
            layout: None,
            width: None,
            place: FigurePlace::Inline,
            crop: None,
            marks: Vec::new(),
        }
    }
}

type Wrong = (String, Option<String>);

fn options(query: &str) -> Result<FigureOptions, Wrong> {
    const NAMES: [&str; 10] =
        ["where", "id", "side", "limit", "layout", "width", "place", "crop", "arrow", "mark"];
    let mut options = FigureOptions::new();
    for part in query.split('&').filter(|p| !p.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let takes =
            |what: &str| (format!("`{name}` of a figure takes {what}, not `{value}`"), None);
        match name {
            "where" => options.condition = Some(value.to_owned()),
            "id" => options.id = Some(value.to_owned()),
            "side" => {
                options.back = match value {
                    "back" => true,
                    "front" => false,
                    _ => return Err(takes("front or back")),
                }
            }
            "limit" => {
                let limit = value.parse().ok().filter(|n| (1..=MOST).contains(n));
                options.limit = Some(limit.ok_or_else(|| takes("a number from 1 to 30"))?);
            }
            "layout" => {
                options.layout = Some(match value {
                    "row" => Arrangement::Row,
                    "fan" => Arrangement::Fan,
                    "pyramid" => Arrangement::Pyramid,
                    "grid" => Arrangement::Grid,
                    _ => return Err(takes("row, fan, pyramid or grid")),
                });
            }
            "width" => {
                let share = value
                    .strip_suffix('%')
                    .and_then(|n| n.parse::<f32>().ok())
                    .filter(|n| (1.0..=100.0).contains(n));
                let length = Length::parse(value)
                    .ok()
                    .map(|l| l.to_mm() as f32)
                    .filter(|mm| (1.0..=1000.0).contains(mm));
                options.width = match (share, length) {
                    (Some(share), _) => Some(FigureWidth::Share(share / 100.0)),
                    (None, Some(mm)) => Some(FigureWidth::Mm(mm)),
                    _ => return Err(takes("a length such as 60mm, or a share such as 40%")),
                };
            }
            "place" => {
                options.place = match value {
                    "inline" => FigurePlace::Inline,
                    "float" => FigurePlace::Float,
                    "left" => FigurePlace::Left,
                    "right" => FigurePlace::Right,
                    "full" => FigurePlace::Full,
                    _ => return Err(takes("inline, float, left, right or full")),
                }
            }
            "crop" => match numbers(value)[..] {
                [x, y, w, h] if w > 0.0 && h > 0.0 => options.crop = Some([x, y, w, h]),
                _ => return Err(takes("left, top, width and height in millimetres")),
            },
            "arrow" => {
                let ends = value.split_once('>').map(|(a, b)| (numbers(a), numbers(b)));
                match ends {
                    Some((from, to)) if from.len() == 2 && to.len() == 2 => {
                        options.marks.push(FigureMark::Arrow((from[0], from[1]), (to[0], to[1])));
                    }
                    _ => return Err(takes("two points in millimetres such as 80,90>120,90")),
                }
            }
            "mark" => {
                let parts = value.split_once(':').map(|(at, label)| (numbers(at), label));
                match parts {
                    Some((at, label)) if at.len() == 2 => {
                        options.marks.push(FigureMark::Label((at[0], at[1]), label.to_owned()))
                    }
                    _ => return Err(takes("a point in millimetres and a label such as 80,90:1")),
                }
            }
            _ => {
                let hint = UnknownName::new("option", name, NAMES).hint();
                return Err((format!("figures have no option `{name}`"), hint));
            }
        }
    }
    Ok(options)
}

fn numbers(text: &str) -> Vec<f32> {
    text.split(',').filter_map(|n| n.trim().parse::<f32>().ok()).filter(|n| n.is_finite()).collect()
}

/// A figure of one tile, usually as large as that.
fn alone(tile: FigureTile, size: (f32, f32), options: &FigureOptions) -> Figure {
    let FigureOptions { width, place, .. } = *options;
    Figure {
        tiles: vec![tile],
        marks: options.marks.clone(),
        size,
        icon: None,
        width,
        place,
        usual: size.0,
    }
}

/// Lays faces out, in millimetres of the real thing.
fn arrange(component: &Component, faces: &[Face], options: &FigureOptions) -> Figure {
    let (w, h) = (component.size.width.to_mm() as f32, component.size.height.to_mm() as f32);
    let bleed = component.print.bleed.to_mm() as f32;
    let is_card =
        component.token().is_none() && component.cards.len() > 1 || component.kind() == Kind::Deck;
    let cut: Option<Arc<str>> =
        component.token().map(|token| token.form.cut(component.size).to_svg().into());
    let tile = |face: &Face, at: (f32, f32), turn: f32| FigureTile {
        svg: Arc::clone(&face.svg),
        template: Arc::clone(&face.template),
        trim: (w, h),
        bleed,
        at,
        scale: 1.0,
        turn,
        crop: options.crop,
        radius: if is_card { RADIUS.min(w.min(h) / 8.0) } else { 0.0 },
        cut: cut.clone().filter(|_| options.crop.is_none()),
        outline: true,
    };
    let gap = 0.07 * w.min(h);
    let count = faces.len();
    let mut size = (0.0_f32, 0.0_f32);
    let mut tiles: Vec<FigureTile> = Vec::new();
    let rows = |rows: &[usize], tiles: &mut Vec<FigureTile>, size: &mut (f32, f32)| {
        let widest = rows.iter().copied().max().unwrap_or(1) as f32;
        *size = (widest * w + (widest - 1.0) * gap, rows.len() as f32 * (h + gap) - gap);
        let mut next = faces.iter();
        for (row, here) in rows.iter().enumerate() {
            let left = (size.0 - (*here as f32 * (w + gap) - gap)) / 2.0;
            for column in 0..*here {
                let Some(face) = next.next() else { return };
                tiles.push(tile(
                    face,
                    (left + column as f32 * (w + gap), row as f32 * (h + gap)),
                    0.0,
                ));
            }
        }
    };
    match options.layout {
        Some(Arrangement::Fan) if count > 1 => {
            let step = (40.0 / count as f32).min(11.0);
            let turn = |at: usize| (at as f32 - (count - 1) as f32 / 2.0) * step;
            let shift = 0.3 * w;
            for (at, face) in faces.iter().enumerate() {
                // Outer cards sit a little lower, as in a hand.
                let angle = turn(at).to_radians();
                let lower = 1.1 * h * (1.0 - angle.cos());
                tiles.push(tile(face, (at as f32 * shift, lower), turn(at)));
            }
            let corners = tiles.iter().flat_map(FigureTile::corners);
            let (mut left, mut top, mut right, mut bottom) =
                (f32::MAX, f32::MAX, f32::MIN, f32::MIN);
            for (x, y) in corners {
                (left, top, right, bottom) = (left.min(x), top.min(y), right.max(x), bottom.max(y));
            }
            for tile in &mut tiles {
                tile.at = (tile.at.0 - left, tile.at.1 - top);
            }
            size = (right - left, bottom - top);
        }
        Some(Arrangement::Pyramid) => {
            let mut lengths = Vec::new();
            let mut left = count;
            let mut row = 1;
            while left >= row {
                lengths.push(row);
                left -= row;
                row += 1;
            }
            rows(&lengths, &mut tiles, &mut size);
        }
        Some(Arrangement::Grid) => {
            let columns = (count as f32 * 1.6).sqrt().ceil().max(1.0) as usize;
            let mut lengths = vec![columns; count / columns];
            lengths.extend((!count.is_multiple_of(columns)).then_some(count % columns));
            rows(&lengths, &mut tiles, &mut size);
        }
        _ => rows(&[count], &mut tiles, &mut size),
    }
    if let (Some([x, y, cw, ch]), [tile]) = (options.crop, &mut tiles[..]) {
        // What is cut off takes no room.
        tile.at = (-x, -y);
        size = (cw, ch);
    }
    let usual = if is_card || cut.is_some() {
        match (options.layout, count) {
            (_, 1) => size.0 * (42.0 / h).min(1.0),
            (Some(Arrangement::Fan), _) => size.0 * 0.5,
            (Some(Arrangement::Pyramid), _) => size.0 * 0.36,
            _ => size.0 * 0.42,
        }
    } else {
        size.0
    };
    Figure {
        tiles,
        marks: options.marks.clone(),
        size,
        icon: None,
        width: options.width,
        place: options.place,
        usual,
    }
}

impl FigureTile {
    /// An SVG that says its own size, and that size in millimetres.
    pub fn whole(svg: String, template: &str) -> Option<(Self, (f32, f32))> {
        let size = Document::parse(&svg).ok().and_then(|document| {
            let side = |name: &str| {
                document.root_element().attribute(name).and_then(|v| Length::parse(v.trim()).ok())
            };
            Some((side("width")?, side("height")?))
        });
        let (width, height) = size.filter(|(w, h)| *w > Length::ZERO && *h > Length::ZERO)?;
        let trim = (width.to_mm() as f32, height.to_mm() as f32);
        let tile = Self {
            svg: svg.into(),
            template: template.into(),
            trim,
            bleed: 0.0,
            at: (0.0, 0.0),
            scale: 1.0,
            turn: 0.0,
            crop: None,
            radius: 0.0,
            cut: None,
            outline: false,
        };
        Some((tile, trim))
    }

    /// The tile inside of another SVG, its corner at a place in millimetres; nothing if it shows pictures, which are found
    /// from its own template only.
    pub(in crate::rulebook) fn inline(&self, at: (f32, f32)) -> Option<String> {
        let document = Document::parse(&self.svg).ok()?;
        let root = document.root_element();
        if document.descendants().any(|n| matches!(n.tag_name().name(), "image" | "style"))
            || root.tag_name().name() != "svg"
        {
            return None;
        }
        let view: Vec<f32> =
            root.attribute("viewBox")?.split([' ', ',']).filter_map(|n| n.parse().ok()).collect();
        let [vx, vy, vw, _] = view[..] else { return None };
        let scale = self.trim.0 / vw;
        let mut attributes = String::new();
        for attribute in root.attributes().filter(|a| a.namespace().is_none()) {
            if !matches!(
                attribute.name(),
                "width" | "height" | "viewBox" | "preserveAspectRatio" | "x" | "y" | "id"
            ) {
                let value = &self.svg[attribute.range()];
                let _ = write!(attributes, " {value}");
            }
        }
        let text = &self.svg[root.range()];
        let start = start_tag_end(text);
        let end = text.rfind("</").filter(|end| *end >= start)?;
        let (x, y) = (at.0 - vx * scale, at.1 - vy * scale);
        Some(format!(
            "<g{attributes} transform=\"translate({x:.4} {y:.4}) scale({scale:.6})\">{}</g>",
            &text[start..end]
        ))
    }

    fn pivot(&self) -> (f32, f32) {
        (self.at.0 + self.trim.0 / 2.0, self.at.1 + self.trim.1)
    }

    fn corners(&self) -> [(f32, f32); 4] {
        let (px, py) = self.pivot();
        let (sin, cos) = self.turn.to_radians().sin_cos();
        let (x, y) = self.at;
        let (w, h) = self.trim;
        [(x, y), (x + w, y), (x, y + h), (x + w, y + h)].map(|(x, y)| {
            let (dx, dy) = (x - px, y - py);
            (px + dx * cos - dy * sin, py + dx * sin + dy * cos)
        })
    }

    /// The tile as an SVG as large as a page: the figure's corner stands at `at`, everything scaled.
    pub fn svg(&self, page: Size, at: (f32, f32), scale: f32) -> String {
        let (page_w, page_h) = (page.width.to_mm() as f32, page.height.to_mm() as f32);
        let Ok(document) = Document::parse(&self.svg) else { return String::new() };
        let root = document.root_element();
        let text = &self.svg[root.range()];
        let (w, h) = self.trim;
        let number = |name: &str| {
            root.attribute(name)
                .and_then(|v| Length::parse(v.trim()).ok())
                .map(|l| l.to_mm() as f32)
        };
        let trimmed = number("width").is_some_and(|stated| (stated - w).abs() < 0.05);
        let covered = if trimmed { (w, h) } else { (w + 2.0 * self.bleed, h + 2.0 * self.bleed) };
        let view: Vec<f32> = root
            .attribute("viewBox")
            .map(|v| v.split([' ', ',', '\n', '\t']).filter_map(|n| n.parse().ok()).collect())
            .unwrap_or_default();
        let [vx, vy, vw, _] = view[..] else { return String::new() };
        // User units to a millimetre of the thing.
        let units = vw / covered.0;
        let edge = if trimmed { 0.0 } else { self.bleed * units };
        let (left, top) = (vx + edge, vy + edge);
        // Page millimetres to a user unit.
        let k = scale * self.scale / units;
        let (x, y) = (at.0 + self.at.0 * scale, at.1 + self.at.1 * scale);
        let (box_x, box_y) = (left - x / k, top - y / k);
        // The start tag without what is said anew.
        let mut open = String::new();
        let start = root.range().start;
        let tag_end = start_tag_end(text);
        let mut from = 0;
        for attribute in root.attributes() {
            if matches!(
                attribute.name(),
                "width" | "height" | "viewBox" | "preserveAspectRatio" | "x" | "y"
            ) && attribute.namespace().is_none()
            {
                let range = attribute.range();
                open.push_str(&text[from..range.start - start]);
                from = range.end - start;
            }
        }
        open.push_str(text[from..tag_end].trim_end_matches('>').trim_end_matches('/'));
        let _ = write!(
            open,
            " width=\"{page_w}mm\" height=\"{page_h}mm\" viewBox=\"{box_x:.4} {box_y:.4} {:.4} {:.4}\" preserveAspectRatio=\"none\">",
            page_w / k,
            page_h / k
        );
        let name: String = text[1..]
            .chars()
            .take_while(|c| !c.is_whitespace() && !matches!(c, '>' | '/'))
            .collect();
        let prefix = name.strip_suffix("svg").unwrap_or_default();
        let end = text.rfind("</").filter(|end| *end >= tag_end).unwrap_or(text.len());
        let inside = text.get(tag_end..end).unwrap_or_default();
        let radius = self.radius * units;
        let [cx, cy, cw, ch] = self.crop.unwrap_or([0.0, 0.0, w, h]);
        let edge = match &self.cut {
            Some(d) => format!(
                "path d=\"{d}\" transform=\"translate({left:.4} {top:.4}) scale({units:.6})\""
            ),
            None => format!(
                "rect x=\"{:.4}\" y=\"{:.4}\" width=\"{:.4}\" height=\"{:.4}\" rx=\"{radius:.4}\"",
                left + cx * units,
                top + cy * units,
                cw * units,
                ch * units
            ),
        };
        let turn = if self.turn == 0.0 {
            String::new()
        } else {
            format!(
                " transform=\"rotate({:.3} {:.4} {:.4})\"",
                self.turn,
                left + w * units / 2.0,
                top + h * units
            )
        };
        // A hair of grey shows where a white card ends on white paper.
        let hair = if self.cut.is_some() { 0.12 / k / units } else { 0.12 / k };
        let outline = if self.outline {
            format!("<{prefix}{edge} fill=\"none\" stroke=\"#6b6560\" stroke-width=\"{hair:.4}\"/>")
        } else {
            String::new()
        };
        format!(
            "{open}<{prefix}defs><{prefix}clipPath id=\"pnp-trim\"><{prefix}{edge}/></{prefix}clipPath></{prefix}defs>\
             <{prefix}g{turn}><{prefix}g clip-path=\"url(#pnp-trim)\">{inside}</{prefix}g>{outline}</{prefix}g></{name}>"
        )
    }
}

/// Draws arrows and labels over a figure, in millimetres of the page.
pub(in crate::rulebook) fn marks_svg(
    marks: &[FigureMark],
    at: (f32, f32),
    scale: f32,
    crop: (f32, f32),
    accent: &str,
    family: &str,
) -> String {
    let mut out = String::new();
    let point = |(x, y): (f32, f32)| (at.0 + (x - crop.0) * scale, at.1 + (y - crop.1) * scale);
    for mark in marks {
        match mark {
            FigureMark::Arrow(from, to) => {
                let ((x1, y1), (x2, y2)) = (point(*from), point(*to));
                let (dx, dy) = (x2 - x1, y2 - y1);
                let length = dx.hypot(dy).max(0.01);
                let (ux, uy) = (dx / length, dy / length);
                let head = 2.6_f32.min(length / 2.0);
                let (bx, by) = (x2 - ux * head, y2 - uy * head);
                let wing = head * 0.5;
                for (colour, grow) in [("#fff", 0.5), (accent, 0.0)] {
                    let _ = write!(
                        out,
                        "<path d=\"M{x1:.3} {y1:.3}L{bx:.3} {by:.3}\" stroke=\"{colour}\" stroke-width=\"{:.2}\" stroke-linecap=\"round\" fill=\"none\"/>\
                         <path d=\"M{x2:.3} {y2:.3}L{:.3} {:.3}L{:.3} {:.3}z\" fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\"{grow}\" stroke-linejoin=\"round\"/>",
                        0.9 + grow,
                        bx - uy * wing,
                        by + ux * wing,
                        bx + uy * wing,
                        by - ux * wing
                    );
                }
            }
            FigureMark::Label(place, label) => {
                let (x, y) = point(*place);
                let label = escape(label);
                let _ = write!(
                    out,
                    "<circle cx=\"{x:.3}\" cy=\"{y:.3}\" r=\"2.3\" fill=\"{accent}\" stroke=\"#fff\" stroke-width=\".4\"/>\
                     <text x=\"{x:.3}\" y=\"{:.3}\" font-family=\"&quot;{family}&quot;\" font-weight=\"700\" font-size=\"3.1\" text-anchor=\"middle\" fill=\"#fff\">{label}</text>",
                    y + 1.05
                );
            }
        }
    }
    out
}

impl Figure {
    /// The corner of what is cut out of a board.
    pub fn corner(&self) -> (f32, f32) {
        self.tiles.first().and_then(|t| t.crop).map_or((0.0, 0.0), |[x, y, ..]| (x, y))
    }
}
