//! What commands print on standard output and standard error, and what they end with.

use std::fmt::Display;
use std::io::{Error, ErrorKind, Write};
use std::process::ExitCode;

/// Why a command ended badly, in a sentence for standard error.
pub trait CommandError: Display {
    /// What the process ends with.
    fn exit_code(&self) -> ExitCode;
}

/// Standard output does not take what is printed: the disk of its file is full, for instance.
#[derive(Debug, thiserror::Error)]
#[error("Standard output could not be written: {0}")]
pub struct OutputError(Error);

/// Prints a line.
pub fn print_line(text: impl Display) -> Result<(), OutputError> {
    print(format!("{text}\n").as_bytes())
}

/// Prints `bytes`. Whoever reads them may have seen enough and closed the pipe, as `head` does: the rest is not printed,
/// and that is no error.
pub fn print(bytes: &[u8]) -> Result<(), OutputError> {
    write_unless_closed(&mut std::io::stdout().lock(), bytes).map_err(OutputError)
}

/// Prints a line on standard error, which somebody may have closed as well.
pub fn print_error(text: impl Display) {
    let _ = write_unless_closed(&mut std::io::stderr().lock(), format!("{text}\n").as_bytes());
}

fn write_unless_closed(out: &mut impl Write, bytes: &[u8]) -> Result<(), Error> {
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}
