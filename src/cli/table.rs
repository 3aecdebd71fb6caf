//! Columns of words, and numbers with their nouns.

/// Rows of cells as lines, two spaces before each column. `right` says which columns end rather
/// than begin in line.
pub(super) fn lines<R: AsRef<[String]>>(rows: &[R], right: &[bool]) -> String {
    let width = |(column, is_right): (usize, &bool)| {
        // What ends its line needs no room beside it.
        let is_last = |row: &[String]| row.iter().skip(column + 1).all(String::is_empty);
        let rows = rows.iter().map(AsRef::as_ref).filter(|row| *is_right || !is_last(row));
        rows.filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = right.iter().enumerate().map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for ((cell, width), is_right) in row.as_ref().iter().zip(&widths).zip(right) {
            line.push_str(&if *is_right {
                format!("  {cell:>width$}")
            } else {
                format!("  {cell:<width$}")
            });
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// `1 card`, `2 cards`.
pub(super) fn count(number: usize, thing: &str) -> String {
    match (number, thing) {
        (1, _) => format!("1 {thing}"),
        (_, "copy") => format!("{number} copies"),
        _ => format!("{number} {thing}s"),
    }
}

/// `, 2 warnings`, and nothing if there are none.
pub(super) fn and_warnings(number: usize) -> String {
    if number == 0 { String::new() } else { format!(", {}", count(number, "warning")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_its_line_widens_no_column() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned);
        let rows = [row(["it", "all texts fit", ""]), row(["de", "a", "12"])];
        assert_eq!(lines(&rows, &[false, false, true]), "  it  all texts fit\n  de  a  12\n");
    }
}
