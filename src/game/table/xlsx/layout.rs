//! What a sheet says of its cells beside their values: which are hidden or merged, and which
//! formulas have no result.

use roxmltree::Node;

use crate::game::table::package::{Damage, Package, tree};
use crate::game::table::sheet::{At, Cells, Remark, Stretches};

/// Adds it to the cells of a sheet.
pub(super) fn add(package: &mut Package<'_>, name: &str, cells: &mut Cells) -> Result<(), Damage> {
    let part = part_of(package, name)?;
    let text = package.part(&part)?;
    let document = tree(&text)?;
    let sheet = document.root_element();
    let mut hidden_rows = Stretches::default();
    let mut hidden_columns = Stretches::default();
    // Rows and cells without a place follow the ones before them.
    let mut row = 0;
    for node in children(sheet, "sheetData").flat_map(|data| children(data, "row")) {
        row = number(node, "r").unwrap_or(row + 1);
        let Some(index) = row.checked_sub(1) else { continue };
        if is_set(node, "hidden") {
            hidden_rows.add(index..=index);
        }
        let mut column = 0;
        for cell in children(node, "c") {
            let at = cell.attribute("r").and_then(place).unwrap_or((index, column));
            column = at.1.saturating_add(1);
            // An empty text is a result; programs that do not calculate leave the number out.
            let has_result = children(cell, "v")
                .any(|value| value.text().is_some() || cell.attribute("t") == Some("str"));
            if !has_result && children(cell, "f").next().is_some() {
                cells.remark(at, Remark::NoResult);
            }
        }
    }
    for node in children(sheet, "cols").flat_map(|columns| children(columns, "col")) {
        if let (true, Some(first @ 1..), Some(last @ 1..)) =
            (is_set(node, "hidden"), number(node, "min"), number(node, "max"))
        {
            hidden_columns.add(first - 1..=last - 1);
        }
    }
    cells.hide(&hidden_rows, &hidden_columns);
    for node in children(sheet, "mergeCells").flat_map(|cells| children(cells, "mergeCell")) {
        let range = node.attribute("ref").and_then(|range| range.split_once(':'));
        let Some((first, last)) = range.and_then(|(from, to)| Some((place(from)?, place(to)?)))
        else {
            continue;
        };
        if cells.holds(first) {
            let rows = last.0.saturating_sub(first.0) + 1;
            let columns = last.1.saturating_sub(first.1) + 1;
            cells.remark(first, Remark::Merged((rows, columns)));
        }
    }
    Ok(())
}

/// The part in which a sheet is stored.
fn part_of(package: &mut Package<'_>, name: &str) -> Result<String, Damage> {
    let text = package.part("xl/workbook.xml")?;
    let workbook = tree(&text)?;
    let missing = || format!("is damaged: it has no part for the sheet `{name}`");
    let sheet = workbook
        .descendants()
        .find(|node| node.tag_name().name() == "sheet" && node.attribute("name") == Some(name))
        .ok_or_else(missing)?;
    let id = sheet
        .attributes()
        .find(|attribute| attribute.name() == "id" && attribute.namespace().is_some())
        .ok_or_else(missing)?;
    let text = package.part("xl/_rels/workbook.xml.rels")?;
    let relations = tree(&text)?;
    let target = relations
        .descendants()
        .find(|node| node.attribute("Id") == Some(id.value()))
        .and_then(|node| node.attribute("Target"))
        .ok_or_else(missing)?;
    Ok(match target.strip_prefix('/') {
        Some(absolute) => absolute.to_owned(),
        None => format!("xl/{target}"),
    })
}

/// The children of that name, in whichever namespace: there are two for the same thing.
fn children<'a, 'd: 'a>(
    node: Node<'a, 'd>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'd>> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

fn number(node: Node<'_, '_>, name: &str) -> Option<u32> {
    node.attribute(name)?.parse().ok()
}

fn is_set(node: Node<'_, '_>, name: &str) -> bool {
    matches!(node.attribute(name), Some("1" | "true"))
}

/// `C7` as row and column, counted from 0.
fn place(text: &str) -> Option<At> {
    let digits = text.find(|c: char| c.is_ascii_digit())?;
    let (letters, row) = text.split_at_checked(digits)?;
    let mut column: u32 = 0;
    for letter in letters.bytes() {
        let value = u32::from(letter.to_ascii_uppercase().checked_sub(b'A')?) + 1;
        column = column.checked_mul(26)?.checked_add(value)?;
    }
    Some((row.parse::<u32>().ok()?.checked_sub(1)?, column.checked_sub(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_letters_and_a_number() {
        for (text, at) in [
            ("A1", Some((0, 0))),
            ("C7", Some((6, 2))),
            ("AA10", Some((9, 26))),
            ("XFD1048576", Some((1_048_575, 16_383))),
            ("A0", None),
            ("7", None),
            ("A", None),
            ("ZZZZZZZZZZ1", None),
        ] {
            assert_eq!(place(text), at, "{text}");
        }
    }
}
