//! How a rulebook looks: every style derived from two, the text's and the headings'.
//!
//! Everything on a page stands on a grid of half lines, so that lines of two columns meet.

use std::sync::Arc;

use crate::diag::{Diagnostic, Sink};
use crate::game::text::{Align, Extent, Figures, TextStyle};
use crate::game::{HEADING_SIZE, Rulebook};
use crate::text::{TextEngine, cap_height, leading};
use crate::units::Length;

/// All styles of one rulebook.
#[derive(Clone, Debug)]
pub(in crate::rulebook) struct Styles {
    /// Half of the distance between two lines, in millimetres.
    pub unit: f32,
    /// Running text.
    pub body: Arc<TextStyle>,
    /// Names beside pictures: the same, not hyphenated.
    pub name: Arc<TextStyle>,
    /// Running text that is not justified.
    pub ragged: Arc<TextStyle>,
    /// The same at the start of its line: entries of the contents, what stands beside a list.
    pub start: Arc<TextStyle>,
    /// Footnotes.
    pub note: Arc<TextStyle>,
    /// Headings of the levels 2 and 3.
    pub headings: [Arc<TextStyle>; 2],
    /// Captions.
    pub caption: Arc<TextStyle>,
    /// Cells of tables.
    pub cell: Arc<TextStyle>,
    /// Numbers of pages and of lists.
    pub number: Arc<TextStyle>,
    /// The title of a box.
    pub label: Arc<TextStyle>,
    /// Lines as typed.
    pub code: Arc<TextStyle>,
    /// The family of words as typed.
    pub code_family: String,
    /// The colour of headings and rules.
    pub accent: String,
}

impl Styles {
    /// The styles of a rulebook in a language, all sizes multiplied by `scale`.
    pub(in crate::rulebook) fn new(
        engine: &TextEngine,
        book: &Rulebook,
        lang: &str,
        scale: f64,
        sink: &mut Sink,
    ) -> Option<Self> {
        let sink = &mut sink.scope();
        let accent = book.accent.clone();
        let body = engine.style(lang, None, &book.text);
        let mut of_headings = book.text.clone();
        of_headings.merge(&book.heading);
        let heading_style = engine.style(lang, None, &of_headings);
        let (body, titled) = match (body, heading_style) {
            (Ok(body), Ok(heading)) => ((*body).clone(), (*heading).clone()),
            (Err(fault), _) | (_, Err(fault)) => {
                sink.push(
                    Diagnostic::error(fault.code(), fault.to_string())
                        .at(&book.span)
                        .maybe_hint(fault.hint()),
                );
                return None;
            }
        };
        if sink.has_errors() {
            return None;
        }
        let line = f64::from(leading(&body)) * scale;
        let body = sized(&body, scale, line);
        let unit = (line / 2.0) as f32;
        let start = TextStyle { align: Align::Start, ..body.clone() };
        let ragged = if body.align == Align::Justify { start.clone() } else { body.clone() };
        let base_size = if book.heading.size.is_some() {
            titled.size
        } else {
            share(titled.size, HEADING_SIZE)
        };
        let title = |part: f64, units: f64| {
            let mut style = TextStyle {
                align: book.heading.align.unwrap_or(Align::Start),
                hyphenate: book.heading.hyphenate.unwrap_or(false),
                ..sized(&titled, 1.0, f64::from(unit) * units)
            };
            style.size = share(base_size, part * scale);
            style.leading = fixed(f64::from(unit) * units);
            if book.heading.weight.is_none() {
                style.weight = 700;
            }
            if book.heading.colour.is_none() {
                style.colour.clone_from(&accent);
            }
            Arc::new(style)
        };
        let small = |part: f64, lead: f64| {
            let size = share(body.size, part);
            TextStyle { size, leading: fixed(size.to_mm() * lead), ..ragged.clone() }
        };
        // Digits of one width stand below each other, where the font has them and nothing else is
        // asked for.
        let even = Figures { lining: Some(true), tabular: Some(true) };
        let bold = TextStyle { weight: body.weight.max(700), ..body.clone() };
        let plain = body.figures == Figures::default()
            && engine.has_figures(&body, even)
            && engine.has_figures(&bold, even);
        let figures = if plain { even } else { body.figures };
        let label =
            TextStyle { weight: 700, colour: accent.clone(), hyphenate: false, ..start.clone() };
        let code_family = if engine.has_family("Alegreya Sans") {
            "Alegreya Sans".to_owned()
        } else {
            body.family.clone()
        };
        Some(Self {
            unit,
            headings: [title(1.0, 3.0), title(0.76, 2.0)],
            note: Arc::new(TextStyle { align: body.align, ..small(0.84, 1.24) }),
            caption: Arc::new(TextStyle { italic: true, ..small(0.88, 1.24) }),
            cell: Arc::new(TextStyle { figures, align: Align::Start, ..small(0.93, 1.22) }),
            number: Arc::new(TextStyle { figures, ..start.clone() }),
            code: Arc::new(TextStyle {
                family: code_family.clone(),
                hyphenate: false,
                quotes: false,
                ..start.clone()
            }),
            label: Arc::new(label),
            name: Arc::new(TextStyle { hyphenate: false, ..start.clone() }),
            ragged: Arc::new(ragged),
            start: Arc::new(start),
            body: Arc::new(body),
            code_family,
            accent,
        })
    }

    /// How many units a height takes.
    pub(in crate::rulebook) fn units(&self, mm: f32) -> u32 {
        // A hair too much is a rounding error, not another unit.
        ((mm / self.unit) - 0.01).ceil().max(0.0) as u32
    }

    /// Where the baseline of a line lies below its top, in millimetres: capitals stand in the
    /// middle.
    pub(in crate::rulebook) fn baseline(
        &self,
        engine: &TextEngine,
        style: &TextStyle,
        height: f32,
    ) -> f32 {
        height.midpoint(cap_height(engine, style)) + 0.02 * self.unit
    }
}

fn share(length: Length, part: f64) -> Length {
    Length::round_emu(length.to_emu() as f64 * part)
}

fn fixed(mm: f64) -> Extent {
    Extent::Fixed(Length::round_mm(mm))
}

fn sized(style: &TextStyle, scale: f64, line: f64) -> TextStyle {
    TextStyle {
        size: share(style.size, scale),
        min_size: Length::pt(1),
        leading: fixed(line),
        ..style.clone()
    }
}
