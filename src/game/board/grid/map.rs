//! Where the cells of a grid lie.

use super::{CellShape, Grid, GridNumbering};
use crate::game::board::xy::{Xy, round, round_xy};
use crate::units::Size;

/// A grid with everything in its place.
#[derive(Clone, Debug)]
pub struct GridMap {
    /// The cells by number, from 1.
    pub cells: Vec<CellMap>,
    /// The box around them: left, top, right, bottom.
    pub bounds: [f64; 4],
}

/// One cell.
#[derive(Clone, Debug)]
pub struct CellMap {
    /// Its number.
    pub number: u32,
    /// Its column, from 1 on the left.
    pub column: u32,
    /// Its row, from 1 at the top.
    pub row: u32,
    /// Its middle.
    pub at: Xy,
    /// Its outline, as the `d` of an SVG path.
    pub path: String,
    /// The numbers of the cells it shares a side with, in rising order.
    pub neighbours: Vec<u32>,
}

/// Across the corners of a hexagon whose opposite sides are 1 apart.
const ACROSS: f64 = 1.154_700_538_379_251_5;

impl GridMap {
    /// In the middle of a board of that size.
    pub(in crate::game::board) fn new(grid: &Grid, size: Size) -> Self {
        let cell = grid.cell.to_mm();
        let columns = f64::from(grid.columns);
        let rows = f64::from(grid.rows);
        let half_more = |count: u32| if count > 1 { 0.5 } else { 0.0 };
        let (width, height) = match grid.shape {
            CellShape::Square => (columns * cell, rows * cell),
            CellShape::Hex => (
                (columns + half_more(grid.rows)) * cell,
                (0.75 * (rows - 1.0) + 1.0) * cell * ACROSS,
            ),
            CellShape::HexFlat => (
                (0.75 * (columns - 1.0) + 1.0) * cell * ACROSS,
                (rows + half_more(grid.columns)) * cell,
            ),
        };
        let left = (size.width.to_mm() - width) / 2.0;
        let top = (size.height.to_mm() - height) / 2.0;
        let order = order(grid);
        let mut number = vec![0; order.len()];
        for (at, n) in order.iter().zip(1..) {
            number[*at as usize] = n;
        }
        let mut cells: Vec<CellMap> = Vec::with_capacity(order.len());
        for row in 0..grid.rows {
            for column in 0..grid.columns {
                let at = middle(grid.shape, cell, column, row);
                let at = (left + at.0, top + at.1);
                let mut neighbours: Vec<u32> = neighbours(grid, column, row)
                    .map(|(c, r)| number[(r * grid.columns + c) as usize])
                    .collect();
                neighbours.sort_unstable();
                let own = number[(row * grid.columns + column) as usize];
                cells.push(CellMap {
                    number: own,
                    column: column + 1,
                    row: row + 1,
                    at: round_xy(at),
                    path: outline(grid.shape, cell, at),
                    neighbours,
                });
            }
        }
        cells.sort_by_key(|cell| cell.number);
        Self { cells, bounds: [left, top, left + width, top + height].map(round) }
    }

    /// The largest disc that fits into a cell, as its diameter.
    pub fn largest_disc(grid: &Grid) -> f64 {
        grid.cell.to_mm()
    }
}

/// The middle of a cell, from the upper left corner of the grid.
fn middle(shape: CellShape, cell: f64, column: u32, row: u32) -> Xy {
    let x = f64::from(column);
    let y = f64::from(row);
    let shifted = |n: u32| if n % 2 == 1 { 0.5 } else { 0.0 };
    match shape {
        CellShape::Square => ((x + 0.5) * cell, (y + 0.5) * cell),
        CellShape::Hex => ((x + 0.5 + shifted(row)) * cell, (0.75 * y + 0.5) * cell * ACROSS),
        CellShape::HexFlat => {
            ((0.75 * x + 0.5) * cell * ACROSS, (y + 0.5 + shifted(column)) * cell)
        }
    }
}

fn outline(shape: CellShape, cell: f64, (x, y): Xy) -> String {
    let half = cell / 2.0;
    let far = cell * ACROSS / 2.0;
    let corners: &[Xy] = match shape {
        CellShape::Square => &[(-half, -half), (half, -half), (half, half), (-half, half)],
        CellShape::Hex => &[
            (0.0, -far),
            (half, -far / 2.0),
            (half, far / 2.0),
            (0.0, far),
            (-half, far / 2.0),
            (-half, -far / 2.0),
        ],
        CellShape::HexFlat => &[
            (far, 0.0),
            (far / 2.0, half),
            (-far / 2.0, half),
            (-far, 0.0),
            (-far / 2.0, -half),
            (far / 2.0, -half),
        ],
    };
    let points: Vec<String> = corners
        .iter()
        .map(|(dx, dy)| {
            let (x, y) = round_xy((x + dx, y + dy));
            format!("{x} {y}")
        })
        .collect();
    format!("M{}Z", points.join("L"))
}

/// The cells that share a side, as column and row from 0.
fn neighbours(grid: &Grid, column: u32, row: u32) -> impl Iterator<Item = (u32, u32)> + use<> {
    let odd = |n: u32| i64::from(n % 2);
    let near: Vec<(i64, i64)> = match grid.shape {
        CellShape::Square => vec![(-1, 0), (1, 0), (0, -1), (0, 1)],
        // Rows that are moved right have their neighbours above and below one column further right.
        CellShape::Hex => {
            let left = odd(row) - 1;
            vec![(-1, 0), (1, 0), (left, -1), (left + 1, -1), (left, 1), (left + 1, 1)]
        }
        CellShape::HexFlat => {
            let up = odd(column) - 1;
            vec![(0, -1), (0, 1), (-1, up), (-1, up + 1), (1, up), (1, up + 1)]
        }
    };
    let columns = grid.columns;
    let rows = grid.rows;
    near.into_iter().filter_map(move |(dx, dy)| {
        let x = u32::try_from(i64::from(column) + dx).ok()?;
        let y = u32::try_from(i64::from(row) + dy).ok()?;
        (x < columns && y < rows).then_some((x, y))
    })
}

/// The cells in the order of their numbers, each as row times columns plus column.
fn order(grid: &Grid) -> Vec<u32> {
    let columns = grid.columns;
    let rows = grid.rows;
    let seen: Vec<(u32, u32)> = match grid.numbering {
        GridNumbering::Row => {
            (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row))).collect()
        }
        GridNumbering::Serpentine => {
            let turn = move |row: u32, column: u32| {
                if row % 2 == 1 { columns - 1 - column } else { column }
            };
            (0..rows)
                .flat_map(|row| (0..columns).map(move |column| (turn(row, column), row)))
                .collect()
        }
        GridNumbering::Spiral => spiral(columns, rows),
    };
    let place = |(column, row): (u32, u32)| {
        let column = if grid.from.is_right() { columns - 1 - column } else { column };
        let row = if grid.from.is_bottom() { rows - 1 - row } else { row };
        row * columns + column
    };
    seen.into_iter().map(place).collect()
}

/// From the upper left corner to the right, around the edge and inward.
fn spiral(columns: u32, rows: u32) -> Vec<(u32, u32)> {
    let mut left = 0;
    let mut top = 0;
    let mut right = columns;
    let mut bottom = rows;
    let mut cells = Vec::with_capacity((columns * rows) as usize);
    while left < right && top < bottom {
        cells.extend((left..right).map(|x| (x, top)));
        cells.extend((top + 1..bottom).map(|y| (right - 1, y)));
        if bottom - top > 1 {
            cells.extend((left..right - 1).rev().map(|x| (x, bottom - 1)));
        }
        if right - left > 1 {
            cells.extend((top + 1..bottom - 1).rev().map(|y| (left, y)));
        }
        (left, top, right, bottom) = (left + 1, top + 1, right - 1, bottom - 1);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{Source, Span};
    use crate::game::board::Corner;
    use crate::units::Length;
    use crate::units::math;

    fn grid(shape: CellShape, columns: u32, rows: u32, numbering: GridNumbering) -> Grid {
        let source = Source::new("", "");
        let span = Span::file(&source);
        Grid {
            span,
            shape,
            columns,
            rows,
            cell: Length::mm(10),
            numbering,
            from: Corner::TopLeft,
            piece: None,
        }
    }

    fn map(grid: &Grid) -> GridMap {
        GridMap::new(grid, Size::new(Length::mm(100), Length::mm(100)))
    }

    fn numbers(grid: &Grid) -> Vec<Vec<u32>> {
        let map = map(grid);
        let mut rows = vec![vec![0; grid.columns as usize]; grid.rows as usize];
        for cell in map.cells {
            rows[cell.row as usize - 1][cell.column as usize - 1] = cell.number;
        }
        rows
    }

    #[test]
    fn cells_are_numbered_each_way_and_from_each_corner() {
        use GridNumbering::{Row, Serpentine, Spiral};
        for (numbering, rows) in [
            (Row, [[1, 2, 3], [4, 5, 6], [7, 8, 9]]),
            (Serpentine, [[1, 2, 3], [6, 5, 4], [7, 8, 9]]),
            (Spiral, [[1, 2, 3], [8, 9, 4], [7, 6, 5]]),
        ] {
            assert_eq!(numbers(&grid(CellShape::Square, 3, 3, numbering)), rows, "{numbering:?}");
        }
        let corner = |from| Grid { from, ..grid(CellShape::Square, 2, 2, GridNumbering::Row) };
        assert_eq!(numbers(&corner(Corner::TopRight)), [[2, 1], [4, 3]]);
        assert_eq!(numbers(&corner(Corner::BottomLeft)), [[3, 4], [1, 2]]);
        assert_eq!(
            numbers(&grid(CellShape::Square, 1, 4, GridNumbering::Spiral)),
            [[1], [2], [3], [4]]
        );
        assert_eq!(
            numbers(&grid(CellShape::Square, 4, 2, GridNumbering::Spiral)),
            [[1, 2, 3, 4], [8, 7, 6, 5]]
        );
    }

    #[test]
    fn cells_stand_in_the_middle_of_the_board() {
        let square = map(&grid(CellShape::Square, 3, 2, GridNumbering::Row));
        assert_eq!(square.bounds.map(|mm| mm as i64), [35, 40, 65, 60]);
        assert_eq!(square.cells[0].path, "M35 40L45 40L45 50L35 50Z");
        let hex = map(&grid(CellShape::Hex, 2, 2, GridNumbering::Row));
        // The second row lies half a cell to the right, and its points between those above.
        assert!((hex.cells[2].at.0 - hex.cells[0].at.0 - 5.0).abs() < 2e-3);
        assert!((hex.cells[2].at.1 - hex.cells[0].at.1 - 7.5 * ACROSS).abs() < 2e-3);
    }

    #[test]
    fn neighbours_are_mutual_and_one_cell_away() {
        for shape in [CellShape::Square, CellShape::Hex, CellShape::HexFlat] {
            let map = map(&grid(shape, 5, 4, GridNumbering::Serpentine));
            for cell in &map.cells {
                for near in &cell.neighbours {
                    let other = &map.cells[*near as usize - 1];
                    assert!(other.neighbours.contains(&cell.number), "{shape:?}");
                    assert!(
                        (math::hypot(other.at.0 - cell.at.0, other.at.1 - cell.at.1) - 10.0).abs()
                            < 5e-3,
                        "{shape:?} {cell:?} {other:?}"
                    );
                }
            }
            assert_eq!(
                map.cells.iter().map(|c| c.neighbours.len()).max(),
                Some(if shape == CellShape::Square { 4 } else { 6 })
            );
        }
    }
}
