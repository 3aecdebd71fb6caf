//! The reference of templates: the names they see, and the functions that are registered.

use std::fmt::Write;

use super::context::Ink;
use super::functions::FUNCTIONS;
use crate::game::Kind;

/// A name that templates see, for the reference page.
#[derive(Clone, Copy, Debug)]
pub struct VariableDoc {
    /// The name, with the parts of a table after a point.
    pub name: &'static str,
    /// What kind of value it is.
    pub is: &'static str,
    /// What it holds.
    pub holds: &'static str,
}

const fn variable(name: &'static str, is: &'static str, holds: &'static str) -> VariableDoc {
    VariableDoc { name, is, holds }
}

/// All names that templates see. `{kinds}` and `{inks}` stand for the words of those types.
pub const VARIABLES: &[VariableDoc] = &[
    variable(
        "canvas",
        "attributes",
        "`width`, `height` and `viewBox` for the outer `<svg>`: the size with its bleed, one unit \
         to the millimetre, and the point 0 0 at the upper left corner of the finished card. Begin \
         every template with `<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }}>`.",
    ),
    variable(
        "width",
        "a number, mm",
        "The finished width. Without a fraction where it is whole: `63`, `63.5`.",
    ),
    variable("height", "a number, mm", "The finished height."),
    variable("bleed", "a number, mm", "How far the picture extends beyond the finished edge."),
    variable("safe", "a number, mm", "How far inside the finished edge words and symbols stay."),
    variable(
        "card",
        "a table",
        "The card being drawn: each column of its row under its name in lower case. Cells of a CSV \
         file are strings exactly as typed, an empty cell is `\"\"`. A column that the table does \
         not have is an error (T002).",
    ),
    variable(
        "card.id",
        "a string",
        "The `id` cell; without one the name made safe for a file name; without both `card-` and \
         its number in the deck.",
    ),
    variable("card.copies", "a whole number", "How often the card is printed."),
    variable(
        "panel",
        "a table",
        "Only in a fold: the panel being drawn. `width`, `height` and `canvas` are those of this \
         panel. A template that also draws cards tests `{% if panel is defined %}`.",
    ),
    variable("panel.name", "a string", "Its name, such as `front`; for a cube `1` to `6`."),
    variable(
        "panel.number",
        "a whole number",
        "Its number, from 1; for a cube the number of pips it shows.",
    ),
    variable("panel.width", "a number, mm", "Its width, as `width`."),
    variable("panel.height", "a number, mm", "Its height, as `height`."),
    variable("deck", "a table", "The component being drawn, of whatever kind."),
    variable("deck.id", "a string", "Its ID in `game.toml`."),
    variable("deck.kind", "a string", "{kinds}."),
    variable("deck.copies", "a whole number", "All copies of all its cards."),
    variable(
        "deck.cards",
        "a list",
        "All its cards in the order of the table, each a table like `card`.",
    ),
    variable(
        "field.points",
        "a list",
        "Only in a component with a [`field`](keys.md#boardidfield): its points in the order of \
         the table. Each has `id`, `kind`, `zone`, its own columns, `x` and `y` of its centre in \
         mm, `shape` and `size` of its symbol, `neighbours` (a list of ids), and `label` with `x`, \
         `y` and `anchor` (for `text-anchor`): where its lines leave the most room.",
    ),
    variable(
        "field.lines",
        "a list",
        "Its lines. Each has `from` and `to` (ids), its own columns, `x1`, `y1`, `x2`, `y2` where \
         it leaves and reaches the symbols, its `middle` with `x` and `y`, and `path`, the `d` of \
         an SVG path.",
    ),
    variable(
        "radial.houses",
        "a list",
        "Only in a component with [`radial`](keys.md#boardidradial): its houses by number. Each \
         has `number`, `first` (whether it is house 1), `spoke`, `ring` (1 is outside), `x` and \
         `y` of its centre, `angle` (degrees from the right, counter-clockwise), `outer` and \
         `inner` radius, `path` (its outline as the `d` of an SVG path), `radius_line` with `x1`, \
         `y1`, `x2`, `y2` (its side towards the previous spoke), and `label` with `x` and `y`.",
    ),
    variable("radial.centre", "a table", "Its centre, `x` and `y`."),
    variable("radial.radii", "a list", "The radii of its circles, from the outermost."),
    variable(
        "grid.cells",
        "a list",
        "Only in a component with a [`grid`](keys.md#boardidgrid): its cells by number. Each has \
         `number`, `column` and `row` from 1, `x` and `y` of its centre, `path` (its outline), and \
         `neighbours` (the numbers of the cells it shares a side with).",
    ),
    variable(
        "grid.bounds",
        "a table",
        "The box around the cells: `left`, `top`, `right`, `bottom`.",
    ),
    variable("game", "a table", "The game."),
    variable("game.id", "a string", "The name of its folder under `data/`."),
    variable("game.title", "a string", "`title` of `game.toml`."),
    variable("game.author", "a string", "`author` of `game.toml`; `\"\"` where it is left out."),
    variable(
        "t",
        "a table",
        "The printed words: `text.LANGUAGE.toml`, nested as in the file. `t.act.monkey`, or \
         `t.act[card.act]` to look a cell up.",
    ),
    variable(
        "data",
        "a table",
        "The `[data]` of `game.toml`: values of your own, nested as in the file.",
    ),
    variable("lang", "a string", "The language of this build, such as `en`."),
    variable(
        "ink",
        "a string",
        "{inks}; low where `--ink low` asks templates to leave their large coloured areas out.",
    ),
];

/// The reference of what templates see and may call, in Markdown.
pub fn templates_markdown() -> String {
    let mut out = String::from(
        "# What templates see\n\n\
         A template is an SVG file with [Tera](https://keats.github.io/tera/) 2 in it. \
         `{{ card.name }}` prints a value, `{% if card.cost == \"3\" %}…{% endif %}` decides, \
         `{% for row in data.rows %}…{% endfor %}` repeats, `{# … #}` is a comment. Printed values \
         are escaped for SVG, so `Salt & Pepper` is fine in a table. A name that does not exist \
         is an error, never an empty space. [The guide](guide.md#templates) shows templates in \
         use.\n\n\
         ## Variables\n\n| name | is | holds |\n|---|---|---|\n",
    );
    for VariableDoc { name, is, holds } in VARIABLES {
        let holds = holds
            .replace("{kinds}", &either(&Kind::ALL.map(Kind::word)))
            .replace("{inks}", &either(&Ink::ALL.map(Ink::word)));
        let _ = writeln!(out, "| `{name}` | {is} | {holds} |");
    }
    out.push_str(
        "\n## Functions\n\nBesides those of Tera, such as `range(end=4)`:\n\n\
         | call | gives |\n|---|---|\n",
    );
    for function in FUNCTIONS {
        let _ = writeln!(out, "| `{}` | {} |", function.call, function.gives);
    }
    out.push_str(
        "\n## Filters\n\nAll of Tera's own filters are available, among them `upper`, `lower`, \
         `capitalize`, \
         `title`, `trim`, `replace`, `split`, `join`, `length`, `first`, `last`, `int`, `float`, \
         `round`, `default` and `safe`: `{{ card.name | upper }}`, `{{ card.cost | int * 2 }}`, \
         `{% for word in card.text | split(pat=\" / \") %}`. `default(value=\"-\")` gives its \
         value for \
         an empty cell too.\n",
    );
    out
}

/// `` `full` or `low` ``
fn either(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use tera::{Context, Tera, Value};

    use super::*;
    use crate::compose::context::{add_card, add_panel, of_component};
    use crate::diag::Sink;
    use crate::files::{Files, MemoryFiles, Shipped};
    use crate::game::{Overrides, read};

    #[test]
    fn a_table_cell_never_ends_early() {
        for v in VARIABLES {
            assert!(![v.name, v.is, v.holds].iter().any(|text| text.contains('|')), "{}", v.name);
        }
        for f in FUNCTIONS {
            assert!(!f.call.contains('|') && !f.gives.contains('|'), "{}", f.call);
            assert!(f.call.starts_with(&format!("{}(", f.name)), "{}", f.call);
        }
    }

    /// What the templates of all components of a game see.
    fn contexts(files: &dyn Files, id: &str) -> Vec<Context> {
        let mut sink = Sink::new();
        let game = read(files, id, &Overrides::default(), &mut sink)
            .unwrap_or_else(|_| panic!("{:?}", sink.into_sorted()));
        let seen = |component: &crate::game::Component| {
            let mut context = of_component(&game, component, Ink::Full);
            add_card(&mut context, &component.cards[0]);
            if let Some(fold) = component.fold() {
                add_panel(&mut context, &fold.panels[0], component.print.bleed);
            }
            context
        };
        game.components.iter().map(seen).collect()
    }

    /// The names of values with those of their parts behind a point, and the keys of what they
    /// list.
    fn names(context: &Context) -> Vec<(String, Vec<String>)> {
        let keys = |value: &Value| -> Vec<String> {
            value.as_map().into_iter().flat_map(|map| map.keys()).map(ToString::to_string).collect()
        };
        let listed = |value: &Value| value.as_array().and_then(|list| list.first()).map(keys);
        let all = Tera::default()
            .render_str(
                "{% for name, value in __tera_context %}{{ name }} {% endfor %}",
                context,
                false,
            )
            .unwrap();
        let mut found = Vec::new();
        for name in all.split_whitespace() {
            let value = context.get(name).unwrap();
            found.push((name.to_owned(), Vec::new()));
            // What the designer named is not in the reference.
            if !["card", "t", "data"].contains(&name) {
                for key in keys(value) {
                    let part = value.get_from_path(&key).unwrap();
                    let inside = listed(part).unwrap_or_else(|| keys(part));
                    let inside = if key == "cards" { Vec::new() } else { inside };
                    found.push((format!("{name}.{key}"), inside));
                }
            }
        }
        found
    }

    #[test]
    fn whatever_templates_see_is_in_the_reference_and_nothing_else() {
        let grid = MemoryFiles::new()
            .with(
                "data/g/game.toml",
                "title = 'T'\n[board.b]\nsize = { width = '90mm', height = '90mm' }\n\
                 face = 'a.svg'\n\
                 [board.b.grid]\ncolumns = 2\nrows = 2\ncell = '30mm'\n",
            )
            .with("templates/g/a.svg", "<svg/>");
        let mut seen: Vec<(String, Vec<String>)> = contexts(&grid, "g")
            .iter()
            .chain(&contexts(&Shipped, "barabas"))
            .chain(&contexts(&Shipped, "funambolika"))
            .flat_map(names)
            .collect();
        seen.sort();
        seen.dedup();
        for (name, keys) in &seen {
            let whole = ["field", "radial", "grid"].contains(&name.as_str());
            let variable = VARIABLES.iter().find(|variable| variable.name == name);
            let Some(variable) = variable else {
                assert!(whole, "`{name}` is not in the reference");
                continue;
            };
            for key in keys {
                // Columns of the points of Barabas.
                let own = ["sticker", "artist", "sign", "start"].contains(&key.as_str());
                let text = format!("`{key}`");
                assert!(own || variable.holds.contains(&text), "`{name}` has {text}");
            }
        }
        for variable in VARIABLES.iter().filter(|variable| !variable.name.starts_with("card.")) {
            let exists = seen.iter().any(|(name, _)| name == variable.name);
            assert!(exists, "nothing sees `{}`", variable.name);
        }
    }
}
