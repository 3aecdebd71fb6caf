//! Sums of what pictures are drawn from: equal sums, equal pictures.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::files::Contents;
use crate::job::{Pile, SideView};

/// The sum of everything that a picture is drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sum([u8; 16]);

impl Sum {
    /// A sum as it is written: 32 digits.
    pub fn parse(text: &str) -> Option<Self> {
        let mut sum = [0; 16];
        let is_sum =
            text.len() == 32 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        if !is_sum {
            return None;
        }
        for (byte, at) in sum.iter_mut().zip((0..).step_by(2)) {
            *byte = u8::from_str_radix(text.get(at..at + 2)?, 16).ok()?;
        }
        Some(Self(sum))
    }

    /// The sum of all fonts of a project.
    pub(super) fn of_fonts(contents: &Contents) -> Self {
        let mut adder = Adder::new();
        for (path, sum) in contents.below("fonts") {
            adder.add(path.as_bytes());
            adder.add(sum);
        }
        adder.sum()
    }

    /// The sum of a face or a page.
    pub(super) fn of_pile(pile: &Pile, contents: &Contents, fonts: Self) -> Self {
        let mut adder = Adder::new();
        adder.add(&fonts.0);
        adder.add(format!("{:?}", pile.canvas).as_bytes());
        for part in &pile.parts {
            adder.add(part.svg.as_bytes());
            adder.add(part.template.as_bytes());
            for path in &part.pictures {
                adder.add(path.as_bytes());
                adder.add(contents.of(path).map_or(&[], |sum| sum.as_slice()));
            }
        }
        adder.sum()
    }

    /// The sums of a side, whose faces have these sums: of the faces where they lie, and with what
    /// is printed beside them.
    pub(super) fn of_side(view: &SideView, faces: &[Self], fonts: Self) -> Option<(Self, Self)> {
        let (_, kind, side) = view.sheets.sides().nth(view.at)?;
        let mut adder = Adder::new();
        adder.add(format!("{kind:?} {:?}", view.size()).as_bytes());
        for placement in &side.placements {
            let contour = placement.contour.and_then(|at| view.sheets.plan.contours.get(at));
            let at = (placement.trim, placement.clip, placement.turn, contour);
            adder.add(format!("{at:?}").as_bytes());
            let face = placement.face.and_then(|face| faces.get(face));
            adder.add(face.map_or(&[], |sum| sum.0.as_slice()));
        }
        let inner = adder.clone().sum();
        adder.add(&fonts.0);
        for svg in view.sheets.beside(view.at) {
            adder.add(svg.as_bytes());
        }
        Some((inner, adder.sum()))
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Adds pieces, each with its length, so that no two lists of pieces are taken for each other.
#[derive(Clone)]
struct Adder(Sha256);

impl Adder {
    fn new() -> Self {
        Self(Sha256::new())
    }

    fn add(&mut self, piece: &[u8]) {
        self.0.update(piece.len().to_le_bytes());
        self.0.update(piece);
    }

    fn sum(self) -> Sum {
        let whole: [u8; 32] = self.0.finalize().into();
        let mut sum = [0; 16];
        sum.copy_from_slice(&whole[..16]);
        Sum(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_read_as_it_is_written_and_nothing_else_is() {
        let mut adder = Adder::new();
        adder.add(b"a face");
        let sum = adder.sum();
        assert_eq!(Sum::parse(&sum.to_string()), Some(sum));
        for other in
            ["", "00", "../../etc/passwd", &"0".repeat(31), &"A".repeat(32), &"é".repeat(16)]
        {
            assert_eq!(Sum::parse(other), None, "{other}");
        }
    }
}
