//! `--lang all`: each language of a game, and what is told once about all of them.

use crate::common::Project;

const GAME: &str = "data/mini/game.toml";

/// A deck whose rules are short in English and long in Italian, and whose heading is missing twice.
fn harbour() -> Project {
    let face = r#"<svg xmlns="http://www.w3.org/2000/svg" {{ canvas }} font-family="Alegreya">
<text x="5" y="8" font-size="4">{{ t.heading }}</text>
{{ textbox(text=card["rules_" ~ lang] | default(value="Load."), x=5, y=10, width=30, height=10) }}
{{ textbox(text=t.motto, x=5, y=30, width=20, height=5, fit="none") }}
</svg>
"#;
    let long = "Carica una nave con tutte le merci del porto e paga il pilota. ".repeat(4);
    Project::mini()
        .edit(
            GAME,
            "title = \"Mini\"\n",
            "title = \"Mini\"\nlanguages = [\"en\", \"it\", \"ru\"]\n",
        )
        .file("templates/mini/card.svg", face)
        .file(
            "data/mini/cards.csv",
            format!(
                "id,copies,rules_en,rules_it\nriver,2,Load a ship.,{long}\nhill,1,Sail.,Salpa.\n"
            ),
        )
        .file(
            "data/mini/text.en.toml",
            r#"heading = "Harbour"
motto = "Sail"
[foot]
note = "Note"
"#,
        )
        .file(
            "data/mini/text.it.toml",
            r#"motto = "Salpa"
[foot]
note = "Nota"
"#,
        )
        .file("data/mini/text.ru.toml", "motto = \"Выйти в открытое море\"\n")
}

#[test]
fn a_table_tells_what_overflows_in_which_language() {
    for command in ["check", "build"] {
        let run = harbour().run(&format!("{command} --lang all")).exits(1);
        let table: Vec<&str> = run
            .stderr
            .lines()
            .skip_while(|line| !line.starts_with("mini: texts that do not fit"))
            .collect();
        assert_eq!(table.len(), 6, "{}", run.stderr);
        assert_eq!(table[1], "  en  all texts fit");
        assert_eq!(table[2], "  it  1 text too long");
        let row: Vec<&str> = table[3].split_whitespace().collect();
        assert_eq!(row[..4], ["it", "cards", "river", "rules_it"], "{}", run.stderr);
        assert_eq!((row[5], row[7]), ("lines", "mm"));
        assert!(
            row[4].parse::<usize>().is_ok_and(|lines| lines > 0)
                && row[6].parse::<f64>().is_ok_and(|mm| mm > 0.0)
        );
        // The motto stands in the template and is the same on both cards.
        assert_eq!(table[4], "  ru  1 text too long");
        assert!(table[5].contains("(template)"), "{}", run.stderr);
    }
}

#[test]
fn the_languages_that_fit_are_built() {
    let project = harbour();
    project.run("build --lang all").exits(1).says("mini (it): not built, 1 error");
    assert_eq!(project.files("out"), ["mini/cards.pdf", "mini/manifest.json"]);
}

#[test]
fn a_missing_translation_is_told_once_for_each_key() {
    let run = harbour().run("check --lang all").exits(1);
    assert_eq!(run.stderr.matches("M012").count(), 3, "{}", run.stderr);
    let run = run
        .says("2 cells of `rules_ru` have no translation into `ru`")
        .says("`heading` has no translation into `it`, `ru`")
        .says("`foot.note` has no translation into `ru`");
    run.says("data/mini/text.en.toml:1:1");
    let codes = harbour().codes("check --lang all");
    assert_eq!(codes.iter().filter(|code| *code == "M012").count(), 3, "{codes:?}");
}

#[test]
fn what_is_wrong_in_every_language_is_told_once() {
    let project = harbour().edit(GAME, "card.svg", "cart.svg");
    let run = project.run("check --lang all").exits(1);
    assert_eq!(run.stderr.matches("M014").count(), 1, "{}", run.stderr);
    for lang in ["en", "it", "ru"] {
        assert!(run.stderr.contains(&format!("mini ({lang}): 1 error")), "{}", run.stderr);
        assert!(
            run.stderr.contains(&format!("  {lang}  unknown: see its errors above")),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn missing_translations_count_where_warnings_are_denied() {
    let fits = || {
        harbour().edit("templates/mini/card.svg", "height=10)", "height=70)").edit(
            "templates/mini/card.svg",
            "width=20",
            "width=50",
        )
    };
    let run = fits().run("check --lang all").exits(0).says("mini: no text overflows in en, it, ru");
    assert!(run.stdout.contains("mini (it): complete, 3 pieces in 1 component"), "{}", run.stdout);
    fits().run("check --lang all --quiet").exits(0).never_says("overflows");
    fits().run("check --lang all --deny-warnings").exits(1).says("M012");
    let project = fits();
    project.run("build --lang all --deny-warnings").exits(1).says("M012");
    assert_eq!(project.files("out"), ["mini/cards.pdf", "mini/manifest.json"]);
}

#[test]
fn one_language_alone_is_told_as_before() {
    let run = harbour().run("check --lang ru").exits(1).never_says("texts that do not fit");
    run.says("`heading` has no translation into `ru`").says("mini: 1 error, 3 warnings");
}

#[test]
fn the_circus_fits_in_all_its_languages() {
    let project = Project::empty();
    let run = project
        .run_in(
            env!("CARGO_MANIFEST_DIR"),
            &["check", "--game", "circus", "--lang", "all", "--deny-warnings"],
        )
        .exits(0);
    run.says("circus: no text overflows in en, it").never_says("M012");
}
