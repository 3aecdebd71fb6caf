//! What was found at the places where templates look something up.

use std::collections::BTreeMap;
use std::ops::Range;

use super::reads::Reads;

/// What is wrong with a name in a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// There is no such name.
    Unknown {
        /// Where it was looked for: `card`. Nothing for a variable.
        within: Option<String>,
        /// What it would be: `column`, `key` or `variable`.
        thing: &'static str,
        name: String,
        /// The names that exist.
        known: Vec<String>,
    },
    /// A condition is met by a word for no.
    TrueForNo {
        /// As written: `card.unique`.
        path: String,
        /// Such as `FALSE`.
        no: String,
    },
}

/// A name, its place in its template, and what is wrong with it.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) template: String,
    pub(crate) range: Range<usize>,
    pub(crate) problem: Problem,
}

/// What is known of one place.
#[derive(Debug)]
enum Site {
    /// Some face that is drawn with it has the name.
    Exists,
    /// None of them has, so far.
    Missing(Range<usize>, Problem),
}

/// All findings. A place is looked at once for each component that is drawn with it, and for each
/// call of the component of tera it stands in; a name is wrong if it is nowhere right.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    sites: BTreeMap<(String, usize, bool), Site>,
    flags: BTreeMap<(String, usize), Finding>,
    reads: Reads,
}

impl Findings {
    /// `of_key` tells the key `x` of `card[x]` from the variable at the same place.
    pub(super) fn exists(&mut self, template: &str, at: usize, of_key: bool) {
        self.sites.insert((template.to_owned(), at, of_key), Site::Exists);
    }

    pub(super) fn missing(&mut self, template: &str, range: Range<usize>, problem: Problem) {
        let of_key = matches!(problem, Problem::Unknown { within: Some(_), .. });
        let key = (template.to_owned(), range.start, of_key);
        self.sites.entry(key).or_insert(Site::Missing(range, problem));
    }

    pub(super) fn true_for_no(&mut self, finding: Finding) {
        let key = (finding.template.clone(), finding.range.start);
        self.flags.entry(key).or_insert(finding);
    }

    /// Takes out what exists for somebody else.
    pub(crate) fn forgive(&mut self, others: &Self) {
        self.sites.retain(|key, _| !matches!(others.sites.get(key), Some(Site::Exists)));
    }

    /// What is read.
    pub(super) const fn reads(&mut self) -> &mut Reads {
        &mut self.reads
    }

    /// What is read, and nothing else.
    pub(crate) fn into_reads(self) -> Reads {
        self.reads
    }

    /// By template and place.
    pub(crate) fn into_all(self) -> Vec<Finding> {
        let unknown = self.sites.into_iter().filter_map(|((template, ..), site)| match site {
            Site::Exists => None,
            Site::Missing(range, problem) => Some(Finding { template, range, problem }),
        });
        unknown.chain(self.flags.into_values()).collect()
    }
}
