//! Deflate for PDF streams.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// For text and operators.
pub(super) const TEXT: u32 = 6;
/// For pixels, where level 1 is four times faster than level 6 and the file a third larger.
pub(super) const PIXELS: u32 = 1;

/// The bytes, deflated.
pub(super) fn deflate(bytes: &[u8], level: u32) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::with_capacity(bytes.len() / 8 + 64), Compression::new(level));
    // Writing into a Vec cannot fail.
    let _ = encoder.write_all(bytes);
    let mut deflated = encoder.finish().unwrap_or_default();
    // Thousands of streams are kept until the file is written.
    deflated.shrink_to_fit();
    deflated
}
