//! Message digests of texts, for `prelude/text/hashes.pl`; the algorithms need the feature `hashes`.

use crate::machine::{Ball, Cell};
use crate::system::text::text_of;
use crate::system::{BuiltinRow, Res, Vm, det};

pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "$hash",
        "+atom, +text, +atom, -list",
        "-",
        "Unifies the last argument with the bytes of the digest of a text by an algorithm; the third argument is its encoding, utf8 or octet.",
        hash,
    ),
    det(
        "$hmac",
        "+atom, +text, +text, +atom, -list",
        "-",
        "Unifies the last argument with the bytes of the keyed digest (HMAC) of a text; the arguments before are the algorithm, the key, the text and its encoding.",
        hmac,
    ),
];

/// The bytes of a text: its UTF-8 encoding, or, if `encoding` is `octet`, its character codes.
///
/// # Errors
/// The errors of [`text_of`], and `representation_error(octet)` for a character above 255.
fn bytes(vm: &mut Vm, text: Cell, encoding: Cell) -> Result<Vec<u8>, Ball> {
    let text = text_of(vm, text)?;
    if &*vm.atoms.text(encoding.as_atom()) != "octet" {
        return Ok(text.into_bytes());
    }
    text.chars()
        .map(|c| u8::try_from(u32::from(c)).map_err(|_| vm.representation_error("octet")))
        .collect()
}

fn hash(vm: &mut Vm) -> Res {
    let data = bytes(vm, vm.x(1), vm.x(2))?;
    let algorithm = vm.atoms.text(vm.x(0).as_atom()).to_string();
    let digest = algorithms::digest(&algorithm, &data);
    answer(vm, digest, 3)
}

fn hmac(vm: &mut Vm) -> Res {
    let key = bytes(vm, vm.x(1), vm.x(3))?;
    let data = bytes(vm, vm.x(2), vm.x(3))?;
    let algorithm = vm.atoms.text(vm.x(0).as_atom()).to_string();
    let digest = algorithms::keyed_digest(&algorithm, &key, &data);
    answer(vm, digest, 4)
}

/// Unifies argument `i` with a list of bytes.
///
/// # Errors
/// `existence_error(feature, hashes)`; `domain_error(algorithm, A)`.
fn answer(vm: &mut Vm, digest: Option<Vec<u8>>, i: usize) -> Res {
    if !cfg!(feature = "hashes") {
        let name = vm.atoms.intern("hashes");
        return Err(vm.existence_error("feature", Cell::atom(name)));
    }
    let Some(digest) = digest else {
        return Err(vm.domain_error("algorithm", vm.x(0)));
    };
    let digest: Vec<Cell> = digest.iter().map(|&b| Cell::int(i64::from(b))).collect();
    let list = vm.heap.list(&digest, Cell::NIL);
    Ok(vm.unify(vm.x(i), list))
}

#[cfg(feature = "hashes")]
mod algorithms {
    use hmac::{Hmac, KeyInit, Mac};
    use sha2::Digest;

    /// The digest; `None` if there is no such algorithm.
    pub(super) fn digest(algorithm: &str, data: &[u8]) -> Option<Vec<u8>> {
        Some(match algorithm {
            "md5" => md5::Md5::digest(data).to_vec(),
            "sha1" => sha1::Sha1::digest(data).to_vec(),
            "sha224" => sha2::Sha224::digest(data).to_vec(),
            "sha256" => sha2::Sha256::digest(data).to_vec(),
            "sha384" => sha2::Sha384::digest(data).to_vec(),
            "sha512" => sha2::Sha512::digest(data).to_vec(),
            _ => return None,
        })
    }

    macro_rules! keyed {
        ($hash:ty, $key:expr, $data:expr) => {{
            // A key may have any length.
            let mut mac = <Hmac<$hash> as KeyInit>::new_from_slice($key).ok()?;
            mac.update($data);
            mac.finalize().into_bytes().to_vec()
        }};
    }

    /// The keyed digest; `None` if there is no such algorithm.
    pub(super) fn keyed_digest(algorithm: &str, key: &[u8], data: &[u8]) -> Option<Vec<u8>> {
        Some(match algorithm {
            "md5" => keyed!(md5::Md5, key, data),
            "sha1" => keyed!(sha1::Sha1, key, data),
            "sha224" => keyed!(sha2::Sha224, key, data),
            "sha256" => keyed!(sha2::Sha256, key, data),
            "sha384" => keyed!(sha2::Sha384, key, data),
            "sha512" => keyed!(sha2::Sha512, key, data),
            _ => return None,
        })
    }
}

#[cfg(not(feature = "hashes"))]
mod algorithms {
    pub(super) fn digest(_: &str, _: &[u8]) -> Option<Vec<u8>> {
        None
    }

    pub(super) fn keyed_digest(_: &str, _: &[u8], _: &[u8]) -> Option<Vec<u8>> {
        None
    }
}
