//! What tells two states of a printed face apart.
//!
//! In: a face as it is drawn. Out: a sum of all that its print depends on: its SVG, its size and
//! bleed, and the bytes of the pictures and fonts it names. What is only laid out anew in a
//! template (indents, comments) does not count.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::sync::{Mutex, OnceLock};

use sha2::{Digest, Sha256};
use usvg::fontdb::Source;

use super::face::FaceSource;
use super::fonts::FontSet;
use super::pictures::Pictures;
use crate::text::is_copy;

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
    families: Vec<Family>,
    /// Which families a text that names fonts names, since a thousand cards name the same few.
    named: Mutex<HashMap<String, Vec<usize>>>,
    /// Pictures by template and address.
    sums: Mutex<HashMap<(String, String), Option<Sum>>>,
}

/// A family, and the sum of its files once somebody asks for it.
struct Family {
    /// In small letters.
    name: String,
    files: Vec<Source>,
    sum: OnceLock<Sum>,
}

impl Family {
    fn sum(&self) -> &Sum {
        self.sum.get_or_init(|| {
            let mut sum = Sha256::new();
            for file in &self.files {
                if let Source::Binary(bytes) | Source::SharedFile(_, bytes) = file {
                    sum.update(bytes.as_ref().as_ref());
                }
            }
            sum.finalize().into()
        })
    }
}

impl<'a> Fingerprints<'a> {
    /// With the fonts and pictures that the faces are drawn with.
    pub fn new(fonts: &FontSet, pictures: &'a Pictures<'a>) -> Self {
        let mut families: BTreeMap<String, Vec<Source>> = BTreeMap::new();
        for face in fonts.db().faces() {
            // Copies with other figures are made of the same files.
            for (family, _) in face.families.iter().filter(|(name, _)| !is_copy(name)) {
                families.entry(family.to_lowercase()).or_default().push(face.source.clone());
            }
        }
        let families = families
            .into_iter()
            .map(|(name, files)| Family { name, files, sum: OnceLock::new() })
            .collect();
        Self { pictures, families, named: Mutex::default(), sums: Mutex::default() }
    }

    /// The fingerprint of a face.
    pub fn of(&self, face: FaceSource<'_>) -> Fingerprint {
        let mut sum = Sha256::new();
        let canvas = face.canvas;
        for length in [canvas.trim.width, canvas.trim.height, canvas.bleed] {
            sum.update(length.to_emu().to_le_bytes());
        }
        add_text(face.svg, &mut sum);
        for family in self.families_of(face.svg) {
            sum.update(family.sum());
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

    /// The families that an SVG may name, each once and in their order.
    fn families_of(&self, svg: &str) -> impl Iterator<Item = &Family> {
        let mut all: BTreeSet<usize> = BTreeSet::new();
        let mut seen: Option<&str> = None;
        for value in font_values(svg) {
            if seen != Some(value) {
                all.extend(self.named(value));
                seen = Some(value);
            }
        }
        all.into_iter().filter_map(|at| self.families.get(at))
    }

    fn named(&self, value: &str) -> Vec<usize> {
        if let Ok(named) = self.named.lock()
            && let Some(known) = named.get(value)
        {
            return known.clone();
        }
        let lower = value.to_lowercase();
        let families = self.families.iter().enumerate();
        let found: Vec<usize> =
            families.filter(|(_, family)| lower.contains(&family.name)).map(|(at, _)| at).collect();
        if let Ok(mut named) = self.named.lock() {
            named.insert(value.to_owned(), found.clone());
        }
        found
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

/// Adds an SVG without comments, each run of white space as one space. Where white space counts it
/// stays.
fn add_text(svg: &str, sum: &mut Sha256) {
    if svg.contains("preserve") || svg.contains("white-space") {
        sum.update(svg);
        return;
    }
    let mut rest = svg;
    let mut after_space = false;
    while let Some((before, after)) = rest.split_once("<!--") {
        add_words(before, &mut after_space, sum);
        rest = after.split_once("-->").map_or("", |(_, after)| after);
    }
    add_words(rest, &mut after_space, sum);
}

/// `after_space` says whether white space came before, which is added with what follows it.
fn add_words(text: &str, after_space: &mut bool, sum: &mut Sha256) {
    for (number, word) in text.split(|c: char| c.is_ascii_whitespace()).enumerate() {
        *after_space |= number > 0;
        if word.is_empty() {
            continue;
        }
        if std::mem::take(after_space) {
            sum.update(b" ");
        }
        sum.update(word);
    }
}

/// The values of attributes and properties that begin with `font`, but for sizes and the like that
/// are numbers.
fn font_values(svg: &str) -> impl Iterator<Item = &str> {
    svg.split("font").skip(1).filter_map(|after| {
        let after = after.trim_start_matches(|c: char| c.is_ascii_lowercase() || c == '-');
        let (sign, value) = after.trim_start().split_at_checked(1)?;
        let value = value.trim_start();
        let value = match (sign, value.chars().next()?) {
            ("=", quote @ ('"' | '\'')) => value[1..].split(quote).next()?,
            (":", _) => value.split([';', '}', '>']).next()?,
            _ => return None,
        };
        value.starts_with(|c: char| !c.is_ascii_digit() || sign == ":").then_some(value)
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
