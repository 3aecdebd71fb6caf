//! How deep things stand in each other: elements, references, templates that include templates.
//!
//! In: a thing, and what stands in each. Out: the first that stands too deep. What is read by
//! recursion afterwards is measured here, without any.

use std::collections::HashMap;
use std::hash::Hash;

/// A thing whose insides are being looked at.
struct Open<T> {
    thing: T,
    /// What is still to be looked at, the next one last.
    inside: Vec<T>,
    /// How many levels there are in it so far.
    levels: usize,
}

/// The first thing that more than `max` others stand around. What leads back to itself counts once:
/// circles are reported by those who know what they mean.
pub(crate) fn too_deep<T: Copy + Eq + Hash>(
    root: T,
    max: usize,
    inside: impl Fn(T) -> Vec<T>,
) -> Option<T> {
    // How many levels are in each; none while it is open.
    let mut known: HashMap<T, Option<usize>> = HashMap::from([(root, None)]);
    let look = |thing: T| {
        let mut inside = inside(thing);
        inside.reverse();
        Open { thing, inside, levels: 0 }
    };
    let mut open = vec![look(root)];
    while let Some(here) = open.last_mut() {
        let Some(next) = here.inside.pop() else {
            let (thing, levels) = (here.thing, here.levels);
            open.pop();
            known.insert(thing, Some(levels));
            if let Some(around) = open.last_mut() {
                around.levels = around.levels.max(levels + 1);
            }
            continue;
        };
        match known.get(&next) {
            Some(None) => {}
            Some(Some(levels)) => {
                let levels = *levels;
                here.levels = here.levels.max(levels + 1);
                if open.len() + levels > max {
                    return Some(next);
                }
            }
            None if open.len() > max => return Some(next),
            None => {
                known.insert(next, None);
                open.push(look(next));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_too_deep_is_found_by_any_way() {
        let chain = |n: u32| if n < 9 { vec![n + 1] } else { vec![] };
        assert_eq!(too_deep(0, 9, chain), None);
        assert_eq!(too_deep(0, 8, chain), Some(9));
        // 3 is reached twice, the second time farther down.
        let diamond = |n: u32| match n {
            0 => vec![3, 1],
            1 => vec![2],
            2 => vec![3],
            3 => vec![4],
            _ => vec![],
        };
        assert_eq!(too_deep(0, 4, diamond), None);
        assert_eq!(too_deep(0, 3, diamond), Some(3));
        assert_eq!(too_deep(0, 3, |n: u32| vec![(n + 1) % 3]), None);
    }

    #[test]
    fn a_hundred_thousand_levels_need_no_stack() {
        let chain = |n: u32| if n < 100_000 { vec![n + 1] } else { vec![] };
        assert_eq!(too_deep(0, 100_000, chain), None);
        assert_eq!(too_deep(0, 99_999, chain), Some(100_000));
    }
}
