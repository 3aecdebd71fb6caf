//! Text stays text: whoever searches a PDF finds whole words in the order in which they are read.
//!
//! Readers such as `pdftotext` see glyphs at places. They put a space where glyphs stand apart,
//! begin a line where the baseline moves, and join what a hyphen at a line's end has parted. The
//! same is done here.

use std::collections::HashMap;

use crate::common::{Matrix, Project, letters_of, times};
use lopdf::{Dictionary, Document, Object};

/// A string as shown, in points.
struct Shown {
    left: f64,
    right: f64,
    baseline: f64,
    size: f64,
    text: String,
}

fn number(object: &Object) -> f64 {
    object.as_float().map_or(0.0, f64::from)
}

/// The widths of glyphs, in thousandths of the size.
fn widths_of(document: &Document, font: &Dictionary) -> HashMap<u16, f64> {
    let below = font
        .get(b"DescendantFonts")
        .and_then(|f| document.dereference(f))
        .expect("a font")
        .1
        .as_array()
        .expect("fonts");
    let below = document.dereference(&below[0]).expect("a font").1.as_dict().expect("a font");
    let list = below
        .get(b"W")
        .and_then(|w| document.dereference(w))
        .expect("widths")
        .1
        .as_array()
        .expect("widths");
    let mut widths = HashMap::new();
    let mut at = 0;
    while at + 1 < list.len() {
        let first = number(&list[at]) as u16;
        if let Object::Array(some) = &list[at + 1] {
            widths.extend(some.iter().zip(first..).map(|(width, glyph)| (glyph, number(width))));
            at += 2;
        } else {
            widths.extend(
                (first..=number(&list[at + 1]) as u16).map(|glyph| (glyph, number(&list[at + 2]))),
            );
            at += 3;
        }
    }
    widths
}

/// Everything that the first face shows, in the order of the file.
fn shown(document: &Document) -> Vec<Shown> {
    let page = document.get_pages()[&1];
    let face = &crate::common::calls(document, page)[0].name;
    let (_, form) = crate::common::form(document, face);
    let mut found = Vec::new();
    walk(document, &form, [1.0, 0.0, 0.0, 1.0, 0.0, 0.0], &mut found);
    found
}

fn walk(document: &Document, form: &lopdf::Stream, start: Matrix, found: &mut Vec<Shown>) {
    let content = form.decompressed_content().unwrap_or_else(|_| form.content.clone());
    let content = lopdf::content::Content::decode(&content).expect("operators");
    let resources = form
        .dict
        .get(b"Resources")
        .and_then(|r| document.dereference(r))
        .expect("resources")
        .1
        .as_dict()
        .expect("resources");
    let of_kind = |kind: &[u8], name: &[u8]| {
        let (_, all) = document.dereference(resources.get(kind).ok()?).ok()?;
        Some(document.dereference(all.as_dict().ok()?.get(name).ok()?).ok()?.1)
    };
    let mut stack = Vec::new();
    let mut outer = start;
    let mut inner = start;
    let mut size = 0.0;
    let mut letters = HashMap::new();
    let mut widths = HashMap::new();
    for operation in &content.operations {
        let o = &operation.operands;
        let matrix = || {
            [
                number(&o[0]),
                number(&o[1]),
                number(&o[2]),
                number(&o[3]),
                number(&o[4]),
                number(&o[5]),
            ]
        };
        match operation.operator.as_str() {
            "q" => stack.push(outer),
            "Q" => outer = stack.pop().expect("balanced"),
            "cm" => outer = times(matrix(), outer),
            "Tm" => inner = times(matrix(), outer),
            "Do" => {
                if let Some(Object::Stream(form)) =
                    of_kind(b"XObject", o[0].as_name().expect("a name"))
                    && form
                        .dict
                        .get(b"Subtype")
                        .is_ok_and(|kind| kind.as_name().is_ok_and(|kind| kind == b"Form"))
                {
                    walk(document, form, outer, found);
                }
            }
            "Tf" => {
                let font = of_kind(b"Font", o[0].as_name().expect("a name"))
                    .expect("a font")
                    .as_dict()
                    .expect("a font");
                (letters, widths, size) =
                    (letters_of(document, font), widths_of(document, font), number(&o[1]));
            }
            "Tj" | "TJ" => {
                let pieces = if let Object::Array(pieces) = &o[0] {
                    pieces.clone()
                } else {
                    vec![o[0].clone()]
                };
                let mut text = String::new();
                let mut width = 0.0;
                for piece in pieces {
                    let Ok(bytes) = piece.as_str() else {
                        width -= number(&piece);
                        continue;
                    };
                    for glyph in bytes.chunks_exact(2).map(|g| u16::from_be_bytes([g[0], g[1]])) {
                        text.push_str(letters.get(&glyph).expect("every glyph is a letter"));
                        width += widths.get(&glyph).copied().unwrap_or(1000.0);
                    }
                }
                let wide = width / 1000.0 * size * inner[0];
                found.push(Shown {
                    left: inner[4],
                    right: inner[4] + wide,
                    baseline: inner[5],
                    size: size * inner[0],
                    text,
                });
            }
            _ => {}
        }
    }
}

/// The words of a PDF as a reader finds them.
fn words(document: &Document) -> String {
    let mut text = String::new();
    let mut last: Option<Shown> = None;
    for piece in shown(document) {
        if let Some(last) = &last {
            let apart = if (last.baseline - piece.baseline).abs() > 0.3 * piece.size {
                // A hyphen at the end of a line is none of the word.
                let parted = text.ends_with('-');
                if parted {
                    text.pop();
                }
                !parted
            } else {
                assert!(
                    piece.left > last.right - 0.1 * piece.size,
                    "{:?} stands on {:?}",
                    piece.text,
                    last.text
                );
                piece.left - last.right > 0.1 * piece.size
            };
            if apart && !text.ends_with(' ') {
                text.push(' ');
            }
        }
        text.push_str(&piece.text);
        last = Some(piece);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The PDF of a card with a text.
fn card(text: &str, options: &str) -> Document {
    let icon = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5"
                 r="4" fill="currentColor"/></svg>"#;
    let project = Project::drawing(&format!(
        "{{{{ textbox(text=card.text, x=5, y=5, height=78, {options}) }}}}"
    ))
    .file("templates/mini/icons/coin.svg", icon)
    .edit("data/mini/game.toml", "name = \"One\"", &format!("text = '''{text}'''"));
    project.run("build").exits(0);
    project.pdf("out/mini/cards.pdf")
}

/// What a reader finds of a text.
fn found(text: &str, options: &str) -> String {
    words(&card(text, options))
}

#[test]
fn words_are_whole_across_icons() {
    let text = "Take {coin} three gold pieces, pay {coin*2} two of them to the harbour {coin}, and \
                keep{coin} the last.";
    let wanted = "Take three gold pieces, pay two of them to the harbour , and keep the last.";
    for width in [20, 33, 53] {
        let read = found(text, &format!("width={width}"));
        // A comma that touches the icon before it is found as near to it as the icon is wide.
        assert_eq!(read.replace(" ,", ","), wanted.replace(" ,", ","), "{width} mm");
    }
}

#[test]
fn a_hyphen_at_the_end_of_a_line_is_none_of_the_word() {
    let text = "The incomprehensibility of administrative responsibilities notwithstanding, \
                extra\u{ad}ordinarily quick circumnavigation.";
    let wanted = text.replace('\u{ad}', "");
    for width in [18, 22, 26, 31] {
        let parted = card(text, &format!("width={width}, size=\"11pt\""));
        assert!(
            shown(&parted).iter().any(|piece| piece.text == "-"),
            "no hyphen is drawn at {width} mm"
        );
        assert_eq!(words(&parted), wanted, "{width} mm");
        assert_eq!(
            found(text, &format!("width={width}, size=\"11pt\", hyphenate=false")),
            wanted,
            "{width} mm"
        );
    }
}

#[test]
fn words_are_whole_across_styles_and_alignments() {
    let text = "Un**believ**able *affluent* offices ~~waffle~~ on [scarlet]{colour=#c00} sails, \
                well-known \"fly\" 3 * 4.";
    let wanted = "Unbelievable affluent offices waffle on scarlet sails, well-known “fly” 3 * 4.";
    for align in ["start", "centre", "end", "justify"] {
        for spacing in ["0", "\"3%\""] {
            let read = found(
                text,
                &format!("width=40, align=\"{align}\", letter_spacing={spacing}, hyphenate=false"),
            );
            // A hyphen that was typed parts a word where the line ends there, as any reader takes
            // it.
            assert_eq!(read.replace("wellknown", "well-known"), wanted, "{align} {spacing}");
        }
    }
}
