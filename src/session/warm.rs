//! The session: what is kept from one save to the next.

use std::collections::HashMap;
use std::sync::Arc;

use super::changes::Mark;
use super::snapshot::Snapshot;
use super::sum::Sum;
use super::survey::Survey;
use crate::build::{Choice, examine, plan_what_can_be};
use crate::compose::Ink;
use crate::diag::{Sink, grouped};
use crate::draw::FontSet;
use crate::files::{Contents, Files};
use crate::game::Overrides;
use crate::job::PrintOptions;

/// A game that is looked at while it is made.
pub struct Session<'a> {
    files: &'a dyn Files,
    game: String,
    overrides: Overrides,
    /// The fonts, with the sum of their files.
    fonts: Option<(Sum, FontSet)>,
    last: Option<Arc<Snapshot>>,
    mark: Option<Mark>,
}

impl<'a> Session<'a> {
    /// Nothing was looked at yet.
    pub fn new(files: &'a dyn Files, game: String, overrides: Overrides) -> Self {
        Self { files, game, overrides, fonts: None, last: None, mark: None }
    }

    /// The game that is looked at.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// What the game is looked at with.
    pub fn overrides(&self) -> &Overrides {
        &self.overrides
    }

    /// What there was to see last.
    pub fn last(&self) -> Option<&Arc<Snapshot>> {
        self.last.as_ref()
    }

    /// Looks at another game, or in another language.
    pub fn show(&mut self, game: String, lang: Option<String>) {
        let overrides = Overrides { lang, ..self.overrides.clone() };
        *self = Self { fonts: self.fonts.take(), ..Self::new(self.files, game, overrides) };
    }

    /// From now on, what is as it is now has not changed.
    pub fn mark(&mut self) {
        let Some(last) = &self.last else { return };
        let mark = Mark::of(last);
        let mut marked = Snapshot::clone(last);
        mark.compare(&mut marked);
        self.last = Some(Arc::new(marked));
        self.mark = Some(mark);
    }

    /// Looks at the game as it is now. `publish` gets what there is to see as soon as it is known,
    /// and once more when everything was checked; nothing more where nobody wants to know it any
    /// longer.
    pub fn refresh(
        &mut self,
        contents: &Contents,
        is_wanted: &dyn Fn() -> bool,
        publish: &mut dyn FnMut(&Arc<Snapshot>),
    ) {
        let files = self.files;
        let overrides = self.overrides.clone();
        let game = self.game.clone();
        let (sum, fonts) = self.fonts(contents);
        let mut sink = Sink::new();
        let planned =
            plan_what_can_be(files, &game, &overrides, &[], &Choice::default(), &mut sink);
        // What is wrong with a template may come of what could not be read.
        let is_read = planned.as_ref().is_ok_and(|planned| planned.is_read);
        let mut unsure = Sink::new();
        let context = planned.as_ref().ok().and_then(|planned| {
            let sink = if is_read { &mut sink } else { &mut unsure };
            planned.compose(files, fonts.clone(), Ink::Full, sink).ok()
        });
        let (Ok(planned), Some(context)) = (&planned, &context) else {
            let snapshot = self.as_it_was(sink, fonts);
            return self.publish(snapshot, publish);
        };
        let last = self.last.clone();
        let survey = Survey { planned, context, contents, fonts: sum, last: last.as_deref() };
        let mut snapshot = survey.snapshot(fonts);
        self.compare(&mut snapshot);
        if !is_read {
            snapshot.messages = grouped(sink.into_sorted());
            snapshot.is_complete = true;
            return self.publish(snapshot, publish);
        }
        snapshot.promises = sink.promises().to_vec();
        snapshot.messages = sink.found().to_vec();
        if last.as_ref().is_none_or(|last| !last.looks_like(&snapshot)) {
            self.publish(snapshot.clone(), publish);
        }
        let print = PrintOptions::default();
        let books = examine(planned, context, files, &print, is_wanted, &mut sink);
        if !is_wanted() {
            return;
        }
        if let Ok(books) = books {
            survey.pages(&books, &mut snapshot);
        }
        snapshot.promises = sink.promises().to_vec();
        snapshot.messages = grouped(sink.into_sorted());
        snapshot.is_complete = true;
        if self.mark.is_none() && snapshot.faces.iter().all(|face| !face.is_stale) {
            self.mark = Some(Mark::of(&snapshot));
        }
        self.publish(snapshot, publish);
    }

    /// What was seen last, with what is wrong now: the game cannot be read.
    fn as_it_was(&self, sink: Sink, fonts: FontSet) -> Snapshot {
        let promises = sink.promises().to_vec();
        let messages = grouped(sink.into_sorted());
        let Some(last) = &self.last else {
            return Snapshot {
                game: None,
                faces: Vec::new(),
                sides: Vec::new(),
                pages: Vec::new(),
                promises,
                messages,
                is_complete: true,
                views: HashMap::new(),
                fonts,
            };
        };
        let mut snapshot = Snapshot { messages, is_complete: true, ..Snapshot::clone(last) };
        for face in &mut snapshot.faces {
            face.is_stale = true;
        }
        snapshot
    }

    fn compare(&self, snapshot: &mut Snapshot) {
        if let Some(mark) = &self.mark {
            mark.compare(snapshot);
        }
    }

    fn publish(&mut self, snapshot: Snapshot, publish: &mut dyn FnMut(&Arc<Snapshot>)) {
        let snapshot = Arc::new(snapshot);
        self.last = Some(Arc::clone(&snapshot));
        publish(&snapshot);
    }

    /// The fonts, loaded anew only if one of their files is another: that takes half of the time
    /// of everything else together.
    fn fonts(&mut self, contents: &Contents) -> (Sum, FontSet) {
        let sum = Sum::of_fonts(contents);
        if let Some((known, fonts)) = &self.fonts
            && *known == sum
        {
            return (sum, fonts.clone());
        }
        let fonts = FontSet::load(self.files);
        self.fonts = Some((sum, fonts.clone()));
        (sum, fonts)
    }
}
