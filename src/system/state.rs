//! The state that the layers above the machine keep in it.

use crate::base::tree::Tree;
use crate::code::pred::PredId;
use crate::machine::{Ball, Machine};
use crate::system::answer_tables::AnswerTables;
use crate::system::environment::{Environment, Subprocesses};
use crate::system::flags::Flags;
use crate::system::host_state::HostState;
use crate::system::load::Loader;
use crate::system::module_table::Modules;
use crate::system::progress::Progressing;
#[cfg(feature = "regex")]
use crate::system::regexes::Regexes;
#[cfg(feature = "network")]
use crate::system::sockets::Sockets;
use crate::system::solver::{ConstraintSolver, Solver, SolverState};
use crate::system::streams::Streams;
use crate::system::threads::family::Threads;
use crate::system::time_zone::LocalZone;
use crate::system::written_texts::WrittenTexts;
use rustc_hash::FxHashMap;
use std::any::Any;

/// The machine that the builtins run on.
pub(crate) type Vm = Machine<System>;

/// Success, failure, or a ball.
pub(crate) type Res = Result<bool, Ball>;

/// The extension of Horn's own machines.
#[derive(Default)]
pub(crate) struct System {
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
    /// An empty state of constraints, for the next engine.
    pub spare_constraints: Option<Box<SolverState>>,
    /// The answers of tabled predicates.
    pub tables: AnswerTables,
    /// Buffers for compiling asserted clauses.
    pub asserting: AssertBuffers,
    /// Where text in double quotes was written.
    pub written_texts: WrittenTexts,
    /// Clocks and random numbers.
    pub environment: Environment,
    /// The local time zone.
    pub zone: LocalZone,
    /// Running subprocesses.
    pub subprocesses: Subprocesses,
    /// Sockets.
    #[cfg(feature = "network")]
    pub sockets: Sockets,
    /// Compiled regular expressions.
    #[cfg(feature = "regex")]
    pub regexes: Regexes,
    /// The threads that share messages with this machine.
    pub threads: Threads,
    /// Predicates of the host program.
    pub host: HostState,
    /// The texts of clauses that the builtins of the tracer keep; the type is theirs.
    pub clause_texts: Option<Box<dyn Any + Send>>,
    /// The function of the host that gets reports on the progress.
    pub progress: Progressing,
}

impl System {
    /// The state of a machine with the same program as this one, which runs nothing at the moment. Streams are the
    /// standard ones; there are no answers of tabled predicates, subprocesses or open relations.
    pub(crate) fn fork(&self) -> System {
        System {
            inline: self.inline.clone(),
            streams: Streams::new(),
            flags: self.flags.clone(),
            modules: self.modules.clone(),
            loader: self.loader.fork(),
            clpz: Solver::fork(&self.clpz),
            spare_constraints: None,
            tables: AnswerTables::default(),
            asserting: AssertBuffers::default(),
            written_texts: self.written_texts,
            environment: self.environment.fork(),
            zone: LocalZone::default(),
            subprocesses: Subprocesses::default(),
            #[cfg(feature = "network")]
            sockets: Sockets::default(),
            #[cfg(feature = "regex")]
            regexes: Regexes::default(),
            threads: self.threads.fork(),
            host: self.host.fork(),
            clause_texts: None,
            progress: Progressing::default(),
        }
    }
}

/// Buffers for compiling a clause, kept for the next one.
#[derive(Default)]
pub(crate) struct AssertBuffers {
    pub(crate) tree: Tree,
    pub(crate) vars: FxHashMap<u64, u32>,
}
