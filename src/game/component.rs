//! A component of the kit.

use std::ops::{Index, IndexMut};

use super::board::{Board, Geometry};
use super::card::Card;
use super::fold::Fold;
use super::ids::{CardId, ComponentId, indexed_by};
use super::kind::Kind;
use super::print::Print;
use super::token::Token;
use crate::diag::{Span, Spanned};
use crate::units::{Form, Size};

/// One thing of the kit, in as many copies as its cards say.
#[derive(Clone, Debug)]
pub struct Component {
    /// Unique in the game; also the name of its output file.
    pub id: String,
    /// Its table in `game.toml`.
    pub span: Span,
    /// The trimmed size; of a fold that of its first panel.
    pub size: Size,
    /// How it goes on paper.
    pub print: Print,
    /// The template of the front, as a path under `templates/`, such as `circus/artist.svg`.
    pub face: Spanned<String>,
    /// In the order of the table. A sheet or a board has one, without values.
    pub cards: Vec<Card>,
    /// The letter of the sheets it shares.
    pub share: Option<char>,
    /// What only a component of its kind has.
    pub details: Details,
}

/// What only a component of its kind has.
#[derive(Clone, Debug)]
pub enum Details {
    /// Cards of one size, cut to one form.
    Deck(Flat, Form),
    /// One printed sheet at its own size, such as a score pad.
    Sheet(Flat),
    /// A board, in tiles if it is larger than the paper.
    Board(Flat, Board),
    /// Chits, discs, stickers: small things of one form.
    Token(Flat, Token),
    /// Something to be cut out, folded and glued.
    Fold(Fold),
}

/// What a component has that is not folded.
#[derive(Clone, Debug, Default)]
pub struct Flat {
    /// The template of the back.
    pub back: Option<Spanned<String>>,
    /// The geometry of a board, if it has one.
    pub geometry: Option<Geometry>,
}

impl Component {
    /// What a copy is cut to, in the box of its size.
    pub fn form(&self) -> &Form {
        match &self.details {
            Details::Deck(_, form) => form,
            Details::Token(_, token) => &token.form,
            Details::Sheet(_) | Details::Board(..) | Details::Fold(_) => &Form::Rectangle,
        }
    }

    /// Its kind.
    pub const fn kind(&self) -> Kind {
        match self.details {
            Details::Deck(..) => Kind::Deck,
            Details::Sheet(_) => Kind::Sheet,
            Details::Board(..) => Kind::Board,
            Details::Token(..) => Kind::Token,
            Details::Fold(_) => Kind::Fold,
        }
    }

    /// What it has if it is not folded.
    const fn flat(&self) -> Option<&Flat> {
        match &self.details {
            Details::Deck(flat, _)
            | Details::Sheet(flat)
            | Details::Board(flat, _)
            | Details::Token(flat, _) => Some(flat),
            Details::Fold(_) => None,
        }
    }

    /// The template of its back, if it has one.
    pub fn back(&self) -> Option<&Spanned<String>> {
        self.flat()?.back.as_ref()
    }

    /// Its geometry, if it has one.
    pub fn geometry(&self) -> Option<&Geometry> {
        self.flat()?.geometry.as_ref()
    }

    /// What only a board has.
    pub const fn board(&self) -> Option<&Board> {
        if let Details::Board(_, board) = &self.details { Some(board) } else { None }
    }

    /// What only tokens have.
    pub const fn token(&self) -> Option<&Token> {
        if let Details::Token(_, token) = &self.details { Some(token) } else { None }
    }

    /// What only folded things have.
    pub const fn fold(&self) -> Option<&Fold> {
        if let Details::Fold(fold) = &self.details { Some(fold) } else { None }
    }

    /// Each card with its place.
    pub fn cards_with_ids(&self) -> impl Iterator<Item = (CardId, &Card)> {
        self.cards.iter().enumerate().map(|(index, card)| (CardId::new(index), card))
    }

    /// All copies of all cards.
    pub fn copies(&self) -> u32 {
        self.cards.iter().map(|c| c.copies).sum()
    }

    /// All copies that are printed this time.
    pub fn printed_copies(&self) -> u32 {
        self.cards.iter().map(Card::printed).sum()
    }
}

indexed_by!(ComponentId, Component);
