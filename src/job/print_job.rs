//! What is printed together, in which files, on which sheets. Faces are named by keys: plans come
//! before pictures, and how many sheets there are does not depend on what is drawn.

use crate::compose::CardPart;
use crate::game::{CardId, ComponentId, Duplex};
use crate::impose::{Plan, Tiling};
use crate::slug::Purpose;

/// Components that are printed together: one, or several that share sheets.
#[derive(Clone, Debug)]
pub struct PrintJob {
    /// Names the files: the id of the component, or `shared-a` for those that share sheets.
    pub id: String,
    /// The components, in the order of the game.
    pub components: Vec<JobComponent>,
    /// The files to write, the one everybody prints first. There is at least one.
    pub outputs: Vec<Output>,
}

/// A component of a print job, with what is computed of it once.
#[derive(Clone, Debug)]
pub struct JobComponent {
    /// The component.
    pub id: ComponentId,
    /// How it is cut into tiles, if it is a board larger than its paper.
    pub tiling: Option<Tiling>,
}

impl JobComponent {
    /// A component in one piece, cut to its size.
    pub const fn new(id: ComponentId) -> Self {
        Self { id, tiling: None }
    }
}

impl PrintJob {
    /// Whether a component is printed by it.
    pub fn has(&self, component: ComponentId) -> bool {
        self.components.iter().any(|member| member.id == component)
    }
}

/// One PDF of a print job.
#[derive(Clone, Debug)]
pub struct Output {
    /// What it is for; its name is part of the file's.
    pub purpose: Purpose,
    /// The name of its paper.
    pub paper: String,
    /// How it is turned over.
    pub duplex: Duplex,
    /// Its sheets. Plans come before pictures: how many sheets there are does not depend on what is
    /// drawn.
    pub plan: Plan<FaceKey>,
}

/// A face before it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FaceKey {
    /// The component.
    pub component: ComponentId,
    /// The card.
    pub card: CardId,
    /// Which of its faces.
    pub part: CardPart,
}
