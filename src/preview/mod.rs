//! The page that shows a game while it is made, and who may ask for it.
//!
//! In: a project, and what is saved in it. Out: answers to a browser on the same machine. The page
//! holds no game: it is told that something changed, asks for the state, and then for the pictures
//! it shows. Requests carry no path: what can be asked for is looked up by a sum or a number.
//!
//! It refuses to know: how a game is read, checked or drawn.

mod clock;
mod desk;
mod guard;
mod http;
mod hub;
mod launch;
mod pictures;
mod print;
mod server;
mod state;

pub use desk::{Desk, Options, Report};
pub use launch::open_page;
pub use server::{BindError, DEFAULT_PORT};
