//! What differs in its colour only is told apart by everybody.

use super::check::{Check, DrawnFaces, Run};
use super::colour;
use crate::diag::{Code, Diagnostic, codes};
use crate::job::{DrawnFace, Pixels};

codes! {
    /// told apart by colour alone
    ///
    /// Two faces of a component that differ in their colours, and look alike to somebody who sees
    /// no red (protanopia), no green (deuteranopia) or no blue (tritanopia), or on a
    /// black-and-white print. Sight is simulated on the pixels of the faces, with the matrices of
    /// Viénot, Brettel and Mollon (1999) for red and green and those of Brettel, Viénot and Mollon
    /// (1997) for blue.
    ///
    /// One man in twelve confuses red and green.
    ///
    /// ```fails game.toml
    /// [token.chips]
    /// size = { width = "20mm", height = "20mm" }
    /// face = "chip.svg"
    /// cards = "chips.csv"
    /// ```
    /// ```fails chips.csv
    /// name,colour,copies
    /// Red,#e05a4e,5
    /// Green,#8f8a3c,5
    /// ```
    /// ```fails chip.svg
    /// <svg xmlns="http://www.w3.org/2000/svg" {{ canvas }}><rect x="-2" y="-2" width="24"
    /// height="24" fill="{{ card.colour }}"/></svg>
    /// ```
    /// ```passes game.toml
    /// [token.chips]
    /// size = { width = "20mm", height = "20mm" }
    /// face = "chip.svg"
    /// cards = "chips.csv"
    /// ```
    /// ```passes chips.csv
    /// name,colour,copies
    /// Red,#7d1f16,5
    /// Green,#d9d26b,5
    /// ```
    /// ```passes chip.svg
    /// <svg xmlns="http://www.w3.org/2000/svg" {{ canvas }}><rect x="-2" y="-2" width="24"
    /// height="24" fill="{{ card.colour }}"/></svg>
    /// ```
    L004;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Pixels(run) };

/// The cells of a small picture of a face, in both directions.
const CELLS: usize = 24;
/// Two colours that differ by more, in CIE L*a*b*, are seen to differ at a glance.
const SEEN: f64 = 20.0;
/// Two colours that differ by less are taken for the same across a table.
const CONFUSED: f64 = 10.0;

/// What is seen by those who see no red, or no green: Viénot, Brettel and Mollon, "Digital video
/// colourmaps for checking the legibility of displays by dichromats", Color Research and
/// Application 24 (1999), for the primaries of sRGB.
const NO_RED: [[f64; 3]; 3] =
    [[0.108_89, 0.891_11, 0.0], [0.108_89, 0.891_11, 0.0], [0.004_47, -0.004_47, 1.0]];
const NO_GREEN: [[f64; 3]; 3] =
    [[0.290_31, 0.709_69, 0.0], [0.290_31, 0.709_69, 0.0], [-0.021_97, 0.021_97, 1.0]];
/// By those who see no blue: Brettel, Viénot and Mollon, "Computerized simulation of color
/// appearance for dichromats", Journal of the Optical Society of America A 14 (1997); one matrix on
/// each side of a plane through the neutral colours, whose normal follows.
const NO_BLUE: [[[f64; 3]; 3]; 2] = [
    [[1.012_77, 0.135_48, -0.148_26], [-0.012_43, 0.868_12, 0.144_31], [0.075_89, 0.805, 0.119_11]],
    [
        [0.936_78, 0.189_79, -0.126_57],
        [0.061_54, 0.815_26, 0.123_2],
        [-0.375_62, 1.127_67, 0.247_96],
    ],
];
const NO_BLUE_NORMAL: [f64; 3] = [0.039_01, -0.027_88, -0.011_13];

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    Usual,
    NoRed,
    NoGreen,
    NoBlue,
    Grey,
}

impl Sight {
    const IMPAIRED: [Self; 4] = [Self::NoRed, Self::NoGreen, Self::NoBlue, Self::Grey];

    const fn who(self) -> &'static str {
        match self {
            Self::Usual => "",
            Self::NoRed => "to somebody who sees no red (protanopia)",
            Self::NoGreen => "to somebody who sees no green (deuteranopia)",
            Self::NoBlue => "to somebody who sees no blue (tritanopia)",
            Self::Grey => "on a black-and-white print",
        }
    }

    /// What is seen of linear light.
    fn sees(self, light: [f64; 3]) -> [f64; 3] {
        match self {
            Self::Usual => light,
            Self::NoRed => NO_RED.map(|row| dot(row, light)),
            Self::NoGreen => NO_GREEN.map(|row| dot(row, light)),
            Self::NoBlue => {
                let side = usize::from(dot(NO_BLUE_NORMAL, light) < 0.0);
                NO_BLUE[side].map(|row| dot(row, light))
            }
            Self::Grey => [colour::luminance(light); 3],
        }
    }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// A small picture of a face, as colours of CIE L*a*b*.
type Small = Vec<[f64; 3]>;

fn run(drawn: &DrawnFaces<'_>) -> Vec<Diagnostic> {
    let light: Vec<Vec<[f64; 3]>> = drawn.faces.iter().map(|face| cells(&face.whole)).collect();
    let seen_by = |sight: Sight| -> Vec<Small> {
        let lab = |light: &[f64; 3]| colour::lab(sight.sees(*light));
        light.iter().map(|cells| cells.iter().map(lab).collect()).collect()
    };
    let usual = seen_by(Sight::Usual);
    let mut faults = Vec::new();
    for sight in Sight::IMPAIRED {
        let seen = seen_by(sight);
        let mut pairs = Vec::new();
        for second in 0..seen.len() {
            for first in 0..second {
                let is_alike = differ(&seen[first], &seen[second], CONFUSED).is_none()
                    && drawn.faces[first].whole.rows.len() == drawn.faces[second].whole.rows.len();
                if is_alike && differ(&usual[first], &usual[second], SEEN).is_some() {
                    pairs.push((first, second));
                }
            }
        }
        let Some(&(first, second)) = pairs.first() else { continue };
        let [first, second]: [&DrawnFace<'_>; 2] = [first, second].map(|at| &drawn.faces[at]);
        let message = format!(
            "`{}` and `{}` look alike {}",
            first.artwork.name,
            second.artwork.name,
            sight.who()
        );
        let more = pairs.len() - 1;
        faults.push(
            Diagnostic::warning(Code::L004, message)
                .at(&second.artwork.card)
                .also(&first.artwork.card, "looks the same")
                .card(second.artwork.name.as_str())
                .maybe_hint((more > 0).then(|| format!("so do {more} more pairs")))
                .hint("add a sign, a pattern or a number, or make one of them darker"),
        );
    }
    faults
}

/// Whether two pictures differ somewhere by at least so much.
fn differ(a: &Small, b: &Small, by: f64) -> Option<usize> {
    let distance = |(a, b): (&[f64; 3], &[f64; 3])| {
        let square: f64 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
        square.sqrt()
    };
    a.iter().zip(b).position(|pair| distance(pair) >= by)
}

/// The mean light of each cell of a face.
fn cells(pixels: &Pixels) -> Vec<[f64; 3]> {
    let width = pixels.width;
    let height = pixels.height();
    let bounds = |cell: usize, size: usize| (cell * size / CELLS, (cell + 1) * size / CELLS);
    let mut cells = Vec::with_capacity(CELLS * CELLS);
    for row in 0..CELLS {
        for column in 0..CELLS {
            let (left, right) = bounds(column, width);
            let (top, bottom) = bounds(row, height);
            let mut sum = [0.0; 3];
            for y in top..bottom {
                for x in left..right {
                    let light = colour::light(pixels.at(x, y));
                    sum = [sum[0] + light[0], sum[1] + light[1], sum[2] + light[2]];
                }
            }
            let count = ((right - left) * (bottom - top)).max(1) as f64;
            cells.push(sum.map(|sum| sum / count));
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neutral_colours_look_the_same_to_everybody() {
        for sight in Sight::IMPAIRED {
            for grey in [0, 90, 200, 255] {
                let light = colour::light([grey; 3]);
                let seen = sight.sees(light);
                assert!(seen.iter().zip(light).all(|(a, b)| (a - b).abs() < 1e-3), "{sight:?}");
            }
        }
    }

    #[test]
    fn who_sees_no_green_confuses_red_with_an_olive_of_the_same_brightness() {
        let lab = |sight: Sight, colour| colour::lab(sight.sees(colour::light(colour)));
        let distance = |sight, a, b| {
            let (a, b): ([f64; 3], [f64; 3]) = (lab(sight, a), lab(sight, b));
            a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
        };
        let red = [0xd0, 0x6a, 0x30];
        let olive = [0x8f, 0x8d, 0x2c];
        assert!(distance(Sight::Usual, red, olive) > SEEN);
        assert!(distance(Sight::NoGreen, red, olive) < CONFUSED);
        assert!(distance(Sight::NoBlue, red, olive) > CONFUSED);
    }
}
