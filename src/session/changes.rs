//! What is not as it was when the game was last marked: at the start, or when it was printed.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::snapshot::{Change, Face, Snapshot};
use super::source::Source;
use super::sum::Sum;

/// What there was when the game was marked.
#[derive(Clone, Default)]
pub(super) struct Mark {
    faces: BTreeMap<String, Face>,
    sides: BTreeSet<Sum>,
    /// What the pictures of that time are drawn from.
    sources: HashMap<Sum, Source>,
}

impl Mark {
    /// Notes what there is.
    pub(super) fn of(snapshot: &Snapshot) -> Self {
        let faces = snapshot
            .faces
            .iter()
            .map(|face| (face.id.clone(), Face { change: None, ..face.clone() }));
        let faces: BTreeMap<String, Face> = faces.collect();
        let shown = faces.values().flat_map(|face| [face.front, face.back]).flatten();
        let source = |sum: Sum| Some((sum, snapshot.sources.get(&sum)?.clone()));
        Self {
            sources: shown.filter_map(|shown| source(shown.sum)).collect(),
            sides: snapshot.sides.iter().map(|side| side.inner).collect(),
            faces,
        }
    }

    /// What the pictures of that time are drawn from.
    pub(super) fn sources(&self) -> impl Iterator<Item = &Source> {
        self.sources.values()
    }

    /// Says what has changed since, and keeps what the earlier pictures are drawn from.
    pub(super) fn compare(&self, snapshot: &mut Snapshot) {
        for face in &mut snapshot.faces {
            face.change = match self.faces.get(&face.id) {
                None => Some(Change::New),
                Some(before) if is_same(before, face) => None,
                Some(before) => {
                    let shown = [before.front, before.back].into_iter().flatten();
                    for sum in shown.map(|shown| shown.sum) {
                        if let Some(source) = self.sources.get(&sum) {
                            snapshot.sources.entry(sum).or_insert_with(|| source.clone());
                        }
                    }
                    Some(Change::Before(Box::new(before.clone())))
                }
            };
        }
        for side in &mut snapshot.sides {
            side.is_changed = !self.sides.contains(&side.inner);
        }
    }
}

fn is_same(before: &Face, now: &Face) -> bool {
    before.front == now.front
        && before.back == now.back
        && before.copies == now.copies
        && before.row == now.row
}
