//! The parts of a workbook: XML files in a ZIP archive.

use std::io::{Cursor, Read, copy, sink};

use roxmltree::{Document, ParsingOptions};
use zip::ZipArchive;

/// So large may the parts of a workbook become together once they are unpacked, in bytes.
const MAX_UNPACKED: u64 = 256 << 20;
/// So many elements and attributes may one part have.
const MAX_NODES: u32 = 20_000_000;

/// Why a workbook cannot be read, as the end of a sentence.
pub(super) type Damage = String;

/// A ZIP archive in memory.
pub(super) struct Package<'a>(ZipArchive<Cursor<&'a [u8]>>);

impl<'a> Package<'a> {
    /// The archive, if its parts are of a size that can be meant.
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, Damage> {
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| damaged(&error))?;
        // What an archive says of its sizes need not be true.
        let mut left = MAX_UNPACKED;
        for index in 0..archive.len() {
            let part = archive.by_index(index).map_err(|error| damaged(&error))?;
            if !part.name().is_ok_and(|name| name.ends_with(".xml") || name.ends_with(".rels")) {
                continue;
            }
            let size = copy(&mut part.take(left + 1), &mut sink());
            let size = size.map_err(|error| damaged(&error))?;
            left = left
                .checked_sub(size)
                .ok_or_else(|| format!("unpacks to more than {} MB", MAX_UNPACKED >> 20))?;
        }
        Ok(Self(archive))
    }

    /// The text of a part.
    pub(super) fn part(&mut self, name: &str) -> Result<String, Damage> {
        let mut part = self.0.by_name(name).map_err(|error| damaged(&error))?;
        let mut text = String::new();
        part.read_to_string(&mut text).map_err(|error| damaged(&error))?;
        Ok(text)
    }
}

/// A part as a tree.
pub(super) fn tree(text: &str) -> Result<Document<'_>, Damage> {
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let text = text.trim_start_matches('\u{feff}');
    Document::parse_with_options(text, options).map_err(|error| damaged(&error))
}

/// Whether the bytes are an archive that names such a part at its beginning or its end.
pub(super) fn names(bytes: &[u8], part: &str) -> bool {
    const LOOK: usize = 1 << 16;
    let head = bytes.get(..LOOK).unwrap_or(bytes);
    let tail = bytes.get(bytes.len().saturating_sub(LOOK)..).unwrap_or(bytes);
    let holds = |bytes: &[u8]| bytes.windows(part.len()).any(|window| window == part.as_bytes());
    bytes.starts_with(b"PK\x03\x04") && (holds(head) || holds(tail))
}

fn damaged(error: &dyn std::fmt::Display) -> Damage {
    format!("is damaged: {error}")
}
