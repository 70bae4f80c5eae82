//! TODO

pub mod encoding;
pub mod input;
pub mod memory_files;
pub mod output;
pub mod position;
pub mod table;
pub mod terms;

pub(crate) use encoding::{Encoding, Fault};
pub(crate) use input::{Input, Source};
pub(crate) use output::{Buffering, Output, Sink};
pub(crate) use position::{Place, StreamId};
pub(crate) use table::{
    EofAction, Mode, Side, Stream, Streams, USER_ERROR, USER_INPUT, USER_OUTPUT,
};
pub(crate) use terms::{
    check_name, count, fault_ball, find, find_input, find_output, is_past, open_stream, option,
    options, options_then, position_of, position_term, stream_term, word, write_text,
};
