//! One binary for all tests that look at `pnp` from outside: a module for each behaviour.
//! `UPDATE=1 cargo test` refreshes generated pages and reference pictures; look at the diff.

#![allow(clippy::disallowed_methods, reason = "tests look at files as their user does")]

mod common;
mod random;

mod architecture;
mod bad_input;
mod board_pictures;
mod boards;
mod booklet;
mod changes;
mod checks;
mod cli;
mod contract;
mod cut;
mod cutters;
mod defaults;
mod docs;
mod drawing;
mod every_row;
mod extract;
mod faces;
mod fold_pictures;
mod folds;
mod geometry;
mod impose;
mod ink;
mod languages;
mod layers;
mod limits;
mod listed;
mod names;
mod new;
mod output;
mod path_words;
mod picture_sizes;
mod preflight;
mod press;
mod preview_page;
mod preview_server;
mod printers;
mod promises;
mod reports;
mod rulebook;
mod rulebook_pictures;
mod same_bytes;
mod schema;
mod shaping;
mod sheets;
mod sheets_pdf;
mod shipped_games;
mod svg;
mod tables;
mod text;
mod text_pictures;
mod textbox;
mod tiles;
mod token_pdf;
mod tokens;
mod tutorial;
mod variants;
mod watching;
mod words;
mod workbooks;
