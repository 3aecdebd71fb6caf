//! How strict a game is about its looks.

use std::collections::BTreeSet;

use crate::diag::{Code, Diagnostic, Sink, Span, UnknownName, codes, did_you_mean, escaped};
use crate::game::{BASELINE, Game};

codes! {
    /// exception that nothing needs
    ///
    /// A card is let off from a check of its look and passes it, `baseline.txt` lists a fault that
    /// is gone, `[[pictures.coarse]]` names a picture that is not drawn, or `unused` of
    /// `[preflight]` something that is used. Reported by `pnp check` for whole games, the first two
    /// in one language.
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

/// Reports what is let off and does not need it: what is kept though unused and is none of the
/// `kept`, and coarse pictures that are none of those drawn.
pub(super) fn report_needless(
    game: &Game,
    kept: &BTreeSet<&str>,
    pictures: &BTreeSet<String>,
    sink: &mut Sink,
) {
    for name in game.preflight.unused.iter().filter(|name| !kept.contains(name.value.as_str())) {
        let message =
            format!("`{}` is kept as unused, and is used or does not exist", escaped(&name.value));
        sink.push(Diagnostic::warning(Code::L000, message).at(&name.span));
    }
    for coarse in &game.pictures.coarse {
        if !pictures.iter().any(|path| coarse.is(path)) {
            let file = &coarse.file;
            let message =
                format!("`{}` may be coarse, and no such picture is drawn", escaped(&file.value));
            // Also by the end of its path, as the file may state it.
            let ends = pictures.iter().flat_map(|path| {
                let starts = path.match_indices('/').map(|(at, _)| at + 1);
                [0].into_iter().chain(starts).filter_map(|start| path.get(start..))
            });
            let near = did_you_mean(&file.value, ends);
            sink.push(Diagnostic::warning(Code::L000, message).at(&file.span).maybe_hint(near));
        }
    }
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
