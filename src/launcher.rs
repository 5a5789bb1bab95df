//! `paydeskw`, for menus and files on Windows: starts the `paydesk` beside it without a console window.
//!
//! Windows decides per program whether it belongs to a console. `paydesk` does, so that its commands print there, are
//! waited for by scripts and end with Ctrl+C; opened from a menu it would put an empty console behind the window. What
//! it would say in that console when it fails is shown as a message. Built with the feature `windows-launcher`.
#![cfg_attr(windows, windows_subsystem = "windows")]

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Error};
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The last lines of standard error that are kept for the message.
const LINES_MAX: usize = 12;
/// How long lines are still read after the end: programs that Paydesk started may hold the pipe open.
const AFTER_END: Duration = Duration::from_millis(300);
/// Of `CreateProcess`: a console without a window.
#[cfg(windows)]
const CREATE_NO_WINDOW: u32 = 0x0800_0000;

fn main() -> ExitCode {
    let problem = match run() {
        Ok(None) => return ExitCode::SUCCESS,
        Ok(Some(problem)) => problem,
        Err(error) => format!("Paydesk could not be started: {error}"),
    };
    let problem = problem.strip_prefix("paydesk: ").unwrap_or(&problem);
    let dialog = rfd::MessageDialog::new().set_level(rfd::MessageLevel::Error).set_title("Paydesk");
    dialog.set_description(problem).show();
    ExitCode::FAILURE
}

/// Waits until Paydesk ends; what it said last where it failed.
fn run() -> Result<Option<String>, Error> {
    let program = std::env::current_exe()?.with_file_name(format!("paydesk{}", std::env::consts::EXE_SUFFIX));
    let mut command = Command::new(program);
    command.args(std::env::args_os().skip(1)).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    #[cfg(windows)]
    std::os::windows::process::CommandExt::creation_flags(&mut command, CREATE_NO_WINDOW);
    let mut child = command.spawn()?;
    let last = Arc::new(LastLines::default());
    if let Some(stderr) = child.stderr.take() {
        let last = Arc::clone(&last);
        thread::spawn(move || last.keep(BufReader::new(stderr)));
    }
    if child.wait()?.success() {
        return Ok(None);
    }
    thread::sleep(AFTER_END);
    Ok(Some(last.text()))
}

/// What was said last.
#[derive(Default)]
struct LastLines(Mutex<VecDeque<String>>);

impl LastLines {
    /// Reads to the end, so that Paydesk never waits for a full pipe.
    fn keep(&self, lines: impl BufRead) {
        for line in lines.split(b'\n').map_while(Result::ok) {
            let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if last.len() == LINES_MAX {
                last.pop_front();
            }
            last.push_back(String::from_utf8_lossy(&line).trim_end().to_owned());
        }
    }

    fn text(&self) -> String {
        Vec::from(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()).join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept() {
        let log: String = (1..=14).map(|line| format!("line {line}\r\n")).collect();
        let last = LastLines::default();
        last.keep(log.as_bytes());
        let kept = last.text();
        assert!(kept.starts_with("line 3\nline 4\n") && kept.ends_with("line 14"), "{kept}");
    }
}
