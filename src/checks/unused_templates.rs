//! Templates that draw nothing.

use super::check::{Check, GameUse, Run, Unused};
use super::unused_pictures::icons_folder;
use crate::diag::{Code, Diagnostic, Span, codes};

codes! {
    /// template that nothing uses
    ///
    /// No component, rulebook or other template uses this file in the folder of the game, neither
    /// as a template nor as a picture. Reported by `pnp check` for whole games.
    ///
    /// Whoever changes it waits in vain for the change to be printed.
    ///
    /// ```fails old-artist.svg
    /// <svg xmlns="http://www.w3.org/2000/svg" {{ canvas }}/>
    /// ```
    /// ```passes old-artist.svg
    /// <svg xmlns="http://www.w3.org/2000/svg" {{ canvas }}/>
    /// ```
    /// ```passes game.toml
    /// [preflight]
    /// unused = { "old-artist.svg" = "the back of the second edition" }
    /// ```
    L021;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Use(run) };

fn run(used: &GameUse<'_>) -> Vec<Unused> {
    let own = format!("templates/{}/", used.game.id);
    let icons = icons_folder(used.game);
    let mut unused = Vec::new();
    for (name, source) in used.templates.sources() {
        let is_own = source.path.starts_with(&own) && !source.path.starts_with(&icons);
        let is_used = used.usage.uses_template(name)
            || used.pictures.contains(&source.path)
            || used.names_file(name);
        if !is_own || is_used {
            continue;
        }
        let message = format!("nothing uses the template `{name}`");
        let fault = Diagnostic::warning(Code::L021, message)
            .at(&Span::file(source))
            .hint("delete it, or keep it with a reason: `unused` of [preflight]");
        unused.push(Unused { names: vec![name.to_owned(), source.path.clone()], fault });
    }
    unused
}
