//! States where the native tier is built: the feature `native`, for an architecture that the tier has an assembler for.
//! States how the program `horn` is linked.

use std::env;

/// The architectures with an assembler in `src/machine/native`.
const ARCHITECTURES: [&str; 2] = ["x86_64", "aarch64"];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-check-cfg=cfg(native_tier)");
    let architecture = env::var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    let is_wanted = env::var_os("CARGO_FEATURE_NATIVE").is_some();
    if is_wanted && ARCHITECTURES.contains(&architecture.as_str()) {
        println!("cargo:rustc-cfg=native_tier");
    }
    link_at_fixed_address();
}

/// Links the program at an address that is fixed. Else the loader writes 23,000 addresses into its tables at each start,
/// which takes a quarter of the time of `horn -g halt`. The library is as the host program wants it. With the variable
/// `HORN_PIE` in the environment of the build the program can be loaded anywhere, which makes attacks on its memory harder.
fn link_at_fixed_address() {
    println!("cargo:rerun-if-env-changed=HORN_PIE");
    let is = |key: &str, value: &str| env::var(key).is_ok_and(|v| v == value);
    let is_static = env::var("CARGO_CFG_TARGET_FEATURE")
        .is_ok_and(|all| all.split(',').any(|f| f == "crt-static"));
    let is_known = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    if is_known && !is_static && env::var_os("HORN_PIE").is_none() {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}
