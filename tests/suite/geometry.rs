//! Boards that are computed: what templates get, what is counted, what is refused.

use crate::common::Project;

/// One board of 200 × 200 mm with this geometry, whose face is `inside`.
fn board(geometry: &str, inside: &str) -> Project {
    let game = format!(
        r#"title = "Mini"
[print]
paper = {{ width = "230mm", height = "230mm" }}
[sheet.board]
size = {{ width = "200mm", height = "200mm" }}
face = "board.svg"
{geometry}"#
    );
    let face = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" {{{{ canvas }}}} font-family="Alegreya">
{inside}
</svg>
"#
    );
    Project::empty().file("data/mini/game.toml", game).file("templates/mini/board.svg", face)
}

/// The words that a template printed, line by line, read from the PDF's text.
fn printed(project: &Project) -> String {
    project.run("build").exits(0);
    crate::common::text_of(&project.pdf("out/mini/board.pdf"))
}

const FIELD: &str = r#"[sheet.board.field]
points = "points.csv"
lines = "lines.csv"
zones = ["low", "high"]
[sheet.board.field.kind.gate]
shape = "square"
size = "10mm"
[sheet.board.field.kind.star]
shape = "star"
size = "6mm"
[sheet.board.field.ring.outer]
radius = "80mm"
[sheet.board.field.path.river]
d = "M20 150L180 150"
"#;

const POINTS: &str = "id,kind,zone,x,y,angle,radius,ring,path,along,sign
corner,gate,low,30mm,40mm,,,,,,wisp
polar,star,low,,,0deg,50mm,,,,paw
round,star,high,,,90deg,,outer,,,paw
wet,gate,high,,,,,,river,75%,mask
";

const LINES: &str = "from,to,bend
corner,polar,
polar,round,-5mm
round,wet,60mm
";

fn field() -> Project {
    let inside = "<g>{% for p in field.points %}<text x=\"{{ p.x }}\" y=\"{{ p.y }}\" \
                  font-size=\"3\">{{ p.id }} {{ p.x }} {{ p.y }} {{ p.sign }} \
                  {{ p.neighbours | join(sep=\"+\") }}</text>{% endfor %}</g>\n\
                  <g>{% for l in field.lines %}<path d=\"{{ l.path }}\" fill=\"none\" \
                  stroke=\"#000\"/>{% endfor %}</g>";
    board(FIELD, inside).file("data/mini/points.csv", POINTS).file("data/mini/lines.csv", LINES)
}

#[test]
fn points_lie_where_they_say_in_each_of_four_ways() {
    let text = printed(&field());
    for line in [
        "corner 30 40 wisp polar",
        "polar 150 100 paw corner+round",
        "round 100 20 paw polar+wet",
        "wet 140 150 mask round",
    ] {
        assert!(text.contains(line), "{line:?} in {text}");
    }
}

#[test]
fn points_and_lines_are_counted_by_the_contract() {
    let counted = |lines: u32| {
        format!(
            r#"{FIELD}[[expect]]
in = "board"
points = 4
unique = "id"
[[expect]]
in = "board"
where = "point.sign == 'paw'"
points = 2
[[expect]]
in = "board"
lines = {lines}
"#
        )
    };
    let with = |lines: u32| {
        board(&counted(lines), "")
            .file("data/mini/points.csv", POINTS)
            .file("data/mini/lines.csv", LINES)
    };
    with(3).run("check").exits(0);
    let run = with(4).run("check").exits(1);
    assert!(
        run.stderr.contains("error[C001]: expected 4 lines in `board`, found 3"),
        "{}",
        run.stderr
    );
}

#[test]
fn every_row_of_a_field_is_needed() {
    let counts = r#"[[expect]]
in = "board"
points = 4
[[expect]]
in = "board"
lines = 3
"#;
    let with = |points: &str, lines: &str| {
        board(&format!("{FIELD}{counts}"), "")
            .file("data/mini/points.csv", points)
            .file("data/mini/lines.csv", lines)
            .run("check")
    };
    with(POINTS, LINES).exits(0);
    for (table, is_points) in [(POINTS, true), (LINES, false)] {
        let rows: Vec<&str> = table.lines().collect();
        for row in 1..rows.len() {
            for doubled in [false, true] {
                let mut changed = rows.clone();
                if doubled {
                    changed.insert(row, rows[row]);
                } else {
                    changed.remove(row);
                }
                let changed = changed.join("\n");
                let run = if is_points { with(&changed, LINES) } else { with(POINTS, &changed) };
                assert_eq!(
                    run.code,
                    1,
                    "{} {}: {}",
                    rows[row],
                    if doubled { "twice" } else { "gone" },
                    run.stderr
                );
            }
        }
    }
}

#[test]
fn a_point_without_a_place_or_with_a_bare_number_is_told_with_its_row() {
    for (row, code, message) in [
        ("corner,gate,low,,,,,,,,", "B001", "point `corner` has no position"),
        ("corner,gate,low,30,40mm,,,,,,", "M001", "`30` is not a length"),
        ("corner,gate,low,,,30,9mm,,,,", "M001", "`30` is not an angle"),
        ("corner,gate,low,,,,,,rivr,9%,", "B001", "there is no path `rivr`"),
        ("corner,gate,low,,,,,,river,109%,", "M001", "`109%` is not a share"),
        ("corner,gtae,low,3cm,4cm,,,,,,", "B001", "there is no kind of point `gtae`"),
        ("corner,gate,lwo,3cm,4cm,,,,,,", "B001", "there is no zone `lwo`"),
    ] {
        let points = POINTS.replace("corner,gate,low,30mm,40mm,,,,,,wisp", row);
        let run = field().file("data/mini/points.csv", points).run("check --format short").exits(1);
        let found =
            run.stdout.lines().chain(run.stderr.lines()).find(|line| line.contains(message));
        assert!(
            found.is_some_and(|line| line.contains(code) && line.contains("points.csv:2:")),
            "{row}: {} {}",
            run.stdout,
            run.stderr
        );
    }
}

const RADIAL: &str = r#"[sheet.board.radial]
spokes = 18
radii = ["90mm", "78mm", "66mm", "54mm", "42mm", "30mm"]
direction = "counter-clockwise"
piece = "8mm"
multiples = { of = 5, ring = 5 }
"#;

#[test]
fn houses_are_numbered_inward_and_counter_clockwise() {
    let inside = "{% for h in radial.houses %}{% if h.number in [1, 5, 6, 90] %}<text x=\"{{ h.x \
                  }}\" y=\"{{ h.y }}\" font-size=\"3\">{{ h.number }} at {{ h.x }} {{ h.y }} {{ \
                  h.first }}</text>{% endif %}{% endfor %}";
    let counts = r#"[[expect]]
in = "board"
points = 90
unique = "number"
[[expect]]
in = "board"
where = "point.ring == 5"
points = 18
"#;
    let text = printed(&board(&format!("{RADIAL}{counts}"), inside));
    // House 1 is outermost at the top, 5 below it, 6 on its left.
    for house in [
        "1 at 100 16 true",
        "5 at 100 64 false",
        "6 at 71.27 21.066 false",
        "90 at 112.313 66.171 false",
    ] {
        assert!(text.contains(house), "{house:?} in {text}");
    }
}

#[test]
fn cells_of_a_grid_have_numbers_and_neighbours() {
    let grid = r#"[sheet.board.grid]
columns = 4
rows = 3
cell = "30mm"
number = "spiral"
from = "bottom-right"
piece = "30mm"
"#;
    let inside = "{% for c in grid.cells %}<text x=\"{{ c.x }}\" y=\"{{ c.y }}\" \
                  font-size=\"3\">{{ c.number }} in {{ c.column }}/{{ c.row }} by {{ c.neighbours \
                  | join(sep=\" \") }}</text>{% endfor %}";
    let text = printed(&board(grid, inside));
    for cell in ["1 in 4/3 by 2 10", "4 in 1/3 by 3 5", "12 in 2/2 by 3 5 7 11"] {
        assert!(text.contains(cell), "{cell:?} in {text}");
    }
}

#[test]
fn wrong_boards_are_refused_with_their_places() {
    for (geometry, code) in [
        (
            r#"[sheet.board.grid]
columns = 0
rows = 3
cell = "30mm"
"#,
            "M003",
        ),
        (
            r#"[sheet.board.grid]
rows = 3
cell = "30mm"
"#,
            "S005",
        ),
        (
            r#"[sheet.board.grid]
columns = 9
rows = 3
cell = "30mm"
"#,
            "B007",
        ),
        (
            r#"[sheet.board.grid]
columns = 2
rows = 3
cell = "30mm"
shape = "triangle"
"#,
            "M002",
        ),
        (
            r#"[sheet.board.radial]
spokes = 2
radii = ["9mm", "5mm"]
"#,
            "M003",
        ),
        (
            r#"[sheet.board.radial]
spokes = 6
radii = ["5mm", "9mm"]
"#,
            "M003",
        ),
        (
            r#"[sheet.board.radial]
spokes = 6
radii = ["9mm"]
"#,
            "M003",
        ),
        (
            r#"[sheet.board.radial]
spokes = 6
radii = ["99mm", "9mm"]
"#,
            "B007",
        ),
        (
            r#"[sheet.board.radial]
spokes = 6
radii = ["9mm", "5mm"]
[sheet.board.grid]
columns = 1
rows = 1
cell = "9mm"
"#,
            "S004",
        ),
        ("[sheet.board.field]\npoint = 3\n", "S004"),
        ("[sheet.board.field]\nlines = \"none.csv\"\n", "S001"),
        (
            r#"[[expect]]
in = "board"
points = 3
"#,
            "M013",
        ),
        (
            r#"[sheet.board.grid]
columns = 2
rows = 3
cell = "9mm"
[[expect]]
in = "board"
points = 6
copies = 1
"#,
            "S004",
        ),
    ] {
        let project = board(geometry, "");
        let codes = project.codes("check");
        assert_eq!(codes, [code], "{geometry}: {}", project.run("check").stderr);
    }
}

#[test]
fn a_key_that_is_missing_asks_for_what_its_own_table_takes() {
    let field = FIELD.replace("shape = \"star\"\nsize = \"6mm\"\n", "shape = \"star\"\n");
    let run = board(&field, "")
        .file("data/mini/points.csv", POINTS)
        .file("data/mini/lines.csv", LINES)
        .run("check")
        .exits(1);
    assert!(run.stderr.contains("error[S005]: kind `star` has no `size`"), "{}", run.stderr);
    assert!(run.stderr.contains("hint: `size` is a length above 0"), "{}", run.stderr);
}
