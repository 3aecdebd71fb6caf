//! Tables that are shaped in `game.toml`, as `pnp data` shows them.

use crate::common::Project;

const GAME: &str = "data/mini/game.toml";
const CARDS: &str = "data/mini/cards.csv";
const TABLE: &str = "id,Card Title,kind,good,cost,copies\n\
                     s1,Sparrow,ship,wool,3,\nh1,Mill,house,,1,4\ns2,Heron,ship,spice,5,2\n";
const GOODS: &str = "good,colour,weight\nwool,white,1\nspice,red,2\n";

/// The little game with this table and these keys in its deck.
fn shaped(keys: &str) -> Project {
    Project::mini()
        .file(CARDS, TABLE)
        .file("data/mini/goods.csv", GOODS)
        .file("templates/mini/card.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }}/>")
        .edit(GAME, "cards = \"cards.csv\"\n", &format!("cards = \"cards.csv\"\n{keys}\n"))
}

fn table(keys: &str) -> String {
    shaped(keys).run("data --component cards --format csv").exits(0).stdout.replace("\r\n", "\n")
}

#[test]
fn each_step_shapes_the_table() {
    for (keys, shown) in [
        ("", TABLE.to_lowercase().as_str()),
        (
            "rename = { name = \"Card Title\" }",
            "id,name,kind,good,cost,copies\ns1,sparrow,ship,wool,3,\nh1,mill,house,,1,4\n\
             s2,heron,ship,spice,5,2\n",
        ),
        (
            "where = \"card.kind == 'ship'\"",
            "id,card title,kind,good,cost,copies\ns1,sparrow,ship,wool,3,\n\
             s2,heron,ship,spice,5,2\n",
        ),
        (
            "default = { copies = 7, text = \"-\" }",
            "id,card title,kind,good,cost,copies,text\ns1,sparrow,ship,wool,3,7,-\n\
             h1,mill,house,,1,4,-\ns2,heron,ship,spice,5,2,-\n",
        ),
        (
            "compute = { twice = \"card.cost | int * 2\", more = \"card.twice ~ '+'\" }",
            "id,card title,kind,good,cost,copies,twice,more\ns1,sparrow,ship,wool,3,,6,6+\n\
             h1,mill,house,,1,4,2,2+\ns2,heron,ship,spice,5,2,10,10+\n",
        ),
        (
            "join = [{ table = \"goods.csv\", on = \"good\", rename = { tint = \"colour\" } }]",
            "id,card title,kind,good,cost,copies,tint,weight\ns1,sparrow,ship,wool,3,,white,1\n\
             h1,mill,house,,1,4,,\ns2,heron,ship,spice,5,2,red,2\n",
        ),
        (
            // One after the other: what is renamed is joined, what is joined is computed with.
            r#"rename = { ware = "good" }
join = [{ table = "goods.csv", on = "ware", key = "good" }]
default = { weight = "0" }
compute = { load = "card.weight | int + card.cost | int" }
where = "card.load | int > 3""#,
            "id,card title,kind,ware,cost,copies,colour,weight,load\n\
             s1,sparrow,ship,wool,3,,white,1,4\ns2,heron,ship,spice,5,2,red,2,7\n",
        ),
    ] {
        assert_eq!(table(keys).to_lowercase(), shown, "{keys}");
    }
    let run = shaped("where = \"card.kind == 'ship'\"").run("list").exits(0);
    assert!(run.stdout.contains("3 copies"), "{}", run.stdout);
}

#[test]
fn one_table_holds_several_components() {
    let project = shaped("where = \"card.kind == 'ship'\"");
    let game = String::from_utf8(project.read(GAME)).expect("UTF-8");
    let more = game.replace("deck.cards", "deck.houses").replace("'ship'", "'house'");
    let houses = more.split("[deck.houses]").nth(1).expect("a deck");
    let project = project.file(GAME, format!("{game}\n[deck.houses]{houses}"));
    let run = project.run("list").exits(0);
    assert!(run.stdout.contains("3 copies") && run.stdout.contains("4 copies"), "{}", run.stdout);
    project.run("data --format csv").exits(2).says("name one with --game and --component");
    project.run("data --component boats").exits(2).says("there is no table of cards `boats`");
    let run = project.run("data --component houses --format json").exits(0);
    let json: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(json["tables"][0]["rows"][0]["kind"], "house");
    let run = project.run("data").exits(0);
    assert!(run.stdout.contains("mini houses: 4 copies, 1 card"), "{}", run.stdout);
}

#[test]
fn what_does_not_fit_the_tables_is_named_at_its_place() {
    for (keys, said) in [
        ("rename = { name = \"Titel\" }", "game.toml:9:19: error: M070 there is no column `Titel`"),
        ("rename = { kind = \"Card Title\" }", "M071 there is a column `kind` already"),
        ("rename = { a = \"good\", b = \"Good\" }", "M071 column `Good` is renamed twice"),
        ("compute = { cost = \"1\" }", "M071 there is a column `cost` already"),
        ("compute = { x = \"card.costs\" }", "C002 no card has a column `costs`"),
        ("compute = { x = \"costs\" }", "M072 the expression `costs` cannot be read"),
        ("compute = { x = \"card.kind | int\" }", "M072 the expression `card.kind | int` fails"),
        ("where = \"card.knid == 'ship'\"", "C002 no card has a column `knid`"),
        ("where = \"card.kind == 'tent'\"", "M007 deck `cards` has nothing to print"),
        ("join = [{ table = \"goods.csv\", on = \"ware\" }]", "M070 there is no column `ware`"),
        ("join = [{ table = \"godos.csv\", on = \"good\" }]", "S001 `godos.csv` does not exist"),
        (
            "join = [{ table = \"goods.csv\", on = \"kind\", key = \"good\" }]",
            "cards.csv:2:12: error: M071 there is no good `ship`",
        ),
        (
            "join = [{ table = \"cards.csv\", on = \"id\" }]",
            "M071 both tables have a column `card title`",
        ),
        (
            "join = [{ table = \"cards.csv\", on = \"kind\", rename = { b = \"id\" } }]",
            "cards.csv:4:10: error: M071 two rows have the kind `ship`",
        ),
        ("default = { cost = [1] }", "S004 `cost`: expected a string, a number, or true or false"),
    ] {
        shaped(keys).run("check --format short").exits(1).says(said);
    }
}

#[test]
fn columns_of_a_language_take_the_place_of_their_plain_name() {
    let project = shaped("")
        .edit(GAME, "title", "languages = [\"en\", \"it\"]\ntitle")
        .file("data/mini/text.en.toml", "a = \"a\"\n")
        .file("data/mini/text.it.toml", "a = \"a\"\n")
        .file(CARDS, "id,name,name_it,text_en,text_it\nx,Mill,Mulino,One,Uno\ny,River,,Two,\n");
    let shown = |lang: &str| {
        let run = project.run(&format!("data --component cards --format csv --lang {lang}"));
        (run.stdout.replace("\r\n", "\n"), run.stderr)
    };
    let (english, said) = shown("en");
    assert_eq!(
        english,
        "id,name,name_it,text_en,text_it,text\nx,Mill,Mulino,One,Uno,One\ny,River,,Two,,Two\n"
    );
    assert_eq!(said, "");
    let (italian, said) = shown("it");
    assert_eq!(
        italian,
        "id,name,name_it,text_en,text_it,text\nx,Mulino,Mulino,One,Uno,Uno\ny,River,,Two,,Two\n"
    );
    for (place, column, word) in [("3:9", "name_it", "River"), ("3:14", "text_it", "Two")] {
        assert!(said.contains(&format!("data/mini/cards.csv:{place}")), "{said}");
        assert!(said.contains(&format!("a cell of `{column}` has no translation into `it`")));
        assert!(said.contains(&format!("shows another language: `{word}`")), "{said}");
    }
}

#[test]
fn a_table_may_be_there_once_for_each_language() {
    let project = shaped("")
        .edit(GAME, "title", "languages = [\"en\", \"it\", \"de\"]\ntitle")
        .edit(GAME, "cards.csv", "cards.{lang}.csv")
        .file("data/mini/cards.en.csv", "id,name\nx,Mill\n")
        .file("data/mini/cards.it.csv", "id,name\nx,Mulino\n");
    let project = ["en", "it", "de"].into_iter().fold(project, |project, lang| {
        project.file(&format!("data/mini/text.{lang}.toml"), "a = \"a\"\n")
    });
    for (lang, word, said) in [
        ("en", "Mill", ""),
        ("it", "Mulino", ""),
        ("de", "Mill", "there is no `cards.de.csv`; `cards.en.csv` stands in"),
    ] {
        let run = project.run(&format!("data --component cards --lang {lang}"));
        assert!(run.stdout.contains(word), "{}", run.stdout);
        assert!(run.stderr.contains(said) && run.stderr.is_empty() == said.is_empty(), "{lang}");
    }
}
