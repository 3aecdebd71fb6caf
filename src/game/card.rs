//! A card: one row of its deck.

use std::ops::{Index, IndexMut};

use indexmap::IndexMap;
use tera::Value;

use super::ids::{CardId, indexed_by};
use crate::diag::Span;

/// One row: a face, in some copies.
#[derive(Clone, Debug)]
pub struct Card {
    /// Its `id` cell, else its `name` made safe, else its number in the deck.
    pub id: String,
    /// Its cells, by column. Cells of a CSV file are texts exactly as typed.
    pub values: IndexMap<String, Value>,
    /// How many to print; 0 leaves it out.
    pub copies: u32,
    /// Its row.
    pub span: Span,
    /// Where the number of copies is written, if it is.
    pub copies_span: Option<Span>,
    /// Whether it has something printed behind it.
    pub has_back: bool,
    /// How many of them are not printed this time. Templates and the contract see them all the
    /// same.
    pub left_out: u32,
}

impl Card {
    /// How many copies are printed this time.
    pub const fn printed(&self) -> u32 {
        self.copies.saturating_sub(self.left_out)
    }

    /// Whether it has copies, and none of them is printed this time.
    pub const fn is_left_out(&self) -> bool {
        self.copies > 0 && self.printed() == 0
    }
}

indexed_by!(CardId, Card);
