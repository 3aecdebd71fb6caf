//! Input without measure: what is nested too deep, too long or wrong too often is reported at its
//! place, in words of a readable length.

use crate::common::Project;

const CARD: &str = "templates/mini/card.svg";

/// What `check` says of a card with this inside, by its first line in the short form.
#[track_caller]
fn first(project: &Project) -> String {
    let run = project.run("check --format short").exits(1).never_says("P002");
    let line = run.stderr.lines().next().unwrap_or_default().to_owned();
    assert!(line.chars().count() < 1_500, "{} characters", line.chars().count());
    line
}

#[track_caller]
fn begins(line: &str, start: &str) {
    assert!(line.starts_with(start), "{line}");
}

/// Definitions `m0` … that each refer to the next.
fn chain(length: usize, link: impl Fn(usize) -> String) -> String {
    (0..length).map(link).collect()
}

/// A card with one text in a box.
fn boxed(text: &str) -> Project {
    Project::drawing("{{ textbox(text=card.text, x=6, y=9, width=50, height=70) }}")
        .edit(
            "data/mini/game.toml",
            "[[deck.cards.card]]\nid = \"one\"\nname = \"One\"",
            r#"cards = "cards.csv"
[text]
family = "Alegreya"
size = "3mm""#,
        )
        .file("data/mini/cards.csv", format!("id,text\na,{text}\n"))
}

#[test]
fn elements_and_references_are_as_deep_as_the_renderer_can_follow() {
    const DEEP: usize = 3_000;
    let nested = |open: &str, inside: &str, close: &str| {
        format!("{}{inside}{}", open.repeat(DEEP), close.repeat(DEEP))
    };
    let text = |inside: String| format!("<text x=\"9\" y=\"9\" font-size=\"3\">{inside}</text>");
    let faces = [
        text(nested("<tspan>", "x", "</tspan>")),
        text(nested("<a>", "x", "</a>")),
        nested("<svg>", "<path d=\"M0 0h9\"/>", "</svg>"),
        nested("<g>", "<path d=\"M0 0h9\"/>", "</g>"),
        nested("<switch>", "<g/>", "</switch>"),
        format!("<defs>{}</defs>", nested("<g>", "<g/>", "</g>")),
        chain(DEEP, |n| {
            format!("<mask id=\"m{n}\" mask=\"url(#m{})\"><path d=\"M0 0h9\"/></mask>", n + 1)
        }),
        chain(DEEP, |n| {
            format!("<clipPath id=\"m{n}\" clip-path=\"url(#m{})\"><g/></clipPath>", n + 1)
        }),
        chain(DEEP, |n| {
            format!("<pattern id=\"m{n}\"><path style=\"fill:url(#m{})\"/></pattern>", n + 1)
        }),
        chain(DEEP, |n| format!("<g id=\"m{n}\"><use href=\"#m{}\"/></g>", n + 1)),
        chain(DEEP, |n| format!("<linearGradient id=\"m{n}\" href=\"#m{}\"/>", n + 1)),
    ];
    for inside in faces {
        let line = first(&Project::drawing(&inside));
        begins(&line, "templates/mini/card.svg:2:");
        assert!(line.contains("F001 <") && line.contains("more than 128 deep"), "{line}");
    }
    let rules = chain(DEEP - 1, |n| format!("#m{n} {{ mask: url(#m{}) }}", n + 1));
    let masks = chain(DEEP, |n| format!("<mask id=\"m{n}\"><g/></mask>"));
    let line = first(&Project::drawing(&format!("<style>{rules}</style>{masks}")));
    assert!(line.contains("more than 128 deep"), "{line}");
    for sheet in [nested("g{", "fill:red", "}"), nested(":not(", "g", ")") + "{fill:red}"] {
        let line = first(&Project::drawing(&format!("<style>{sheet}</style>")));
        assert!(line.contains("brackets are nested more than 128 deep"), "{line}");
    }
}

#[test]
fn pictures_and_icons_have_the_same_depth() {
    let svg = |levels: usize| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">{}<path d=\"M0 \
             0h9v9z\"/>{}</svg>",
            "<g>".repeat(levels),
            "</g>".repeat(levels)
        )
    };
    let image = "<image href=\"deep.svg\" width=\"9\" height=\"9\"/>";
    let icon = "{{ textbox(text=\"{deep}\", x=9, y=9, width=40, height=9) }}";
    for levels in [120, 800] {
        let picture = Project::drawing(image).file("templates/mini/deep.svg", svg(levels));
        let icon = Project::drawing(icon).file("templates/mini/icons/deep.svg", svg(levels));
        if levels == 120 {
            picture.run("build").exits(0);
            icon.run("build").exits(0);
        } else {
            let line = first(&picture);
            begins(&line, "templates/mini/card.svg:2:");
            assert!(line.contains(" F006 ") && line.contains("128 deep"), "{line}");
            assert!(first(&icon).contains(" X006 "));
        }
    }
}

#[test]
fn what_is_as_deep_as_allowed_is_drawn_on_small_stacks() {
    let nested = |open: &str, inside: &str, close: &str| {
        format!("{}{inside}{}", open.repeat(120), close.repeat(120))
    };
    let masks = chain(60, |n| {
        let next = if n < 59 { format!(" mask=\"url(#m{})\"", n + 1) } else { String::new() };
        format!("<mask id=\"m{n}\"{next}><path d=\"M0 0h60v60z\" fill=\"#fff\"/></mask>")
    });
    let inside = [
        format!(
            "<text x=\"9\" y=\"9\" font-size=\"3\">{}</text>",
            nested("<tspan>", "x", "</tspan>")
        ),
        nested("<svg>", "<path d=\"M0 0h9v9z\"/>", "</svg>"),
        nested("<g opacity=\".9\">", "<path d=\"M0 0h9v9z\"/>", "</g>"),
        masks + "<path d=\"M0 0h60v60z\" mask=\"url(#m0)\"/>",
    ];
    Project::drawing(&inside.concat()).run("build --png faces --dpi 40").exits(0);
}

#[test]
fn templates_include_each_other_only_so_deep() {
    let mut project = Project::mini();
    for n in 0..200 {
        let next = format!("{{% include \"i{}.svg\" %}}", n + 1);
        project = project.file(&format!("templates/mini/i{n}.svg"), next);
    }
    let project = project.file("templates/mini/i200.svg", "<g/>").edit(
        CARD,
        "</svg>",
        "{% include \"i0.svg\" %}</svg>",
    );
    let line = first(&project);
    begins(&line, "templates/mini/i");
    assert!(line.contains("T001") && line.contains("through more than 32 templates"), "{line}");
    for expression in [
        "(".repeat(3_000) + "1",
        "not ".repeat(3_000) + "1",
        "1".to_owned() + &" + 1".repeat(3_000),
    ] {
        let line = first(&Project::mini().edit(CARD, "card.name", &expression));
        begins(&line, "templates/mini/card.svg:");
        assert!(line.contains(" T001 "), "{line}");
    }
}

#[test]
fn deep_toml_is_found_in_its_line() {
    let deep = [
        format!("x = {}{}", "[".repeat(3_000), "]".repeat(3_000)),
        format!("x = {}1{}", "{a=".repeat(3_000), "}".repeat(3_000)),
        format!("[{}b]", "a.".repeat(3_000)),
        format!("{}b = 1", "a.".repeat(3_000)),
    ];
    for line in deep {
        let project = Project::mini().edit("data/mini/game.toml", "[deck.cards]", &line);
        let said = first(&project);
        begins(&said, "data/mini/game.toml:4:");
        assert!(said.contains("S002 tables and lists are nested too deep"), "{said}");
    }
}

#[test]
fn deep_markdown_is_found_in_its_line() {
    let game = "\n[rulebook.rules]\nsource = \"rules.md\"\n";
    for (mark, times) in [("> ", 2_880), ("- ", 4_900), ("1. ", 3_000), ("> - ", 1_500)] {
        let project = Project::mini();
        let toml = String::from_utf8(project.read("data/mini/game.toml")).unwrap();
        let project = project
            .file("data/mini/game.toml", toml + game)
            .file("data/mini/rules.md", format!("# T\n\n{}x\n\nEnd.\n", mark.repeat(times)));
        let run = project.run("build --format short").exits(1);
        let line = run.stderr.lines().next().unwrap_or_default();
        begins(line, "data/mini/rules.md:3:");
        assert!(line.contains("R005 blocks are nested more than 32 deep"), "{line}");
    }
}

#[test]
fn a_text_is_no_longer_than_can_be_drawn() {
    let words = "word ".repeat(4_100);
    let line = first(&Project::drawing(&format!("<text y=\"9\" font-size=\"3\">{words}</text>")));
    begins(&line, "templates/mini/card.svg:2:1: error: F007 a <text> of 20500 characters");
}

#[test]
fn of_a_hundred_thousand_faults_the_first_are_reported_and_the_rest_counted() {
    let rows: String = (0..100_000).map(|n| format!("c{n},x\n")).collect();
    let project = Project::mini().file("data/mini/cards.csv", format!("id,name,copies\n{rows}"));
    let run = project.run("check --format json");
    let lines = run.stdout.lines().filter(|line| line.contains("\"code\"")).count();
    assert!((1_000..6_000).contains(&lines), "{lines}");
    assert!(run.stdout.contains("98000 more faults of this kind were found"), "{}", run.stderr);
    let keys: String = (0..100_000).map(|n| format!("k{n} = \n")).collect();
    let project = Project::mini().file("data/mini/game.toml", keys);
    let run = project.run("check").exits(1).says("error[S002]").says("more times");
    assert!(run.stderr.lines().count() < 60, "{}", run.stderr);
}

#[test]
fn marks_without_end_are_read_once() {
    for text in ["[", "*a ", "<b>", "'a ", "[a ", "{a", "~~a "] {
        let line = first(&boxed(&text.repeat(30_000)));
        begins(&line, "data/mini/cards.csv:2:");
    }
}

#[test]
fn messages_hold_nothing_that_a_terminal_obeys() {
    let project = Project::mini().edit("data/mini/cards.csv", "id,name", "id,\u{1b}[31mname");
    let run = project.run("check");
    assert!(!run.stderr.contains('\u{1b}'), "{:?}", run.stderr);
    let word = "x".repeat(1_000_000);
    let run = boxed(&word).run("check").exits(1).says("error[X002]");
    assert!(run.stderr.len() < 5_000, "{} bytes", run.stderr.len());
}
