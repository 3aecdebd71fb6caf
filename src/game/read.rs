//! From the files of a game to a game that can be drawn.
//!
//! In: the name of a game, and what the command line overrides. Out: a [`Game`] with the guarantees
//! of the folder. All faults of what is written are reported at once; then, if there is none, all
//! of what it means.

use super::component_table::{self, Surroundings};
use super::game_file::GameFile;
use super::overrides::Overrides;
use super::pictures::PictureLimits;
use super::rulebook::{self, RulebookTexts};
use super::text::TextSettings;
use super::toml::value;
use super::{Expect, Game, Preflight, Variant, language, texts};
use crate::diag::{Code, Diagnostic, Failed, Sink, UnknownName};
use crate::files::Files;

/// Reads a game without a fault.
pub fn read(
    files: &dyn Files,
    id: &str,
    overrides: &Overrides,
    sink: &mut Sink,
) -> Result<Game, Failed> {
    let file = GameFile::read(files, id, overrides.lang.as_deref(), sink)?;
    let sink = &mut sink.scope();
    let game = understood(files, &file, overrides, sink)?;
    sink.gate()?;
    Ok(game)
}

/// Reads a game for as long as every component is there, whatever is wrong with the cells of their
/// cards and everything around them. Only its faces are to be trusted.
pub fn read_what_can_be(
    files: &dyn Files,
    id: &str,
    overrides: &Overrides,
    sink: &mut Sink,
) -> Result<Game, Failed> {
    let sink = &mut sink.scope();
    let file = GameFile::read_what_can_be(files, id, overrides.lang.as_deref(), sink)?;
    // What something means is not known before all of it is read.
    let mut unsure = Sink::new();
    let sink = if sink.has_errors() { &mut unsure } else { &mut **sink };
    let game = understood(files, &file, overrides, sink)?;
    if game.components.len() == file.components.len() { Ok(game) } else { Err(Failed) }
}

/// Fills in the defaults and finds what a game names. With faults in the sink, components may be
/// missing.
fn understood(
    files: &dyn Files,
    file: &GameFile,
    overrides: &Overrides,
    sink: &mut Sink,
) -> Result<Game, Failed> {
    let keys = &file.keys;
    let shared = keys.print.clone().map(|keys| keys.value).unwrap_or_default();
    let languages = file.languages();
    let lang = language::chosen(&file.id, &languages, overrides.lang.as_deref(), sink);
    let texts = texts::words(&file.texts, &languages[0], &lang, sink);
    let around = Surroundings { files, game: &file.id, print: &shared, overrides };
    let components = component_table::resolve(&file.components, &around, sink);
    // An index counts only while every component is there; with an error among them the game is not
    // used anyway.
    let expects = keys.expect.iter().flat_map(|expects| &expects.value);
    let expects = expects.filter_map(|expect| Expect::resolve(expect, &file.components, sink));
    let expects = in_language(expects.collect(), &languages, &lang, sink);
    let variants = keys.variant.iter().flat_map(|variants| &variants.value);
    let variants =
        variants.map(|(name, keys)| Variant::resolve(name, keys, &file.components, sink)).collect();
    let styles = keys.style.as_ref().map_or(&[][..], |styles| &styles.value);
    let text = TextSettings::resolve(keys.text.as_ref().map(|text| &text.value), styles, sink);
    let folder = format!("data/{}", file.id);
    let markdown = RulebookTexts {
        files,
        folder: &folder,
        languages: &languages,
        options: &text.options,
        duplex: overrides.duplex,
    };
    let rulebooks = keys.rulebook.as_ref().map_or(&[][..], |rulebooks| &rulebooks.value);
    if file.components.is_empty() && rulebooks.is_empty() {
        let message = format!("the game `{}` has nothing to print", file.id);
        sink.push(
            Diagnostic::error(Code::M007, message)
                .at(&keys.title.span)
                .hint("add a component, such as [deck.ID], or a [rulebook.ID]"),
        );
    }
    let rulebooks = rulebook::resolve(rulebooks, &markdown, &file.components, sink);
    let preflight = keys.preflight.as_ref().map(|preflight| &preflight.value);
    let preflight = Preflight::resolve(preflight, &components, files, &file.id, sink);
    let preflight = preflight.ok_or(Failed)?;
    Ok(Game {
        id: file.id.clone(),
        title: keys.title.value.clone(),
        author: keys.author.as_ref().map_or_else(String::new, |a| a.value.clone()),
        source: file.source.clone(),
        languages,
        lang,
        texts,
        word_keys: texts::keys(&file.texts),
        data: keys.data.clone().map_or_else(value::empty, |data| data.value),
        text,
        pictures: PictureLimits::resolve(keys.pictures.as_ref().map(|keys| &keys.value)),
        components,
        expects,
        variants,
        paper: overrides.paper.clone().unwrap_or_else(|| shared.paper()),
        rulebooks,
        preflight,
    })
}

/// The expectations that are about this language.
fn in_language(
    expects: Vec<Expect>,
    languages: &[String],
    lang: &str,
    sink: &mut Sink,
) -> Vec<Expect> {
    let is_meant = |expect: &Expect| {
        let Some(wanted) = &expect.lang else { return true };
        if !languages.contains(&wanted.value) {
            let known = languages.iter().map(String::as_str);
            let unknown = UnknownName::new("language", &wanted.value, known);
            sink.push(unknown.error(Code::M011).at(&wanted.span));
        }
        wanted.value == lang
    };
    expects.into_iter().filter(is_meant).collect()
}

/// The languages of a game, the default first; none if it cannot be read.
pub fn languages(files: &dyn Files, id: &str) -> Vec<String> {
    GameFile::read(files, id, None, &mut Sink::new())
        .map_or_else(|_| Vec::new(), |file| file.languages())
}

/// What a game says on its box; nothing if it cannot be read.
pub fn title(files: &dyn Files, id: &str) -> Option<String> {
    let file = GameFile::read(files, id, None, &mut Sink::new()).ok()?;
    Some(file.keys.title.value.clone())
}

#[cfg(test)]
mod tests;
