//! What the builtins keep in a machine: streams, flags, modules, the loader, constraints.

use crate::base::tree::Tree;
use crate::code::pred::PredId;
use crate::machine::{Ball, Machine};
use crate::system::answer_tables::Tables;
use crate::system::environment::{Children, Clock};
use crate::system::flags::Flags;
use crate::system::load::Loader;
use crate::system::module_table::Modules;
use crate::system::solver::SolverState;
use crate::system::streams::Streams;
use crate::system::time_zone::Zone;
use rustc_hash::FxHashMap;

/// The machine that the builtins run on.
pub type Vm = Machine<System>;

/// Success, failure, or a ball.
pub type Res = Result<bool, Ball>;

/// The extension of Horn's own machines.
#[derive(Default)]
pub struct System {
    /// Deterministic builtins that compiled code runs in line.
    pub inline: FxHashMap<PredId, u32>,
    /// Open streams.
    pub streams: Streams,
    /// Prolog flags.
    pub flags: Flags,
    /// Modules: operators, exports, imports.
    pub modules: Modules,
    /// Files loaded and being loaded.
    pub loader: Loader,
    /// Constraints over integers.
    pub clpz: SolverState,
    /// The answers of tabled predicates.
    pub tables: Tables,
    /// Room for clauses that are being asserted.
    pub asserting: Scratch,
    /// Clocks and random numbers.
    pub clock: Clock,
    /// The local time zone.
    pub zone: Zone,
    /// Programs that run beside this one.
    pub children: Children,
}

/// Room that compiling a clause needs, kept for the next one.
#[derive(Default)]
pub struct Scratch {
    pub(crate) tree: Tree,
    pub(crate) vars: FxHashMap<u64, u32>,
}
