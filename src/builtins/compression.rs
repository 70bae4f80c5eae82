//! Compressed streams over other streams, for `prelude/os/zlib.pl`, and what archives need besides, for
//! `prelude/os/archive.pl`; they need the feature `zlib`.

#[cfg(not(feature = "zlib"))]
use crate::machine::Cell;
use crate::system::{BuiltinRow, Res, Vm, det};

pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "$zopen",
        "+stream, +atom, +integer, +atom, +atom, -stream",
        "-",
        "Opens a stream that decompresses what it reads from a stream, or compresses what it writes to it, with a format and a level. The fourth argument is `true` if it takes that stream over, the fifth if what follows a compressed part is decompressed too, or `auto`.",
        open,
    ),
    det(
        "$crc32",
        "+text, -integer",
        "-",
        "Unifies the second argument with the check sum CRC-32 of a text whose characters are bytes.",
        check_sum,
    ),
    det(
        "$open_bytes",
        "+text, -stream",
        "-",
        "Opens a binary stream that reads the characters of a text, which are bytes.",
        open_bytes,
    ),
];

#[cfg(not(feature = "zlib"))]
fn absent(vm: &mut Vm) -> Res {
    let name = vm.atoms.intern("zlib");
    Err(vm.existence_error("feature", Cell::atom(name)))
}

#[cfg(not(feature = "zlib"))]
use absent as open;
#[cfg(not(feature = "zlib"))]
use absent as check_sum;
#[cfg(not(feature = "zlib"))]
use absent as open_bytes;

#[cfg(feature = "zlib")]
fn check_sum(vm: &mut Vm) -> Res {
    let bytes = bytes_of(vm)?;
    let mut sum = flate2::Crc::new();
    sum.update(&bytes);
    let sum = crate::machine::Cell::int(i64::from(sum.sum()));
    Ok(vm.unify(vm.x(1), sum))
}

#[cfg(feature = "zlib")]
fn open_bytes(vm: &mut Vm) -> Res {
    use crate::system::streams::encoding::Encoding;
    use crate::system::streams::stream_term;
    let bytes = bytes_of(vm)?;
    let new = vm
        .ext
        .streams
        .open_reader(Box::new(std::io::Cursor::new(bytes)));
    vm.ext.streams.encode(new, Encoding::Binary);
    let term = stream_term(vm, new);
    Ok(vm.unify(vm.x(1), term))
}

/// The bytes that are the characters of the text in the first argument.
///
/// # Errors
/// Those of [`crate::system::text::text_of`]; `representation_error(byte)`.
#[cfg(feature = "zlib")]
fn bytes_of(vm: &mut Vm) -> Result<Vec<u8>, crate::machine::Ball> {
    let text = crate::system::text::text_of(vm, vm.x(0))?;
    vm.check_heap(text.len() as u64)?;
    let bytes: Result<Vec<u8>, _> = text.chars().map(|c| u8::try_from(u32::from(c))).collect();
    bytes.map_err(|_| vm.representation_error("byte"))
}

#[cfg(feature = "zlib")]
fn open(vm: &mut Vm) -> Res {
    use crate::base::atom::atoms;
    use crate::system::streams::encoding::StreamFault;
    use crate::system::streams::stream_term;
    use crate::system::streams::terms::{fault_ball, find};
    let parent = vm.x(0);
    let format = vm.atoms.text(vm.x(1).as_atom()).to_string();
    let level = vm.x(2).as_int().clamp(0, 9) as u32;
    let takes_over = vm.x(3).to_atom() == Some(atoms::TRUE);
    let has_parts = match vm.x(4).to_atom() {
        Some(atoms::TRUE) => Some(true),
        Some(atoms::FALSE) => Some(false),
        _ => None,
    };
    let id = find(vm, parent)?;
    let is_input = vm.ext.streams.input_of(id).is_some();
    let encoding = vm.ext.streams.get(id).map(|s| s.encoding);
    let new = match is_input {
        true => match vm.ext.streams.reader_of(id, takes_over) {
            Some(from) => {
                let reader = present::reader(from, &format, has_parts, takes_over);
                vm.ext.streams.open_reader(reader)
            }
            None => return Err(vm.permission_error("compress", "stream", parent)),
        },
        false => match vm.ext.streams.writer_of(id, takes_over) {
            Some(Ok(to)) => {
                let writer = present::writer(to, &format, level);
                vm.ext.streams.open_writer(writer)
            }
            Some(Err(e)) => return Err(fault_ball(vm, &StreamFault::Io(e), "write", id)),
            None => return Err(vm.permission_error("compress", "stream", parent)),
        },
    };
    if let Some(encoding) = encoding {
        vm.ext.streams.encode(new, encoding);
    }
    let term = stream_term(vm, new);
    Ok(vm.unify(vm.x(5), term))
}

#[cfg(feature = "zlib")]
mod present {
    use flate2::Compression;
    use flate2::bufread::{DeflateDecoder, GzDecoder, MultiGzDecoder, ZlibDecoder};
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
    use std::io::{self, BufRead, BufReader, Cursor, Read, Write};

    type Bytes = BufReader<Box<dyn Read + Send>>;

    const BLOCK: usize = 1 << 15;

    /// A reader of decompressed bytes: of several parts after one another if `has_parts` is true, or, by default, if the format
    /// is `gzip`. Without `reads_ahead` it takes no byte behind the compressed ones from its source.
    pub(super) fn reader(
        from: Box<dyn Read + Send>,
        format: &str,
        has_parts: Option<bool>,
        reads_ahead: bool,
    ) -> Box<dyn Read + Send> {
        let size = if reads_ahead { BLOCK } else { 1 };
        let bytes = |from| BufReader::with_capacity(size, from);
        match (format, has_parts.unwrap_or(format == "gzip")) {
            ("gzip", true) => Box::new(MultiGzDecoder::new(bytes(from))),
            ("gzip", false) => Box::new(GzDecoder::new(bytes(from))),
            ("deflate", true) => Box::new(CompressedParts(Some(ZlibDecoder::new(bytes(from))))),
            ("deflate", false) => Box::new(ZlibDecoder::new(bytes(from))),
            ("raw_deflate", _) => Box::new(DeflateDecoder::new(bytes(from))),
            _ => Box::new(Guessed {
                from: Some(from),
                has_parts,
                reads_ahead,
                decoder: None,
            }),
        }
    }

    /// Decompresses one part after the other, up to the end of the source.
    struct CompressedParts(Option<ZlibDecoder<Bytes>>);

    impl Read for CompressedParts {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            while let Some(decoder) = &mut self.0 {
                let n = decoder.read(buffer)?;
                if n > 0 || buffer.is_empty() {
                    return Ok(n);
                }
                let Some(mut rest) = self.0.take().map(ZlibDecoder::into_inner) else {
                    break;
                };
                if !rest.fill_buf()?.is_empty() {
                    self.0 = Some(ZlibDecoder::new(rest));
                }
            }
            Ok(0)
        }
    }

    pub(super) fn writer(
        to: Box<dyn Write + Send>,
        format: &str,
        level: u32,
    ) -> Box<dyn Write + Send> {
        let level = Compression::new(level);
        match format {
            "gzip" => Box::new(GzEncoder::new(to, level)),
            "raw_deflate" => Box::new(DeflateEncoder::new(to, level)),
            _ => Box::new(ZlibEncoder::new(to, level)),
        }
    }

    /// A reader whose format its first two bytes show.
    struct Guessed {
        from: Option<Box<dyn Read + Send>>,
        has_parts: Option<bool>,
        reads_ahead: bool,
        decoder: Option<Box<dyn Read + Send>>,
    }

    impl Read for Guessed {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if let Some(mut from) = self.from.take() {
                let mut start = Vec::with_capacity(2);
                from.by_ref().take(2).read_to_end(&mut start)?;
                let format = match start[..] {
                    [0x1f, 0x8b] => "gzip",
                    [first, second]
                        if first & 15 == 8
                            && (u32::from(first) << 8 | u32::from(second)) % 31 == 0 =>
                    {
                        "deflate"
                    }
                    _ => "raw_deflate",
                };
                let whole = Box::new(Cursor::new(start).chain(from));
                self.decoder = Some(reader(whole, format, self.has_parts, self.reads_ahead));
            }
            match &mut self.decoder {
                Some(decoder) => decoder.read(buffer),
                None => Ok(0),
            }
        }
    }
}
