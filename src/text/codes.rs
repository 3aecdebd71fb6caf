//! The faults found while text is laid out, with their pages.

use crate::diag::codes;

codes! {
    /// text does not fit
    ///
    /// A text is taller than its box, even at the smallest size it may shrink to. The message says
    /// by how many lines and millimetres.
    ///
    /// The end of the text would be printed over the rest of the card, or be missing.
    ///
    /// ```fails artist.svg
    /// {{ textbox(text="One two three four five six seven eight nine ten", x=5, y=40,
    ///    width=40, height=5, size="9pt", min_size="9pt", family="Alegreya") }}
    /// ```
    /// ```passes artist.svg
    /// {{ textbox(text="One two three four five six seven eight nine ten", x=5, y=40,
    ///    width=40, height=9, size="9pt", min_size="6pt", family="Alegreya") }}
    /// ```
    X001;

    /// word wider than its box
    ///
    /// A word is wider than its box, even at the smallest size, and may not be hyphenated.
    ///
    /// It would stick out of its box, or over the edge of the card.
    ///
    /// ```fails artist.svg
    /// {{ textbox(text="Donaudampfschifffahrtsgesellschaft", x=5, y=40, width=40, height=30,
    ///    size="20pt", min_size="20pt", hyphenate=false, family="Alegreya") }}
    /// ```
    /// ```passes artist.svg
    /// {{ textbox(text="Donaudampfschifffahrtsgesellschaft", x=5, y=40, width=40, height=30,
    ///    size="20pt", min_size="6pt", hyphenate=false, family="Alegreya") }}
    /// ```
    X002;

    /// mark never closed
    ///
    /// A mark such as `*`, `**`, `<i>` or `[` is opened and not closed in its paragraph, or a
    /// closing mark does not match the innermost open one.
    ///
    /// The rest of the text would be italic or bold. It never reaches the next card, but this one
    /// is wrong.
    ///
    /// ```fails artist.svg
    /// {{ textbox(text="Gain *one coin and stop", x=5, y=40, width=40, height=30, size="9pt",
    ///    family="Alegreya") }}
    /// ```
    /// ```passes artist.svg
    /// {{ textbox(text="Gain *one coin* and stop", x=5, y=40, width=40, height=30, size="9pt",
    ///    family="Alegreya") }}
    /// ```
    X003;

    /// unknown mark
    ///
    /// Something in a text that looks like a mark and is none: an HTML tag, or braces that name no
    /// icon. The marks are `*italic*`, `**bold**`, `~~strike~~`, `[text]{colour=#c00}` and
    /// `{icon}`.
    ///
    /// The mark would be printed, or what it stands for would be missing.
    ///
    /// ```fails artist.svg
    /// {{ textbox(text="Gain <u>one</u> coin", x=5, y=40, width=40, height=30, size="9pt",
    ///    family="Alegreya") }}
    /// ```
    /// ```passes artist.svg
    /// {{ textbox(text="Gain *one* coin", x=5, y=40, width=40, height=30, size="9pt",
    ///    family="Alegreya") }}
    /// ```
    X004;

    /// icon does not exist
    ///
    /// The SVG of an icon in a text is neither in the game's icons folder nor in the shared one.
    ///
    /// The text would lose a word.
    ///
    /// ```fails artist.svg
    /// {{ textbox(text="Gain {cion}", x=5, y=40, width=40, height=30, size="9pt",
    ///    family="Alegreya") }}
    /// ```
    /// ```passes artist.svg
    /// {{ textbox(text="Gain {coin}", x=5, y=40, width=40, height=30, size="9pt",
    ///    family="Alegreya") }}
    /// ```
    X005;

    /// icon cannot be used
    ///
    /// The file of an icon cannot be set in a line of text: it is not an SVG, has no size, or
    /// holds something that is not drawn.
    ///
    /// The icon would be missing or have other colours.
    ///
    /// ```fails icons/star.svg
    /// <svg><path d="M0 0L9 9"/></svg>
    /// ```
    /// ```fails artist.svg
    /// {{ textbox(text="Gain {star}", x=5, y=40, width=40, height=30, size="9pt",
    ///    family="Alegreya") }}
    /// ```
    /// ```passes icons/star.svg
    /// <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
    /// <path d="M0 0L9 9V0Z" fill="currentColor"/>
    /// </svg>
    /// ```
    /// ```passes artist.svg
    /// {{ textbox(text="Gain {star}", x=5, y=40, width=40, height=30, size="9pt",
    ///    family="Alegreya") }}
    /// ```
    X006;

    /// character missing from the fonts of a text
    ///
    /// Neither the family of a text nor its fallback families have a character. The message gives
    /// its code.
    ///
    /// An empty box would be printed in its place.
    ///
    /// ```fails artist.svg
    /// {{ textbox(text="守り神", x=5, y=40, width=40, height=30, size="9pt",
    ///    family="Alegreya") }}
    /// ```
    /// ```passes artist.svg
    /// {{ textbox(text="Дух", x=5, y=40, width=40, height=30, size="9pt",
    ///    family="Alegreya") }}
    /// ```
    X007;

    /// text style does not exist
    ///
    /// A text style that `game.toml` does not define.
    ///
    /// The text would not have the font or size it was designed with.
    ///
    /// ```fails game.toml
    /// [style.rules]
    /// family = "Alegreya"
    /// ```
    /// ```fails artist.svg
    /// {{ textbox(text="One", x=5, y=40, width=40, height=30, style="rule") }}
    /// ```
    /// ```passes game.toml
    /// [style.rules]
    /// family = "Alegreya"
    /// ```
    /// ```passes artist.svg
    /// {{ textbox(text="One", x=5, y=40, width=40, height=30, style="rules") }}
    /// ```
    X008;

    /// wrong text option
    ///
    /// An option of a text that does not exist, or that cannot have the given value.
    ///
    /// The text would not look as it should.
    ///
    /// ```fails artist.svg
    /// {{ textbox(text="One", x=5, y=40, width=40, height=30, fit="clip", family="Alegreya") }}
    /// ```
    /// ```passes artist.svg
    /// {{ textbox(text="One", x=5, y=40, width=40, height=30, fit="shrink", family="Alegreya") }}
    /// ```
    X009;

    /// font family of a text does not exist
    ///
    /// The family, or a fallback family, of a text is not in the project's `fonts/`. Fonts of the
    /// system are never used.
    ///
    /// The text would be missing, or look different on another machine.
    ///
    /// ```fails artist.svg
    /// {{ textbox(text="One", x=5, y=40, width=40, height=30, family="Alegraya") }}
    /// ```
    /// ```passes artist.svg
    /// {{ textbox(text="One", x=5, y=40, width=40, height=30, family="Alegreya") }}
    /// ```
    X010;

    /// no italic, bold or feature in the font
    ///
    /// Italic or bold text in a family that has no such face, or a feature that the font does not
    /// have, such as small caps. It is drawn without; slants, weights and small caps are never
    /// faked.
    ///
    /// A word that must stand out does not.
    ///
    /// ```fails artist.svg
    /// {{ textbox(text="All **sold**", x=5, y=40, width=40, height=30, family="Rye") }}
    /// ```
    /// ```passes artist.svg
    /// {{ textbox(text="All **sold**", x=5, y=40, width=40, height=30, family="Alegreya") }}
    /// ```
    X011;
}
