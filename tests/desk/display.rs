//! A virtual display for tests of the real binary.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use paydesk_test_basics::system_parts;

/// A virtual display; ended when dropped.
pub struct Display {
    server: Child,
    /// For the environment variable `DISPLAY`.
    pub name: String,
}

impl Display {
    /// Starts one, or says what is missing.
    pub fn needed(skipped: &str) -> Option<Self> {
        let display = Self::start();
        let part = if display.is_some() { Ok(()) } else { Err("no Xvfb") };
        system_parts::needs(part, skipped, "apt-get install xvfb").and(display)
    }

    fn start() -> Option<Self> {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1440x900x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut number = String::new();
        BufReader::new(server.stdout.take()?).read_line(&mut number).ok()?;
        Some(Self { server, name: format!(":{}", number.trim()) })
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
