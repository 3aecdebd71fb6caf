//! `[text]` and `[style.NAME]`.

use super::options::{OptionsTable, TextOptions};
use crate::diag::{Code, Diagnostic, Sink, Spanned, UnknownName};
use crate::game::toml::{Shown, Text, table, text_kind};

text_kind! {
    /// The name of a folder.
    pub(crate) struct FolderName: "the name of a folder";
}

impl Shown for FolderName {
    fn show(value: &String) -> String {
        Text::show(value)
    }
}

text_kind! {
    /// The name of a style.
    pub(crate) struct StyleName: "the name of another style";
}

/// Where icons are.
const ICONS: &str = "icons";

table! {
    /// How all texts of the game look.
    pub(crate) struct TextKeys:
        "`[text]`", "How all text of the game looks.";
    {
        icons: FolderName [default ICONS.to_owned()]
            "Where the icons are, under `templates/GAME/` or `templates/_shared/`.";
        ..options: OptionsTable;
    }
}

table! {
    /// How the texts look that name the style.
    pub(crate) struct StyleKeys:
        "`[style.NAME]`", "How the text that names the style looks.";
    {
        extends: StyleName [optional "none"] "The style this one is built on.";
        ..options: OptionsTable;
    }
}

/// How the texts of a game look.
#[derive(Clone, Debug, Default)]
pub struct TextSettings {
    /// What `[text]` states.
    pub options: TextOptions,
    /// The folder of the icons.
    pub icons: String,
    /// What the named styles state: those a style is built on before its own options.
    pub styles: Vec<(String, Vec<TextOptions>)>,
}

type Styles = [(Spanned<String>, StyleKeys)];

impl TextSettings {
    /// The settings of the tables.
    pub(crate) fn resolve(text: Option<&TextKeys>, styles: &Styles, sink: &mut Sink) -> Self {
        let chains =
            styles.iter().map(|(name, keys)| (name.value.clone(), chain(keys, styles, sink)));
        Self {
            styles: chains.collect(),
            options: text.map_or_else(TextOptions::default, |text| text.options.options()),
            icons: text
                .map_or_else(|| ICONS.to_owned(), TextKeys::icons)
                .trim_matches('/')
                .to_owned(),
        }
    }
}

/// A style and those it is built on, the outermost first.
fn chain(keys: &StyleKeys, styles: &Styles, sink: &mut Sink) -> Vec<TextOptions> {
    let mut chain = vec![keys];
    while let Some(base) = chain.last().and_then(|keys| keys.extends.as_ref()) {
        let Some((_, next)) = styles.iter().find(|(name, _)| name.value == base.value) else {
            let known = styles.iter().map(|(name, _)| name.value.as_str());
            let unknown = UnknownName::new("text style", &base.value, known);
            sink.push(unknown.error(Code::X008).at(&base.span));
            break;
        };
        if chain.iter().any(|known| std::ptr::eq(*known, next)) {
            let message = format!("`extends`: the style `{}` is built on itself", base.value);
            sink.push(Diagnostic::error(Code::X009, message).at(&base.span));
            break;
        }
        chain.push(next);
    }
    chain.iter().rev().map(|keys| keys.options.options()).collect()
}
