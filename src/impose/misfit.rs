//! Why a component does not fit its paper, in numbers.

use std::fmt;

use super::fit::AxisFit;
use super::paper::OrientedPaper;
use crate::game::Print;
use crate::units::Size;

/// A component that is too large for its paper.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DoesNotFit {
    /// The id of the component.
    pub component: String,
    /// What was to be placed.
    pub trim: Size,
    /// The paper, upright.
    pub paper: Size,
    /// What the paper is called; its size where it has no name.
    pub paper_name: String,
    /// The sums that are too large, one for each orientation that was tried, such as
    /// `portrait 300 mm + margins 2 × 10 mm = 320 mm > 210 mm`.
    pub sums: Vec<String>,
}

impl fmt::Display for DoesNotFit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, "card")
    }
}

impl DoesNotFit {
    pub(super) fn new(component: &str, trim: Size, print: &Print, sums: Vec<String>) -> Self {
        Self {
            component: component.to_owned(),
            trim,
            paper: print.paper.size,
            paper_name: print.paper.name.clone(),
            sums,
        }
    }

    /// What fits none of these papers.
    pub(super) fn on(papers: &[OrientedPaper], component: &str, trim: Size, print: &Print) -> Self {
        let sums = papers.iter().filter_map(|paper| {
            AxisFit::sums(paper.word, &AxisFit::both(paper, trim, print, None))
        });
        Self::new(component, trim, print, sums.collect())
    }

    /// What is not repeated, whatever the columns and rows of the game.
    pub(super) fn alone(component: &str, block: Size, print: &Print) -> Self {
        let print = Print { columns: None, rows: None, ..print.clone() };
        Self::on(&OrientedPaper::candidates(&print), component, block, &print)
    }

    /// The message with another word for what does not fit.
    pub fn of(&self, what: &str) -> String {
        struct Of<'a>(&'a DoesNotFit, &'a str);
        impl fmt::Display for Of<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.write(f, self.1)
            }
        }
        Of(self, what).to_string()
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, what: &str) -> fmt::Result {
        let Self { trim, paper, paper_name, sums, .. } = self;
        let paper = paper.to_string();
        write!(f, "{what} of {trim} does not fit paper of {paper}")?;
        if *paper_name != paper {
            write!(f, " ({paper_name})")?;
        }
        if sums.is_empty() {
            write!(f, " in either orientation")
        } else {
            write!(f, ": {}", sums.join("; "))
        }
    }
}

impl std::error::Error for DoesNotFit {}
