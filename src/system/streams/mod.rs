//! Streams (ISO 7.10): the state of open streams, and stream-terms.
//!
//! `input` and `output` are the two sides of a stream, `table` holds the open streams of a machine;
//! none of them knows terms. `terms` finds the stream that a term names and throws the errors for bad ones.

pub(crate) mod encoding;
pub(crate) mod input;
pub(crate) mod memory_files;
pub(crate) mod output;
pub(crate) mod position;
pub(crate) mod table;
pub(crate) mod terms;

pub(crate) use encoding::{Encoding, StreamFault};
pub(crate) use input::{ByteSource, Input};
pub(crate) use output::{Buffering, ByteSink, Output};
pub(crate) use position::{StreamId, StreamPosition};
pub(crate) use table::{
    EofAction, IoMode, Prompt, Side, Stream, Streams, USER_ERROR, USER_INPUT, USER_OUTPUT,
};
pub(crate) use terms::{
    before_reading, check_name, check_pending, count, fault_ball, find, find_input, find_output,
    is_past, open_stream, option, options, options_then, position_of, position_term, stream_term,
    word, write_byte, write_text,
};
