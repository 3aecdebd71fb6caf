//! The short name of a layout, by which cut files and printed sheets are matched.

use super::marks::Pen;
use super::plan::Plan;
use crate::units::{Length, Outline, Rect, Segment};

/// Digits and letters that are not taken for each other when read aloud: Crockford's base 32.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// 30 bits: among a hundred layouts, two of one name are a chance of one in 200,000.
const LETTERS: u32 = 6;

impl<F> Plan<F> {
    /// Six letters that change with anything that is cut, folded or found by a cutter, and with
    /// nothing else: the same cards with other pictures keep their name.
    pub fn layout_id(&self) -> String {
        let mut sum = Fnv::default();
        sum.size(self.paper.width, self.paper.height);
        for sheet in &self.sheets {
            sum.number(-1);
            for placement in &sheet.front.placements {
                sum.rect(placement.trim);
                sum.number(i64::from(placement.turn.quarters()));
                let upright = placement.turn.apply(placement.trim.size);
                let straight = Outline::rectangle(Rect::at_origin(upright));
                let contour = placement.contour.and_then(|contour| self.contours.get(contour));
                // How far a card may be inked is no matter of cutting.
                if let Some(contour) = contour.filter(|contour| contour.cut != straight) {
                    sum.outline(&contour.cut);
                }
            }
            for mark in sheet
                .front
                .marks
                .iter()
                .filter(|mark| matches!(mark.pen, Pen::Cut | Pen::Fold | Pen::Register))
            {
                sum.number(if mark.pen == Pen::Fold { -2 } else { -3 });
                sum.size(mark.from.x, mark.from.y);
                sum.size(mark.to.x, mark.to.y);
            }
        }
        let name = |letter: u32| char::from(ALPHABET[(sum.0 >> (5 * letter) & 31) as usize]);
        (0..LETTERS).map(name).collect()
    }
}

/// Fowler, Noll and Vo's sum of 64 bits, which is the same everywhere and needs no library.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn number(&mut self, number: i64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn size(&mut self, x: Length, y: Length) {
        self.number(x.to_emu());
        self.number(y.to_emu());
    }

    fn rect(&mut self, rect: Rect) {
        self.size(rect.x, rect.y);
        self.size(rect.size.width, rect.size.height);
    }

    fn outline(&mut self, outline: &Outline) {
        for segment in &outline.segments {
            self.number(if matches!(segment, Segment::Line(_)) { -4 } else { -5 });
        }
        for point in outline.points() {
            self.size(point.x, point.y);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Print;
    use crate::impose::{Job, Run, plan};
    use crate::units::{Form, Length, card_size};

    fn id(copies: u32, face: usize, card: &str, margin: i64) -> String {
        let mut print = Print::default();
        print.margin.left = Length::mm(margin);
        let runs = vec![Run { face, back: None, copies }];
        plan(&Job {
            component: "deck",
            form: &Form::Rectangle,
            trim: card_size(card).unwrap(),
            runs,
            print: &print,
        })
        .unwrap()
        .layout_id()
    }

    #[test]
    fn a_layout_is_named_by_what_is_cut() {
        let name = id(9, 0, "poker-euro", 8);
        assert_eq!(name.len(), 6);
        assert_eq!(name, id(9, 7, "poker-euro", 8), "other pictures");
        let others = [
            id(8, 0, "poker-euro", 8),
            id(18, 0, "poker-euro", 8),
            id(9, 0, "poker-us", 8),
            id(9, 0, "poker-euro", 9),
        ];
        assert!(!others.contains(&name), "{name} {others:?}");
    }
}
