//! What a build prints because it differs from an earlier print.

use super::choice::select;
use super::options::{Options, Since};
use crate::changes::{Pictures, PrintName, PromiseState, State, reprint};
use crate::checks;
use crate::diag::{Failed, Sink};
use crate::draw::FontSet;
use crate::files::Files;
use crate::game::{self, ComponentId, Game};
use crate::job::manifest::Changed;
use crate::job::{GameContext, Wanted};

/// A game as it is now: its cards, with the fingerprints of what is printed on them, and its
/// promises, be they kept or broken. Nothing is drawn.
pub fn state(
    files: &dyn Files,
    id: &str,
    options: &Options,
    sink: &mut Sink,
) -> Result<State, Failed> {
    let (game, selected) = read(files, id, options, sink)?;
    let mut contract = Sink::new();
    checks::of_game(&game, &selected, &mut contract);
    let context = compose(files, &game, &selected, options, sink)?;
    Ok(State {
        game: game.id.clone(),
        lang: game.lang.clone(),
        ink: options.print.ink.word().to_owned(),
        cards: context.cards(&selected),
        promises: promises(&contract),
        is_whole: options.components.is_empty(),
    })
}

/// PNG pictures of some prints of a game. Those that do not exist are left out.
pub fn pictures(
    files: &dyn Files,
    id: &str,
    options: &Options,
    prints: &[PrintName],
    sink: &mut Sink,
) -> Result<Pictures, Failed> {
    let (game, selected) = read(files, id, options, sink)?;
    let context = compose(files, &game, &selected, options, sink)?;
    Ok(context.pictures_of(&selected, prints, options.print.dpi))
}

fn read(
    files: &dyn Files,
    id: &str,
    options: &Options,
    sink: &mut Sink,
) -> Result<(Game, Vec<ComponentId>), Failed> {
    let game = game::read(files, id, &options.overrides, sink)?;
    let selected = select(&game, &options.components, sink)?;
    Ok((game, selected))
}

fn compose<'a>(
    files: &'a dyn Files,
    game: &'a Game,
    selected: &[ComponentId],
    options: &Options,
    sink: &mut Sink,
) -> Result<GameContext<'a>, Failed> {
    let wanted = Wanted { printer: None, part: None, ink: options.print.ink };
    let context = GameContext::compose(files, FontSet::load(files), game, wanted, selected, sink)?;
    sink.gate()?;
    Ok(context)
}

/// What was promised of a game, and the verdicts.
pub(super) fn promises(sink: &Sink) -> Vec<PromiseState> {
    let all = sink.promises().iter();
    all.map(|promise| PromiseState { that: promise.that.clone(), is_kept: promise.is_kept() })
        .collect()
}

/// What to print of a game since an earlier print, and how its cards are then.
pub(super) fn changed(
    files: &dyn Files,
    id: &str,
    options: &Options,
    since: &Since,
    sink: &mut Sink,
) -> Result<Changed, Failed> {
    // What is wrong is found again when the game is read for its print.
    let mut first = Sink::new();
    let Ok(now) = state(files, id, options, &mut first) else {
        sink.extend(first.into_sorted());
        return Err(Failed);
    };
    let is_wanted = |component: &str| {
        options.components.is_empty() || options.components.iter().any(|id| id == component)
    };
    let mut before = since.state.clone();
    let mut after: Vec<_> =
        before.cards.iter().filter(|card| !is_wanted(&card.component)).cloned().collect();
    after.extend(now.cards.iter().cloned());
    before.cards.retain(|card| is_wanted(&card.component));
    let reprint = reprint(&before, &now);
    Ok(Changed {
        since: since.name.clone(),
        state: after,
        print: reprint.print,
        throw_away: reprint.throw_away,
    })
}
