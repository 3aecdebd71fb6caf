//! The panels of a net.

use crate::units::{Length, Outline, Size};

/// The first panels of whatever has a front, in its order.
pub(super) const FRONT: usize = 0;
pub(super) const BACK: usize = 1;
pub(super) const LEFT: usize = 2;
pub(super) const RIGHT: usize = 3;

/// One panel of a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panel {
    /// Its name, for templates.
    pub name: &'static str,
    /// Its number, from 1; of a die what it shows.
    pub number: u32,
    /// Its size as its face stands.
    pub size: Size,
}

impl Panel {
    /// Panels with their names, widths and heights, numbered in this order.
    pub(super) fn list(all: &[(&'static str, Length, Length)]) -> Vec<Self> {
        all.iter()
            .zip(1..)
            .map(|((name, width, height), number)| Self {
                name,
                number,
                size: Size::new(*width, *height),
            })
            .collect()
    }
}

/// Something cut out of a panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PanelCut {
    /// The panel, by its place.
    pub panel: usize,
    /// What is cut out, from the upper left corner of the panel as its face stands.
    pub outline: Outline,
}
