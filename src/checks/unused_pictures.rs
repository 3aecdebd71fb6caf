//! Pictures and icons that are drawn nowhere.

use std::path::Path;

use super::check::{Check, GameUse, Run, Unused};
use crate::diag::{Code, Diagnostic, Source, Span, codes};
use crate::files::tree;
use crate::game::Game;

codes! {
    /// picture that nothing shows
    ///
    /// A picture in a folder of the game, or one of its icons, is on no face and on no page of a
    /// rulebook, and no template, table or rulebook names it. Reported by `pnp check` for whole
    /// games.
    ///
    /// Either it is left over, or the card that should show it does not.
    ///
    /// ```fails icons/moon.svg
    /// <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle r="3"/></svg>
    /// ```
    /// ```passes icons/moon.svg
    /// <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle r="3"/></svg>
    /// ```
    /// ```passes game.toml
    /// [preflight]
    /// unused = { "icons/moon.svg" = "for the next expansion" }
    /// ```
    L022;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Use(run) };

const PICTURES: [&str; 9] = ["png", "jpg", "jpeg", "webp", "gif", "bmp", "tif", "tiff", "svgz"];

/// The folder of the icons of a game.
pub(super) fn icons_folder(game: &Game) -> String {
    format!("templates/{}/{}/", game.id, game.text.icons)
}

fn run(used: &GameUse<'_>) -> Vec<Unused> {
    let game = used.game;
    let icons = icons_folder(game);
    let mut unused = Vec::new();
    for folder in [format!("templates/{}", game.id), format!("data/{}", game.id)] {
        for file in tree(used.files, &folder).files {
            let path = format!("{folder}/{file}");
            let end = Path::new(&file).extension().and_then(|end| end.to_str()).unwrap_or_default();
            let end = end.to_ascii_lowercase();
            let icon = path.strip_prefix(&icons).and_then(|icon| icon.strip_suffix(".svg"));
            let is_picture = PICTURES.contains(&end.as_str())
                || end == "svg" && (icon.is_some() || folder.starts_with("data/"));
            let is_icon_used = icon.is_some_and(|icon| {
                used.icons.contains(icon)
                    || used.is_mentioned(&format!("{{{icon}}}"))
                    || used.is_mentioned(&format!("{{{icon}*"))
                    || used.is_mentioned(&format!("icon:{icon}"))
                    || used.usage.uses_template(&file)
            });
            if !is_picture
                || is_icon_used
                || used.pictures.contains(&path)
                || used.names_file(&file)
            {
                continue;
            }
            let what = if icon.is_some() { "icon" } else { "picture" };
            let message = format!("nothing shows the {what} `{path}`");
            let fault = Diagnostic::warning(Code::L022, message)
                .at(&Span::file(&Source::new(path.as_str(), "")))
                .hint("delete it, or keep it with a reason: `unused` of [preflight]");
            unused.push(Unused { names: vec![file, path], fault });
        }
    }
    unused
}

impl GameUse<'_> {
    /// Whether a file is named somewhere, though it was not drawn this time: on a card without
    /// copies, for another language, or for another amount of ink.
    pub(super) fn names_file(&self, file: &str) -> bool {
        let name = file.rsplit_once('/').map_or(file, |(_, name)| name);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let game = self.game;
        let is_cell = |value: &tera::Value| value.as_str().is_some_and(|cell| cell.trim() == stem);
        let mut cards = game.components.iter().flat_map(|component| &component.cards);
        let is_of_a_card = cards.any(|card| card.id == stem || card.values.values().any(is_cell));
        // `title-it.png` beside `title-en.png` or `title.png`.
        let plain = |stem: &str| {
            let parts = stem.split(['-', '_', '.']);
            let is_edition = |part: &&str| {
                matches!(*part, "low" | "full") || game.languages.iter().any(|lang| lang == part)
            };
            parts.filter(|part| !is_edition(part)).collect::<Vec<_>>().join("-")
        };
        let is_edition = plain(stem) != stem.replace(['_', '.'], "-")
            && self.pictures.iter().any(|drawn| {
                let drawn = Path::new(drawn).file_stem().and_then(|stem| stem.to_str());
                drawn.is_some_and(|drawn| plain(drawn) == plain(stem))
            });
        self.is_mentioned(name) || is_of_a_card || is_edition
    }
}
