//! The standard streams of a machine: the writers of its output and errors, its input, and output kept in memory.

use super::output::{Contained, Prompting};
use super::session::Machine;
use std::io::{Read, Write};

impl Machine {
    /// Sends output to this writer from now on. A panic of the writer becomes an error of the output, such as
    /// that of a full disk.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// machine.set_output(Box::new(std::io::sink()));
    /// machine.set_error_output(Box::new(std::io::sink()));
    /// machine.set_input(Box::new("a. b.".as_bytes()));
    /// machine.set_terminal([false, false, false]);
    /// assert_eq!(machine.answers("read(X), read(Y)"), "   X = a, Y = b.\n");
    /// ```
    pub fn set_output(&mut self, to: Box<dyn Write + Send>) {
        self.engine.flush();
        self.out.redirect(to);
    }

    /// Sends the program's messages (`user_error`) to this writer from now on.
    ///
    /// ```
    /// use horn::Machine;
    /// use std::io::Read;
    ///
    /// let (mut reader, writer) = std::io::pipe().unwrap();
    /// let mut machine = Machine::new();
    /// machine.set_error_output(Box::new(writer));
    /// machine.run("write(user_error, careful), flush_output(user_error)")?;
    /// let mut text = [0; 7];
    /// reader.read_exact(&mut text).unwrap();
    /// assert_eq!(&text, b"careful");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn set_error_output(&mut self, to: Box<dyn Write + Send>) {
        self.has_own_errors = true;
        self.engine.set_error(Box::new(Contained(to)));
    }

    /// Sets which of the standard streams are terminals, in the order input, output, errors: the stream
    /// property `tty`.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// machine.set_terminal([true, false, false]);
    /// assert!(machine.run("stream_property(S, alias(user_input)), stream_property(S, tty(true))")?);
    /// assert!(machine.run("stream_property(S, alias(user_output)), stream_property(S, tty(false))")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn set_terminal(&mut self, is: [bool; 3]) {
        if is[1] && is[2] {
            let error = self.out.on_same_screen(Box::new(std::io::stderr()));
            self.engine.set_error(Box::new(error));
        }
        self.engine.set_terminal(is);
    }

    /// Makes this the program's standard input from now on.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// machine.set_input(Box::new("tea. salt.".as_bytes()));
    /// assert_eq!(machine.answers("read(X), read(Y)"), "   X = tea, Y = salt.\n");
    /// ```
    pub fn set_input(&mut self, from: Box<dyn Read + Send>) {
        self.has_own_input = true;
        self.engine.set_input(Box::new(Contained(from)));
    }

    /// The reader of a terminal, for [`Machine::set_input`]: it prints the prompt on the output before each read, if the
    /// output is at the start of a line. A program may change the prompt by `prompt/2`.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// let input = machine.prompting(Box::new("tea.\n".as_bytes()), "|: ");
    /// machine.set_input(input);
    /// assert!(machine.run("read(tea)")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn prompting(&self, from: Box<dyn Read + Send>, prompt: &str) -> Box<dyn Read + Send> {
        let shared = self.engine.prompt();
        shared.set(prompt);
        Box::new(Prompting::new(self.out.clone(), from, shared))
    }

    /// Keeps output in memory up to [`Machine::end_capture`]. Output of [`Machine::answers`] meanwhile is a part of its
    /// text.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// machine.capture();
    /// machine.run("write(hello)")?;
    /// assert!(!machine.at_line_start());
    /// machine.print(" world\n").unwrap();
    /// assert!(machine.at_line_start());
    /// assert_eq!(machine.end_capture(), "hello world\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn capture(&mut self) {
        self.engine.flush();
        if !self.out.is_captured() {
            self.out.capture();
        }
    }

    /// Captures output on top of a capture of the host, up to [`Machine::end_capture`].
    pub(super) fn capture_apart(&mut self) {
        self.engine.flush();
        self.out.capture();
    }

    /// Ends capturing. Returns the output since [`Machine::capture`] or the last
    /// [`Query::take_output`](super::Query::take_output).
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// machine.capture();
    /// machine.run("write(hello), nl")?;
    /// assert_eq!(machine.end_capture(), "hello\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn end_capture(&mut self) -> String {
        self.engine.flush();
        let text = self.out.take();
        self.out.release();
        text
    }

    /// Writes to the output, after everything that the program has written so far.
    ///
    /// # Errors
    /// The errors of the writer, such as a closed pipe.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// machine.capture();
    /// machine.run("write(hello)")?;
    /// machine.print(" world\n").unwrap();
    /// assert_eq!(machine.end_capture(), "hello world\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn print(&mut self, text: &str) -> std::io::Result<()> {
        self.engine.flush();
        self.out.print(text)
    }

    /// Takes the first error of the writer of the output since the last call, such as that of a full disk. A program
    /// may have ended before what it wrote was found to be lost.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// struct Full;
    /// impl std::io::Write for Full {
    ///     fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
    ///         Err(std::io::ErrorKind::StorageFull.into())
    ///     }
    ///     fn flush(&mut self) -> std::io::Result<()> {
    ///         Ok(())
    ///     }
    /// }
    ///
    /// let mut machine = Machine::new();
    /// machine.set_output(Box::new(Full));
    /// assert!(machine.run("write(a)")?);
    /// assert_eq!(machine.take_output_error().unwrap().kind(), std::io::ErrorKind::StorageFull);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn take_output_error(&mut self) -> Option<std::io::Error> {
        self.engine.flush();
        self.out.take_error()
    }

    /// Returns true if output is at the start of a line.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// machine.capture();
    /// assert!(machine.at_line_start());
    /// machine.run("write(hello)")?;
    /// assert!(!machine.at_line_start());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn at_line_start(&mut self) -> bool {
        self.engine.flush();
        self.out.at_line_start()
    }

    /// Returns true if the program wrote since the host printed something, and did not end its line. At a
    /// terminal, its messages count too.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// machine.capture();
    /// machine.run("write(hello)")?;
    /// assert!(machine.left_line_open());
    /// machine.print(" world").unwrap();
    /// assert!(!machine.left_line_open());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn left_line_open(&mut self) -> bool {
        self.engine.flush();
        self.out.left_open()
    }
}
