//! Differences as a page with pictures before and after. It needs no other file and no script.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::compare::{CellChange, Comparison, Pictures, PrintName, plain};
use super::markdown::{verdict, words};
use crate::xml::escape;

const STYLE: &str = "\
:root { color-scheme: light dark; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
section { border-top: 1px solid #8888; padding: .5rem 0; }
.prints { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; text-align: center; }
img { max-width: 14rem; max-height: 18rem; background: #fff; border: 1px solid #8888; }
td, th { padding: 0 .75rem 0 0; text-align: left; vertical-align: top; }
";

/// What differs in a game, as a page of HTML. Prints without a picture are named.
pub fn html(
    game: &str,
    names: (&str, &str),
    found: &Comparison,
    pictures: (&Pictures, &Pictures),
) -> String {
    let (before, now) = names;
    let title = format!("{} from {} to {}", escape(game), escape(before), escape(now));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    let summary = if found.is_empty() { "Nothing differs".to_owned() } else { words(found) };
    page.push_str(&format!("<p>{}.</p>\n", escape(&summary)));
    if !found.promises.is_empty() {
        page.push_str("<h2>Promises</h2>\n<ul>\n");
        for promise in &found.promises {
            let that = escape(&promise.that);
            page.push_str(&format!("<li>{that}: <strong>{}</strong></li>\n", verdict(promise)));
        }
        page.push_str("</ul>\n");
    }
    let mut prints = found.prints().into_iter().peekable();
    let mut prints_of = |component: &str, card: &str| {
        let mut of_card = Vec::new();
        while let Some(print) = prints.next_if(|p| p.component == component && p.card == card) {
            of_card.push(print);
        }
        figures(&of_card, names, pictures)
    };
    for card in &found.changed {
        page.push_str(&section(&card.component, &card.id, "changed"));
        if let Some((before, now)) = card.copies {
            page.push_str(&format!("<p>{before} → {now} copies</p>\n"));
        }
        page.push_str(&cells(&card.cells));
        page.push_str(&prints_of(&card.component, &card.id));
        page.push_str("</section>\n");
    }
    for (cards, what) in [(&found.added, "new"), (&found.removed, "gone")] {
        for card in cards {
            page.push_str(&section(&card.component, &card.id, what));
            page.push_str(&format!("<p>{} copies</p>\n", card.copies));
            page.push_str(&prints_of(&card.component, &card.id));
            page.push_str("</section>\n");
        }
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn section(component: &str, id: &str, what: &str) -> String {
    format!("<section>\n<h2>{}/{} <small>{what}</small></h2>\n", escape(component), escape(id))
}

fn cells(cells: &[CellChange]) -> String {
    if cells.is_empty() {
        return String::new();
    }
    let shown = |value: &Option<serde_json::Value>| {
        value.as_ref().map_or_else(|| "–".to_owned(), |value| escape(&plain(value)).into_owned())
    };
    let rows = cells.iter().map(|cell| {
        let column = escape(&cell.column);
        let (before, now) = (shown(&cell.before), shown(&cell.now));
        format!("<tr><th>{column}</th><td><del>{before}</del></td><td><ins>{now}</ins></td></tr>\n")
    });
    format!("<table>\n{}</table>\n", rows.collect::<String>())
}

/// The prints of a card before and after.
fn figures(prints: &[PrintName], names: (&str, &str), pictures: (&Pictures, &Pictures)) -> String {
    let mut figures = String::new();
    for print in prints {
        for (all, when) in [(pictures.0, names.0), (pictures.1, names.1)] {
            let words = format!("{}, {}", escape(&print.side), escape(when));
            match all.get(print) {
                Some(png) => figures.push_str(&format!(
                    "<figure><img alt=\"{words}\" src=\"data:image/png;base64,{}\">\
                     <figcaption>{words}</figcaption></figure>\n",
                    STANDARD.encode(png)
                )),
                None if all.is_empty() => {
                    figures.push_str(&format!("<p>{words}: no picture</p>\n"));
                }
                None => {}
            }
        }
    }
    if figures.is_empty() { figures } else { format!("<div class=\"prints\">\n{figures}</div>\n") }
}

#[cfg(test)]
mod tests {
    use super::super::compare::compare;
    use super::super::state::tests::{card, state};
    use super::*;

    #[test]
    fn a_page_shows_what_differs_and_means_what_it_says() {
        let before = state(&[card("river", 2, "a"), card("<mill>", 1, "c")]);
        let now = state(&[card("river", 2, "A")]);
        let found = compare(&before, &now);
        let pictures: Pictures =
            found.prints().into_iter().map(|print| (print, b"png".to_vec())).collect();
        let page = html("mini", ("v1", "v2"), &found, (&pictures, &Pictures::new()));
        assert_eq!(page.matches("<img ").count(), 2, "{page}");
        assert_eq!(page.matches("no picture").count(), 2, "{page}");
        assert!(page.contains("cards/&lt;mill&gt; <small>gone</small>"), "{page}");
    }
}
