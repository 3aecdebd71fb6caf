//! The language of a build and its words, with those of the default language in the gaps.

use indexmap::IndexMap;
use tera::Value;

use crate::diag::{Code, Diagnostic, Sink, Span, UnknownName};
use crate::game::source::{GameSource, TextNode, Texts};

/// The languages of a game and the one chosen.
pub(crate) fn language(
    source: &GameSource,
    asked: Option<&str>,
    sink: &mut Sink,
) -> (Vec<String>, String) {
    let mut languages: Vec<String> = source.languages.iter().map(|l| l.value.clone()).collect();
    if languages.is_empty() {
        languages.push("en".to_owned());
    }
    let default = languages[0].clone();
    let Some(asked) = asked else { return (languages, default) };
    if let Some(found) = languages.iter().find(|l| l.eq_ignore_ascii_case(asked)).cloned() {
        return (languages, found);
    }
    sink.push(
        Diagnostic::error(Code::M011, format!("`{}` has no language `{asked}`", source.id))
            .maybe_hint(
                UnknownName::new("language", asked, languages.iter().map(String::as_str)).hint(),
            ),
    );
    (languages, default)
}

/// The words of a language.
pub(crate) fn words(texts: &[Texts], default: &str, lang: &str, sink: &mut Sink) -> Value {
    let of = |lang: &str| texts.iter().find(|t| t.lang == lang);
    let Some(base) = of(default) else {
        return of(lang).map_or_else(|| TextNode::Branch(IndexMap::new()).value(), Texts::value);
    };
    let Some(translated) = of(lang).filter(|t| t.lang != default) else { return base.value() };
    TextNode::Branch(merged(&base.words, &translated.words, "", lang, sink)).value()
}

type Words = IndexMap<String, (Span, TextNode)>;

fn merged(base: &Words, translated: &Words, path: &str, lang: &str, sink: &mut Sink) -> Words {
    let mut words = Words::new();
    // Languages have other forms for numbers; only `other` is one of all.
    let has_forms = base.contains_key("other") && translated.contains_key("other");
    let is_form = |name: &str| has_forms && matches!(name, "zero" | "one" | "two" | "few" | "many");
    for (name, (span, node)) in base {
        if is_form(name) && !translated.contains_key(name) {
            continue;
        }
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        let node = match (node, translated.get(name)) {
            (TextNode::Branch(base), Some((_, TextNode::Branch(other)))) => {
                TextNode::Branch(merged(base, other, &path, lang, sink))
            }
            (TextNode::Leaf(_), Some((_, leaf @ TextNode::Leaf(_)))) => leaf.clone(),
            // A word where a group of words should be, or the reverse, would break the template: as good as missing.
            (TextNode::Branch(base), _) => {
                TextNode::Branch(merged(base, &Words::new(), &path, lang, sink))
            }
            (leaf @ TextNode::Leaf(_), _) => {
                let fault = Diagnostic::warning(
                    Code::M012,
                    format!("`{path}` has no translation into `{lang}`"),
                );
                sink.push(fault.at(span).language(lang));
                leaf.clone()
            }
        };
        words.insert(name.clone(), (span.clone(), node));
    }
    for (name, entry) in translated {
        if !base.contains_key(name) {
            words.insert(name.clone(), entry.clone());
        }
    }
    words
}
