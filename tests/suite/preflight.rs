//! What can be printed and may not be meant: reported with a code that begins with L, as strictly
//! as the game says, and with exceptions that give a reason.

use crate::common::Project;

const GAME: &str = "data/mini/game.toml";

/// A deck whose cards are as the rows say, with something drawn on each.
fn deck(rows: &str, inside: &str) -> Project {
    Project::mini().file("data/mini/cards.csv", rows).file(
        "templates/mini/card.svg",
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" {{{{ canvas }}}} font-family="Alegreya">
<rect x="-2" y="-2" width="67" height="92" fill="#dde8c9"/>
{inside}
</svg>
"##
        ),
    )
}

const QUOTES: &str = "name,copies,preflight\nThe 'old' Mill,1,\nHill,1,\n";
const NAME: &str = "<text x=\"6\" y=\"14\" font-size=\"6\">{{ card.name }}</text>";

#[test]
fn a_game_says_how_bad_a_fault_is() {
    let with = |level: &str| {
        let toml = format!("[preflight]\nlevels = {{ L002 = \"{level}\" }}\n[print]");
        deck(QUOTES, NAME).edit(GAME, "[print]", &toml)
    };
    deck(QUOTES, NAME).run("check").exits(0).says("warning[L002]").says("The 'old' Mill");
    with("off").run("check --deny-warnings").exits(0).never_says("L002");
    with("warning").run("check").exits(0).says("warning[L002]");
    with("error").run("check").exits(1).says("error[L002]");
    with("error").run("build").exits(1).says("error[L002]");
}

#[test]
fn only_matters_of_judgement_have_levels() {
    for (code, hint) in [("F001", "codes that begin with L"), ("L02", "did you mean `L002`?")] {
        let toml = format!("[preflight]\nlevels = {{ {code} = \"off\" }}\n[print]");
        let project = deck(QUOTES, NAME).edit(GAME, "[print]", &toml);
        project.run("check").exits(1).says("error[M002]").says(hint).says("game.toml:3:12");
    }
}

#[test]
fn a_card_is_let_off_with_a_reason() {
    let let_off =
        |reason: &str| deck(&QUOTES.replace("Mill,1,", &format!("Mill,1,{reason}")), NAME);
    let_off("L002: typed on an old machine").run("check --deny-warnings").exits(0);
    let_off("l002: a; L005: b").run("check").exits(0).says("let off from L005");
    let_off("L002").run("check").exits(1).says("error[M045]").says("cards.csv:2:");
    let_off("L2: a joke").run("check").exits(1).says("error[M002]");
    // An exception holds for its card alone.
    let project = deck("name,copies,preflight\n'A',1,L002: meant\n'B',1,\n", NAME);
    project.run("check").exits(0).says("`'B'` has straight").never_says("`'A'`");
}

#[test]
fn an_old_project_keeps_its_known_faults_and_learns_of_new_ones() {
    let project = deck(QUOTES, NAME);
    let run = project.run("check --write-baseline").exits(0);
    assert!(run.stdout.contains("baseline.txt: 1 known fault"), "{}", run.stdout);
    let run = project.run("check --deny-warnings").exits(0);
    assert!(run.stdout.contains("1 fault of the baseline not shown"), "{}", run.stdout);
    // The row moves, another fault comes.
    let project = project.file(
        "data/mini/cards.csv",
        "name,copies,preflight\n'New',1,\nThe 'old' Mill,1,\nHill,1,\n",
    );
    project.run("check").exits(0).says("'New'").never_says("'old'");
    // Written again, it holds both; one that is gone is named.
    project.run("check --write-baseline").exits(0);
    project.run("check --deny-warnings").exits(0);
    let project = project.file("data/mini/cards.csv", QUOTES);
    project.run("check").exits(0).says("warning[L000]").says("'New'");
}

#[test]
fn a_built_in_game_has_no_baseline() {
    Project::empty().run("check --game circus --write-baseline -q").exits(2).says("built in");
}

#[test]
fn words_are_measured_against_what_is_really_behind_them() {
    let faint = |inside: &str| {
        deck("name,copies\nA,1\n", inside).run("check").exits(0).stderr.contains("L005")
    };
    let text = |style: &str| {
        format!(
            "<text x=\"31\" y=\"40\" text-anchor=\"middle\" font-size=\"6\" {style}>Mill and \
             hill</text>"
        )
    };
    assert!(faint(&text("fill=\"#c2cdae\"")), "pale green on pale green");
    assert!(!faint(&text("fill=\"#333\"")));
    assert!(!faint(&text(
        "fill=\"#c2cdae\" stroke=\"#222\" stroke-width=\"1\" paint-order=\"stroke\""
    )));
    let dark = "<rect x=\"0\" y=\"30\" width=\"63\" height=\"15\" fill=\"#333\"/>";
    assert!(!faint(&format!("{dark}{}", text("fill=\"#c2cdae\""))));
    assert!(faint(&format!("{dark}{}", text("fill=\"#444\""))), "dark on a dark band");
    let letter =
        "<text x=\"31\" y=\"70\" text-anchor=\"middle\" font-size=\"55\" fill=\"#333\">W</text>";
    assert!(!faint(letter), "the inside of a large letter has nothing behind it");
    let asked = "[preflight]\ncontrast = 7\n[print]";
    let grey = deck("name,copies\nA,1\n", &text("fill=\"#666\""));
    grey.run("check").exits(0).never_says("L005");
    grey.edit(GAME, "[print]", asked).run("check").exits(0).says("less than 7");
}

#[test]
fn faces_that_differ_in_hue_alone_are_named_with_who_confuses_them() {
    let chips = |first: &str, second: &str, sign: &str| {
        let rows = format!("name,colour,copies\nA,{first},1\nB,{second},1\n");
        let face = format!(
            "<rect x=\"10\" y=\"20\" width=\"43\" height=\"50\" fill=\"{{{{ card.colour \
             }}}}\"/>{sign}"
        );
        deck(&rows, &face).run("check").exits(0)
    };
    chips("#d06a30", "#8f8d2c", "").says("warning[L004]").says("deuteranopia");
    chips("#7d1f16", "#d9d26b", "").never_says("L004");
    let sign = "{% if card.name == \"A\" %}<circle cx=\"31\" cy=\"45\" r=\"15\" fill=\"#fff\"/>{% \
                endif %}";
    chips("#d06a30", "#8f8d2c", sign).never_says("L004");
    chips("#7aa050", "#7aa050", "").never_says("L004");
}

#[test]
fn one_column_that_is_printed_nowhere_is_one_mistake() {
    let rows = "name,act,copies\nA,lion,1\nB,lion,1\nC,bear,1\n";
    let inside = "<text x=\"6\" y=\"14\" font-size=\"6\">{{ card.act }}</text>";
    let project = deck(rows, inside);
    let run = project.run("check").exits(0);
    assert_eq!(run.stderr.matches("warning[L001]").count(), 1, "{}", run.stderr);
    run.says("the cards `a` and `b` look alike, though they differ in `name`");
    project
        .file("data/mini/cards.csv", "name,act,copies\nA,lion,1\nC,bear,1\n")
        .run("check")
        .exits(0)
        .never_says("L001");
}

/// What `pnp check` says that nothing uses.
fn unused(project: &Project) -> Vec<String> {
    let run = project.run("check --format short").exits(0);
    let lines = run.stderr.lines().filter_map(|line| line.split_once("nothing "));
    lines.map(|(_, what)| what.split(" (card").next().expect("words").to_owned()).collect()
}

#[test]
fn a_column_that_nothing_reads_is_named() {
    let rows = "id,name,act,copies\na,A,lion,1\nb,B,bear,1\n";
    let drawn = |inside: &str| unused(&deck(rows, &format!("{NAME}{inside}")));
    assert_eq!(drawn(""), ["reads the column `act` of `cards`"]);
    assert_eq!(drawn("<!-- {{ card.atc is defined }} {# card_act #} -->").len(), 1);
    for inside in [
        "{{ card.act }}",
        "{{ card[\"act\"] }}",
        "{% if card.act == \"lion\" %}x{% endif %}",
        "{% set c = card %}{% if c.act %}x{% endif %}",
        "{% for c in deck.cards | sort(attribute=\"name\") %}{{ c.act }}{% endfor %}",
        "{% for c in deck.cards | sort(attribute=\"act\") %}x{% endfor %}",
        "{{ [c.act for c in deck.cards] | join(sep=\" \") }}",
        "{% for key, value in card %}{{ value }}{% endfor %}",
        "{% for key in [\"name\", \"act\"] %}{{ card[key] }}{% endfor %}",
        "{{ card[\"a\" ~ \"ct\"] }}",
        "{{ deck.cards | length }}{{ card }}",
        "{{ deck.cards[0] | get(key=\"act\") }}",
        "{{ count(where=\"card.act == 'lion'\") }}",
        "{{ count(where=\"card.act == '\" ~ card.name ~ \"'\") }}",
        "{{ __tera_context | length }}",
    ] {
        assert_eq!(drawn(&format!("<!-- {inside} -->")), Vec::<String>::new(), "{inside}");
    }
    // By a part, by a component of tera, by the contract, by a rulebook.
    let part = deck(rows, &format!("{NAME}{{% include \"part.svg\" %}}"));
    let part = part.file("templates/mini/part.svg", "<!-- {{ card.act }} -->");
    assert_eq!(unused(&part), Vec::<String>::new());
    let plate = "{% component plate(of) %}<!-- {{ of.act }} -->{% endcomponent plate %}";
    let called = deck(rows, &format!("{NAME}{{{{ <plate of={{card}} /> }}}}"));
    assert_eq!(unused(&called.file("templates/mini/lib.svg", plate)), Vec::<String>::new());
    for lines in [
        r#"[[expect]]
in = "cards"
where = "card.act == 'lion'"
copies = 1
"#,
        r#"[[expect]]
in = "cards"
unique = "act"
"#,
        "[preflight]\nlevels = { L020 = \"off\" }\n",
        "[preflight]\nunused = { act = \"for the rules\" }\n",
        "[preflight]\nunused = { \"cards.act\" = \"for the rules\" }\n",
    ] {
        let game = String::from_utf8(Project::mini().read(GAME)).expect("text");
        let project = deck(rows, NAME).file(GAME, game + lines);
        assert_eq!(unused(&project), Vec::<String>::new(), "{lines}");
        project.run("check --deny-warnings").exits(0);
    }
    // What is kept and used, or does not exist, is told.
    let kept = "[preflight]\nunused = { act = \"x\", gone = \"y\" }\n[print]";
    let project = deck(rows, &format!("{NAME}<!-- {{{{ card.act }}}} -->"));
    let run = project.edit(GAME, "[print]", kept).run("check").exits(0);
    run.says("`act` is kept as unused").says("`gone` is kept as unused");
}

#[test]
fn templates_pictures_and_icons_that_nothing_uses_are_named() {
    let icon = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\">\
                <path d=\"M0 0H8V8Z\"/></svg>";
    let with = |inside: &str| {
        deck("id,name,copies\na,A,1\n", inside)
            .file("templates/mini/old.svg", "<svg><text>{{ card.name }}</text></svg>")
            .file("templates/mini/icons/moon.svg", icon)
            .picture("data/mini/art/lion.gif", "plain.gif")
    };
    assert_eq!(
        unused(&with(NAME)),
        [
            "uses the template `old.svg`",
            "shows the icon `templates/mini/icons/moon.svg`",
            "shows the picture `data/mini/art/lion.gif`",
        ]
    );
    let image =
        |href: &str| format!("<image href=\"{href}\" x=\"10\" y=\"30\" width=\"5\" height=\"5\"/>");
    let box_of =
        |text: &str| format!("{{{{ textbox(text={text}, x=6, y=40, width=50, height=9) }}}}");
    let used = [
        image("art/{{ \"li\" ~ \"on\" }}.gif"),
        box_of("\"{mo\" ~ \"on}\""),
        "{% if card.name == \"x\" %}{% include \"old.svg\" %}{% endif %}".to_owned(),
    ];
    assert_eq!(unused(&with(&(NAME.to_owned() + &used.concat()))), Vec::<String>::new());
    // For a card that is not printed, or for an edition that is not drawn now.
    let hidden = [
        "{% if ink == \"low\" %}".to_owned(),
        image("art/lion.gif"),
        box_of("\"{moon}\""),
        image("old.svg"),
        "{% endif %}".to_owned(),
    ];
    assert_eq!(unused(&with(&(NAME.to_owned() + &hidden.concat()))), Vec::<String>::new());
}

#[test]
fn words_that_nothing_prints_are_named() {
    let words = r#"title = "T"
[act]
lion = "Lion"
bear = "Bear"
[aid]
turn = "x"
end = "y"
"#;
    let with = |inside: &str| {
        let rows = "id,name,copies\nlion,lion,1\n";
        unused(
            &deck(rows, &format!("{NAME}<!-- {inside} -->")).file("data/mini/text.en.toml", words),
        )
    };
    let group = "prints the group of words `aid`";
    assert_eq!(
        with("{{ t.act.lion }}"),
        ["prints the word `title`", "prints the word `act.bear`", group]
    );
    assert_eq!(with("{{ t.title }}{{ t.act[card.name] }}"), [group]);
    assert_eq!(with("{{ t.title }}{% for k, v in t.act %}{{ v }}{% endfor %}"), [group]);
    assert_eq!(with("{% for k, v in t %}{{ k }}{% endfor %}"), Vec::<String>::new());
    assert_eq!(with("{{ t | length }}").len(), 3);
}

#[test]
fn a_coarse_picture_that_is_not_drawn_is_named() {
    let coarse = r#"[[pictures.coarse]]
file = "art/loin.gif"
reason = "old"
[print]"#;
    let drawn = format!(
        "{NAME}<image href=\"art/lion.gif\" x=\"10\" y=\"30\" width=\"30\" height=\"30\"/>"
    );
    let project = deck("id,name,copies\na,A,1\n", &drawn)
        .picture("data/mini/art/lion.gif", "plain.gif")
        .edit(GAME, "[print]", coarse);
    let run = project.run("check").says("`art/loin.gif` may be coarse");
    run.says("did you mean `art/lion.gif`?").says("game.toml:3:8");
    project.edit(GAME, "loin", "lion").run("check --deny-warnings").exits(0);
}
