//! `[pictures]`: how fine pictures must be.

use super::toml::{Count, Entries, Text, table};
use crate::diag::Spanned;

/// What scanners of print shops and eyes see: 300 dots to an inch are the rule, below half of it
/// single dots show.
const MIN_DPI: u32 = 150;
const GOOD_DPI: u32 = 300;

table! {
    /// How fine the pictures of a game must be.
    pub(crate) struct PictureKeys:
        "`[pictures]`",
        "How fine pictures must be where they are printed, after all scaling and cropping. One \
         with `image-rendering: pixelated` is meant to show its pixels and is not checked.";
    {
        min_dpi: Count<0, 2400> [default MIN_DPI]
            "Fewer dots per inch are an error (F013).";
        good_dpi: Count<0, 2400> [default GOOD_DPI]
            "Fewer dots per inch are a warning (F013).";
        coarse: Entries<CoarseKeys> [optional "none"] "Pictures that may be coarser.";
    }
}

table! {
    /// A picture that may be coarse.
    pub(crate) struct CoarseKeys:
        "`[[pictures.coarse]]`", "A picture that may be coarser.";
    {
        file: Text [required]
            "Its name as in the template, or its path in the project.";
        reason: Text [required] "Why it may, for those who read the file later.";
    }
}

/// How fine pictures must be.
#[derive(Clone, Debug)]
pub struct PictureLimits {
    /// Dots per inch below which a picture is an error.
    pub min_dpi: u32,
    /// Dots per inch below which it is a warning.
    pub good_dpi: u32,
    /// Those that may be coarser.
    pub coarse: Vec<CoarsePicture>,
}

/// A picture that may be coarse, and why.
#[derive(Clone, Debug)]
pub struct CoarsePicture {
    /// The end of its path.
    pub file: Spanned<String>,
    /// Why it may.
    pub reason: String,
}

impl CoarsePicture {
    /// Whether it is the one of that path.
    pub fn is(&self, path: &str) -> bool {
        let rest = path.strip_suffix(self.file.value.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    }
}

impl Default for PictureLimits {
    fn default() -> Self {
        Self { min_dpi: MIN_DPI, good_dpi: GOOD_DPI, coarse: Vec::new() }
    }
}

impl PictureLimits {
    pub(super) fn resolve(keys: Option<&PictureKeys>) -> Self {
        let Some(keys) = keys else { return Self::default() };
        let coarse = keys.coarse.iter().flat_map(|all| &all.value).map(|one| &one.value);
        let coarse = coarse
            .map(|one| CoarsePicture { file: one.file.clone(), reason: one.reason.value.clone() });
        Self { min_dpi: keys.min_dpi(), good_dpi: keys.good_dpi(), coarse: coarse.collect() }
    }

    /// Why a picture of that path may be coarse, if it may.
    pub fn excuse(&self, path: &str) -> Option<&str> {
        self.coarse.iter().find(|one| one.is(path)).map(|one| one.reason.as_str())
    }
}
