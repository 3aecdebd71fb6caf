//! Small workbooks, written from what their cells show.

use std::io::Write as _;

use zip::CompressionMethod;
use zip::write::SimpleFileOptions;

/// An ODS file of these lines: `[name]` begins a sheet, any other line is a row with ` | ` between
/// its cells. `#REF!` is an error, `2026-02-01` a date.
pub fn ods(lines: &str) -> Vec<u8> {
    let mut content = String::from(HEAD);
    let mut is_open = false;
    for line in lines.lines() {
        if let Some(name) = line.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
            let end = if is_open { "</table:table>" } else { "" };
            content.push_str(&format!("{end}<table:table table:name=\"{name}\">"));
            is_open = true;
            continue;
        }
        let cells: String = line.split('|').map(|text| cell(text.trim())).collect();
        content.push_str(&format!("<table:table-row>{cells}</table:table-row>"));
    }
    content.push_str("</table:table></office:spreadsheet></office:body></office:document-content>");
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let kind = "application/vnd.oasis.opendocument.spreadsheet";
    for (name, text) in [("mimetype", kind), ("content.xml", &content)] {
        // The kind of the file is to be read without unpacking it.
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        archive.start_file(name, options).expect("a part");
        archive.write_all(text.as_bytes()).expect("its text");
    }
    archive.finish().expect("an archive").into_inner()
}

fn cell(text: &str) -> String {
    let is_date = text.len() == 10 && text.chars().all(|c| c == '-' || c.is_ascii_digit());
    let kind = match text {
        "" => return "<table:table-cell/>".to_owned(),
        _ if text.starts_with('#') => "\"string\" calcext:value-type=\"error".to_owned(),
        _ if is_date => format!("\"date\" office:date-value=\"{text}"),
        _ => "\"string".to_owned(),
    };
    format!(
        "<table:table-cell office:value-type={kind}\"><text:p>{text}</text:p></table:table-cell>"
    )
}

const HEAD: &str = "<office:document-content \
     xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
     xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" \
     xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" \
     xmlns:calcext=\"urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0\">\
     <office:body><office:spreadsheet>";
