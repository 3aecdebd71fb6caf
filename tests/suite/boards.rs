//! Boards from end to end: the PDF read again, its tiles put together, and drawn by a renderer that
//! is not ours.

use std::fmt::Write;

use crate::common::{Picture, Project, calls, draw_pdf, page_box};
use lopdf::{Document, Object};
use pnp::game::{Join, Paper, Print, Tiles};
use pnp::units::{Length, PAPER_SIZES, Sides, Size};

/// A ground of one colour under a grid of squares of other colours, whose places are those in the
/// bleed and all over.
fn squares(step: usize) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {{{{ canvas }}}}>\n\
         <rect x=\"{{{{ -bleed }}}}\" y=\"{{{{ -bleed }}}}\" width=\"{{{{ width + 2 * bleed }}}}\" \
         height=\"{{{{ height + 2 * bleed }}}}\" fill=\"#5588bb\"/>\n\
         {{% for x in range(end=width, step_by={step}) %}}{{% for y in range(end=height, \
         step_by={step}) %}}\
         <rect x=\"{{{{ x }}}}\" y=\"{{{{ y }}}}\" width=\"{half}\" height=\"{half}\" \
         fill=\"#cc{{% if (x + y) % 3 == 0 %}}9{{% else %}}3{{% endif %}}040\"/>\
         {{% endfor %}}{{% endfor %}}</svg>",
        half = step / 2
    )
}

fn board(width: i64, height: i64, keys: &str) -> Project {
    let game = format!(
        r#"title = "Mini"
[print]
margin = "10mm"
[board.map]
size = {{ width = "{width}mm", height = "{height}mm" }}
face = "map.svg"
{keys}
"#
    );
    Project::empty()
        .file("data/mini/game.toml", game)
        .file("templates/mini/map.svg", squares(40))
        .file("templates/mini/back.svg", squares(60))
}

/// The tiling as the sums say, on A4 with margins of 10 mm.
fn tiling(width: i64, height: i64, tiles: Tiles) -> pnp::impose::Tiling {
    let size = PAPER_SIZES.iter().find(|named| named.name == "a4").expect("a paper").size;
    let print = Print {
        paper: Paper { name: "a4".to_owned(), size },
        margin: Sides::all(Length::mm(10)),
        ..Print::default()
    };
    pnp::impose::Tiling::choose(Size::new(Length::mm(width), Length::mm(height)), tiles, &print)
        .expect("a tiling")
}

const OVERLAP: Tiles = Tiles { join: Join::Overlap, overlap: Length::mm(10) };

/// The upper left corner of the whole board on a page, its clip (left, top, width, height), all in
/// mm.
fn placed(document: &Document, page: u32, height: f64, bleed: f64) -> ((f64, f64), [f64; 4]) {
    let id = document.get_pages()[&page];
    let paper = page_box(document, id, "MediaBox")[3] * 25.4 / 72.0;
    let called = calls(document, id).into_iter().next().expect("a face");
    let [a, b, c, d, e, f] = called.matrix.map(|v| v * 25.4 / 72.0);
    let unit = 25.4 / 72.0;
    assert!(
        (a - unit).abs() < 1e-6 && b.abs() < 1e-6 && c.abs() < 1e-6 && (d - unit).abs() < 1e-6,
        "neither scaled nor turned"
    );
    let [x, y, w, h] = called.clip_mm.expect("a clip");
    ((e + bleed, paper - f - bleed - height), [x, paper - y - h, w, h])
}

#[test]
fn each_page_is_a_cut_of_the_whole_board() {
    for arguments in ["build", "build --render raster --dpi 40"] {
        let project = board(500, 700, "");
        project.run(arguments).exits(0);
        let document = project.pdf("out/mini/map.pdf");
        let tiling = tiling(500, 700, OVERLAP);
        // Two by four lying tiles, and how they go together.
        assert_eq!(
            (tiling.columns.len(), tiling.rows.len(), document.get_pages().len()),
            (2, 4, 9)
        );
        for (page, (column, row)) in (1..).zip(tiling.places()) {
            let ((x, y), clip) = placed(&document, page, 700.0, 2.0);
            let cell = tiling.cell(column, row);
            let middle = |room: f64, length: Length| (room - length.to_mm()) / 2.0;
            let wanted = (
                middle(297.0, cell.size.width) - cell.x.to_mm(),
                middle(210.0, cell.size.height) - cell.y.to_mm(),
            );
            assert!(
                (x - wanted.0).abs() < 0.01 && (y - wanted.1).abs() < 0.01,
                "page {page}: {x} {y}, expected {wanted:?}"
            );
            // The left and upper edge are cut and have their bleed; a strip ends where it ends.
            let left = x + cell.x.to_mm() - 2.0;
            let top = y + cell.y.to_mm() - 2.0;
            let after = |last: bool| if last { 2.0 } else { 0.0 };
            let right = left + 2.0 + cell.size.width.to_mm() + after(column == 1);
            let bottom = top + 2.0 + cell.size.height.to_mm() + after(row == 3);
            let found = [clip[0], clip[1], clip[0] + clip[2], clip[1] + clip[3]];
            assert!(
                found.iter().zip([left, top, right, bottom]).all(|(f, w)| (f - w).abs() < 0.01),
                "page {page}: {found:?}"
            );
        }
    }
}

#[test]
fn tiles_put_together_are_the_board() {
    const DPI: f64 = 40.0;
    for (keys, tiles) in [
        ("", OVERLAP),
        (
            "tiles = { join = \"tabs\", overlap = \"12mm\" }",
            Tiles { join: Join::Tabs, overlap: Length::mm(12) },
        ),
        ("tiles = { join = \"butt\" }", Tiles { join: Join::Butt, overlap: Length::ZERO }),
    ] {
        let project = board(300, 400, &format!("poster = true\n{keys}"));
        let tiling = tiling(300, 400, tiles);
        for render in ["", " --render raster --dpi 60"] {
            project.run(&format!("build{render}")).exits(0);
            let whole = draw_pdf(&project.read("out/mini/map-poster.pdf"), DPI).remove(0);
            let document = project.pdf("out/mini/map.pdf");
            let pages = draw_pdf(&project.read("out/mini/map.pdf"), DPI);
            let mut wrong = String::new();
            for (page, (column, row)) in (1..).zip(tiling.places()) {
                let ((x, y), _) = placed(&document, page, 400.0, 2.0);
                let cell = tiling.cell(column, row);
                let end = |spans: &[pnp::impose::Span], at: usize| {
                    spans.get(at + 1).map_or(spans[at].end(), |next| next.start).to_mm()
                };
                let right = end(&tiling.columns, column);
                let bottom = end(&tiling.rows, row);
                // Every other millimetre of what is seen of this tile, in the middle of it.
                for across in (cell.x.to_mm() as i64..right as i64).step_by(2) {
                    for down in (cell.y.to_mm() as i64..bottom as i64).step_by(2) {
                        let bx = across as f64 + 1.0;
                        let by = down as f64 + 1.0;
                        // Edges of squares fall on different pixels of the two pictures.
                        if bx >= right
                            || by >= bottom
                            || [bx, by].iter().any(|v| (v % 20.0 - 10.0).abs() > 8.5)
                        {
                            continue;
                        }
                        // The poster has its bleed and 12 mm for marks around.
                        let tile = pages[page as usize - 1].at(x + bx, y + by);
                        let poster = whole.at(14.0 + bx, 14.0 + by);
                        if tile.iter().zip(poster).any(|(a, b)| a.abs_diff(b) > 8) {
                            let _ = writeln!(
                                wrong,
                                "{keys}{render} page {page} at {bx} {by}: {tile:?}, the poster has \
                                 {poster:?}"
                            );
                        }
                    }
                }
            }
            assert!(wrong.is_empty(), "{}", wrong.lines().take(5).collect::<Vec<_>>().join("\n"));
        }
    }
}

#[test]
fn pixels_of_a_tile_are_its_own_small_picture() {
    let project = board(500, 700, "");
    project.run("build --render raster --dpi 60").exits(0);
    let document = project.pdf("out/mini/map.pdf");
    let pixels: Vec<i64> = document
        .objects
        .values()
        .filter_map(|object| object.as_stream().ok())
        .filter(|stream| {
            stream.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|name| name == b"Image")
        })
        .filter_map(|image| {
            Some(
                image.dict.get(b"Width").and_then(Object::as_i64).ok()?
                    * image.dict.get(b"Height").and_then(Object::as_i64).ok()?,
            )
        })
        .collect();
    // A4 at 60 dpi has 348,000 pixels, the board two million.
    assert!(pixels.iter().all(|count| *count < 360_000), "{pixels:?}");
    assert!(pixels.iter().sum::<i64>() > 1_900_000, "all of the board is there");
}

#[test]
fn pictures_of_sheets_and_faces_show_the_same_in_bands() {
    // At 180 dpi the board has five million pixels and is drawn in pieces; at 40 dpi it is drawn at
    // once.
    let project = board(280, 330, "back = \"back.svg\"\nduplex = \"short-edge\"");
    let sheets = |dpi: u32| {
        project.run(&format!("build --png sheets --dpi {dpi}")).exits(0);
        let read = |name: String| {
            (Picture::from_png(&project.read(&format!("out/mini/{name}")), f64::from(dpi)), name)
        };
        project
            .files("out/mini")
            .into_iter()
            .filter(|n| n.contains("-sheets/"))
            .map(read)
            .collect::<Vec<_>>()
    };
    let coarse = sheets(40);
    let fine = sheets(180);
    assert_eq!((coarse.len(), fine.len()), (10, 10));
    for ((coarse, name), (fine, _)) in coarse.iter().zip(&fine) {
        let width = coarse.width as f64 / 40.0 * 25.4;
        let height = coarse.height as f64 / 40.0 * 25.4;
        let odd = (1..height as i32 - 1)
            .flat_map(|y| (1..width as i32 - 1).map(move |x| (f64::from(x), f64::from(y))))
            .filter(|(x, y)| {
                coarse.at(*x, *y).iter().zip(fine.at(*x, *y)).any(|(a, b)| a.abs_diff(b) > 40)
            })
            .count();
        // Edges lie on other pixels: a line of them here and there, but no area.
        assert!(
            (odd as f64) < width * height * 0.08,
            "{name}: {odd} of {} places differ",
            width * height
        );
    }
    project.run("build --png faces --dpi 180").exits(0);
    let face = Picture::from_png(&project.read("out/mini/map/001-map.png"), 180.0);
    assert_eq!((face.width, face.height), (2013, 2367));
    face.shows((1.0, 1.0), [0x55, 0x88, 0xbb], 2);
    face.shows((2.0 + 250.0, 2.0 + 290.0), [0xcc, 0x30, 0x40], 2);
}

#[test]
fn backs_of_tiles_lie_behind_them() {
    let project = board(300, 400, "back = \"back.svg\"\ntiles = { join = \"tabs\" }");
    project.run("build").exits(0);
    let document = project.pdf("out/mini/map.pdf");
    let tiling = tiling(300, 400, Tiles { join: Join::Tabs, overlap: Length::mm(10) });
    assert_eq!(document.get_pages().len(), 2 * tiling.count() + 2);
    let w = tiling.paper.width.to_mm();
    let _ = tiling.paper.height.to_mm();
    assert!(!tiling.paper.is_landscape());
    for sheet in 0..tiling.count() as u32 {
        let ((x, y), _) = placed(&document, sheet * 2 + 1, 400.0, 2.0);
        let ((bx, by), _) = placed(&document, sheet * 2 + 2, 400.0, 2.0);
        assert!(
            (bx - (w - x - 300.0)).abs() < 0.01 && (by - y).abs() < 0.01,
            "sheet {sheet}: {bx} {by}"
        );
    }
}

#[test]
fn a_poster_is_one_page_with_the_boxes_of_a_print_shop() {
    let project = board(500, 700, "poster = true\ncopies = 2");
    let said = project.run("build").exits(0).stdout;
    assert!(said.contains("map-poster.pdf") && said.contains("for a print shop"), "{said}");
    assert!(said.contains("17 sheets") && said.contains("2 × 4 tiles to glue"), "{said}");
    assert!(said.contains("Print 17 sheets of a4 paper"), "{said}");
    let document = project.pdf("out/mini/map-poster.pdf");
    let pages = document.get_pages();
    assert_eq!(pages.len(), 1);
    let page = pages[&1];
    let mm = |name: &str| {
        page_box(&document, page, name).iter().map(|pt| pt * 25.4 / 72.0).collect::<Vec<_>>()
    };
    let near = |found: Vec<f64>, wanted: [f64; 4]| {
        found.iter().zip(wanted).all(|(f, w)| (f - w).abs() < 0.01)
    };
    assert!(near(mm("MediaBox"), [0.0, 0.0, 528.0, 728.0]));
    assert!(near(mm("TrimBox"), [14.0, 14.0, 514.0, 714.0]));
    assert!(near(mm("BleedBox"), [12.0, 12.0, 516.0, 716.0]));
    let manifest: serde_json::Value =
        serde_json::from_slice(&project.read("out/mini/manifest.json")).expect("JSON");
    let entry = &manifest["components"][0];
    assert_eq!(
        (entry["kind"].as_str(), entry["copies"].as_u64(), entry["sheets"].as_u64()),
        (Some("board"), Some(2), Some(17))
    );
    assert_eq!(
        entry["tiles"],
        serde_json::json!({ "columns": 2, "rows": 4, "join": "overlap", "overlap_mm": 10.0 })
    );
    assert_eq!(manifest["files"][1]["purpose"], "poster");
    assert_eq!(manifest["totals"]["sheets"], 17);
    let list = project.run("list").exits(0).stdout;
    assert!(list.contains("17 sheets of a4, 2 × 4 tiles"), "{list}");
}

#[test]
fn a_small_board_is_printed_like_a_sheet() {
    let project = board(190, 277, "");
    project.run("build").exits(0);
    assert_eq!(project.pdf("out/mini/map.pdf").get_pages().len(), 1);
    let project = board(90, 120, "copies = 5");
    project.run("build").exits(0);
    let document = project.pdf("out/mini/map.pdf");
    let faces = |page: u32| {
        calls(&document, document.get_pages()[&page])
            .iter()
            .filter(|called| called.name == "F0")
            .count()
    };
    assert_eq!((document.get_pages().len(), faces(1), faces(2)), (2, 4, 1));
    let list = project.run("list").exits(0).stdout;
    assert!(list.contains("2 sheets of a4\n"), "no tiles: {list}");
}

#[test]
fn what_cannot_be_tiled_is_refused_with_the_numbers() {
    for (size, keys, says) in [
        (
            (400, 400),
            "tiles = { overlap = \"190mm\" }",
            "tiles that overlap by 190 mm cannot cover a board, since the printable area of the \
             paper of 210 × 297 mm is 190 × 277 mm",
        ),
        (
            (9000, 9000),
            "",
            "a board of 9000 × 9000 mm takes 1700 tiles of 190 × 277 mm, more than 1000",
        ),
        ((500, 700), "copies = 1300", "all copies together take 10400 sheets, more than 10000"),
        ((5000, 5100), "paper = \"a2\"\nposter = true", "no page of a PDF is longer than 5080 mm"),
    ] {
        let project = board(size.0, size.1, keys);
        project.run("build").exits(1).says("error[I004]").says(says);
        assert!(project.files("out").is_empty());
    }
    for (keys, code) in [
        ("tiles = { join = \"glue\" }", "M002"),
        ("tiles = { overlap = \"0mm\" }", "M003"),
        ("tiles = { join = \"butt\", overlap = \"5mm\" }", "M003"),
        ("tiles = { width = \"5mm\" }", "S003"),
        ("tiles = \"butt\"", "S004"),
        ("poster = 1", "S004"),
    ] {
        assert_eq!(board(500, 700, keys).codes("check"), [code], "{keys}");
    }
}

#[test]
fn the_words_of_a_tile_are_there() {
    let project = board(300, 400, "tiles = { join = \"tabs\" }");
    project.run("build").exits(0);
    let text = crate::common::text_of(&project.pdf("out/mini/map.pdf"));
    for name in ["A1", "A2", "B1", "B2"] {
        // On the tile, on the tabs of its neighbours, and on the drawing of the assembly.
        let lines = text.lines().filter(|line| *line == name).count();
        let tabs = usize::from(name != "A1") + usize::from(name == "B2");
        assert_eq!(lines, 2 + tabs, "{name} in {text}");
    }
}

#[test]
fn no_hairline_shows_between_touching_cards() {
    let card = "<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }}><rect x=\"-2\" y=\"-2\" \
                width=\"400\" height=\"400\" fill=\"#205080\"/></svg>";
    let game = r#"title = "Mini"
[deck.cards]
size = { width = "31.7mm", height = "20.3mm" }
paper = { width = "100mm", height = "70mm" }
face = "card.svg"
back = "card.svg"
[[deck.cards.card]]
name = "a"
copies = 4
"#;
    let project =
        Project::empty().file("data/mini/game.toml", game).file("templates/mini/card.svg", card);
    for render in ["", " --render raster --dpi 300"] {
        project.run(&format!("build{render}")).exits(0);
        let document = project.pdf("out/mini/cards.pdf");
        for dpi in [72.0, 150.0, 300.0] {
            for (number, page) in (1..).zip(draw_pdf(&project.read("out/mini/cards.pdf"), dpi)) {
                let id = document.get_pages()[&number];
                let paper = page_box(&document, id, "MediaBox")[3] * 25.4 / 72.0;
                let trims: Vec<_> = calls(&document, id)
                    .iter()
                    .filter(|called| called.name == "F0")
                    .map(|called| crate::common::trim_of(called, paper, (31.7, 20.3), 2.0))
                    .collect();
                let low = |of: &dyn Fn(&(f64, f64, bool)) -> f64| {
                    trims.iter().map(of).fold(f64::MAX, f64::min)
                };
                let high = |of: &dyn Fn(&(f64, f64, bool)) -> f64| {
                    trims.iter().map(of).fold(f64::MIN, f64::max)
                };
                let px = |mm: f64| mm / 25.4 * dpi;
                assert_eq!(trims.len(), 4, "two by two");
                for row in px(low(&|t| t.1)) as usize..px(high(&|t| t.1) + 20.3) as usize {
                    for column in px(low(&|t| t.0)) as usize..px(high(&|t| t.0) + 31.7) as usize {
                        let found = page.pixels[row * page.width + column];
                        let near =
                            found.iter().zip([0x20, 0x50, 0x80]).all(|(f, c)| f.abs_diff(c) < 4);
                        assert!(
                            near,
                            "{dpi} dpi{render}, page {number}: {found:?} at {column} {row}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn no_hairline_shows_inside_a_tile() {
    for dpi in [72.0, 150.0, 300.0] {
        for render in ["", " --render raster --dpi 100"] {
            let map = "<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }}><rect x=\"-2\" \
                       y=\"-2\" width=\"400\" height=\"400\" fill=\"#205080\"/></svg>";
            let project = board(120, 70, "paper = { width = \"90mm\", height = \"100mm\" }")
                .file("templates/mini/map.svg", map);
            project.run(&format!("build{render}")).exits(0);
            let document = project.pdf("out/mini/map.pdf");
            let (_, [x, y, w, h]) = placed(&document, 1, 70.0, 2.0);
            let page = draw_pdf(&project.read("out/mini/map.pdf"), dpi).remove(0);
            let px = |mm: f64| mm / 25.4 * dpi;
            for row in px(y).ceil() as usize + 1..px(y + h).floor() as usize - 1 {
                for column in px(x).ceil() as usize + 1..px(x + w).floor() as usize - 1 {
                    let found = page.pixels[row * page.width + column];
                    assert!(
                        found.iter().zip([0x20, 0x50, 0x80]).all(|(f, c)| f.abs_diff(c) < 3),
                        "{dpi} dpi{render}: {found:?} at {column} {row}"
                    );
                }
            }
        }
    }
}
