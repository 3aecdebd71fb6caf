//! Words: every glyph of a text stands where its font, its language and SVG put it, in the picture
//! as in the PDF.
//!
//! Most of it is tried on a font of boxes, whose letters are half an em wide and stand an em apart.
//! `a` is one and a half wide in small caps, in the set `ss01` and in Romanian; of `Swelling Boxes`
//! it is so at weight 900, and grows up to there.

use crate::common::{Picture, Project, draw_pdf, first_trim};

const DPI: f64 = 254.0;

fn project(inside: &str) -> Project {
    let fonts = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/fonts");
    // Words at the edge show where they begin.
    let inside = format!("<g data-pnp=\"bleed\">{inside}</g>");
    Project::drawing(&inside).copy(&fonts, "fonts")
}

/// The dark stretches of a line across the card, in tenths of a millimetre.
fn stretches(picture: &Picture, (left, top): (f64, f64), y: f64) -> Vec<(i32, i32)> {
    let mut found: Vec<(i32, i32)> = Vec::new();
    for x in 0..630 {
        let at = picture.at(left + f64::from(x) / 10.0 + 0.05, top + y);
        if at.iter().any(|c| *c < 128) {
            match found.last_mut() {
                Some((_, end)) if *end == x => *end = x + 1,
                _ => found.push((x, x + 1)),
            }
        }
    }
    found
}

/// The ink of a line across the card must be these stretches of millimetres, in PNG and PDF.
#[track_caller]
fn inks(inside: &str, y: f64, expected: &[(f64, f64)]) {
    let project = project(inside);
    project.run("build --png faces --dpi 254").exits(0);
    let name = project.files("out/mini/cards").pop().expect("a picture of the face");
    let png = Picture::from_png(&project.read(&format!("out/mini/cards/{name}")), DPI);
    let corner = first_trim(&project.pdf("out/mini/cards.pdf"), (63.0, 88.0), 0.0);
    let page = draw_pdf(&project.read("out/mini/cards.pdf"), DPI).remove(0);
    for (what, found) in
        [("PNG", stretches(&png, (0.0, 0.0), y)), ("PDF", stretches(&page, corner, y))]
    {
        let near = |(from, to): &(i32, i32), (a, b): &(f64, f64)| {
            (f64::from(*from) / 10.0 - a).abs() < 0.16 && (f64::from(*to) / 10.0 - b).abs() < 0.16
        };
        assert!(
            found.len() == expected.len() && found.iter().zip(expected).all(|(f, e)| near(f, e)),
            "{what} of {inside}: {found:?} tenths of a millimetre, expected {expected:?} mm"
        );
    }
}

/// A text in boxes of 4 mm with its baseline at 30 mm.
fn boxes(attributes: &str, words: &str) -> String {
    format!("<text y=\"30\" font-family=\"Boxes\" font-size=\"4\" {attributes}>{words}</text>")
}

#[track_caller]
fn boxes_ink(attributes: &str, words: &str, expected: &[(f64, f64)]) {
    inks(&boxes(attributes, words), 29.5, expected);
}

#[test]
fn vowel_signs_with_a_width_take_their_room() {
    let syllables = [(2.0, 4.0), (6.0, 7.2), (8.0, 10.0), (12.0, 13.2), (14.0, 14.8)];
    boxes_ink("x=\"2\"", "काका<tspan fill=\"#600\">.</tspan>", &syllables);
    let boxed = "{{ textbox(text=\"काका.\", x=2, y=20, width=40, height=8, size=\"4mm\", \
                 family=\"Boxes\", leading=1, fit=\"none\") }}";
    inks(boxed, 23.0, &syllables);
}

#[test]
fn letters_stand_where_the_anchor_says() {
    boxes_ink("x=\"20\"", "ab", &[(20.0, 22.0), (24.0, 26.0)]);
    boxes_ink("x=\"20\" text-anchor=\"middle\"", "ab", &[(16.0, 18.0), (20.0, 22.0)]);
    boxes_ink("x=\"20\" text-anchor=\"end\"", "ab", &[(12.0, 14.0), (16.0, 18.0)]);
    boxes_ink("x=\"20 30\" text-anchor=\"end\"", "ab", &[(16.0, 18.0), (26.0, 28.0)]);
}

#[test]
fn text_from_right_to_left_begins_at_its_right_end() {
    // The box of a letter stands at the left end of its room.
    boxes_ink("direction=\"rtl\" x=\"58\"", "אא", &[(50.0, 52.0), (54.0, 56.0)]);
    boxes_ink(
        "direction=\"rtl\" x=\"58\" text-anchor=\"end\"",
        "אא",
        &[(58.0, 60.0), (62.0, 63.0)],
    );
    // Read from the right: alef, the Latin letter, and the full stop of the line.
    boxes_ink(
        "style=\"direction: rtl\" x=\"58\"",
        "א<tspan fill=\"#600\">a.</tspan>",
        &[(48.4, 49.2), (50.0, 52.0), (54.0, 56.0)],
    );
}

#[test]
fn features_are_those_of_style_language_and_name() {
    let usual = [(2.0, 4.0), (6.0, 8.0)];
    let other = [(2.0, 8.0), (10.0, 12.0)];
    boxes_ink("x=\"2\"", "ab", &usual);
    for attributes in [
        "style=\"font-feature-settings: 'ss01'\"",
        "style=\"font-variant-caps: small-caps\"",
        "font-variant=\"small-caps\"",
        "style=\"font: small-caps 4px Boxes\"",
        "xml:lang=\"ro\"",
        "lang=\"ro-RO\"",
    ] {
        boxes_ink(&format!("x=\"2\" {attributes}"), "ab", &other);
    }
    boxes_ink("x=\"2\" xml:lang=\"it\"", "ab", &usual);
    boxes_ink("x=\"2\" xml:lang=\"ro\" style=\"font-feature-settings: 'locl' 0\"", "ab", &usual);
}

#[test]
fn a_variable_font_is_drawn_at_the_weight_that_is_asked_for() {
    let text = |weight: &str| {
        format!(
            "<text x=\"2\" y=\"30\" font-family=\"Swelling Boxes\" font-size=\"4\" \
             {weight}>a.</text>"
        )
    };
    inks(&text(""), 29.5, &[(2.0, 4.0), (6.0, 6.8)]);
    inks(&text("font-weight=\"900\""), 29.5, &[(2.0, 8.0), (10.0, 10.8)]);
    inks(&text("font-weight=\"650\""), 29.5, &[(2.0, 6.0), (8.0, 8.8)]);
    inks(&text("style=\"font-variation-settings: 'wght' 650\""), 29.5, &[(2.0, 6.0), (8.0, 8.8)]);
    let boxed = "{{ textbox(text=\"a.\", x=2, y=20, width=40, height=8, size=\"4mm\", \
                 family=\"Swelling Boxes\", weight=900, leading=1, fit=\"none\") }}";
    inks(boxed, 23.0, &[(2.0, 8.0), (10.0, 10.8)]);
    let bold = project(boxed);
    assert_eq!(bold.codes("check"), Vec::<String>::new());
}

#[test]
fn a_weight_or_slant_that_a_family_lacks_is_reported() {
    for attributes in ["font-weight=\"bold\"", "font-style=\"italic\"", "font-weight=\"600\""] {
        let project = project(&boxes(attributes, "ab"));
        assert_eq!(project.codes("check"), ["X011"], "{attributes}");
    }
    // Left to usvg, and reported all the same.
    let turned = project(&boxes("font-weight=\"bold\" rotate=\"20\"", "ab"));
    assert_eq!(turned.codes("check"), ["X011"]);
    assert_eq!(project(&boxes("font-weight=\"500\"", "ab")).codes("check"), Vec::<String>::new());
}

#[test]
fn a_feature_that_a_font_lacks_is_reported() {
    let project = project(&boxes("style=\"font-variant-caps: petite-caps\"", "ab"));
    assert_eq!(project.codes("check"), ["X011"]);
    project.run("check").exits(0).says("`Boxes` has no feature `pcap`");
}

#[test]
fn what_only_words_that_we_set_can_have_is_an_error_on_others() {
    for attributes in [
        "direction=\"rtl\" rotate=\"20\"",
        "style=\"direction: rtl\" textLength=\"8\"",
        "style=\"font-feature-settings: 'ss01'\" rotate=\"20\"",
        "style=\"font-variant-numeric: lining-nums\" rotate=\"20\"",
        "style=\"font-feature-settings: 'ss01'\" filter=\"blur(1px)\"",
    ] {
        let project = project(&boxes(attributes, "ab"));
        assert_eq!(project.codes("check"), ["F007"], "{attributes}");
    }
}

#[test]
fn spacing_is_added_between_letters_and_after_spaces() {
    boxes_ink("x=\"2\" letter-spacing=\"1\"", "ab", &[(2.0, 4.0), (7.0, 9.0)]);
    // Nothing is added after the last letter, so the end stands at its place.
    let end = "x=\"20\" text-anchor=\"end\" letter-spacing=\"1\"";
    boxes_ink(end, "ab", &[(11.0, 13.0), (16.0, 18.0)]);
    boxes_ink("x=\"2\" style=\"word-spacing: 0.5em\"", "a b", &[(2.0, 4.0), (10.0, 12.0)]);
}

#[test]
fn characters_are_moved_by_lists_of_places() {
    boxes_ink("x=\"2 10\" dx=\"0 1\"", "aba", &[(2.0, 4.0), (11.0, 13.0), (15.0, 17.0)]);
    boxes_ink("x=\"2\"", "a<tspan dx=\"2\" dy=\"0.3\">b</tspan>", &[(2.0, 4.0), (8.0, 10.0)]);
    boxes_ink("x=\"2\"", "a<tspan x=\"20\">b</tspan>", &[(2.0, 4.0), (20.0, 22.0)]);
    boxes_ink(
        "x=\"2\"",
        "<tspan x=\"20\">a<tspan dx=\"1\">b</tspan></tspan>",
        &[(20.0, 22.0), (25.0, 27.0)],
    );
    boxes_ink("x=\"2\"", "<tspan x=\"20\">a</tspan>", &[(20.0, 22.0)]);
}

#[test]
fn spaces_are_collapsed_unless_they_are_preserved() {
    boxes_ink("x=\"2\"", "\n   a\n  <tspan> b </tspan>", &[(2.0, 4.0), (8.0, 10.0)]);
    boxes_ink("x=\"2\" xml:space=\"preserve\"", "  a", &[(6.0, 8.0)]);
}

#[test]
fn baselines_and_steps_move_letters_up_and_down() {
    // The lower edge of `a` is its baseline; the line looked along lies half a millimetre above 30.
    boxes_ink("x=\"2\"", "<tspan baseline-shift=\"1\">a</tspan>b", &[(6.0, 8.0)]);
    boxes_ink("x=\"2\" dominant-baseline=\"hanging\"", "a", &[]);
    inks(&boxes("x=\"2\" dominant-baseline=\"hanging\"", "a"), 32.0, &[(2.0, 4.0)]);
}

#[test]
fn lines_go_along_with_words() {
    inks(&boxes("x=\"2\" text-decoration=\"underline\"", "ab"), 30.4, &[(2.0, 10.0)]);
    // From the middle of the x-height on; between the letters there is nothing but the line.
    inks(&boxes("x=\"2\" text-decoration=\"line-through\"", "ab"), 28.8, &[(2.0, 10.0)]);
    inks(&boxes("x=\"2\" style=\"text-decoration: overline\"", "ab"), 26.8, &[(2.0, 10.0)]);
}

#[test]
fn words_are_painted_as_svg_says() {
    let project = project(concat!(
        "<g fill=\"#c00\"><text x=\"2\" y=\"10\" font-family=\"Boxes\" font-size=\"4\">a",
        "<tspan fill=\"#00c\">b</tspan></text></g>",
        "<g opacity=\"0.5\"><text x=\"2\" y=\"20\" font-family=\"Boxes\" font-size=\"4\"",
        " fill=\"#000\" transform=\"translate(10 0)\">a</text></g>",
        "<text x=\"2\" y=\"30\" font-family=\"Boxes\" font-size=\"4\" fill=\"none\"",
        " stroke=\"#080\" stroke-width=\"0.25em\">a</text>",
        "<text x=\"2\" y=\"40\" font-family=\"Boxes\" font-size=\"4\" \
         visibility=\"hidden\">a</text>",
        "<text x=\"2\" y=\"50\" font-family=\"Boxes\" font-size=\"4\">a<tspan display=\"none\">b",
        "</tspan>b</text>",
    ));
    project.run("build --png faces --dpi 254").exits(0);
    let name = project.files("out/mini/cards").pop().expect("a picture of the face");
    let png = Picture::from_png(&project.read(&format!("out/mini/cards/{name}")), DPI);
    let corner = first_trim(&project.pdf("out/mini/cards.pdf"), (63.0, 88.0), 0.0);
    let page = draw_pdf(&project.read("out/mini/cards.pdf"), DPI).remove(0);
    for (picture, (left, top)) in [(&png, (0.0, 0.0)), (&page, corner)] {
        let shows = |x: f64, y: f64, colour| picture.shows((left + x, top + y), colour, 6);
        shows(3.0, 9.0, [0xcc, 0, 0]);
        shows(7.0, 9.0, [0, 0, 0xcc]);
        shows(13.0, 19.0, [128, 128, 128]);
        shows(3.0, 28.5, [255, 255, 255]);
        shows(2.2, 28.5, [0, 0x88, 0]);
        shows(1.7, 28.5, [0, 0x88, 0]);
        shows(3.0, 39.0, [255, 255, 255]);
        shows(7.0, 49.0, [0, 0, 0]);
        shows(11.0, 49.0, [255, 255, 255]);
    }
}

#[test]
fn what_is_left_to_usvg_is_drawn() {
    let expected = [(2.0, 4.0), (6.0, 8.0)];
    for attributes in ["textLength=\"8\"", "letter-spacing=\"0%\"", "rotate=\"0 0\""] {
        boxes_ink(&format!("x=\"2\" {attributes}"), "ab", &expected);
    }
}
