//! The session: what is kept from one save to the next.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::boxes::boxes;
use super::changes::Mark;
use super::snapshot::{Change, Face, Shown, Snapshot};
use super::source::{KeptFiles, Moment, Store};
use super::sum::Sum;
use super::survey::Survey;
use crate::build::{Choice, examine, plan_what_can_be};
use crate::compose::Ink;
use crate::diag::{Sink, grouped};
use crate::draw::FontSet;
use crate::files::{Contents, Files};
use crate::game::Overrides;
use crate::job::{LOOK, PrintOptions};
use crate::units::Rect;

/// A game that is looked at while it is made.
pub struct Session<'a> {
    files: &'a dyn Files,
    game: String,
    overrides: Overrides,
    /// The fonts, with the sum of their files.
    fonts: Option<(Sum, FontSet)>,
    store: Arc<Store>,
    last: Option<Arc<Snapshot>>,
    mark: Option<Mark>,
    /// Where pictures differ.
    differences: HashMap<(Sum, Sum), Vec<Rect>>,
}

/// Of more faces than these it is not looked for where they differ: everything has changed.
const MAX_COMPARED: usize = 60;

impl<'a> Session<'a> {
    /// Nothing was looked at yet.
    pub fn new(files: &'a dyn Files, game: String, overrides: Overrides) -> Self {
        Self {
            files,
            game,
            overrides,
            fonts: None,
            store: Arc::default(),
            last: None,
            mark: None,
            differences: HashMap::new(),
        }
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
        contents: &Arc<Contents>,
        is_wanted: &dyn Fn() -> bool,
        publish: &mut dyn FnMut(&Arc<Snapshot>),
    ) {
        let kept = Arc::clone(&self.store);
        let files = &KeptFiles::new(self.files, contents, &kept);
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
            let snapshot = self.as_it_was(sink);
            return self.publish(snapshot, publish);
        };
        let last = self.last.clone();
        let moment = Arc::new(Moment {
            game,
            contents: Arc::clone(contents),
            fonts: fonts.clone(),
            store: Arc::clone(&kept),
        });
        let survey =
            Survey { planned, context, moment: &moment, fonts: sum, last: last.as_deref() };
        let mut snapshot = survey.snapshot();
        if self.mark.is_none() && is_read && snapshot.faces.iter().all(|face| !face.is_stale) {
            self.mark = Some(Mark::of(&snapshot));
        }
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
        if let Ok(low) = planned.compose(files, fonts, Ink::Low, &mut Sink::new()) {
            survey.add_low_ink(&low, &mut snapshot);
        }
        self.find_differences(&mut snapshot);
        self.publish(snapshot, publish);
    }

    /// What was seen last, with what is wrong now: the game cannot be read.
    fn as_it_was(&self, sink: Sink) -> Snapshot {
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
                sources: HashMap::new(),
                by_id: HashMap::new(),
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

    /// Finds where the fronts that have changed are not as they were.
    fn find_differences(&mut self, snapshot: &mut Snapshot) {
        let pair = |face: &Face| {
            let Some(Change::Before(before)) = &face.change else { return None };
            let now = face.front?;
            let before = before.front.filter(|before| before.sum != now.sum)?;
            Some((before.sum, now))
        };
        let mut pairs: Vec<(Sum, Shown)> = snapshot.faces.iter().filter_map(pair).collect();
        if pairs.len() > MAX_COMPARED {
            return;
        }
        pairs.retain(|(before, now)| !self.differences.contains_key(&(*before, now.sum)));
        let files = self.files;
        let sources = &snapshot.sources;
        let pixels = |sum: &Sum| sources.get(sum)?.pixels(LOOK, files);
        let found: Vec<((Sum, Sum), Vec<Rect>)> = pairs
            .par_iter()
            .filter_map(|(before, now)| {
                let found = boxes(&pixels(before)?, &pixels(&now.sum)?, now.size);
                Some(((*before, now.sum), found))
            })
            .collect();
        self.differences.extend(found);
        let known = &self.differences;
        for face in &mut snapshot.faces {
            let found = pair(face).and_then(|(before, now)| known.get(&(before, now.sum)));
            face.boxes = found.cloned().unwrap_or_default();
        }
        let shown: HashSet<Sum> =
            snapshot.faces.iter().filter_map(|face| Some(face.front?.sum)).collect();
        self.differences.retain(|(_, now), _| shown.contains(now));
    }

    fn publish(&mut self, snapshot: Snapshot, publish: &mut dyn FnMut(&Arc<Snapshot>)) {
        let of_mark = self.mark.iter().flat_map(Mark::sources);
        let mut moments: Vec<Arc<Moment>> = Vec::new();
        for source in snapshot.sources().chain(of_mark) {
            if moments.iter().all(|known| !Arc::ptr_eq(known, &source.moment)) {
                moments.push(Arc::clone(&source.moment));
            }
        }
        self.store.keep_only(&moments);
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
