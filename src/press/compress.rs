//! Deflate for PDF streams.

use std::cell::RefCell;
use std::collections::HashMap;

use flate2::{Compress, Compression, FlushCompress, Status};

/// For text and operators.
pub(super) const TEXT: u32 = 6;
/// For pixels, where level 1 is four times faster than level 6 and the file a third larger.
pub(super) const PIXELS: u32 = 1;

thread_local! {
    /// An encoder takes a third of a megabyte that must be cleared: with hundreds of short streams,
    /// keeping it is most of the time.
    static ENCODERS: RefCell<HashMap<u32, Compress>> = RefCell::new(HashMap::new());
}

/// The bytes, deflated in the zlib form (RFC 1950).
pub(super) fn deflate(bytes: &[u8], level: u32) -> Vec<u8> {
    ENCODERS.with_borrow_mut(|encoders| {
        let encoder =
            encoders.entry(level).or_insert_with(|| Compress::new(Compression::new(level), true));
        encoder.reset();
        let mut out = Vec::with_capacity(bytes.len() / 4 + 128);
        // While it is not at the end, the output is full. It fails only on misuse.
        while let Ok(Status::Ok | Status::BufError) = encoder.compress_vec(
            &bytes[encoder.total_in() as usize..],
            &mut out,
            FlushCompress::Finish,
        ) {
            out.reserve(out.len().max(1024));
        }
        // Thousands of streams are kept until the file is written.
        out.shrink_to_fit();
        out
    })
}

/// Deflates what comes in pieces, in the same form, so that large pictures need not be there as a
/// whole.
pub(super) struct Deflater {
    encoder: Compress,
    out: Vec<u8>,
}

impl Deflater {
    pub(super) fn new(level: u32) -> Self {
        Self { encoder: Compress::new(Compression::new(level), true), out: Vec::new() }
    }

    pub(super) fn add(&mut self, bytes: &[u8]) {
        let start = self.encoder.total_in();
        loop {
            let read = (self.encoder.total_in() - start) as usize;
            let Some(rest) = bytes.get(read..).filter(|rest| !rest.is_empty()) else { return };
            self.room();
            if self.encoder.compress_vec(rest, &mut self.out, FlushCompress::None).is_err() {
                // It fails only on misuse.
                return;
            }
        }
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        loop {
            self.room();
            match self.encoder.compress_vec(&[], &mut self.out, FlushCompress::Finish) {
                Ok(Status::Ok | Status::BufError) => {}
                Ok(Status::StreamEnd) | Err(_) => break,
            }
        }
        self.out.shrink_to_fit();
        self.out
    }

    /// Grows by an eighth at a time: a vector that doubles would hold twice what it must just when
    /// memory is short.
    fn room(&mut self) {
        const LEAST: usize = 1 << 16;
        if self.out.capacity() - self.out.len() < 4096 {
            self.out.reserve_exact((self.out.len() / 8).max(LEAST));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn what_was_deflated_in_pieces_comes_back() {
        let long: Vec<u8> =
            (0..400_000_u32).flat_map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
        for piece in [1_000, 65_537, long.len()] {
            let mut deflater = Deflater::new(PIXELS);
            deflater.add(&[]);
            long.chunks(piece).for_each(|piece| deflater.add(piece));
            let mut back = Vec::new();
            flate2::read::ZlibDecoder::new(deflater.finish().as_slice())
                .read_to_end(&mut back)
                .unwrap();
            assert!(back == long, "in pieces of {piece}");
        }
        assert_eq!(Deflater::new(TEXT).finish(), deflate(b"", TEXT));
    }

    #[test]
    fn what_was_deflated_comes_back() {
        let long: Vec<u8> = (0..200_000_u32).flat_map(u32::to_le_bytes).collect();
        for bytes in [&b""[..], b"q 1 0 0 1 0 0 cm Q", &long] {
            for level in [TEXT, PIXELS] {
                let mut back = Vec::new();
                flate2::read::ZlibDecoder::new(deflate(bytes, level).as_slice())
                    .read_to_end(&mut back)
                    .unwrap();
                assert_eq!(back, bytes);
            }
        }
    }
}
