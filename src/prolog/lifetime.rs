//! The life of a host's machine: its forks, its resets, the time between its queries, and its end.

use super::engine::HostVm;
use super::meter::Meter;
use super::session::Machine;
use crate::system::threads::run;
use std::sync::Arc;

impl Drop for HostVm {
    /// Ends the threads, which may need the program for it.
    fn drop(&mut self) {
        self.end_threads();
    }
}

impl HostVm {
    pub(super) fn end_threads(&mut self) {
        run::end_all(&mut self.vm);
    }

    /// The engine of a machine with the same program, which uses the standard streams of the process. No query may be
    /// open.
    pub(super) fn fork(&mut self) -> HostVm {
        // Queries that this machine reads from now on may have atoms that the new machine does not have.
        let identity = std::mem::take(&mut self.identity);
        self.inherited.retain(|of| Arc::strong_count(of) > 1);
        if Arc::strong_count(&identity) > 1 {
            self.inherited.push(identity);
        }
        self.vm.atoms.share_index();
        HostVm {
            vm: self.vm.fork(self.vm.ext.fork()),
            open: None,
            query_text: None,
            identity: Arc::default(),
            inherited: self.inherited.clone(),
            running: Arc::default(),
            budget: self.budget,
            meter: Meter::default(),
            default_limits: self.default_limits.clone(),
        }
    }

    /// Replaces the program and all that queries have changed by those of a new engine with the same access. The
    /// settings of the host stay: limits, streams, context, interrupt handles.
    pub(super) fn reset(&mut self, mut fresh: HostVm) {
        self.flush();
        let (old, new) = (&mut self.vm, &mut fresh.vm);
        new.take_signals(old);
        new.ext.streams.take_standard(&mut old.ext.streams);
        new.ext.progress.reporter = old.ext.progress.reporter.take();
        new.ext.host.context = std::mem::take(&mut old.ext.host.context);
        // Interrupt handles refer to the threads.
        run::end_all(old);
        old.ext.threads.reset();
        std::mem::swap(&mut new.ext.threads, &mut old.ext.threads);
        fresh.running = self.running.clone();
        fresh.budget = self.budget;
        fresh.default_limits = self.default_limits.clone();
        *self = fresh;
    }
}

impl Machine {
    /// Calls a function of the host that waits. Meanwhile, the threads run that share the program of the machine, those of
    /// `thread_create/3` with the option `shared(true)`: otherwise they run only while the machine runs a query.
    ///
    /// ```
    /// use horn::Machine;
    /// use std::{thread, time::Duration};
    ///
    /// let mut machine = Machine::new();
    /// machine.run("thread_create(assertz(done), _, [shared(true),alias(worker)])")?;
    /// machine.while_idle(|| thread::sleep(Duration::from_millis(200)));
    /// assert!(machine.run("done, thread_join(worker)")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn while_idle<R>(&mut self, wait: impl FnOnce() -> R) -> R {
        self.engine.vm.while_waiting_at_call(wait)
    }
}
