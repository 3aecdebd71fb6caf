//! Colours as they are seen.

use std::sync::LazyLock;

use crate::units::math;

/// Linear light of each value of sRGB (IEC 61966-2-1), 0 to 1.
static LIGHT: LazyLock<[f64; 256]> = LazyLock::new(|| {
    std::array::from_fn(|value| {
        let value = value as f64 / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { math::power((value + 0.055) / 1.055, 2.4) }
    })
});

/// Linear light of a colour of sRGB, 0 to 1.
pub(super) fn light(colour: [u8; 3]) -> [f64; 3] {
    colour.map(|value| LIGHT[usize::from(value)])
}

/// The relative luminance of linear light, 0 to 1.
pub(super) fn luminance([red, green, blue]: [f64; 3]) -> f64 {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Linear light in CIE L*a*b* under D65 (CIE 15), where equal distances are about equally well
/// seen.
pub(super) fn lab([red, green, blue]: [f64; 3]) -> [f64; 3] {
    let x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505;
    let y = luminance([red, green, blue]);
    let z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089;
    let [x, y, z] = [x, y, z].map(|value| {
        if value > 0.008_856 { math::cube_root(value) } else { 7.787 * value + 16.0 / 116.0 }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luminances_are_those_of_the_standard() {
        for (colour, expected) in
            [([0; 3], 0.0), ([255; 3], 1.0), ([255, 0, 0], 0.2126), ([119; 3], 0.1845)]
        {
            assert!((luminance(light(colour)) - expected).abs() < 1e-3, "{colour:?}");
        }
    }

    #[test]
    fn white_and_black_are_the_ends_of_lightness() {
        for (colour, expected) in [([255; 3], 100.0), ([0; 3], 0.0), ([119; 3], 50.03)] {
            assert!((lab(light(colour))[0] - expected).abs() < 0.1, "{colour:?}");
        }
    }
}
