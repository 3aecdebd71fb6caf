//! The names that CSS has for features of fonts.

/// CSS Fonts 4, 6: the values of `font-variant` and its kin, and the features they stand for.
pub(crate) fn named_features(word: &str) -> Option<(&'static [&'static [u8; 4]], u16)> {
    Some(match word {
        "small-caps" => (&[b"smcp"], 1),
        "all-small-caps" => (&[b"smcp", b"c2sc"], 1),
        "petite-caps" => (&[b"pcap"], 1),
        "all-petite-caps" => (&[b"pcap", b"c2pc"], 1),
        "unicase" => (&[b"unic"], 1),
        "titling-caps" => (&[b"titl"], 1),
        "common-ligatures" => (&[b"liga", b"clig"], 1),
        "no-common-ligatures" => (&[b"liga", b"clig"], 0),
        "discretionary-ligatures" => (&[b"dlig"], 1),
        "no-discretionary-ligatures" => (&[b"dlig"], 0),
        "historical-ligatures" => (&[b"hlig"], 1),
        "no-historical-ligatures" => (&[b"hlig"], 0),
        "contextual" => (&[b"calt"], 1),
        "no-contextual" => (&[b"calt"], 0),
        "none" => (&[b"liga", b"clig", b"dlig", b"hlig", b"calt"], 0),
        "lining-nums" => (&[b"lnum"], 1),
        "oldstyle-nums" => (&[b"onum"], 1),
        "proportional-nums" => (&[b"pnum"], 1),
        "tabular-nums" => (&[b"tnum"], 1),
        "diagonal-fractions" => (&[b"frac"], 1),
        "stacked-fractions" => (&[b"afrc"], 1),
        "ordinal" => (&[b"ordn"], 1),
        "slashed-zero" => (&[b"zero"], 1),
        "sub" => (&[b"subs"], 1),
        "super" => (&[b"sups"], 1),
        "jis78" => (&[b"jp78"], 1),
        "jis83" => (&[b"jp83"], 1),
        "jis90" => (&[b"jp90"], 1),
        "jis04" => (&[b"jp04"], 1),
        "simplified" => (&[b"smpl"], 1),
        "traditional" => (&[b"trad"], 1),
        "full-width" => (&[b"fwid"], 1),
        "proportional-width" => (&[b"pwid"], 1),
        "ruby" => (&[b"ruby"], 1),
        _ => return None,
    })
}

/// Whether every word of a value of `font-variant` or its kin is drawn.
pub(super) fn are_drawn(value: &str) -> bool {
    let plain = |word: &str| matches!(word, "normal" | "inherit");
    value.split_whitespace().all(|word| plain(word) || named_features(word).is_some())
}

/// Whether a value of `font-feature-settings` is understood.
pub(super) fn are_settings(value: &str) -> bool {
    matches!(value, "normal" | "inherit")
        || parlance::FontFeature::parse_css_list(value).all(|feature| feature.is_ok())
}
