//! The artwork beside the faces of a plan.

use super::caption::caption;
use super::line::{SlugLine, sheet_number};
use super::marks::{cuts, marks};
use super::purpose::Purpose;
use super::ruler::ruler;
use super::side::{SideKind, sides};
use super::svg::whole_side;
use crate::game::Marks;
use crate::impose::{Plan, Side};

/// What is printed beside the faces of a plan, each different artwork once.
#[derive(Clone, Debug)]
pub struct Slug {
    /// SVG texts as large as the paper.
    pub artworks: Vec<String>,
    /// For each side in the order of printing, the artworks that lie over each other.
    pub sides: Vec<Vec<usize>>,
}

impl Slug {
    /// Draws it.
    pub fn new<F>(line: &SlugLine, plan: &Plan<F>, purpose: Purpose, style: &Marks) -> Self {
        let sheets = plan.sheets.len();
        let mut slug = Self { artworks: Vec::new(), sides: Vec::new() };
        let mut known: Vec<(SideKind, &Side<F>, usize)> = Vec::new();
        for (sheet, kind, side) in sides(plan, purpose) {
            let is_same = |(k, s, _): &&(SideKind, &Side<F>, usize)| {
                *k == kind
                    && s.marks == side.marks
                    && s.cuts == side.cuts
                    && s.captions == side.captions
                    && s.slug == side.slug
            };
            let base = if let Some((.., base)) = known.iter().find(is_same) {
                *base
            } else {
                let mut content = marks(&side.marks, style) + &cuts(&side.cuts, style);
                content.extend(side.captions.iter().map(caption));
                content.extend(side.slug.ruler.iter().map(ruler));
                content.extend(side.slug.line.iter().map(|spot| line.text(spot, kind, sheets)));
                let base = slug.keep(whole_side(plan.paper, &content));
                known.push((kind, side, base));
                base
            };
            let mut parts = vec![base];
            if let Some(spot) = &side.slug.line {
                let digits = sheet_number(plan.paper, spot, sheet, sheets);
                parts.extend(digits.map(|digit| slug.keep(digit)));
            }
            slug.sides.push(parts);
        }
        slug
    }

    fn keep(&mut self, artwork: String) -> usize {
        self.artworks.iter().position(|a| *a == artwork).unwrap_or_else(|| {
            self.artworks.push(artwork);
            self.artworks.len() - 1
        })
    }
}
