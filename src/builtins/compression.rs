//! Compressed streams over other streams, for `prelude/os/zlib.pl`; they need the feature `zlib`.

#[cfg(not(feature = "zlib"))]
use crate::machine::Cell;
use crate::system::{BuiltinRow, Res, Vm, det};

pub(crate) const ROWS: &[BuiltinRow] = &[det(
    "$zopen",
    "+stream, +atom, +integer, -stream",
    "-",
    "Opens a stream that decompresses what it reads from a stream, or compresses what it writes to it, and takes that stream over.",
    open,
)];

#[cfg(not(feature = "zlib"))]
fn open(vm: &mut Vm) -> Res {
    let name = vm.atoms.intern("zlib");
    Err(vm.existence_error("feature", Cell::atom(name)))
}

#[cfg(feature = "zlib")]
fn open(vm: &mut Vm) -> Res {
    use crate::system::streams::encoding::StreamFault;
    use crate::system::streams::stream_term;
    use crate::system::streams::terms::{fault_ball, find};
    let parent = vm.x(0);
    let format = vm.atoms.text(vm.x(1).as_atom()).to_string();
    let level = vm.x(2).as_int().clamp(0, 9) as u32;
    let id = find(vm, parent)?;
    let is_input = vm.ext.streams.input_of(id).is_some();
    let encoding = vm.ext.streams.get(id).map(|s| s.encoding);
    let new = match is_input {
        true => match vm.ext.streams.take_reader(id) {
            Some(from) => {
                let reader = present::reader(from, &format);
                vm.ext.streams.open_reader(reader)
            }
            None => return Err(vm.permission_error("compress", "stream", parent)),
        },
        false => match vm.ext.streams.take_writer(id) {
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
    Ok(vm.unify(vm.x(3), term))
}

#[cfg(feature = "zlib")]
mod present {
    use flate2::Compression;
    use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
    use std::io::{self, Cursor, Read, Write};

    pub(super) fn reader(from: Box<dyn Read + Send>, format: &str) -> Box<dyn Read + Send> {
        match format {
            "gzip" => Box::new(MultiGzDecoder::new(from)),
            "deflate" => Box::new(ZlibDecoder::new(from)),
            "raw_deflate" => Box::new(DeflateDecoder::new(from)),
            _ => Box::new(Guessed {
                from: Some(from),
                decoder: None,
            }),
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
                self.decoder = Some(reader(whole, format));
            }
            match &mut self.decoder {
                Some(decoder) => decoder.read(buffer),
                None => Ok(0),
            }
        }
    }
}
