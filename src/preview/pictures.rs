//! Pictures that were drawn, as long as there is room for them.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::session::Sum;

/// The bytes that are kept; a deck of 500 cards at screen size takes a third of it.
const ROOM: usize = 256 << 20;

/// How long a page takes to ask for what it shows.
const A_MOMENT: Duration = Duration::from_millis(40);
/// How long everything else waits for pictures.
const A_WHILE: Duration = Duration::from_millis(500);

/// A picture at a resolution.
pub(super) type Key = (Sum, u32);

/// Pictures that were drawn, those asked for last.
#[derive(Default)]
pub(super) struct Pictures {
    kept: Mutex<Kept>,
    /// How many are being drawn, each by a thread of its own.
    drawing: Mutex<usize>,
    /// Rings when one is done.
    done: Condvar,
}

#[derive(Default)]
struct Kept {
    all: HashMap<Key, Arc<Vec<u8>>>,
    /// The one asked for last comes last.
    order: VecDeque<Key>,
    bytes: usize,
}

impl Kept {
    fn get(&mut self, key: Key) -> Option<Arc<Vec<u8>>> {
        let found = self.all.get(&key).cloned()?;
        self.order.retain(|known| *known != key);
        self.order.push_back(key);
        Some(found)
    }

    fn put(&mut self, key: Key, png: &Arc<Vec<u8>>) {
        if self.all.insert(key, Arc::clone(png)).is_none() {
            self.bytes += png.len();
            self.order.push_back(key);
        }
        while self.bytes > ROOM
            && let Some(oldest) = self.order.pop_front()
        {
            let gone = self.all.remove(&oldest);
            self.bytes -= gone.map_or(0, |gone| gone.len());
        }
    }
}

impl Pictures {
    /// The picture of that key, drawn if it is not there. As many are drawn at a time as there are
    /// cores; `draw` is asked when its turn has come, and may find that nobody wants it any longer.
    pub(super) fn get(
        &self,
        key: Key,
        draw: impl FnOnce() -> Option<Result<Vec<u8>, String>>,
    ) -> Option<Result<Arc<Vec<u8>>, String>> {
        if let Some(known) = lock(&self.kept).get(key) {
            return Some(Ok(known));
        }
        let _turn = self.turn();
        // Another may have drawn it meanwhile.
        if let Some(known) = lock(&self.kept).get(key) {
            return Some(Ok(known));
        }
        Some(draw()?.map(|png| {
            let png = Arc::new(png);
            lock(&self.kept).put(key, &png);
            png
        }))
    }

    /// Lets those who look draw first: gives them a moment to ask, and waits until what they asked
    /// for is drawn, but not for ever.
    pub(super) fn give_way(&self) {
        std::thread::sleep(A_MOMENT);
        let is_busy = |drawing: &mut usize| *drawing > 0;
        let drawing = lock(&self.drawing);
        // A thread that failed has given its turn back all the same.
        let _ = self.done.wait_timeout_while(drawing, A_WHILE, is_busy);
    }

    /// Waits until there is a core to draw with.
    fn turn(&self) -> Turn<'_> {
        let mut drawing = lock(&self.drawing);
        while *drawing >= rayon::current_num_threads() {
            drawing = self.done.wait(drawing).unwrap_or_else(PoisonError::into_inner);
        }
        *drawing += 1;
        Turn { pictures: self }
    }
}

/// A core to draw with, given back at the end.
struct Turn<'a> {
    pictures: &'a Pictures,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *lock(&self.pictures.drawing) -= 1;
        self.pictures.done.notify_all();
    }
}

/// What a thread that failed leaves behind is whole all the same.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(of: u8) -> Sum {
        Sum::parse(&format!("{of:032x}")).unwrap()
    }

    #[test]
    fn pictures_are_drawn_once_and_the_oldest_goes_first() {
        let pictures = Pictures::default();
        let get = |of: u8, size: usize| {
            let mut is_drawn = false;
            let got = pictures.get((sum(of), 75), || {
                is_drawn = true;
                Some(Ok(vec![of; size]))
            });
            assert_eq!(got.unwrap().unwrap().first(), Some(&of));
            is_drawn
        };
        assert!(get(1, ROOM / 2));
        assert!(get(2, ROOM / 2));
        assert!(!get(1, 0));
        assert!(get(3, ROOM / 2));
        assert!(!get(1, 0));
        assert!(get(2, ROOM / 2));
    }

    #[test]
    fn what_nobody_wants_or_cannot_be_drawn_is_not_kept() {
        let pictures = Pictures::default();
        assert!(pictures.get((sum(1), 75), || None).is_none());
        assert!(pictures.get((sum(1), 75), || Some(Err(String::new()))).unwrap().is_err());
        assert!(pictures.get((sum(1), 75), || Some(Ok(vec![1]))).unwrap().is_ok());
    }
}
