//! Slots that stay empty, because a label sheet lacks its sticker there or a card lies askew.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use super::letters::letters;
use super::misfit::DoesNotFit;

/// A slot as people name it: `A3` is the first column and the third row of the first sheet, `2:A3`
/// that of the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Skip {
    /// The sheet, from 0.
    pub sheet: u32,
    /// The column, from 0.
    pub column: u32,
    /// The row, from 0.
    pub row: u32,
}

impl FromStr for Skip {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            "a slot is a letter for its column and a number for its row, such as A3; \
             on the second sheet 2:A3"
                .to_owned()
        };
        let number = |digits: &str| {
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            digits.parse::<u32>().ok().filter(|n| plain && *n > 0).map(|n| n - 1)
        };
        let (sheet, slot) = text.split_once(':').unwrap_or(("1", text));
        let digits = slot.find(|c: char| c.is_ascii_digit()).unwrap_or(slot.len());
        let (letters, row) = slot.split_at(digits);
        if letters.is_empty()
            || letters.len() > 3
            || !letters.bytes().all(|b| b.is_ascii_alphabetic())
        {
            return Err(wrong());
        }
        // As spreadsheets count: Z is followed by AA.
        let column = letters
            .bytes()
            .fold(0, |sum, b| sum * 26 + u32::from(b.to_ascii_uppercase() - b'A') + 1)
            - 1;
        Ok(Self {
            sheet: number(sheet).ok_or_else(wrong)?,
            column,
            row: number(row).ok_or_else(wrong)?,
        })
    }
}

impl fmt::Display for Skip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.sheet > 0 {
            write!(f, "{}:", self.sheet + 1)?;
        }
        write!(f, "{}{}", letters(self.column), self.row + 1)
    }
}

/// A slot to be left empty that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSlot {
    /// The slot.
    pub skip: Skip,
    /// How many sheets there are.
    pub sheets: usize,
    /// The last column and the last row of a sheet.
    pub last: Skip,
}

impl fmt::Display for NoSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { skip, sheets, last } = self;
        write!(f, "there is no slot {skip}: ")?;
        if skip.sheet as usize >= *sheets {
            write!(f, "the last sheet is {sheets}")
        } else {
            write!(f, "slots go from A1 to {}", Skip { sheet: 0, ..*last })
        }
    }
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanError {
    /// Something is larger than the paper.
    DoesNotFit(DoesNotFit),
    /// Slots to be left empty that do not exist.
    NoSlot(Vec<NoSlot>),
}

impl From<DoesNotFit> for PlanError {
    fn from(misfit: DoesNotFit) -> Self {
        Self::DoesNotFit(misfit)
    }
}

/// The slots to be left empty, by sheet and slot, as a planner counts them.
pub(super) struct Empty {
    slots: HashSet<(u32, u32)>,
    unknown: Vec<Skip>,
}

impl Empty {
    pub(super) fn new(skip: &[Skip], slot: impl Fn(&Skip) -> Option<u32>) -> Self {
        let mut empty = Self { slots: HashSet::new(), unknown: Vec::new() };
        for skip in skip {
            match slot(skip) {
                Some(slot) => {
                    empty.slots.insert((skip.sheet, slot));
                }
                None => empty.unknown.push(*skip),
            }
        }
        empty
    }

    pub(super) fn contains(&self, sheet: u32, slot: u32) -> bool {
        self.slots.contains(&(sheet, slot))
    }

    /// The faults, once it is known how many sheets there are.
    pub(super) fn check(&self, skip: &[Skip], sheets: usize, last: Skip) -> Result<(), PlanError> {
        let is_unknown =
            |skip: &&Skip| self.unknown.contains(skip) || skip.sheet as usize >= sheets;
        let faults: Vec<NoSlot> = skip
            .iter()
            .filter(is_unknown)
            .map(|skip| NoSlot { skip: *skip, sheets, last })
            .collect();
        if faults.is_empty() { Ok(()) } else { Err(PlanError::NoSlot(faults)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_have_the_names_of_spreadsheets() {
        for (text, sheet, column, row) in [
            ("A1", 0, 0, 0),
            ("c12", 0, 2, 11),
            ("2:A3", 1, 0, 2),
            ("AA1", 0, 26, 0),
            ("ZZ9", 0, 701, 8),
        ] {
            let skip: Skip = text.parse().unwrap();
            assert_eq!(skip, Skip { sheet, column, row });
            assert_eq!(skip.to_string(), text.to_uppercase());
        }
        for text in [
            "",
            "A",
            "3",
            "A0",
            "0:A1",
            "A-1",
            "A1B",
            "1:2:A1",
            "Ä1",
            "AAAA1",
            "A99999999999",
            "A+1",
            ":A1",
        ] {
            assert!(text.parse::<Skip>().is_err(), "{text}");
        }
    }
}
