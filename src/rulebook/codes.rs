//! The faults found in rulebooks, with their pages.

use crate::diag::codes;

codes! {
    /// unknown name in a rulebook
    ///
    /// A tag in the Markdown of a rulebook cannot be filled: a name or the deck to be counted does
    /// not exist, or a number cannot be spelled out.
    ///
    /// The sentence would be printed with a hole where a number or a name belongs.
    ///
    /// ```fails rules.en.md
    /// There are {{ count(deck="artist") }} artists.
    /// ```
    /// ```passes rules.en.md
    /// There are {{ count(deck="artists") }} artists.
    /// ```
    R001;

    /// number contradicted by the data
    ///
    /// A number in the rules, in digits or spelled out, stands before a word that names cards of
    /// the kit, and the kit has another number of them. `[[rulebook.ID.term]]` says which words
    /// name which cards. Examples are not checked, and neither is a number after `<!-- any -->`.
    ///
    /// Players count the cards first. A number that was right in an earlier version makes them look
    /// for cards that never existed.
    ///
    /// ```fails rules.en.md
    /// The deck holds 3 monkeys.
    /// ```
    /// ```passes rules.en.md
    /// The deck holds {{ count(deck="artists", where="card.act == 'monkey'") }} monkeys.
    /// ```
    R002;

    /// link to nowhere
    ///
    /// A cross reference or page number refers to an anchor that no heading of the rulebook has, a
    /// footnote does not exist, or a link is none of `https:`, `http:`, `mailto:` and `#`.
    ///
    /// The reader is sent to a page that does not exist.
    ///
    /// ```fails rules.en.md
    /// [See Scoring](#scroing).
    /// ```
    /// ```passes rules.en.md
    /// [See Scoring](#scoring).
    /// ```
    R003;

    /// unknown figure
    ///
    /// The component, card, icon or template of a figure does not exist, no card meets its
    /// condition, or its options are wrong.
    ///
    /// There would be a caption without a picture.
    ///
    /// ```fails rules.en.md
    /// ![A monkey](face:artist?where=card.act=='monkey')
    /// ```
    /// ```passes rules.en.md
    /// ![A monkey](face:artists?where=card.act=='monkey')
    /// ```
    R004;

    /// unknown mark in a rulebook
    ///
    /// A comment that looks like a command, or a kind of box, that rulebooks do not know; HTML that
    /// would not be printed; a title that is missing or given twice; headings that skip a level.
    ///
    /// What is not understood would be silently left out.
    ///
    /// ```fails rules.en.md
    /// <!-- pagebreak -->
    /// ```
    /// ```passes rules.en.md
    /// <!-- page -->
    /// ```
    R005;

    /// untranslated section
    ///
    /// A rulebook, or a section of it with an anchor, exists in the default language and not in
    /// another one, or is in the words of the default language.
    ///
    /// Players of that language would miss a rule, or find it in a language they may not read.
    ///
    /// ```fails rules.it.md
    /// # Spettacolo
    ///
    /// ## Preparazione {#setup}
    /// ```
    /// ```fails
    /// $ pnp check --lang it
    /// ```
    /// ```passes rules.it.md
    /// # Spettacolo
    ///
    /// ## Preparazione {#setup}
    ///
    /// ## Punteggio {#scoring}
    /// ```
    /// ```passes
    /// $ pnp check --lang it
    /// ```
    R006;

    /// text does not fit its page
    ///
    /// A word, a table column or a box is wider or taller than the space it has on the page.
    ///
    /// It would be cut off, or run over what is beside it.
    ///
    /// ```fails rules.en.md
    /// | Donaudampfschifffahrtsgesellschaftskapitän | Donaudampfschifffahrtsgesellschaftskapitäne |
    /// |---|---|
    /// | one | many |
    /// ```
    /// ```passes rules.en.md
    /// | Kapitän | Kapitäne |
    /// |---|---|
    /// | one | many |
    /// ```
    R007;

    /// no room for the quick reference
    ///
    /// Sections marked for the one-page quick reference do not fit on a page at any readable size,
    /// or no section is marked for it.
    ///
    /// The page would end in the middle of a rule, or be empty.
    ///
    /// ```fails game.toml
    /// [rulebook.rules]
    /// quick = true    # and no <!-- quick --> in the rules
    /// ```
    /// ```passes game.toml
    /// [rulebook.rules]
    /// quick = true
    /// ```
    /// ```passes rules.en.md
    /// <!-- quick -->
    ///
    /// Each artist scores a point.
    ///
    /// <!-- /quick -->
    /// ```
    R008;
}
