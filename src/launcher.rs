//! `paydeskw`, for menus and files on Windows: starts the `paydesk` beside it without a console window.
//!
//! Windows decides per program whether it belongs to a console. `paydesk` does, so that its commands print there, are
//! waited for by scripts and end with Ctrl+C; opened from a menu it would put an empty console behind the window. What
//! it would say in that console when it fails is shown as a message. Built with the feature `windows-launcher`.
#![cfg_attr(windows, windows_subsystem = "windows")]

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Error};
use std::process::{Command, ExitCode, Stdio};

/// The last lines of standard error that are kept for the message.
const LINES_MAX: usize = 12;

fn main() -> ExitCode {
    let problem = match run() {
        Ok((true, _)) => return ExitCode::SUCCESS,
        Ok((false, said)) => said,
        Err(error) => format!("Paydesk could not be started: {error}"),
    };
    let problem = problem.strip_prefix("paydesk: ").unwrap_or(&problem);
    let dialog = rfd::MessageDialog::new().set_level(rfd::MessageLevel::Error).set_title("Paydesk");
    dialog.set_description(problem).show();
    ExitCode::FAILURE
}

/// Whether Paydesk ended well, and what it said last.
fn run() -> Result<(bool, String), Error> {
    let program = std::env::current_exe()?.with_file_name(format!("paydesk{}", std::env::consts::EXE_SUFFIX));
    let mut command = Command::new(program);
    command.args(std::env::args_os().skip(1)).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    #[cfg(windows)]
    std::os::windows::process::CommandExt::creation_flags(&mut command, CREATE_NO_WINDOW);
    let mut child = command.spawn()?;
    let said = child.stderr.take().map(|stderr| last_lines(BufReader::new(stderr))).unwrap_or_default();
    Ok((child.wait()?.success(), said))
}

/// Of `CreateProcess`: a console without a window.
#[cfg(windows)]
const CREATE_NO_WINDOW: u32 = 0x0800_0000;

/// Reads to the end, so that Paydesk never waits for a full pipe.
fn last_lines(lines: impl BufRead) -> String {
    let mut last = VecDeque::new();
    for line in lines.split(b'\n').map_while(Result::ok) {
        if last.len() == LINES_MAX {
            last.pop_front();
        }
        last.push_back(String::from_utf8_lossy(&line).trim_end().to_owned());
    }
    Vec::from(last).join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept() {
        let log: String = (1..=14).map(|line| format!("line {line}\r\n")).collect();
        let kept = last_lines(log.as_bytes());
        assert!(kept.starts_with("line 3\nline 4\n") && kept.ends_with("line 14"), "{kept}");
    }
}
