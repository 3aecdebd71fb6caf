//! The address of a figure, such as `face:artists?where=card.act=='monkey'&layout=fan`.
//!
//! In: the address as the Markdown has it. Out: a [`FigureAddress`], or the first option that
//! cannot be read. It refuses to know whether what it names exists.

use super::marks::FigureMark;
use crate::diag::UnknownName;
use crate::units::Length;

/// An address, read.
#[derive(Debug)]
pub(super) struct FigureAddress {
    pub subject: FigureSubject,
    pub options: FigureOptions,
}

/// What a figure shows, by its name.
#[derive(Debug)]
pub(super) enum FigureSubject {
    /// Faces of a component.
    Component(String),
    Icon(String),
    /// A template.
    Diagram(String),
    /// The file of a picture.
    Image(String),
}

/// What the address says about how to show it.
#[derive(Debug, Default)]
pub(super) struct FigureOptions {
    /// The condition that cards must meet.
    pub condition: Option<String>,
    /// The id of the only card.
    pub id: Option<String>,
    /// Whether backs are shown.
    pub back: bool,
    /// The largest number of faces.
    pub limit: Option<usize>,
    pub arrangement: Option<Arrangement>,
    pub width: Option<FigureWidth>,
    pub place: FigurePlace,
    /// Left, top, width and height of the part that is shown, in millimetres.
    pub crop: Option<[f32; 4]>,
    /// Arrows and labels.
    pub marks: Vec<FigureMark>,
}

/// How several faces lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrangement {
    Row,
    Fan,
    Pyramid,
    Grid,
}

/// The width asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::rulebook) enum FigureWidth {
    /// In millimetres.
    Mm(f32),
    /// A share of the width of the text.
    Share(f32),
}

/// Where a figure stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::rulebook) enum FigurePlace {
    /// Between two paragraphs.
    #[default]
    Inline,
    /// Between two paragraphs, or, where it does not fit, at the head of the next page, after what
    /// would follow it.
    Float,
    /// At the left of what follows.
    Left,
    /// At the right of what follows.
    Right,
    /// Across all columns.
    Full,
}

/// Why an address cannot be read.
#[derive(Debug)]
pub(super) struct AddressFault {
    pub message: String,
    pub hint: Option<String>,
}

/// More pictures than these in one figure cannot be told apart.
const MAX_FACES: usize = 30;
const KINDS: [&str; 5] = ["face", "board", "icon", "diagram", "image"];
const OPTIONS: [&str; 10] =
    ["where", "id", "side", "limit", "layout", "width", "place", "crop", "arrow", "mark"];

impl FigureAddress {
    pub(super) fn parse(address: &str) -> Result<Self, AddressFault> {
        let address =
            percent_encoding::percent_decode_str(address).decode_utf8_lossy().into_owned();
        let (head, query) = address.split_once('?').unwrap_or((&address, ""));
        let options = FigureOptions::parse(query)?;
        let (kind, name) = head.split_once(':').unwrap_or(("image", head));
        let name = name.to_owned();
        let subject = match kind {
            "face" | "board" => FigureSubject::Component(name),
            "icon" => FigureSubject::Icon(name),
            "diagram" => FigureSubject::Diagram(name),
            "image" => FigureSubject::Image(name),
            other => {
                let unknown = UnknownName::new("kind of figure", other, KINDS);
                return Err(AddressFault { message: unknown.message(), hint: unknown.hint() });
            }
        };
        Ok(Self { subject, options })
    }
}

impl FigureOptions {
    fn parse(query: &str) -> Result<Self, AddressFault> {
        let mut options = Self::default();
        for option in query.split('&').filter(|option| !option.is_empty()) {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            options.set(name, value)?;
        }
        Ok(options)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), AddressFault> {
        let takes = |what: &str| AddressFault {
            message: format!("`{name}` of a figure takes {what}, not `{value}`"),
            hint: None,
        };
        match name {
            "where" => self.condition = Some(value.to_owned()),
            "id" => self.id = Some(value.to_owned()),
            "side" => {
                self.back = match value {
                    "back" => true,
                    "front" => false,
                    _ => return Err(takes("front or back")),
                }
            }
            "limit" => {
                let limit = value.parse().ok().filter(|n| (1..=MAX_FACES).contains(n));
                self.limit = Some(limit.ok_or_else(|| takes("a number from 1 to 30"))?);
            }
            "layout" => {
                self.arrangement = Some(match value {
                    "row" => Arrangement::Row,
                    "fan" => Arrangement::Fan,
                    "pyramid" => Arrangement::Pyramid,
                    "grid" => Arrangement::Grid,
                    _ => return Err(takes("row, fan, pyramid or grid")),
                });
            }
            "width" => {
                let width = width(value);
                self.width = Some(
                    width.ok_or_else(|| takes("a length such as 60mm, or a share such as 40%"))?,
                );
            }
            "place" => {
                self.place = match value {
                    "inline" => FigurePlace::Inline,
                    "float" => FigurePlace::Float,
                    "left" => FigurePlace::Left,
                    "right" => FigurePlace::Right,
                    "full" => FigurePlace::Full,
                    _ => return Err(takes("inline, float, left, right or full")),
                }
            }
            "crop" => match numbers(value)[..] {
                [x, y, w, h] if w > 0.0 && h > 0.0 => self.crop = Some([x, y, w, h]),
                _ => return Err(takes("left, top, width and height in millimetres")),
            },
            "arrow" => {
                let ends = value.split_once('>').map(|(a, b)| (point(a), point(b)));
                let Some((Some(from), Some(to))) = ends else {
                    return Err(takes("two points in millimetres such as 80,90>120,90"));
                };
                self.marks.push(FigureMark::Arrow(from, to));
            }
            "mark" => {
                let label = value.split_once(':').map(|(at, label)| (point(at), label));
                let Some((Some(at), label)) = label else {
                    return Err(takes("a point in millimetres and a label such as 80,90:1"));
                };
                self.marks.push(FigureMark::Label(at, label.to_owned()));
            }
            _ => {
                return Err(AddressFault {
                    message: format!("there is no figure option `{name}`"),
                    hint: UnknownName::new("option", name, OPTIONS).hint(),
                });
            }
        }
        Ok(())
    }
}

fn width(value: &str) -> Option<FigureWidth> {
    if let Some(share) = value.strip_suffix('%').and_then(|share| share.parse::<f32>().ok()) {
        return (1.0..=100.0).contains(&share).then_some(FigureWidth::Share(share / 100.0));
    }
    let mm = Length::parse(value).ok()?.to_mm() as f32;
    (1.0..=1000.0).contains(&mm).then_some(FigureWidth::Mm(mm))
}

fn point(text: &str) -> Option<(f32, f32)> {
    let [x, y] = numbers(text)[..] else { return None };
    Some((x, y))
}

fn numbers(text: &str) -> Vec<f32> {
    text.split(',').filter_map(|n| n.trim().parse::<f32>().ok()).filter(|n| n.is_finite()).collect()
}
