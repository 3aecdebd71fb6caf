//! "Did you mean".

/// The known name closest to what was typed, if one is close enough to be meant.
///
/// A third of the letters may differ (Damerau-Levenshtein, so that swapped letters count once); letter case is
/// forgiven.
pub fn did_you_mean<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let lower = typed.to_lowercase();
    known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&lower, &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance * 3 <= name.chars().count().max(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| format!("did you mean `{name}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_name_is_offered_and_a_far_one_is_not() {
        let known = ["bleed", "margin", "gutter"];
        assert_eq!(did_you_mean("bled", known).as_deref(), Some("did you mean `bleed`?"));
        assert_eq!(did_you_mean("Gutter", known).as_deref(), Some("did you mean `gutter`?"));
        assert_eq!(did_you_mean("colour", known), None);
    }
}
