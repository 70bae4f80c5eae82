//! Large pages for large areas. The system gives an area memory when it is first touched, page by page; with pages of
//! two megabytes in place of four kilobytes it does so five hundred times more rarely, and finds addresses faster.

/// Areas of at least this many bytes get large pages, where the system has them.
#[cfg(target_os = "linux")]
const LARGE: u64 = 8 << 20;

/// Asks the system for large pages in the pages of a block of memory, whose contents do not change. A block of this size
/// has its pages for itself; it is one range of the system's, which can grow only as a whole, so the advice is for the
/// whole.
#[cfg(target_os = "linux")]
pub(super) fn advise(base: *mut u64, bytes: u64) {
    use std::ffi::{c_int, c_void};

    unsafe extern "C" {
        safe fn getpagesize() -> c_int;
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
    }

    const MADV_HUGEPAGE: c_int = 14;

    if bytes < LARGE {
        return;
    }
    let page = u64::try_from(getpagesize()).unwrap_or(LARGE);
    let start = base as u64 / page * page;
    let end = (base as u64 + bytes).next_multiple_of(page);
    // SAFETY: the advice changes neither the contents nor the protection of any page. Without large pages the call
    // fails, and nothing else happens.
    unsafe {
        madvise(start as *mut c_void, (end - start) as usize, MADV_HUGEPAGE);
    }
}

/// Elsewhere, the system chooses its pages.
#[cfg(not(target_os = "linux"))]
pub(super) fn advise(_base: *mut u64, _bytes: u64) {}
