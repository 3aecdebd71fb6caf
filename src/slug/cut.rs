//! Lines to cut and to fold without art, for the PDF that a cutting machine gets.

use super::svg::open_svg;
use crate::units::{Path, Size};

/// Lines to cut as the artwork of a side.
pub fn cut_artwork(paper: Size, paths: &[Path]) -> String {
    artwork(paper, paths, r##"stroke="#e00000" stroke-width="0.088""##)
}

/// Lines to fold as the artwork of a side.
pub fn fold_artwork(paper: Size, paths: &[Path]) -> String {
    artwork(paper, paths, r##"stroke="#0060c0" stroke-width="0.088" stroke-dasharray="1.6 1""##)
}

fn artwork(paper: Size, paths: &[Path], stroke: &str) -> String {
    let open = open_svg(paper.width.to_mm(), paper.height.to_mm(), 0.0);
    let path: String = paths.iter().map(Path::to_svg).collect();
    format!(r#"{open}><path d="{path}" fill="none" {stroke}/></svg>"#)
}
