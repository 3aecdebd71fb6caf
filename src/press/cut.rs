//! Lines to cut and to fold, without art: as SVG and as DXF for machines.

use std::fmt::Write;

use crate::impose::CutLines;
use crate::units::{Length, Path, Point, Size};
use crate::xml::escape;

/// A flattened curve in a DXF lies at most this far beside the real one: 0.005 mm, less than a
/// knife.
const FLATNESS: Length = Length::emu(180);

/// What is cut from one sheet.
#[derive(Clone, Copy, Debug)]
pub struct CutSheet<'a> {
    /// The paper as it lies.
    pub paper: Size,
    /// The lines.
    pub lines: &'a CutLines,
    /// What the sheet is, in words.
    pub title: &'a str,
    /// The name of the layout, as printed on the sheets.
    pub layout: &'a str,
}

/// An SVG in millimetres with a group for cuts, one for folds, and one for words. Each line is a
/// path of its own, since some machines cut only the first piece of a path.
pub fn cut_svg(sheet: &CutSheet<'_>) -> String {
    let width = sheet.paper.width.to_mm();
    let height = sheet.paper.height.to_mm();
    let title = escape(sheet.title);
    let mut svg = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <svg xmlns=\"http://www.w3.org/2000/svg\" \
         xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" \
         width=\"{width}mm\" height=\"{height}mm\" viewBox=\"0 0 {width} {height}\">\n\
         <title>{title} · layout {}</title>\n",
        sheet.layout
    );
    let mut group = |name: &str, paths: &[Path], stroke: &str| {
        if paths.is_empty() {
            return;
        }
        // Writing to a String cannot fail.
        let _ = writeln!(
            svg,
            "<g id=\"{name}\" inkscape:groupmode=\"layer\" inkscape:label=\"{name}\" \
             fill=\"none\" {stroke} stroke-width=\"0.1\">"
        );
        for path in paths {
            let _ = writeln!(svg, "<path d=\"{}\"/>", path.to_svg());
        }
        svg.push_str("</g>\n");
    };
    group("cut", &sheet.lines.cuts, "stroke=\"#e00000\"");
    group("fold", &sheet.lines.folds, "stroke=\"#0060c0\" stroke-dasharray=\"1.6 1\"");
    let _ = write!(
        svg,
        "<g id=\"label\" inkscape:groupmode=\"layer\" inkscape:label=\"label\"><text x=\"5\" \
         y=\"{baseline}\" font-family=\"sans-serif\" font-size=\"2.1\">{title} · layout {layout}\
         </text></g>\n</svg>\n",
        baseline = height - 2.0,
        layout = sheet.layout,
        title = title
    );
    svg
}

/// A DXF of release 12, which every program reads, in millimetres, y upwards. The name of the
/// layout is the name of an empty layer, where programs show it and machines cut nothing.
pub fn cut_dxf(sheet: &CutSheet<'_>) -> String {
    let mut dxf = Dxf { text: String::new(), height: sheet.paper.height };
    let width = sheet.paper.width.to_mm();
    let height = sheet.paper.height.to_mm();
    let ascii: String = sheet
        .title
        .chars()
        .map(|c| if c.is_ascii() && !c.is_ascii_control() { c } else { '?' })
        .collect();
    let layout = format!("LAYOUT-{}", sheet.layout);
    dxf.pair(999, &ascii);
    dxf.pair(999, &format!("layout {}", sheet.layout));
    dxf.section("HEADER");
    for (name, code, value) in
        [("$ACADVER", 1, "AC1009"), ("$INSUNITS", 70, "4"), ("$MEASUREMENT", 70, "1")]
    {
        dxf.pair(9, name);
        dxf.pair(code, value);
    }
    for (name, x, y) in [
        ("$EXTMIN", 0.0, 0.0),
        ("$EXTMAX", width, height),
        ("$LIMMIN", 0.0, 0.0),
        ("$LIMMAX", width, height),
    ] {
        dxf.pair(9, name);
        dxf.pair(10, &number(x));
        dxf.pair(20, &number(y));
        if name.starts_with("$EXT") {
            dxf.pair(30, "0.0");
        }
    }
    dxf.pair(0, "ENDSEC");
    dxf.section("TABLES");
    dxf.table("LTYPE", 2);
    dxf.line_type("CONTINUOUS", "Solid line", &[]);
    dxf.line_type("DASHED", "__ __ __", &[1.6, -1.0]);
    dxf.pair(0, "ENDTAB");
    dxf.table("LAYER", 4);
    for (name, colour, line_type) in [
        ("0", "7", "CONTINUOUS"),
        ("CUT", "1", "CONTINUOUS"),
        ("FOLD", "5", "DASHED"),
        (&layout, "8", "CONTINUOUS"),
    ] {
        dxf.pair(0, "LAYER");
        dxf.pair(2, name);
        dxf.pair(70, "0");
        dxf.pair(62, colour);
        dxf.pair(6, line_type);
    }
    dxf.pair(0, "ENDTAB");
    dxf.pair(0, "ENDSEC");
    dxf.section("ENTITIES");
    for (layer, paths) in [("CUT", &sheet.lines.cuts), ("FOLD", &sheet.lines.folds)] {
        for path in paths {
            dxf.path(layer, path);
        }
    }
    dxf.pair(0, "ENDSEC");
    dxf.pair(0, "EOF");
    dxf.text
}

fn number(mm: f64) -> String {
    format!("{mm:.4}")
}

/// A DXF being written: pairs of a group code and a value, a line each.
struct Dxf {
    text: String,
    height: Length,
}

impl Dxf {
    fn pair(&mut self, code: u16, value: &str) {
        // Writing to a String cannot fail.
        let _ = write!(self.text, "{code:>3}\r\n{value}\r\n");
    }

    fn section(&mut self, name: &str) {
        self.pair(0, "SECTION");
        self.pair(2, name);
    }

    fn table(&mut self, name: &str, entries: u32) {
        self.pair(0, "TABLE");
        self.pair(2, name);
        self.pair(70, &entries.to_string());
    }

    fn line_type(&mut self, name: &str, looks: &str, dashes: &[f64]) {
        self.pair(0, "LTYPE");
        self.pair(2, name);
        self.pair(70, "0");
        self.pair(3, looks);
        self.pair(72, "65");
        self.pair(73, &dashes.len().to_string());
        self.pair(40, &number(dashes.iter().map(|dash| dash.abs()).sum()));
        for dash in dashes {
            self.pair(49, &number(*dash));
        }
    }

    fn point(&mut self, p: Point, first: u16) {
        self.pair(first, &number(p.x.to_mm()));
        self.pair(first + 10, &number((self.height - p.y).to_mm()));
        self.pair(first + 20, "0.0");
    }

    fn path(&mut self, layer: &str, path: &Path) {
        let points = path.flattened(FLATNESS);
        if let ([from, to], false) = (points.as_slice(), path.is_closed) {
            self.pair(0, "LINE");
            self.pair(8, layer);
            self.point(*from, 10);
            self.point(*to, 11);
            return;
        }
        self.pair(0, "POLYLINE");
        self.pair(8, layer);
        self.pair(66, "1");
        self.point(Point::new(Length::ZERO, self.height), 10);
        self.pair(70, if path.is_closed { "1" } else { "0" });
        for point in points {
            self.pair(0, "VERTEX");
            self.pair(8, layer);
            self.point(point, 10);
        }
        self.pair(0, "SEQEND");
        self.pair(8, layer);
    }
}
