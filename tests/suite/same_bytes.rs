//! The same input gives the same bytes.
#![allow(clippy::format_collect, reason = "plain in a test")]

use crate::common::Project;

/// A deck of 28 cards with everything that could come in another order: maps, fonts, gradients,
/// pictures, layers.
fn deck() -> Project {
    let rows: String = (1..=28).map(|n| format!("Card {n:02},{}\n", n % 3)).collect();
    let card = "<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }} font-family=\"Alegreya\">\n\
                <linearGradient id=\"g\"><stop stop-color=\"#f00\"/><stop offset=\"1\" \
                stop-color=\"#00f\"/></linearGradient>\n\
                <rect x=\"-2\" y=\"-2\" width=\"67\" height=\"92\" fill=\"url(#g)\" \
                opacity=\"0.3\"/>\n\
                {% for key, value in data.names %}<text x=\"5\" y=\"{{ 20 + 8 * loop.index }}\" \
                font-size=\"5\" font-weight=\"{% if loop.index > 3 %}bold{% else %}normal{% endif \
                %}\">{{ key }} {{ value }}</text>\n{% endfor %}\
                {% if card.kind == \"1\" %}<image href=\"half.png\" x=\"5\" y=\"70\" width=\"20\" \
                height=\"10\"/>{% endif %}\n\
                <text x=\"5\" y=\"10\" font-size=\"6\" font-family=\"Rye\">{{ card.name \
                }}</text></svg>";
    Project::mini()
        .file("data/mini/cards.csv", format!("name,kind\n{rows}"))
        .edit(
            "data/mini/game.toml",
            "[print]",
            "[data.names]\nzebra = 1\napple = 2\nmango = 3\nfig = 4\nyam = 5\nbean = 6\n[print]",
        )
        .file("templates/mini/card.svg", card)
        .picture("templates/mini/half.png", "half-transparent.png")
}

#[test]
fn a_second_run_other_threads_and_another_folder_make_no_difference() {
    for kind in ["--render vector --png faces --dpi 50", "--render raster --dpi 72"] {
        let here = deck();
        let there = deck();
        here.run(&format!("build {kind}")).exits(0);
        let first = here.snapshot("out");
        assert!(first.len() >= 2);
        for (project, threads) in [(&here, ""), (&here, "-j 1"), (&there, "-j 8")] {
            project.run(&format!("build {kind} {threads}")).exits(0);
            let again = project.snapshot("out");
            let differing: Vec<&str> = first
                .iter()
                .zip(&again)
                .filter(|(a, b)| a != b)
                .map(|(a, _)| a.0.as_str())
                .collect();
            assert!(
                first.len() == again.len() && differing.is_empty(),
                "{kind} {threads}: {differing:?}"
            );
        }
    }
}

#[test]
fn loops_over_tables_and_components_follow_the_file() {
    let project = deck();
    project.run("build").exits(0);
    let text = crate::common::text_of(&project.pdf("out/mini/cards.pdf")).replace('\n', "");
    let places: Vec<_> = ["zebra 1", "apple 2", "mango 3", "fig 4", "yam 5", "bean 6"]
        .map(|word| text.find(word))
        .to_vec();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?} in {text}");

    let component = |id: &str| {
        format!(
            r#"[deck.{id}]
size = "poker-euro"
face = "card.svg"
cards = "cards.csv"
"#
        )
    };
    let game = ["zebra", "apple", "mango"].map(component).concat();
    let project = Project::mini().file("data/mini/game.toml", format!("title = \"Mini\"\n{game}"));
    let listed = project.run("list").exits(0).stdout;
    let places: Vec<_> = ["zebra", "apple", "mango"].map(|id| listed.find(id)).to_vec();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{listed}");
}

#[test]
fn the_manifest_tells_the_sums_of_the_files() {
    use sha2::Digest;
    let project = deck();
    project.run("build").exits(0);
    let manifest: serde_json::Value =
        serde_json::from_slice(&project.read("out/mini/manifest.json")).expect("JSON");
    let component = &manifest["components"][0];
    let sum: String = sha2::Sha256::digest(project.read("out/mini/cards.pdf"))
        .iter()
        .map(|b| format!("{b:02x}"))
        .collect();
    assert_eq!(component["sha256"], sum);
    assert_eq!(component["copies"], 28);
    assert_eq!(component["faces"], 29);
    assert_eq!(
        (&component["sheets"], &component["sides"]),
        (&serde_json::json!(4), &serde_json::json!(8))
    );
    assert_eq!(component["trim_mm"], serde_json::json!([63.0, 88.0]));
    assert_eq!(
        (&manifest["totals"]["sheets"], &manifest["lang"]),
        (&serde_json::json!(4), &serde_json::json!("en"))
    );
}
