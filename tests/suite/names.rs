//! Names that do not exist, in whatever form of expression they are looked up.

use crate::common::Project;

const GAME: &str = "data/mini/game.toml";
const CARDS: &str = "data/mini/cards.csv";
const CARD: &str = "templates/mini/card.svg";

/// The small game with a tag in place of the name on its cards.
fn drawn(tag: &str) -> Project {
    Project::mini().edit(CARD, "{{ card.name }}", tag)
}

/// The tag is refused at its place on line 3, with the nearest name, and the fault is told once.
#[track_caller]
fn refused(tag: &str, message: &str, hint: &str) {
    let project = drawn(tag);
    let bytes = project.read(CARD);
    let text = String::from_utf8_lossy(&bytes);
    let line = text.lines().nth(2).expect("a third line");
    let wrong = message.rsplit('`').nth(1).expect("a name");
    let column = line[..line.find(wrong).expect("the name")].chars().count() + 1;
    let run = project.run("check --format json").exits(1);
    let found: Vec<serde_json::Value> =
        run.stdout.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let errors: Vec<_> = found.iter().filter(|fault| fault["severity"] == "error").collect();
    let [error] = errors.as_slice() else { panic!("{tag}: {}", run.stdout) };
    assert_eq!(error["message"], message, "{tag}");
    assert_eq!((error["file"].as_str(), error["line"].as_u64()), (Some(CARD), Some(3)), "{tag}");
    // A name in brackets is shown with its quotes.
    let at = error["column"].as_u64().expect("a column") as usize;
    assert!(at == column || at + 1 == column, "{tag}: {at} for {column}");
    assert!(error["hints"].to_string().contains(hint), "{tag}: {}", error["hints"]);
}

#[test]
fn a_misspelt_column_is_told_once_with_the_nearest_name() {
    for tag in [
        "{{ card.nmae }}",
        "{{ card[\"nmae\"] }}",
        "{% if not card.nmae %}x{% endif %}",
        "{{ card.nmae | int }}",
        "{{ card.nmae | default(value=\"-\") }}",
        "{% for c in deck.cards %}{{ c.name }}{% endfor %}{% set x = card.nmae %}",
        "{{ textbox(text=card.nmae, x=1, y=1, width=50, height=20) }}",
    ] {
        refused(tag, "`card` has no column `nmae`", "did you mean `name`?");
    }
    refused("{% if crad.name %}x{% endif %}", "there is no variable `crad`", "`card`");
    refused("{% if inc == \"low\" %}x{% endif %}", "there is no variable `inc`", "`ink`");
    refused("{% if game.titel %}x{% endif %}", "`game` has no key `titel`", "`title`");
}

#[test]
fn a_name_that_may_be_missing_is_asked_for() {
    drawn("{% if card.flavor is defined and card.flavor %}x{% endif %}").run("check").exits(0);
    drawn("{% if panel is defined %}{{ panel.name }}{% endif %}").run("check").exits(0);
}

#[test]
fn a_template_of_two_decks_may_use_the_columns_of_either() {
    let two = Project::mini()
        .file(
            GAME,
            r#"title = "Mini"
[deck.cards]
size = "poker-euro"
face = "card.svg"
cards = "cards.csv"
[deck.more]
size = "poker-euro"
face = "card.svg"
cards = "more.csv"
"#,
        )
        .file("data/mini/more.csv", "name,flavor\nTiger,Grr\n");
    let two = two.edit(CARD, "{{ card.name }}", "{% if card.flavor %}x{% endif %}");
    two.run("check").exits(0).never_says("T002");
    two.run("check --component cards").exits(0);
    two.edit(CARD, "card.flavor", "card.flavro").run("check").exits(1).says("`flavro`");
}

#[test]
fn included_templates_and_components_are_looked_at_where_they_are_used() {
    let project = drawn("{% include \"frame.svg\" %}{{ <plate of={card} /> }}")
        .file("templates/mini/frame.svg", "<g>{% if card.nmae %}x{% endif %}</g>")
        .file(
            "templates/mini/lib.svg",
            "{% component plate(of) %}<g>{% if of.cpies %}x{% endif %}</g>{% endcomponent plate %}",
        )
        .file("templates/mini/unused.svg", "{{ card.whatever }}");
    project
        .run("check --format short")
        .exits(1)
        .says("templates/mini/frame.svg:1:15: error: T002 `card` has no column `nmae`")
        .says("templates/mini/lib.svg:1:38: error: T002 `of` has no column `cpies`")
        .never_says("whatever");
}

#[test]
fn default_gives_its_value_for_an_empty_cell() {
    let project = drawn("{{ card.text | default(value=\"—\") }}")
        .file(CARDS, "id,name,text\nriver,River,\nhill,Hill,Steep\n");
    project.run("build --format short").exits(0);
    let text = crate::common::text_of(&project.pdf("out/mini/cards.pdf"));
    assert!(text.contains('—') && text.contains("Steep"), "{text}");
}

#[test]
fn conditions_name_the_column_that_no_card_has() {
    let expect = |condition: &str| {
        Project::mini().edit(
            GAME,
            "cards = \"cards.csv\"\n",
            &format!(
                r#"cards = "cards.csv"
[[expect]]
in = "cards"
where = "{condition}"
copies = 0
"#
            ),
        )
    };
    for condition in [
        "card.nmae == 'x'",
        "card['nmae']",
        "not card.nmae",
        "card.nmae | default(value='x') == 'x'",
    ] {
        expect(condition).run("check").exits(1).says("column `nmae`").says("did you mean `name`?");
    }
    drawn("{{ count(where=\"card.nmae == 'x'\") }}")
        .run("check")
        .exits(1)
        .says("count: no card has a column `nmae`; did you mean `name`?");
}

#[test]
fn a_condition_that_false_meets_is_a_warning_in_templates_and_an_error_in_the_contract() {
    for (yes, no) in
        [("TRUE", "FALSE"), ("WAHR", "FALSCH"), ("vero", "falso"), ("yes", "no"), ("1", "0")]
    {
        let table = format!("id,name,unique\na,A,{yes}\nb,B,{no}\n");
        let project = drawn("{% if card.unique %}x{% endif %}").file(CARDS, &table);
        let met = format!("`card.unique` is met by `{no}`");
        project.run("check").exits(0).says("warning[T003]").says(&met);
        drawn("{% if card.unique == \"x\" %}x{% endif %}{{ card.unique }}")
            .file(CARDS, &table)
            .run("check --deny-warnings")
            .exits(0);
    }
    let numbers = "id,name,cost\na,A,1\nb,B,0\nc,C,\n";
    let project = drawn("{{ card.name }}{% if card.cost %}x{% endif %}").file(CARDS, numbers);
    project.run("check --deny-warnings").exits(0);
}

#[test]
fn names_in_rulebooks_are_looked_up_before_they_are_printed() {
    let book = Project::mini()
        .edit(
            GAME,
            "[print]",
            r#"[rulebook.rules]
source = "rules.md"
[data]
players = 4
[print]"#,
        )
        .file(
            "data/mini/rules.md",
            "# Mini\n\n## Setup {#setup}\n\n{% if data.playres %}For many.{% endif %}\n",
        );
    book.run("check --format short")
        .exits(1)
        .says("data/mini/rules.md:5:12: error: R001 `data` has no key `playres`");
    book.edit("data/mini/rules.md", "playres", "players").run("check").exits(0);
}

#[test]
fn a_text_that_overflows_is_told_at_its_own_call() {
    let project = Project::mini()
        .file(CARDS, "id,name,text,copies\nriver,River,\"much too long for such a small box\",1\n")
        .file(
            CARD,
            r#"<svg xmlns="http://www.w3.org/2000/svg" {{ canvas }} font-family="Alegreya">
{{ textbox(text=card.name, x=5, y=5, width=50, height=20) }}
<g>{{ textbox(text=card.text | upper, x=5, y=30, width=20, height=5) }}</g>
{{ textbox(text=card.name | int, x=5, y=60, width=50, height=9) }}
</svg>
"#,
        );
    let run = project.run("check --format short").exits(1);
    // A fault of tera keeps its place.
    run.says("templates/mini/card.svg:4:29: error: T002");
    let project = project.edit(CARD, "card.name | int", "card.name");
    project
        .run("check --format short")
        .exits(1)
        .says("templates/mini/card.svg:3:7: error: X001 column `text`: the text overflows");
    // What stands in the cell as it is drawn is told at the cell.
    project
        .edit(CARD, " | upper", "")
        .run("check --format short")
        .exits(1)
        .says("data/mini/cards.csv:2:14: error: X001 column `text`");
}

#[test]
fn a_letter_that_no_font_has_is_told_at_the_cell_and_not_in_a_template_that_is_not_used() {
    let project = Project::mini()
        .file(CARDS, "id,name,copies\nriver,River 1\u{fe0f}\u{20e3},1\n")
        .file("templates/_shared/keys.svg", "<svg><text>1\u{fe0f}\u{20e3}</text></svg>")
        .file("templates/mini/other.svg", "<svg><text>1\u{fe0f}\u{20e3}</text></svg>");
    project
        .run("check")
        .exits(1)
        .says("error[F003]: column `name`: ")
        .says("data/mini/cards.csv:2:")
        .says("templates/mini/card.svg:3:")
        .never_says("keys.svg")
        .never_says("other.svg");
}
