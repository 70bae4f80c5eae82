//! `Debug` for types whose parts tell a reader nothing: their names alone.

use super::async_answers::AsyncAnswers;
use super::from_answer::Rows;
use super::host_call::Call;
use super::host_library::Library;
use super::image::Image;
use super::into_term::TermBuilder;
use super::limits::InterruptHandle;
use super::progress::{ProgressHandle, StatusLine};
use super::query::Query;
use super::session::Machine;
use std::fmt;

macro_rules! by_name {
    ($($type:ident [$($parameters:tt)*];)*) => {$(
        impl $($parameters)* {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($type)).finish_non_exhaustive()
            }
        }
    )*};
}
by_name! {
    AsyncAnswers [fmt::Debug for AsyncAnswers<'_>];
    Call [fmt::Debug for Call<'_>];
    Image [fmt::Debug for Image];
    InterruptHandle [fmt::Debug for InterruptHandle];
    Library [fmt::Debug for Library<'_>];
    Machine [fmt::Debug for Machine];
    ProgressHandle [fmt::Debug for ProgressHandle];
    Query [fmt::Debug for Query<'_>];
    StatusLine [fmt::Debug for StatusLine];
    Rows [<R> fmt::Debug for Rows<'_, R>];
    TermBuilder [fmt::Debug for TermBuilder<'_>];
}
