//! What tells two states of a printed face apart.
//!
//! In: a face as it is drawn. Out: a sum of all that its print depends on: its SVG, its size and
//! bleed, and the bytes of the pictures and fonts it names. What is only laid out anew in a
//! template (indents, comments) does not count.

use std::collections::HashMap;
use std::fmt;
use std::sync::Mutex;

use sha2::{Digest, Sha256};
use usvg::fontdb::Source;

use super::face::FaceSource;
use super::fonts::FontSet;
use super::pictures::Pictures;

/// How far behind `font` the name of a family stands at most.
const FONT_REACH: usize = 200;

/// A sum of all that the print of a face depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint([u8; 16]);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The sum of a file.
type Sum = [u8; 32];

/// Takes the fingerprints of the faces of a game.
pub struct Fingerprints<'a> {
    pictures: &'a Pictures<'a>,
    /// Each family, and the sum of its files.
    families: Vec<(String, Sum)>,
    /// Pictures by template and address, since a thousand cards name the same few.
    sums: Mutex<HashMap<(String, String), Option<Sum>>>,
}

impl<'a> Fingerprints<'a> {
    /// With the fonts and pictures that the faces are drawn with.
    pub fn new(fonts: &FontSet, pictures: &'a Pictures<'a>) -> Self {
        let mut families: HashMap<String, Sha256> = HashMap::new();
        for face in fonts.db().faces() {
            let (Source::Binary(bytes) | Source::SharedFile(_, bytes)) = &face.source else {
                continue;
            };
            let sum = Sha256::digest(bytes.as_ref().as_ref());
            for (family, _) in &face.families {
                families.entry(family.clone()).or_default().update(sum);
            }
        }
        let mut families: Vec<_> =
            families.into_iter().map(|(name, sum)| (name, sum.finalize().into())).collect();
        families.sort();
        Self { pictures, families, sums: Mutex::default() }
    }

    /// The fingerprint of a face.
    pub fn of(&self, face: FaceSource<'_>) -> Fingerprint {
        let mut sum = Sha256::new();
        let canvas = face.canvas;
        for length in [canvas.trim.width, canvas.trim.height, canvas.bleed] {
            sum.update(length.to_emu().to_le_bytes());
        }
        sum.update(normalised(face.svg));
        for (family, file) in &self.families {
            if mentions(face.svg, family) {
                sum.update(file);
            }
        }
        for href in hrefs(face.svg) {
            if let Some(picture) = self.picture(face.template, href) {
                sum.update(picture);
            }
        }
        let digest = sum.finalize();
        let mut short = [0; 16];
        short.copy_from_slice(&digest[..16]);
        Fingerprint(short)
    }

    fn picture(&self, template: &str, href: &str) -> Option<Sum> {
        let key = (template.to_owned(), href.to_owned());
        if let Ok(sums) = self.sums.lock()
            && let Some(known) = sums.get(&key)
        {
            return *known;
        }
        let sum = self.pictures.sum(template, href);
        if let Ok(mut sums) = self.sums.lock() {
            sums.insert(key, sum);
        }
        sum
    }
}

/// An SVG with each run of white space as one space, and without comments. Where white space counts
/// it stays.
fn normalised(svg: &str) -> Vec<u8> {
    if svg.contains("preserve") || svg.contains("white-space") {
        return svg.as_bytes().to_vec();
    }
    let mut out = Vec::with_capacity(svg.len());
    let mut rest = svg;
    while let Some((before, after)) = rest.split_once("<!--") {
        squeeze(before, &mut out);
        rest = after.split_once("-->").map_or("", |(_, after)| after);
    }
    squeeze(rest, &mut out);
    out
}

fn squeeze(text: &str, out: &mut Vec<u8>) {
    for byte in text.bytes() {
        if !byte.is_ascii_whitespace() {
            out.push(byte);
        } else if out.last() != Some(&b' ') {
            out.push(b' ');
        }
    }
}

/// Whether a family may be named as a font.
fn mentions(svg: &str, family: &str) -> bool {
    svg.match_indices("font").any(|(at, _)| {
        let window = &svg.as_bytes()[at..svg.len().min(at + FONT_REACH)];
        let family = family.as_bytes();
        window.windows(family.len()).any(|part| part.eq_ignore_ascii_case(family))
    })
}

/// What the elements of an SVG refer to, but for its own ids and what is written into it.
fn hrefs(svg: &str) -> impl Iterator<Item = &str> {
    svg.split("href=").skip(1).filter_map(|after| {
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let href = after[1..].split(quote).next()?.trim();
        (!href.starts_with('#') && !href.starts_with("data:")).then_some(href)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Canvas;
    use crate::files::{Files as _, MemoryFiles, Shipped};
    use crate::units::{Length, Size};

    const RED: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"><rect \
                       fill=\"red\" width=\"1\" height=\"1\"/></svg>";

    fn of(files: &MemoryFiles, svg: &str, bleed: i64) -> Fingerprint {
        let fonts = FontSet::load(files);
        let pictures = Pictures::new(files, "mini");
        let canvas =
            Canvas { trim: Size::new(Length::mm(63), Length::mm(88)), bleed: Length::mm(bleed) };
        let face = FaceSource { svg, template: "mini/card.svg", canvas, limits: None };
        Fingerprints::new(&fonts, &pictures).of(face)
    }

    fn font(name: &str) -> Vec<u8> {
        Shipped.read(&format!("fonts/{name}")).expect("a font of ours")
    }

    #[test]
    fn what_is_printed_counts_and_how_it_is_written_does_not() {
        let files = MemoryFiles::new();
        let svg = "<svg><text x=\"1\">A  word</text></svg>";
        let same = "<svg>\n<!-- a note --><text\n  x=\"1\">A\n word</text></svg>";
        let spaced = same.replace("<svg>\n", "<svg>");
        assert_eq!(of(&files, svg, 2), of(&files, &spaced, 2));
        assert_ne!(of(&files, svg, 2), of(&files, svg, 3));
        assert_ne!(of(&files, svg, 2), of(&files, &svg.replace("word", "deed"), 2));
        let kept = |text: &str| format!("<svg xml:space=\"preserve\"><text>{text}</text></svg>");
        assert_ne!(of(&files, &kept("a  b"), 2), of(&files, &kept("a b"), 2));
    }

    #[test]
    fn pictures_count_also_inside_of_pictures() {
        let outer = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"><image \
                     href=\"in.svg\" width=\"1\" height=\"1\"/></svg>";
        let files = |inner: &str| {
            MemoryFiles::new()
                .with("templates/mini/out.svg", outer)
                .with("templates/mini/in.svg", inner)
        };
        let svg = "<svg><image href=\"out.svg\"/></svg>";
        assert_ne!(of(&files(RED), svg, 0), of(&files(&RED.replace("red", "blue")), svg, 0));
        assert_eq!(of(&files(RED), svg, 0), of(&files(RED), svg, 0));
    }

    #[test]
    fn the_fonts_that_a_face_names_count_and_no_others() {
        let name = |files: &MemoryFiles| FontSet::load(files).families().remove(0);
        let regular = "alegreya/Alegreya_400Regular.ttf";
        let one = MemoryFiles::new().with("fonts/a.ttf", font(regular));
        let family = name(&one);
        let bold = font("alegreya/Alegreya_700Bold.ttf");
        let two = MemoryFiles::new().with("fonts/a.ttf", font(regular)).with("fonts/b.ttf", bold);
        let named = format!("<svg font-family='{family}'/>");
        assert_ne!(of(&one, &named, 0), of(&two, &named, 0));
        assert_eq!(
            of(&one, "<svg font-family='Rye'/>", 0),
            of(&two, "<svg font-family='Rye'/>", 0)
        );
    }
}
