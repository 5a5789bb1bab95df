//! Time from process start to the first frame and to the first rows, in a real window under Xvfb.
//!
//! Prints medians over several starts: the first start seeds the embedded sandbox, the others find its data.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

const STARTS: usize = 9;

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

/// Milliseconds to the first frame and to the first rows, as Paydesk logs them.
fn start(display: &Display, data_dir: &Path) -> Option<(u64, u64)> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paydesk"));
    command.arg("--no-notifications").arg("--data-dir").arg(data_dir);
    command.env("DISPLAY", &display.1).env_remove("WAYLAND_DISPLAY");
    let mut desk = command.env("RUST_LOG", "paydesk::desktop=info").stderr(Stdio::piped()).spawn().ok()?;
    let (mut frame, mut rows) = (None, None);
    for line in BufReader::new(desk.stderr.take()?).lines().map_while(Result::ok) {
        let elapsed = || line.rsplit_once("elapsed_ms=")?.1.trim().parse().ok();
        if line.contains("first frame") {
            frame = elapsed();
        } else if line.contains("first rows") {
            rows = elapsed();
            break;
        }
    }
    let _ = desk.kill();
    let _ = desk.wait();
    frame.zip(rows)
}

fn median(mut values: Vec<u64>) -> u64 {
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}

fn main() {
    let Some(display) = Display::start() else {
        println!("start: skipped, there is no Xvfb (apt-get install xvfb)");
        return;
    };
    let dir = std::env::temp_dir().join(format!("paydesk-bench-{}", std::process::id()));
    let first = start(&display, &dir);
    let later: Vec<(u64, u64)> = (0..STARTS).filter_map(|_| start(&display, &dir)).collect();
    let _ = std::fs::remove_dir_all(&dir);
    let frames = median(later.iter().map(|(frame, _)| *frame).collect());
    let rows = median(later.iter().map(|(_, rows)| *rows).collect());
    println!("from process start, in a real window under Xvfb (glow on a software driver):");
    if let Some((frame, rows)) = first {
        println!("  very first start (seeds the sandbox)  first frame {frame} ms, first rows {rows} ms");
    }
    println!("  later starts, median of {}             first frame {frames} ms, first rows {rows} ms", later.len());
}
