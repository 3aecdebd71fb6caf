//! Text that fits its box: what layout says is what usvg draws.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use pnp::game::text::{OptionValue, TextOptions, from_mm, text_option_names};
use pnp::text::{LaidText, TextEngine, TextFault, TextRequest, lay_out, to_svg};
use pnp::units::Length;
use proptest::prelude::*;
use usvg::fontdb::{self, Database, Source};

static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut db = Database::new();
    for folder in ["fonts", "tests/fonts"] {
        let mut folders: Vec<_> =
            std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
                .unwrap()
                .map(|e| e.unwrap().path())
                .collect();
        folders.sort();
        for path in
            folders.iter().flat_map(|f| std::fs::read_dir(f).unwrap()).map(|e| e.unwrap().path())
        {
            if path.extension().is_some_and(|e| e == "ttf") {
                db.load_font_source(Source::Binary(Arc::new(std::fs::read(path).unwrap())));
            }
        }
    }
    Arc::new(pnp::text::with_figures(db))
});

const COIN: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect id="a"
                     width="20" height="10" fill="currentColor"/></svg>"#;

static ENGINE: LazyLock<TextEngine> = LazyLock::new(|| {
    let mut loud = TextOptions::default();
    loud.set("weight", &text("bold")).unwrap();
    loud.set("colour", &text("#c00")).unwrap();
    let mut big = TextOptions::default();
    big.set("size", &text("6mm")).unwrap();
    let icons = [("coin".to_owned(), COIN.to_owned()), ("broken".to_owned(), "<svg".to_owned())];
    TextEngine::new(
        &FONTS,
        icons,
        TextOptions::default(),
        [("big".to_owned(), vec![loud.clone(), big]), ("loud".to_owned(), vec![loud])],
    )
});

fn text(value: &str) -> OptionValue {
    OptionValue::Text(value.to_owned())
}

/// A request for a text in 3 mm type with lines 3.6 mm apart, with options such as `align=centre`.
fn request(words: &str, width: f64, height: f64, options: &[(&str, &str)]) -> TextRequest {
    let mut call = TextOptions::default();
    let usual = [("size", "3mm"), ("min_size", "2mm"), ("hyphenate", "no"), ("leading", "1.2")];
    for (name, value) in usual.iter().chain(options) {
        let value = value.parse().map_or_else(|_| text(value), OptionValue::Number);
        call.set(name, &value).unwrap();
    }
    let style = ENGINE.style("en", None, &call).unwrap();
    TextRequest {
        text: words.to_owned(),
        style,
        width: from_mm(width).unwrap(),
        height: from_mm(height),
        size: None,
    }
}

fn lay(words: &str, width: f64, height: f64, options: &[(&str, &str)]) -> Arc<LaidText> {
    lay_out(&ENGINE, &request(words, width, height, options))
        .unwrap_or_else(|faults| panic!("{words}: {faults:?}"))
}

fn faults(words: &str, width: f64, height: f64, options: &[(&str, &str)]) -> Vec<String> {
    lay_out(&ENGINE, &request(words, width, height, options))
        .unwrap_err()
        .iter()
        .map(ToString::to_string)
        .collect()
}

fn lines(laid: &LaidText) -> Vec<&str> {
    laid.lines.iter().map(|l| l.text.as_str()).collect()
}

/// A glyph as drawn: its left edge, its baseline, its text.
#[derive(Debug)]
struct Drawn {
    x: f32,
    y: f32,
    end: f32,
    text: String,
    font: fontdb::ID,
    id: u16,
}

/// Draws a text with the corner of its box at (5, 48) and reads the tree: glyphs, and boxes of
/// everything that is no text.
fn draw(laid: &LaidText) -> (Vec<Drawn>, Vec<usvg::Rect>, String) {
    let inner = to_svg(&ENGINE, laid, 5.0, 48.0);
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"
          viewBox="0 0 300 300">{inner}</svg>"#
    );
    let options = usvg::Options {
        fontdb: Arc::clone(&FONTS),
        font_resolver: usvg::FontResolver {
            select_font: Box::new(|font, db| {
                let usvg::FontFamily::Named(name) = &font.families()[0] else { return None };
                let style = if font.style() == usvg::FontStyle::Normal {
                    fontdb::Style::Normal
                } else {
                    fontdb::Style::Italic
                };
                db.query(&fontdb::Query {
                    families: &[fontdb::Family::Name(name)],
                    weight: fontdb::Weight(font.weight()),
                    style,
                    ..fontdb::Query::default()
                })
            }),
            select_fallback: Box::new(|_, _, _| None),
        },
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(&svg, &options).unwrap_or_else(|e| panic!("{e}\n{svg}"));
    let mut glyphs = Vec::new();
    let mut boxes = Vec::new();
    walk(tree.root(), &mut glyphs, &mut boxes);
    (glyphs, boxes, svg)
}

fn walk(group: &usvg::Group, glyphs: &mut Vec<Drawn>, boxes: &mut Vec<usvg::Rect>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => walk(group, glyphs, boxes),
            usvg::Node::Path(path) => boxes.push(path.abs_bounding_box()),
            usvg::Node::Text(text) => {
                for glyph in text.layouted().iter().flat_map(|s| &s.positioned_glyphs) {
                    let at = text.abs_transform().pre_concat(glyph.transform());
                    let advance = FONTS
                        .with_face_data(glyph.font, |data, index| {
                            let face = ttf_parser::Face::parse(data, index).unwrap();
                            f32::from(
                                face.glyph_hor_advance(ttf_parser::GlyphId(glyph.id.0))
                                    .unwrap_or(0),
                            ) / f32::from(face.units_per_em())
                        })
                        .unwrap();
                    glyphs.push(Drawn {
                        x: at.tx,
                        y: at.ty,
                        end: at.tx + advance * glyph.font_size(),
                        text: glyph.text.clone(),
                        font: glyph.font,
                        id: glyph.id.0,
                    });
                }
            }
            usvg::Node::Image(_) => {}
        }
    }
}

/// Every glyph is drawn, has a picture, and stands where its chunk was laid.
fn agrees(laid: &LaidText) {
    let (glyphs, _, svg) = draw(laid);
    assert!(glyphs.iter().all(|g| g.id != 0), "a glyph is missing in {svg}");
    for line in &laid.lines {
        let y = 48.0 + line.baseline;
        let mut on_line: Vec<&Drawn> = glyphs.iter().filter(|g| (g.y - y).abs() < 0.5).collect();
        on_line.sort_by(|a, b| a.x.total_cmp(&b.x));
        for chunk in line.chunks.iter().filter(|c| c.words().is_some_and(|w| !w.trim().is_empty()))
        {
            let left = 5.0 + chunk.x;
            let right = 5.0 + chunk.x + chunk.width;
            // Marks such as accents may hang over; the nearest start and end must be the chunk's.
            let start = on_line.iter().map(|g| (g.x - left).abs()).fold(f32::MAX, f32::min);
            assert!(
                start < 0.05,
                "{:?} should start at {left}, nearest is {start} away\n{svg}",
                chunk.words()
            );
            // Room between letters and words is at the end of what precedes it.
            let is_last = line.chunks.last().is_some_and(|last| std::ptr::eq(last, chunk));
            if is_last && !line.chunks.iter().any(pnp::text::Chunk::is_rtl) {
                let end = on_line.iter().map(|g| (g.end - right).abs()).fold(f32::MAX, f32::min);
                assert!(
                    end < 0.05,
                    "{:?} should end at {right}, nearest is {end} away\n{svg}",
                    chunk.words()
                );
            }
        }
    }
}

const TALL: &str = "Gain 1 coin. Then each other player loses 1 coin. Then you may move one worker \
                    to any free space next to a river. If you do, draw two cards, keep one and \
                    pass the other to your left. Repeat this until every player has moved one \
                    worker or has passed. Finally turn this card over and put it on the market.";

#[test]
fn a_short_text_keeps_its_size() {
    let laid = lay("Gain 1 coin.", 53.0, 30.0, &[]);
    assert_eq!(laid.size, Length::mm(3));
    assert_eq!(lines(&laid), ["Gain 1 coin."]);
}

#[test]
fn a_long_text_shrinks_until_it_fits() {
    let laid = lay(TALL, 53.0, 20.0, &[]);
    assert!(laid.size < Length::mm(3) && laid.size >= Length::mm(2), "{:?}", laid.size);
    assert!(laid.height <= 20.001 && laid.height > 17.0, "{}", laid.height);
    let (glyphs, _, _) = draw(&laid);
    assert!(glyphs.iter().all(|g| g.x >= 4.99 && g.end <= 58.01 && g.y > 48.0 && g.y < 68.0));
    agrees(&laid);
}

#[test]
fn what_does_not_fit_says_by_how_much() {
    assert_eq!(
        faults(TALL, 53.0, 6.0, &[]),
        ["the text overflows its box by 3 lines (6.3 mm) even at the smallest size, 5.67 pt"]
    );
    let blank = "A\n\nB\n\nC\n\nD\n\nE\n\nF";
    let laid = lay(blank, 53.0, 60.0, &[]);
    assert!((laid.height - 39.6).abs() < 0.6, "{}", laid.height);
    let fault = faults(blank, 53.0, 30.0, &[("fit", "none")]);
    assert!(
        fault[0].starts_with("the text overflows its box by 3 lines (10.1 mm) at its size"),
        "{fault:?}"
    );
    assert!(lay(blank, 53.0, 30.0, &[]).size < Length::mm(3));
}

#[test]
fn a_word_wider_than_its_box_shrinks_or_is_named() {
    let word = "Donaudampfschifffahrtsgesellschaftskapitän";
    let laid = lay(word, 53.0, 10.0, &[]);
    assert!(laid.size < Length::mm(3));
    assert!(laid.width <= 53.001);
    let fault = faults(&format!("Der {word}"), 30.0, 10.0, &[]);
    assert!(
        fault[0].starts_with(&format!("`{word}` is "))
            && fault[0].contains("mm wider than its box at 5.67 pt"),
        "{fault:?}"
    );
    let laid = lay(word, 30.0, 20.0, &[("hyphenate", "yes"), ("lang", "de")]);
    assert_eq!(laid.size, Length::mm(3));
    let drawn: String = draw(&laid).0.iter().map(|g| g.text.as_str()).collect();
    assert!(drawn.contains('-'), "{drawn}");
    agrees(&laid);
}

#[test]
fn icons_are_placed_to_a_tenth_of_a_millimetre() {
    let place = |words: &str, align: &str| {
        let laid = lay(words, 53.0, 30.0, &[("align", align)]);
        agrees(&laid);
        let (glyphs, boxes, _) = draw(&laid);
        let y = 48.0 + laid.lines[0].baseline;
        for b in &boxes {
            // 2 em wide, 1 em high, inside its line, in the middle of the capitals.
            assert!((b.width() - 6.0).abs() < 0.01 && (b.height() - 3.0).abs() < 0.01, "{b:?}");
            assert!(b.top() >= 48.0);
            // The capitals of Alegreya are 0.637 em high.
            assert!(
                (y - f32::midpoint(b.top(), b.bottom()) - 0.637 * 1.5).abs() < 0.1,
                "{b:?} {y}"
            );
        }
        let first = glyphs
            .iter()
            .map(|g| g.x)
            .chain(boxes.iter().map(usvg::Rect::left))
            .fold(f32::MAX, f32::min);
        let last = glyphs
            .iter()
            .map(|g| g.end)
            .chain(boxes.iter().map(usvg::Rect::right))
            .fold(0.0, f32::max);
        (first, last, boxes.iter().map(|b| y - b.bottom()).collect::<Vec<_>>())
    };
    let (first, _, a) = place("{coin} gain one", "left");
    assert!((first - 5.0).abs() < 0.1);
    let (first, last, b) = place("{coin} gain one", "centre");
    assert!((f32::midpoint(first, last) - 31.5).abs() < 0.1, "{first} {last}");
    let (_, last, c) = place("gain one {coin}", "right");
    assert!((last - 58.0).abs() < 0.1, "{last}");
    let (first, last, d) = place("{coin}", "centre");
    assert!((first - 28.5).abs() < 0.1 && (last - 34.5).abs() < 0.1, "{first} {last}");
    let (_, _, e) = place("{coin}{coin}\nper turn", "centre");
    let all: Vec<f32> = [a, b, c, d, e].concat();
    assert!(all.iter().all(|offset| (offset - all[0]).abs() < 0.1), "{all:?}");
}

#[test]
fn an_icon_wraps_with_its_word_and_takes_the_colour_of_the_text() {
    let laid = lay(
        "Each time a river card is turned face up gain {coin*2}.",
        53.0,
        30.0,
        &[("colour", "#123456")],
    );
    assert_eq!(lines(&laid), ["Each time a river card is turned face up", "gain ."]);
    assert!(to_svg(&ENGINE, &laid, 0.0, 0.0).contains("color=\"#123456\""));
    let svg = draw(&lay("{coin}{coin} {coin}", 53.0, 30.0, &[])).2;
    let ids: std::collections::BTreeSet<&str> =
        svg.split(" id=\"").skip(1).map(|s| s.split('"').next().unwrap()).collect();
    assert_eq!(ids.len(), 3);
}

#[test]
fn icons_that_are_not_there_are_told_once() {
    assert_eq!(faults("{cion} {cion}", 53.0, 30.0, &[]), ["there is no icon `cion`"]);
    let request = request("{cion}", 53.0, 30.0, &[]);
    assert_eq!(
        lay_out(&ENGINE, &request).unwrap_err()[0].hint().as_deref(),
        Some("did you mean `coin`?")
    );
    assert!(
        faults("{broken}", 53.0, 30.0, &[])[0]
            .starts_with("the icon `broken` cannot be used in text: ")
    );
}

#[test]
fn marks_stay_in_their_text() {
    assert_eq!(
        faults("Gain <i>one coin and stop", 53.0, 30.0, &[]),
        ["`<i>` is opened and never closed"]
    );
    let upright = lay("This line must be upright.", 53.0, 30.0, &[]);
    assert!(!to_svg(&ENGINE, &upright, 0.0, 0.0).contains("italic"));
    assert_eq!(lines(&lay("One<br>Two<br/>Three", 53.0, 30.0, &[])), ["One", "Two", "Three"]);
    let laid = lay("If roll < 3 or x<y, stop.", 53.0, 30.0, &[]);
    let drawn: String = draw(&laid).0.iter().map(|g| g.text.as_str()).collect();
    assert_eq!(drawn, "If roll < 3 or x<y, stop.");
}

#[test]
fn a_bold_or_coloured_part_of_a_ligature_is_drawn_as_such() {
    let laid = lay("of[fi]{style=loud}ce of[fi]{colour=#c00}ce office", 53.0, 30.0, &[]);
    agrees(&laid);
    let (glyphs, _, svg) = draw(&laid);
    let drawn: String = glyphs.iter().map(|g| g.text.as_str()).collect();
    assert_eq!(drawn, "office office office");
    assert_eq!(svg.matches("fill=\"#c00\"").count(), 2);
    let bold: Vec<_> =
        glyphs.iter().filter(|g| FONTS.face(g.font).unwrap().weight.0 == 700).collect();
    assert_eq!(bold.iter().map(|g| g.text.as_str()).collect::<String>(), "fi");
}

#[test]
fn spaced_letters_have_equal_gaps_and_no_ligatures() {
    let laid = lay("office fly", 53.0, 30.0, &[("letter_spacing", "0.6mm")]);
    agrees(&laid);
    let (glyphs, _, _) = draw(&laid);
    assert_eq!(glyphs.len(), 10);
    let gaps: Vec<f32> = glyphs.windows(2).map(|g| g[1].x - g[0].end).collect();
    assert!(gaps[1] > 0.4 && (gaps[1] - gaps[2]).abs() < 0.1, "{gaps:?}");
    let right = lay("office fly", 53.0, 30.0, &[("letter_spacing", "0.6mm"), ("align", "right")]);
    let end = draw(&right).0.iter().map(|g| g.end).fold(0.0, f32::max);
    assert!((end - 58.0).abs() < 0.01, "{end}");
    let plain = draw(&lay("office fly", 53.0, 30.0, &[])).0;
    assert!(plain.len() < 10, "ligatures are kept where letters are not spaced");
}

#[test]
fn chinese_and_japanese_keep_their_marks_off_line_ends() {
    let font = [("family", "Noto Sans JP")];
    for words in [
        "手番の終わりに、このカードを捨て札にして、山札から二枚引き、そのうち一枚を手札に加える。",
        "「Tax」を2金払う。Then draw 1 card（最大3枚）。",
    ] {
        for width in 15..54 {
            let laid = lay(words, f64::from(width), 200.0, &font);
            for line in &laid.lines {
                assert!(line.width <= width as f32 + 0.001);
                assert!(
                    !line.text.starts_with(['、', '。', '，', '；', '）', '」', 'ー']),
                    "{line:?}"
                );
                assert!(!line.text.ends_with(['「', '（']), "{line:?}");
            }
            for word in ["Tax", "Then", "draw", "card"] {
                assert!(!words.contains(word) || lines(&laid).iter().any(|l| l.contains(word)));
            }
            agrees(&laid);
        }
    }
}

#[test]
fn missing_glyphs_are_named_once_with_their_codes() {
    let missing = faults("守り神 and 守 \u{e001} icon", 53.0, 30.0, &[]);
    assert_eq!(
        missing,
        [
            "no glyph for U+5B88 `守` in Alegreya",
            "no glyph for U+308A `り` in Alegreya",
            "no glyph for U+795E `神` in Alegreya",
            "no glyph for U+E001 in Alegreya"
        ]
    );
    assert_eq!(
        faults("Ready 👩\u{200d}🚀", 53.0, 30.0, &[]),
        ["no glyph for U+1F469 U+200D U+1F680 `👩\u{200d}🚀` in Alegreya"]
    );
    let laid = lay("守り神 and Alegreya", 53.0, 30.0, &[("fallback", "Noto Sans JP")]);
    agrees(&laid);
    for fine in [
        "Žluťoučký kůň úpěl ďábelské ódy",
        "Zażółć gęślą jaźń",
        "Съешь же ещё этих мягких булок",
        "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία",
        "Cafe\u{301} n\u{303}",
    ] {
        agrees(&lay(fine, 53.0, 30.0, &[]));
    }
}

#[test]
fn right_to_left_text_reads_from_the_right() {
    for (family, lang, words) in [
        ("Noto Sans Hebrew", "he", "שלום עולם! קח (3) מטבעות, ואז \"עצור\"."),
        ("Amiri", "ar", "كل لاعب يأخذ بطاقة واحدة، ثم يدفع (3) عملات!"),
    ] {
        let options = [("family", family), ("lang", lang), ("quotes", "no")];
        let laid = lay(words, 30.0, 40.0, &options);
        assert!(laid.lines.len() > 1);
        agrees(&laid);
        let (glyphs, _, svg) = draw(&laid);
        let y = 48.0 + laid.lines[0].baseline;
        let first: Vec<&Drawn> = glyphs
            .iter()
            .filter(|g| (g.y - y).abs() < 0.5 && !g.text.trim_matches(['\u{200f}', ' ']).is_empty())
            .collect();
        let rightmost = first.iter().max_by(|a, b| a.x.total_cmp(&b.x)).unwrap();
        assert!((rightmost.end - 35.0).abs() < 0.6, "{rightmost:?} {svg}");
        assert!(rightmost.text.contains(words.chars().next().unwrap()), "{rightmost:?}");
    }
    // A mark at the end of the sentence stands at the left, alone or after a word of the other
    // direction.
    let laid = lay("שלום!", 30.0, 10.0, &[("family", "Noto Sans Hebrew"), ("lang", "he")]);
    let (glyphs, _, svg) = draw(&laid);
    let leftmost =
        glyphs.iter().filter(|g| g.text != "\u{200f}").min_by(|a, b| a.x.total_cmp(&b.x)).unwrap();
    assert_eq!(leftmost.text, "!", "{svg}");
    let mixed = lay(
        "קח {coin} one Alegreya!",
        60.0,
        10.0,
        &[("family", "Alegreya"), ("fallback", "Noto Sans Hebrew"), ("lang", "he")],
    );
    agrees(&mixed);
    let (_, boxes, _) = draw(&mixed);
    assert!(boxes[0].right() < 65.0 && boxes[0].left() > 45.0, "{boxes:?}");
}

#[test]
fn soft_and_hard_breaks_are_honoured() {
    let laid = lay("Wagen\u{ad}rad\u{ad}kranz", 12.0, 20.0, &[]);
    let drawn: String = draw(&laid).0.iter().map(|g| g.text.as_str()).collect();
    assert_eq!(lines(&laid), ["Wagen", "radkranz"]);
    assert_eq!(drawn, "Wagen-radkranz");
    assert_eq!(lines(&lay("one\u{a0}two three", 10.0, 20.0, &[("fit", "none")])).len(), 2);
    assert_eq!(lines(&lay("aaaaaa\u{200b}bbbbbb", 12.0, 20.0, &[])), ["aaaaaa", "bbbbbb"]);
    let kept = lay("x well\u{2011}known", 12.5, 20.0, &[]);
    assert_eq!(lines(&kept), ["x", "well-known"]);
    assert_eq!(lines(&lay("   spaces   inside   \n   \n", 53.0, 20.0, &[])), ["spaces inside"]);
}

#[test]
fn an_indented_template_source_leaves_no_trace() {
    let words = "\n        Gain one coin.\n        Then stop.\n    ";
    let laid = lay(words, 53.0, 20.0, &[("align", "centre")]);
    assert_eq!(lines(&laid), ["Gain one coin.", "Then stop."]);
    let line = &laid.lines[0];
    assert!((line.left + line.width / 2.0 - 26.5).abs() < 0.01);
}

#[test]
fn justified_lines_end_at_both_sides_but_not_the_last() {
    let laid = lay(TALL, 40.0, 60.0, &[("align", "justify")]);
    agrees(&laid);
    let last = laid.lines.len() - 1;
    assert!(
        laid.lines[..last].iter().all(|l| (l.width - 40.0).abs() < 0.01),
        "{:?}",
        laid.lines.iter().map(|l| l.width).collect::<Vec<_>>()
    );
    assert!(laid.lines[last].width < 39.0);
}

#[test]
fn spans_lists_strikes_and_rotation_are_drawn_where_they_are_laid() {
    let laid = lay(
        "One ~~two three~~ and [big]{style=big} word\n\
         - first item of a list that is longer than one line\n- second",
        40.0,
        60.0,
        &[],
    );
    agrees(&laid);
    let (_, boxes, svg) = draw(&laid);
    assert_eq!(boxes.len(), 1, "{svg}");
    assert_eq!(svg.matches('•').count(), 2);
    let quarter = lay("Along the side", 6.0, 40.0, &[("rotate", "90")]);
    let (glyphs, _, svg) = draw(&quarter);
    let (x, y): (Vec<f32>, Vec<f32>) = glyphs.iter().map(|g| (g.x, g.y)).unzip();
    assert!(
        x.iter().all(|x| (5.0..11.0).contains(x)) && y.iter().all(|y| (48.0..88.0).contains(y)),
        "{svg}"
    );
    assert!(y.windows(2).all(|w| w[0] < w[1]), "read downwards");
}

#[test]
fn what_a_font_does_not_have_is_a_warning_and_a_wrong_family_is_an_error() {
    let laid = lay("**Sold**", 53.0, 30.0, &[("family", "Rye")]);
    assert_eq!(
        laid.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["`Rye` has no bold, so the text is drawn without"]
    );
    assert_eq!(
        faults("x", 53.0, 30.0, &[("family", "Alegraya")]),
        ["there is no font family `Alegraya`"]
    );
    assert_eq!(faults("[x]{style=lout}", 53.0, 30.0, &[]), ["there is no text style `lout`"]);
    assert!(matches!(
        ENGINE.style("en", Some("lout"), &TextOptions::default()),
        Err(TextFault::UnknownStyle { .. })
    ));
}

#[test]
fn digits_of_another_kind_are_real_text() {
    let usual = lay("0123456789", 53.0, 30.0, &[]);
    let ids = |laid: &LaidText| draw(laid).0.iter().map(|g| g.id).collect::<Vec<_>>();
    for kind in ["lining", "tabular", "lining tabular"] {
        let other = lay("0123456789", 53.0, 30.0, &[("figures", kind)]);
        agrees(&other);
        assert_ne!(ids(&usual), ids(&other), "{kind}");
        assert_eq!(
            draw(&other).0.iter().map(|g| g.text.as_str()).collect::<String>(),
            "0123456789"
        );
    }
    let tabular = lay("1111111111\n0000000000", 53.0, 30.0, &[("figures", "tabular")]);
    assert!((tabular.lines[0].width - tabular.lines[1].width).abs() < 0.001);
}

#[test]
fn the_same_request_is_laid_out_once() {
    let a = lay("Only once", 53.0, 30.0, &[]);
    let b = lay("Only once", 53.0, 30.0, &[]);
    assert!(Arc::ptr_eq(&a, &b));
}

fn words() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => "[a-zA-Z]{1,12}",
        1 => "[а-яё]{1,10}",
        1 => "[α-ω]{1,8}",
        1 => "\\*\\*[a-z]{1,9}\\*\\*",
        1 => "\\*[a-z]{1,9} [a-z]{1,4}\\*",
        1 => "[fi]{1,6}",
        1 => "\\{coin\\},?",
        1 => "[0-9]{1,4}[.,!?]",
        1 => "[א-ת]{1,7}[!.]?",
        1 => Just("\n".to_owned()),
        1 => "[a-z]{3}\u{ad}[a-z]{4}",
    ];
    proptest::collection::vec(word, 1..40).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_and_no_box_makes_it_stumble(
        words in prop_oneof![
            "[a-z*~<>/{}\\[\\]\\\\=# \"'\n-]{0,60}",
            "\\PC{0,60}",
            any::<String>(),
        ],
        width in -1.0..60.0_f64,
        height in 0.0..40.0_f64,
        rotate in prop::sample::select(vec!["0", "90", "33"]),
    ) {
        let request = request(
            &words,
            width,
            height,
            &[("rotate", rotate), ("lang", "fr"), ("hyphenate", "yes")],
        );
        match lay_out(&ENGINE, &request) {
            Ok(laid) => drop(draw(&laid)),
            Err(faults) => {
                let is_told = faults.iter().all(|f| !f.to_string().is_empty());
                prop_assert!(!faults.is_empty() && is_told);
            }
        }
    }

    #[test]
    fn what_is_measured_is_what_is_drawn(
        words in words(),
        width in 18.0..70.0_f64,
        align in prop::sample::select(vec!["start", "centre", "end", "justify"]),
        valign in prop::sample::select(vec!["top", "middle", "bottom"]),
        hyphenate in prop::sample::select(vec!["yes", "no"]),
        spacing in prop::sample::select(vec!["0mm", "0mm", "0.2mm"]),
    ) {
        let options = [
            ("align", align),
            ("valign", valign),
            ("hyphenate", hyphenate),
            ("letter_spacing", spacing),
            ("fallback", "Noto Sans Hebrew"),
            ("padding", "1mm"),
        ];
        let Ok(laid) = lay_out(&ENGINE, &request(&words, width, 70.0, &options)) else {
            return Ok(());
        };
        agrees(&laid);
        let (glyphs, boxes, svg) = draw(&laid);
        for glyph in glyphs.iter().filter(|g| !g.text.trim_matches([' ', '\u{200f}']).is_empty()) {
            prop_assert!(
                glyph.x >= 5.95 && glyph.end <= 5.0 + width as f32 - 0.95,
                "{:?} leaves \
                 6..{} in {}",
                glyph,
                width + 4.0,
                svg
            );
            prop_assert!(glyph.y > 49.0 && glyph.y < 117.0, "{:?} {}", glyph, svg);
        }
        for icon in boxes {
            prop_assert!(
                icon.left() >= 5.95
                    && icon.right() <= 5.0 + width as f32 - 0.95
                    && icon.top() >= 48.99
                    && icon.bottom() <= 117.01,
                "{:?} {}",
                icon,
                svg
            );
        }
    }
}

#[test]
fn the_manual_explains_every_option() {
    let manual = include_str!("../../docs/text.md");
    for option in text_option_names() {
        assert!(manual.contains(&format!("| `{option}` |")), "{option}");
    }
}

/// The lines of a text in a box of that width.
#[track_caller]
fn set_lines(words: &str, width: f64, options: &[(&str, &str)]) -> Vec<String> {
    let laid = lay_out(&ENGINE, &request(words, width, 200.0, options)).expect("a text that fits");
    laid.lines.iter().map(|line| line.text.clone()).collect()
}

#[test]
fn every_character_that_ends_a_line_ends_one() {
    for end in ["\n", "\r", "\r\n", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}"] {
        let typed = format!("*Wood*{end}stone");
        assert_eq!(set_lines(&typed, 80.0, &[]), ["Wood", "stone"], "{end:?}");
    }
}

#[test]
fn other_control_characters_are_reported() {
    for control in ['\u{1}', '\u{7}', '\u{1b}', '\u{7f}', '\u{9b}'] {
        let faults = lay_out(&ENGINE, &request(&format!("Wood{control}stone"), 80.0, 20.0, &[]))
            .unwrap_err();
        let [fault @ TextFault::MissingGlyph { .. }] = &faults[..] else {
            panic!("{control:?}: {faults:?}")
        };
        assert!(fault.to_string().contains(&format!("U+{:04X}", u32::from(control))), "{fault}");
        assert!(fault.hint().is_some_and(|hint| hint.contains("delete")), "{fault}");
    }
}

#[test]
fn addresses_go_on_in_the_next_line_without_a_hyphen() {
    for (address, width) in [
        ("https://example.org/games/print-and-play/rules_of_the_game.html?page=12&lang=en", 24.0),
        ("somebody.of.importance@department.example.org", 24.0),
        ("templates/acrobats/illustrations/elephants.svg", 24.0),
        (r"C:\games\acrobats\illustrations", 24.0),
        ("boardgamegeek.com/boardgame/13/catan", 20.0),
    ] {
        for hyphenate in ["yes", "no"] {
            let words = format!("See {address} now");
            let lines = set_lines(&words, width, &[("hyphenate", hyphenate)]);
            assert!(lines.len() > 2, "{lines:?}");
            // Nothing is added: the lines are what was typed.
            assert_eq!(lines.concat().replace(' ', ""), format!("See{address}now"));
            for line in &lines[..lines.len() - 1] {
                let end = line.chars().next_back();
                assert!(
                    line == "See"
                        || line.ends_with(address)
                        || end.is_some_and(|c| { "/.-?&=_@\\:".contains(c) }),
                    "{lines:?}"
                );
            }
        }
    }
    // Words beside it are still hyphenated.
    let lines = set_lines("Extraordinarily extraordinary", 14.0, &[("hyphenate", "yes")]);
    assert!(lines.len() > 2, "{lines:?}");
}
