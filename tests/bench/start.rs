//! Time from process start to the first frame and to the first rows, in a real window under Xvfb, with 2,000 and with
//! 1,000,000 payments in the embedded sandbox.
//!
//! Prints medians over several starts, in turns: the data is there, as on every start but the very first. The run fails
//! where the first rows of the million come later than their goal allows.
#![allow(clippy::unwrap_used)]

#[path = "goals.rs"]
mod goals;

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;

use paydesk_sandbox::{DataLocation, Sandbox, SandboxConfig};

use self::goals::{Goals, many_payments, median, milliseconds, ratio};

const STARTS: usize = 9;
const FEW: u32 = 2_000;
/// How long the first start of each goes on, to store what it read.
const FIRST_RUN: Duration = Duration::from_secs(10);

struct Display(Child, String);

impl Display {
    fn start() -> Option<Self> {
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-screen", "0", "1440x900x24", "-nolisten", "tcp"]);
        let mut server = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
        let mut number = String::new();
        BufReader::new(server.stdout.take()?).read_line(&mut number).ok()?;
        Some(Self(server, format!(":{}", number.trim())))
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Time to the first frame and to the first rows, as Paydesk logs them. It is ended so long after these.
fn start(display: &Display, data_dir: &Path, runs_on: Duration) -> Option<(Duration, Duration)> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paydesk"));
    command.arg("--no-notifications").arg("--data-dir").arg(data_dir);
    command.env("DISPLAY", &display.1).env_remove("WAYLAND_DISPLAY");
    let mut desk = command.env("RUST_LOG", "paydesk::desktop=info").stderr(Stdio::piped()).spawn().ok()?;
    let (mut frame, mut rows) = (None, None);
    for line in BufReader::new(desk.stderr.take()?).lines().map_while(Result::ok) {
        let elapsed = || line.rsplit_once("elapsed_ms=")?.1.trim().parse().ok().map(Duration::from_millis);
        if line.contains("first frame") {
            frame = elapsed();
        } else if line.contains("first rows") {
            rows = elapsed();
            break;
        }
    }
    std::thread::sleep(runs_on);
    let _ = desk.kill();
    let _ = desk.wait();
    frame.zip(rows)
}

/// A folder of data whose sandbox has so many payments.
fn seeded(parent: &Path, payments: u32) -> PathBuf {
    let dir = parent.join(payments.to_string());
    let data = DataLocation::Dir(dir.join("sandbox"));
    drop(Sandbox::open(&SandboxConfig { data, payments, ..SandboxConfig::default() }).unwrap());
    dir
}

fn main() -> ExitCode {
    let Some(display) = Display::start() else {
        println!("start: skipped, there is no Xvfb (apt-get install xvfb)");
        return ExitCode::SUCCESS;
    };
    let many = many_payments();
    let parent = tempfile::tempdir().unwrap();
    let dirs = [FEW, many].map(|payments| seeded(parent.path(), payments));
    let mut times = [Vec::new(), Vec::new()];
    // The first start of each brings the files into memory, stores the newest payments, and is not counted.
    for round in 0..=STARTS {
        for (dir, times) in dirs.iter().zip(&mut times) {
            let runs_on = if round == 0 { FIRST_RUN } else { Duration::ZERO };
            let Some(took) = start(&display, dir, runs_on) else { panic!("no first rows came with {}", dir.display()) };
            if round > 0 {
                times.push(took);
            }
        }
    }
    println!("from process start, in a real window under Xvfb, medians of {STARTS} starts:");
    let medians = [FEW, many].into_iter().zip(times).map(|(payments, times)| {
        let (frames, rows): (Vec<Duration>, Vec<Duration>) = times.into_iter().unzip();
        let (frame, rows) = (median(frames), median(rows));
        println!(
            "  {payments:9} payments   first frame {:4.0} ms   first rows {:4.0} ms",
            milliseconds(frame),
            milliseconds(rows)
        );
        (frame, rows)
    });
    let medians: Vec<(Duration, Duration)> = medians.collect();
    let mut goals = Goals::default();
    goals.ratio(format!("first rows, {many} payments to {FEW}"), ratio(medians[1].1, medians[0].1), 1.3);
    goals.below_ms(format!("first frame, {many} payments"), medians[1].0, 60.0);
    goals.print()
}
