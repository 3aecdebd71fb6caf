//! Sizes that have names: cards and paper.

use super::{Length, Size};

/// A size and the name people call it by.
#[derive(Clone, Copy, Debug)]
pub struct NamedSize {
    /// The name as written in a game file.
    pub name: &'static str,
    /// The size, upright.
    pub size: Size,
}

const fn mm(name: &'static str, width: i64, height: i64) -> NamedSize {
    NamedSize { name, size: Size::new(Length::um(width * 10), Length::um(height * 10)) }
}

/// Card sizes, trimmed, in hundredths of a millimetre.
///
/// Two families share the names "poker" and "standard", a US one in inches and a metric one, so
/// every name here says which it is. Sizes as The Game Crafter, `MakePlayingCards` and European
/// publishers state them.
pub const CARD_SIZES: &[NamedSize] = &[
    mm("poker-us", 6350, 8890),
    mm("poker-euro", 6300, 8800),
    mm("bridge", 5715, 8890),
    mm("us-game", 5600, 8700),
    mm("euro", 5900, 9200),
    mm("japanese", 5900, 8600),
    mm("asia", 5750, 8900),
    mm("mini-us", 4445, 6350),
    mm("mini-euro", 4400, 6800),
    mm("mini-american", 4100, 6300),
    mm("mini-asia", 4300, 6500),
    mm("micro", 3175, 4445),
    mm("tarot-us", 6985, 12065),
    mm("tarot", 7000, 12000),
    mm("tarot-french", 6100, 11200),
    mm("domino", 4445, 8890),
    mm("jumbo", 8890, 13970),
    mm("business-us", 5080, 8890),
    mm("credit", 8560, 5400),
    mm("half-poker", 4445, 6223),
    mm("catan", 5400, 8000),
    mm("square-small", 6350, 6350),
    mm("square", 7000, 7000),
    mm("square-large", 8890, 8890),
    mm("double", 8800, 12600),
    mm("dixit", 8000, 12000),
    // 7 Wonders; Mayday sells its sleeves as "Magnum Copper", 65 × 100 mm.
    mm("seven-wonders", 6500, 10000),
    mm("spanish", 6100, 9500),
];

/// Paper sizes in hundredths of a millimetre: ISO 216 (A and SRA), ANSI/ASME Y14.1, and 13 × 19
/// inches as photo printers take it.
pub const PAPER_SIZES: &[NamedSize] = &[
    mm("a4", 21000, 29700),
    mm("letter", 21590, 27940),
    mm("a3", 29700, 42000),
    mm("legal", 21590, 35560),
    mm("tabloid", 27940, 43180),
    mm("a2", 42000, 59400),
    mm("a1", 59400, 84100),
    mm("a5", 14800, 21000),
    mm("a6", 10500, 14800),
    mm("sra3", 32000, 45000),
    mm("13x19in", 33020, 48260),
];

/// The card of that name, or the paper of that name.
pub fn card_size(name: &str) -> Option<Size> {
    CARD_SIZES.iter().chain(PAPER_SIZES).find(|s| s.name == name).map(|s| s.size)
}

/// The paper of that name, upright.
pub fn paper_size(name: &str) -> Option<Size> {
    PAPER_SIZES.iter().find(|s| s.name == name).map(|s| s.size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Dpi;

    #[test]
    fn us_sizes_are_whole_fractions_of_an_inch() {
        assert_eq!(card_size("poker-us"), Some(Size::new(Length::inch(5, 2), Length::inch(7, 2))));
        assert_eq!(card_size("bridge"), Some(Size::new(Length::inch(9, 4), Length::inch(7, 2))));
        assert_eq!(
            card_size("tarot-us"),
            Some(Size::new(Length::inch(11, 4), Length::inch(19, 4)))
        );
        assert_eq!(paper_size("letter"), Some(Size::new(Length::inch(17, 2), Length::inch(11, 1))));
        assert_eq!(
            paper_size("13x19in"),
            Some(Size::new(Length::inch(13, 1), Length::inch(19, 1)))
        );
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = CARD_SIZES.iter().chain(PAPER_SIZES).map(|s| s.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), CARD_SIZES.len() + PAPER_SIZES.len());
    }

    #[test]
    fn a_poker_card_is_750_by_1050_pixels_at_300_dpi() {
        let dpi = Dpi::new(300).unwrap();
        let size = card_size("poker-us").unwrap();
        assert_eq!((dpi.pixels(size.width), dpi.pixels(size.height)), (750, 1050));
    }
}
