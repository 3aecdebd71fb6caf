//! What a buyer holds in hand: faults of the shipped games that a program can see.

use std::path::Path;

use crate::common::Project;

/// A file of this repository.
fn file(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect(path)
}

/// The file of a game.
fn game(id: &str) -> toml::Table {
    toml::from_str(&file(&format!("data/{id}/game.toml"))).expect("TOML")
}

/// The value under these keys.
fn at<'t>(table: &'t toml::Table, keys: &[&str]) -> Option<&'t toml::Value> {
    let (first, rest) = keys.split_first()?;
    let value = table.get(*first)?;
    if rest.is_empty() { Some(value) } else { at(value.as_table()?, rest) }
}

/// A length in mm, as games write it.
fn mm(value: &toml::Value) -> f64 {
    let text = value.as_str().expect("a length");
    text.strip_suffix("mm").expect("mm").parse().expect("a number")
}

/// What stands between the first `before` and the next `after`.
fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    let rest = text.split_once(before).unwrap_or_else(|| panic!("no {before:?}")).1;
    rest.split_once(after).unwrap_or_else(|| panic!("no {after:?}")).0
}

#[test]
fn a_booklet_has_one_blank_page_at_most() {
    for (id, languages) in [
        ("circus", ["", "-it"]),
        ("ballo", ["", "-it"]),
        ("barabas", ["", "-en"]),
        ("funambolika", ["", "-en"]),
    ] {
        let project = Project::empty();
        project.run(&format!("build --game {id} --component rules --lang all --out out")).exits(0);
        for language in languages {
            let pages =
                project.pdf(&format!("out/{id}/rules-part{language}.pdf")).get_pages().len();
            let blank = pages.next_multiple_of(4) - pages;
            assert!(blank <= 1, "{id}{language}: {pages} pages leave {blank} blank");
        }
    }
}

#[test]
fn pieces_with_different_neighbours_are_cut_apart() {
    for (id, pieces) in [
        ("circus", vec![["sheet", "aid"]]),
        ("ballo", vec![["token", "accolades"], ["sheet", "phases"]]),
        ("barabas", vec![["token", "artists"], ["sheet", "aid"]]),
        ("funambolika", vec![["token", "discs"], ["token", "bystanders"], ["sheet", "aid"]]),
    ] {
        let game = game(id);
        for [kind, name] in pieces {
            let gutter = at(&game, &[kind, name, "gutter"]).map_or(0.0, mm);
            let bleed = at(&game, &[kind, name, "bleed"])
                .or_else(|| at(&game, &["print", "bleed"]))
                .map_or(2.0, mm);
            assert!(gutter >= 2.0 * bleed, "{id}, {name}: gutter {gutter}, bleed {bleed}");
        }
    }
}

#[test]
fn a_caption_names_the_signs_in_the_order_of_the_picture() {
    let artists = file("data/barabas/artists.csv");
    let rows: Vec<Vec<&str>> = artists.lines().map(|row| row.split(',').collect()).collect();
    for language in ["ru", "en"] {
        let rules = file(&format!("data/barabas/rules.{language}.md"));
        let words: toml::Table =
            toml::from_str(&file(&format!("data/barabas/text.{language}.toml"))).expect("TOML");
        let figure = between(&rules, "![", "layout=row");
        let (caption, address) = figure.split_once("](").expect("a caption");
        let mut from = 0;
        for row in rows.iter().filter(|row| address.contains(&format!("'{}'", row[0]))) {
            let sign = at(&words, &["sign", row[2]]).and_then(toml::Value::as_str).expect("a word");
            let place = caption[from..].find(&sign.to_lowercase());
            from += place.unwrap_or_else(|| panic!("{caption:?}: {sign} is late or missing"));
        }
        assert!(from > 0, "{caption:?} names no sign");
    }
}

#[test]
fn a_box_lists_nothing_that_does_not_lie_in_it() {
    let game = game("circus");
    let deck = at(&game, &["fold", "box", "deck"]).and_then(toml::Value::as_str).expect("a deck");
    let template = file("templates/circus/tuckbox.svg");
    let counted: Vec<&str> =
        template.split("deck=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(!counted.is_empty());
    assert!(counted.iter().all(|name| *name == deck), "{counted:?}");
}

#[test]
fn house_numbers_can_be_read_across_the_table_and_upside_down() {
    let template = file("templates/funambolika/town.svg");
    let size = between(between(&template, "textbox(text=h.number", "}}"), "size=\"", "pt");
    assert!(size.parse::<f64>().expect("points") >= 18.0, "{size} pt");
    // Whatever reads as the number of another house when it is turned is underlined.
    let upside_down = |number: u32| {
        let turned: Option<String> = number
            .to_string()
            .chars()
            .rev()
            .map(|digit| match digit {
                '0' | '1' | '8' => Some(digit),
                '6' => Some('9'),
                '9' => Some('6'),
                _ => None,
            })
            .collect();
        let other = turned.filter(|t| !t.starts_with('0')).and_then(|t| t.parse().ok());
        other.is_some_and(|other: u32| other != number && (1..=90).contains(&other))
    };
    let game = game("funambolika");
    let marked: Vec<i64> = at(&game, &["data", "turned"])
        .and_then(toml::Value::as_array)
        .expect("a list")
        .iter()
        .filter_map(toml::Value::as_integer)
        .collect();
    for number in (1..=90).filter(|number| upside_down(*number)) {
        assert!(marked.contains(&i64::from(number)), "{number} is not underlined");
    }
}

#[test]
fn the_slot_of_the_car_lets_one_card_out_and_not_two() {
    let game = game("ballo");
    let cuts = at(&game, &["fold", "car", "cut"]).and_then(toml::Value::as_array).expect("cuts");
    let path = cuts[0].get("path").and_then(toml::Value::as_str).expect("a path");
    let edges: Vec<f64> = path
        .split(|c: char| c.is_ascii_alphabetic() || c == ' ')
        .filter_map(|n| n.parse().ok())
        .collect();
    let [left, top, right, foot, ..] = edges[..] else { panic!("{path}") };
    assert!(right - left > 63.5, "{path}: narrower than a card");
    assert!((0.33..0.66).contains(&(foot - top)), "{path}: not the height of one card");
}

#[test]
fn the_dice_of_the_fair_lie_inside_of_their_tents() {
    let game = game("ballo");
    let tents = at(&game, &["data", "tents"]).and_then(toml::Value::as_array).expect("tents");
    // A tent has a rim of 11 mm around a floor of 165 by 125 mm, a ring is 28 mm across.
    for tent in tents {
        let number = |key| tent.get(key).and_then(toml::Value::as_integer).expect("a number");
        let (x, y) = (number("die_x") - number("x") - 11, number("die_y") - number("y") - 11);
        assert!((14..=165 - 14).contains(&x) && (14..=125 - 14).contains(&y), "{tent}");
    }
}
