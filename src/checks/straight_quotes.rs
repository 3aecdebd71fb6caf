//! Quotation marks and apostrophes are curly.

use roxmltree::{Document, ParsingOptions};

use super::check::{Check, Faces, Run};
use crate::compose::Artwork;
use crate::diag::{Code, Diagnostic, codes, escaped};

codes! {
    /// straight quotation marks
    ///
    /// A straight quotation mark or apostrophe in printed words, as a typewriter has them. Those
    /// that follow a digit are feet and inches, and are let pass; `textbox` makes curly ones unless
    /// it is told not to.
    ///
    /// It is what an editor marks first on a proof.
    ///
    /// ```fails artist.svg
    /// <text x="31" y="60" text-anchor="middle" font-size="4">the clown's "act"</text>
    /// ```
    /// ```passes artist.svg
    /// <text x="31" y="60" text-anchor="middle" font-size="4">the clown’s “act”</text>
    /// ```
    L002;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Faces(run) };

fn run(faces: &Faces<'_>) -> Vec<Diagnostic> {
    let mut seen = Vec::new();
    let mut faults = Vec::new();
    for artwork in faces.artworks().filter(|artwork| artwork.svg.contains(['"', '\''])) {
        for text in straight(artwork) {
            if !seen.contains(&text) {
                let message = format!("`{}` has straight quotation marks", escaped(&text));
                faults.push(
                    Diagnostic::warning(Code::L002, message)
                        .at(&faces.place(artwork, &text))
                        .card(artwork.name.as_str())
                        .hint("write “ ” ‘ ’, or those of your language; an apostrophe is ’"),
                );
                seen.push(text);
            }
        }
    }
    faults
}

/// The words of a face with straight marks.
fn straight(artwork: &Artwork) -> Vec<String> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    // Broken SVG is reported by those who draw it.
    let Ok(document) = Document::parse_with_options(&artwork.svg, options) else {
        return Vec::new();
    };
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    let words = texts.map(|text| {
        let parts = text.descendants().filter(roxmltree::Node::is_text);
        parts.filter_map(|part| part.text()).collect::<String>()
    });
    words
        .map(|words| words.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|words| is_straight(words))
        .collect()
}

fn is_straight(words: &str) -> bool {
    let mut before = None;
    words.chars().any(|letter| {
        let is_measure = before.is_some_and(char::is_numeric);
        before = Some(letter);
        matches!(letter, '"' | '\'') && !is_measure
    })
}

#[cfg(test)]
mod tests {
    use super::is_straight;

    #[test]
    fn feet_and_inches_are_no_quotation_marks() {
        for (words, straight) in [
            ("the clown's act", true),
            ("\"Bravo!\"", true),
            ("a ring of 12\"", false),
            ("6'2\" tall", false),
            ("the clown’s “act”", false),
        ] {
            assert_eq!(is_straight(words), straight, "{words}");
        }
    }
}
