//! How strict a game is about its looks.

use crate::diag::{Code, Diagnostic, Sink, Span, UnknownName, codes};
use crate::game::{BASELINE, Game};

codes! {
    /// exception that nothing needs
    ///
    /// A card is let off from a check of its look and passes it, or `baseline.txt` lists a fault
    /// that is gone. Reported by `pnp check` for whole games in one language.
    ///
    /// The next fault of that kind would pass in silence.
    ///
    /// ```fails game.toml
    /// languages = ["en"]
    /// ```
    /// ```fails artists.csv
    /// id,name,copies,preflight
    /// mira,Mira,1,L002: the poster is old
    /// ```
    /// ```passes game.toml
    /// languages = ["en"]
    /// ```
    /// ```passes artists.csv
    /// id,name,copies,preflight
    /// mira,The 'old' Mira,1,L002: the poster is old
    /// ```
    L000;
}

/// Tells a sink how strict a game is, and reports levels and exceptions of codes that have none.
///
/// `codes` are all codes there are.
pub(super) fn set(game: &Game, codes: &[Code], sink: &mut Sink) {
    let names = || codes.iter().filter(|code| code.is_judgement()).map(|code| code.name());
    let levels = game.preflight.levels.iter().map(|(code, _)| (code.value.as_str(), &code.span));
    let exceptions = game.preflight.exceptions.iter();
    let exceptions = exceptions.map(|exception| (exception.code.as_str(), &exception.span));
    for (code, span) in levels.chain(exceptions) {
        if !names().any(|name| name == code) {
            sink.push(
                UnknownName::new("check of looks", code, names())
                    .error(Code::M002)
                    .at(span)
                    .hint("only codes that begin with L have levels and exceptions"),
            );
        }
    }
    sink.set_policy(game.preflight.policy());
}

/// Reports exceptions and known faults that nothing needed any more, once everything was checked.
pub fn report_idle(game: &Game, sink: &mut Sink) {
    let idle: Vec<(String, Span)> = sink
        .policy()
        .idle()
        .map(|exception| (exception.code.clone(), exception.span.clone()))
        .collect();
    for (code, span) in idle {
        let message = format!("this card is let off from {code}, and does not need it");
        sink.push(Diagnostic::warning(Code::L000, message).at(&span));
    }
    let gone: Vec<String> = sink.policy().gone().cloned().collect();
    if !gone.is_empty() {
        let message = format!(
            "{} known faults in `{BASELINE}` of `{}` are gone, such as: {}",
            gone.len(),
            game.id,
            gone.first().map_or("", String::as_str)
        );
        sink.push(
            Diagnostic::warning(Code::L000, message)
                .hint("`pnp check --write-baseline` writes the list again"),
        );
    }
}
