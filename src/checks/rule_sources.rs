//! The rules that expectations come from exist, and are quoted.

use super::check::{Check, QuotedRules, Run};
use crate::diag::{Code, Diagnostic, codes, did_you_mean, escaped};
use crate::game::{Expect, Game, RuleAddress};
use crate::rulebook::RuleSection;

codes! {
    /// rule not found
    ///
    /// The `from` of an `[[expect]]` names a rulebook or a section that does not exist.
    ///
    /// The promise would be held against nothing but itself.
    ///
    /// ```fails game.toml
    /// [rulebook.rules]
    /// source = "rules.{lang}.md"
    ///
    /// [[expect]]
    /// in = "artists"
    /// copies = 4
    /// from = "rules.en.md#box"
    /// ```
    /// ```passes game.toml
    /// [rulebook.rules]
    /// source = "rules.{lang}.md"
    ///
    /// [[expect]]
    /// in = "artists"
    /// copies = 4
    /// from = "rules.en.md#setup"
    /// ```
    C013;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Rules(run) };

fn run(rules: &QuotedRules<'_>) -> Vec<Diagnostic> {
    let sources = rules.game.expects_with_rules();
    sources.filter_map(|(_, from)| missing(rules, from)).collect()
}

fn missing(rules: &QuotedRules<'_>, from: &RuleAddress) -> Option<Diagnostic> {
    if rules.section(from).is_some() {
        return None;
    }
    let files = rules.sections.iter().map(|section| rules.file(section));
    let known: Vec<&str> = files.collect();
    let (message, hint) = if known.contains(&from.file.as_str()) {
        let in_file = rules.sections.iter().filter(|section| rules.file(section) == from.file);
        let message =
            format!("`{}` has no section `#{}`", escaped(&from.file), escaped(&from.anchor));
        (message, did_you_mean(&from.anchor, in_file.map(|section| section.anchor.as_str())))
    } else {
        let message = format!("`{}` is no rulebook of the game", escaped(&from.file));
        (message, did_you_mean(&from.file, known.iter().copied()))
    };
    Some(Diagnostic::error(Code::C013, message).at(&from.span).maybe_hint(hint))
}

impl<'a> QuotedRules<'a> {
    /// The name of the file of a section, in the folder of the game.
    pub(super) fn file<'s>(&self, section: &'s RuleSection) -> &'s str {
        let folder = format!("data/{}/", self.game.id);
        section.path.strip_prefix(&folder).unwrap_or(&section.path)
    }

    /// The section that an address names.
    pub(super) fn section(&self, from: &RuleAddress) -> Option<&'a RuleSection> {
        let sections = self.sections;
        sections.iter().find(|s| self.file(s) == from.file && s.anchor == from.anchor)
    }

    /// The sentence that an expectation comes from.
    pub(super) fn quote(&self, expect: &Expect, from: &RuleAddress) -> Option<&'a str> {
        let numbers: Vec<u32> = expect.numbers().collect();
        self.section(from)?.quote(&numbers, expect.that.as_deref().unwrap_or_default())
    }
}

impl Game {
    /// The expectations that say which rule they come from, those of variants among them.
    pub(super) fn expects_with_rules(&self) -> impl Iterator<Item = (&Expect, &RuleAddress)> {
        let of_variants = self.variants.iter().flat_map(|variant| &variant.expects);
        let all = self.expects.iter().chain(of_variants);
        all.filter_map(|expect| Some((expect, expect.from.as_ref()?)))
    }
}
