//! A running desk: its data, its process, and what its log and the system tell about it.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::screen::Result;

const PROGRAM: &str = env!("CARGO_BIN_EXE_paydesk");
/// How long it uses no processor until it counts as at rest.
const REST: Duration = Duration::from_secs(3);

/// Makes the data of a desk whose sandbox has so many payments.
pub fn seed(data_dir: &Path, payments: usize) -> Result<()> {
    let mut command = Command::new(PROGRAM);
    command.args(["sandbox", "--listen", "127.0.0.1:0", "--payments", &payments.to_string()]);
    command.arg("--data-dir").arg(data_dir.join("sandbox"));
    let mut sandbox = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let output = sandbox.stdout.take().ok_or("the sandbox has no output")?;
    // It listens once everything is stored.
    BufReader::new(output).read_line(&mut String::new())?;
    kill_process(Pid::from_child(&sandbox), Signal::INT)?;
    sandbox.wait()?;
    Ok(())
}

/// What is read from the log.
#[derive(Debug, Default)]
struct Log {
    first_frame_ms: Option<f64>,
    first_rows_ms: Option<f64>,
    /// Each frame since they were last taken; of the processor's painter only.
    frames: Vec<Frame>,
}

/// The parts of a frame, as the log names them.
pub const PARTS: [&str; 4] = ["ui", "tessellate", "paint", "show"];

/// How long each part of a frame took, in milliseconds.
pub type Frame = [f64; PARTS.len()];

/// A process that ends with this.
pub struct Desk {
    process: Child,
    log: Arc<Mutex<Log>>,
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Desk {
    pub fn start(display: &str, renderer: &str, data_dir: &Path) -> Result<Self> {
        let mut command = Command::new(PROGRAM);
        command.args(["--no-notifications", "--renderer", renderer, "--data-dir"]).arg(data_dir);
        command.env("DISPLAY", display).env_remove("WAYLAND_DISPLAY");
        command.env("RUST_LOG", "paydesk::desktop=info,paydesk::desktop::painted_window=trace");
        let mut process = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
        let errors = process.stderr.take().ok_or("the desk has no log")?;
        let log = Arc::<Mutex<Log>>::default();
        let read = Arc::clone(&log);
        std::thread::spawn(move || {
            for line in BufReader::new(errors).lines().map_while(std::result::Result::ok) {
                if let Ok(mut log) = read.lock() {
                    log.read(&line);
                }
            }
        });
        Ok(Self { process, log })
    }

    fn with_log<T>(&self, take: impl FnOnce(&mut Log) -> T) -> Result<T> {
        self.log.lock().map(|mut log| take(&mut log)).map_err(|_| "the log cannot be read".into())
    }

    /// Milliseconds from the start of the process to its first frame and its first rows.
    pub fn wait_for_rows(&self, wait: Duration) -> Result<(f64, f64)> {
        let until = Instant::now() + wait;
        loop {
            if let Some(found) = self.with_log(|log| log.first_frame_ms.zip(log.first_rows_ms))? {
                return Ok(found);
            }
            if Instant::now() > until {
                return Err("no rows were shown".into());
            }
            sleep(Duration::from_millis(20));
        }
    }

    /// The frames since this was last asked.
    pub fn take_frames(&self) -> Result<Vec<Frame>> {
        self.with_log(|log| std::mem::take(&mut log.frames))
    }

    /// Waits until it has done all it does by itself.
    pub fn wait_for_rest(&self, wait: Duration) -> Result<()> {
        let until = Instant::now() + wait;
        let (mut used, mut since) = (self.ticks()?, Instant::now());
        while since.elapsed() < REST {
            if Instant::now() > until {
                return Err("the desk does not come to rest".into());
            }
            sleep(Duration::from_millis(100));
            let now = self.ticks()?;
            if now > used + 1 {
                (used, since) = (now, Instant::now());
            }
        }
        Ok(())
    }

    /// Processor time it used.
    fn ticks(&self) -> Result<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id()))?;
        let (_, fields) = text.rsplit_once(')').ok_or("a process without name")?;
        let numbers = fields.split_whitespace().skip(11).take(2).map(str::parse::<u64>);
        Ok(numbers.sum::<std::result::Result<u64, _>>()?)
    }

    /// Memory in megabytes: all of it, and with pages shared with other processes counted in part.
    pub fn memory(&self) -> Result<(f64, f64)> {
        let text = std::fs::read_to_string(format!("/proc/{}/smaps_rollup", self.process.id()))?;
        let of = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)).ok_or("an unknown kind of memory")?;
            Ok::<f64, Box<dyn std::error::Error>>(line.trim().trim_end_matches(" kB").parse::<f64>()? / 1024.0)
        };
        Ok((of("Rss:")?, of("Pss:")?))
    }
}

impl Log {
    fn read(&mut self, line: &str) {
        let number = |name: &str| -> Option<f64> {
            let (_, value) = line.split_once(name)?;
            value.split_whitespace().next()?.parse().ok()
        };
        if line.contains("first frame") {
            self.first_frame_ms = number("elapsed_ms=");
        } else if line.contains("first rows") {
            self.first_rows_ms = number("elapsed_ms=");
        } else if line.contains(" painted ") {
            let parts = PARTS.map(|part| number(&format!(" {part}_us=")).map(|us| us / 1000.0));
            if let [Some(ui), Some(tessellate), Some(paint), Some(show)] = parts {
                self.frames.push([ui, tessellate, paint, show]);
            }
        }
    }
}
