//! What everything printed of one game shares: the game, its composed faces, fonts and pictures.

use super::layers::Drawing;
use super::manifest::Part;
use crate::compose::{Artworks, Ink, Templates, compose};
use crate::diag::{Failed, Sink};
use crate::draw::{FontSet, Pictures};
use crate::files::Files;
use crate::game::{Component, ComponentId, Duplex, Game, Marks, Printer};
use crate::press::Corrections;
use crate::slug::Purpose;
use crate::units::Size;

use super::print_job::PrintJob;

/// What everything printed of one game shares.
pub struct GameContext<'a> {
    pub(super) game: &'a Game,
    pub(super) printer: Option<&'a Printer>,
    /// What was asked for, where that was less than everything.
    pub(super) part: Option<&'a Part>,
    pub(super) templates: Templates,
    pub(super) artworks: Artworks,
    pub(super) fonts: FontSet,
    pub(super) pictures: Pictures<'a>,
}

/// What of a game is composed, and for whom.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The printer that the sheets are corrected for.
    pub printer: Option<&'a Printer>,
    /// What was asked for, where that was less than everything.
    pub part: Option<&'a Part>,
    /// How much ink.
    pub ink: Ink,
}

impl<'a> GameContext<'a> {
    /// Composes the faces of some components. It fails only where no template can be filled; faces
    /// with faults are left out.
    pub fn compose(
        files: &'a dyn Files,
        fonts: FontSet,
        game: &'a Game,
        wanted: Wanted<'a>,
        components: &[ComponentId],
        sink: &mut Sink,
    ) -> Result<Self, Failed> {
        let Wanted { printer, part, ink } = wanted;
        sink.extend(fonts.faults().iter().cloned());
        let templates = Templates::load(files, game, fonts.db(), sink)?;
        let artworks = compose(&templates, game, components, ink, sink);
        let pictures = Pictures::new(files, &game.id).with_limits(game.pictures.clone());
        Ok(Self { game, printer, part, templates, artworks, fonts, pictures })
    }

    /// The faces of the game, and the templates that they were filled from.
    pub const fn composed(&self) -> (&Artworks, &Templates) {
        (&self.artworks, &self.templates)
    }

    /// The pictures that were drawn so far.
    pub const fn pictures(&self) -> &Pictures<'a> {
        &self.pictures
    }

    /// What faces are drawn with.
    pub(super) const fn drawing(&self) -> Drawing<'_> {
        Drawing { fonts: &self.fonts, pictures: &self.pictures }
    }

    /// What follows the names of files: `-it` for all but the default language.
    pub fn suffix(&self) -> String {
        self.game.suffix_of(&self.game.lang)
    }

    /// The name of a document, by which a part never stands in for the whole.
    pub fn name(&self, stem: &str) -> String {
        let part = if self.part.is_some() { Part::SUFFIX } else { "" };
        format!("{stem}{part}")
    }

    /// The name of a document as its sheets say it: of a part, how much of its components it is.
    pub(super) fn slug_name(&self, stem: &str, job: &PrintJob) -> String {
        let cards = || job.components.iter().map(|member| &self.game.components[member.id]);
        let printed: u32 = cards().map(Component::printed_copies).sum();
        let all: u32 = cards().map(Component::copies).sum();
        let name = self.name(stem);
        let is_changed = self.part.is_some_and(|part| part.changed.is_some());
        match (printed == all, is_changed) {
            (true, false) => name,
            (false, false) => format!("{name} · {printed} of {all} copies"),
            (_, true) => format!("{name} · {printed} changed of {all} copies"),
        }
    }

    /// How the lines of a job look: as its first component says.
    pub(super) fn marks(&self, job: &PrintJob) -> &'a Marks {
        // A job has at least one component.
        &self.game.components[job.components[0].id].print.marks
    }

    /// The printer that the sheets of an output are corrected for: what goes to a print shop is
    /// not.
    pub(super) fn printer_of(&self, purpose: Purpose) -> Option<&'a Printer> {
        self.printer.filter(|_| purpose.is_for_home())
    }

    /// What is done to the pages of an output. All of those with backs in a file of their own are
    /// backs.
    pub(super) fn corrections(
        &self,
        purpose: Purpose,
        paper: Size,
        duplex: Duplex,
    ) -> Option<Corrections> {
        let printer = self.printer_of(purpose)?;
        let back = printer.back(paper, duplex).inverse();
        let front = if purpose == Purpose::Backs { back } else { printer.front(paper).inverse() };
        Some(Corrections { front, back })
    }
}
