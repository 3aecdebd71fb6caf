//! What the property tests of imposition share: random papers, and what to look at in a plan.
#![allow(unreachable_pub, reason = "private to the one crate of tests")]

use std::ops::Range;

use pnp::game::{Paper, Print};
use pnp::impose::{Placement, Plan, Side};
use pnp::units::{Length, PAPER_SIZES, Rect, Sides, Size};
use proptest::prelude::*;

/// In EMU, so that odd numbers and halves that do not exist come up.
pub fn length(mm: Range<i64>) -> impl Strategy<Value = Length> {
    (mm.start * 36_000..mm.end * 36_000).prop_map(Length::emu)
}

/// Mostly what people write, sometimes any number.
pub fn small() -> impl Strategy<Value = Length> {
    prop_oneof![Just(Length::ZERO), (1..8_i64).prop_map(Length::mm), length(0..15)]
}

pub fn size(mm: Range<i64>) -> impl Strategy<Value = Size> {
    (length(mm.clone()), length(mm)).prop_map(|(width, height)| Size::new(width, height))
}

/// A paper with a name, or one with sides from `own`.
pub fn paper(own: Range<i64>) -> impl Strategy<Value = Paper> {
    prop_oneof![
        prop::sample::select(PAPER_SIZES)
            .prop_map(|named| Paper { name: named.name.to_owned(), size: named.size }),
        size(own).prop_map(|size| Paper { name: size.to_string(), size }),
    ]
}

pub fn margin() -> impl Strategy<Value = Sides> {
    prop_oneof![
        small().prop_map(Sides::all),
        (small(), small(), small(), small()).prop_map(|(top, right, bottom, left)| Sides {
            top,
            right,
            bottom,
            left
        }),
    ]
}

pub fn sides(plan: &Plan<usize>) -> impl Iterator<Item = &Side<usize>> {
    plan.sheets.iter().flat_map(|sheet| std::iter::once(&sheet.front).chain(&sheet.back))
}

pub fn fronts(plan: &Plan<usize>) -> impl Iterator<Item = &Placement<usize>> {
    plan.sheets.iter().flat_map(|sheet| &sheet.front.placements)
}

/// Whether the paper lies on its side; no paper here is square.
pub fn is_turned(plan: &Plan<usize>, print: &Print) -> bool {
    plan.paper != print.paper.size
}

pub fn printable(plan: &Plan<usize>, print: &Print) -> Rect {
    let Sides { top, right, bottom, left } = print.margin;
    let lies = if is_turned(plan, print) {
        Sides { left: top, top: right, right: bottom, bottom: left }
    } else {
        print.margin
    };
    Rect::new(Length::ZERO, Length::ZERO, plan.paper).inset(lies)
}

/// The first two of the rectangles that overlap, found by looking at all of them in order of their
/// left edges.
pub fn overlapping(mut rects: Vec<Rect>) -> Option<(Rect, Rect)> {
    rects.sort_by_key(|r| r.x);
    rects.iter().enumerate().find_map(|(i, a)| {
        rects[i + 1..]
            .iter()
            .take_while(|b| b.x < a.right())
            .find(|b| a.overlaps(**b))
            .map(|b| (*a, *b))
    })
}
