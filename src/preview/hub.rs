//! What all connections share: the state as it is now, and a bell that rings when it is another.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::pictures::lock;
use super::state::Place;
use crate::session::{Snapshot, Sum};

/// How many snapshots are drawn from: pages may still ask for what they were shown last.
const REMEMBERED: usize = 2;

/// What all connections share.
#[derive(Default)]
pub(super) struct Hub {
    shared: Mutex<Shared>,
    bell: Condvar,
}

#[derive(Default)]
struct Shared {
    generation: u64,
    /// The state as JSON.
    state: Arc<Vec<u8>>,
    places: Arc<Vec<Place>>,
    /// The latest first.
    snapshots: VecDeque<Arc<Snapshot>>,
    is_closed: bool,
    listeners: usize,
}

/// What a listener hears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum News {
    /// There is another state.
    Generation(u64),
    /// Nothing has happened for a while.
    Nothing,
    /// There will be no more.
    Bye,
}

impl Hub {
    /// The number of the state that comes next.
    pub(super) fn next_generation(&self) -> u64 {
        lock(&self.shared).generation + 1
    }

    /// Shows another state.
    pub(super) fn publish(&self, snapshot: Arc<Snapshot>, state: Vec<u8>, places: Vec<Place>) {
        let mut shared = lock(&self.shared);
        shared.generation += 1;
        shared.state = Arc::new(state);
        shared.places = Arc::new(places);
        shared.snapshots.push_front(snapshot);
        shared.snapshots.truncate(REMEMBERED);
        self.bell.notify_all();
    }

    /// The state as JSON. The first one is waited for.
    pub(super) fn state(&self) -> Arc<Vec<u8>> {
        let is_missing = |shared: &mut Shared| shared.generation == 0 && !shared.is_closed;
        let shared = self.bell.wait_while(lock(&self.shared), is_missing);
        Arc::clone(&shared.unwrap_or_else(PoisonError::into_inner).state)
    }

    /// A place that the state names.
    pub(super) fn place(&self, index: usize) -> Option<Place> {
        lock(&self.shared).places.get(index).cloned()
    }

    /// The snapshot that a picture can be drawn from.
    pub(super) fn snapshot_with(&self, sum: Sum) -> Option<Arc<Snapshot>> {
        let shared = lock(&self.shared);
        shared.snapshots.iter().find(|snapshot| snapshot.knows(sum)).cloned()
    }

    /// Waits until there is another state than the one of that number.
    pub(super) fn wait(&self, known: u64, patience: Duration) -> News {
        let is_old = |shared: &mut Shared| shared.generation == known && !shared.is_closed;
        let shared = lock(&self.shared);
        let waited = self.bell.wait_timeout_while(shared, patience, is_old);
        let (shared, _) = waited.unwrap_or_else(PoisonError::into_inner);
        match shared.generation {
            _ if shared.is_closed => News::Bye,
            same if same == known => News::Nothing,
            other => News::Generation(other),
        }
    }

    /// Whether anybody listens.
    pub(super) fn is_heard(&self) -> bool {
        lock(&self.shared).listeners > 0
    }

    /// Counts a listener for as long as it is kept.
    pub(super) fn listen(self: &Arc<Self>) -> Listener {
        lock(&self.shared).listeners += 1;
        Listener { hub: Arc::clone(self) }
    }

    /// Says goodbye to all listeners, and waits until they have heard it.
    pub(super) fn close(&self, patience: Duration) {
        let mut shared = lock(&self.shared);
        shared.is_closed = true;
        self.bell.notify_all();
        let is_heard = |shared: &mut Shared| shared.listeners > 0;
        let _ = self.bell.wait_timeout_while(shared, patience, is_heard);
    }
}

/// Somebody who listens.
pub(super) struct Listener {
    hub: Arc<Hub>,
}

impl Drop for Listener {
    fn drop(&mut self) {
        lock(&self.hub.shared).listeners -= 1;
        self.hub.bell.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_listens_when_it_ends_hears_goodbye() {
        let hub = Arc::new(Hub::default());
        let ears = hub.listen();
        let other = Arc::clone(&hub);
        let listening = std::thread::spawn(move || {
            let heard = other.wait(0, Duration::from_mins(1));
            drop(ears);
            heard
        });
        hub.close(Duration::from_mins(1));
        assert_eq!(listening.join().unwrap(), News::Bye);
        assert_eq!(hub.wait(0, Duration::ZERO), News::Bye);
    }
}
