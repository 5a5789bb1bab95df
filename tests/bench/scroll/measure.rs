//! What is done with a desk, and what is printed of it.

use std::process::ExitCode;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::desk::{Desk, Frame, PARTS, seed};
use crate::screen::{Part, Result, Watched, start_server};

const RENDERERS: [&str; 2] = ["cpu", "glow"];
const ROWS: &str = "2000,100000";

/// Single notches, each after a rest.
const SINGLE: usize = 40;
/// Notches that follow each other, as from a wheel that is turned quickly.
const CONTINUOUS: usize = 120;
const CONTINUOUS_INTERVAL: Duration = Duration::from_millis(25);
/// Until the list stands still after a notch.
const STILL: Duration = Duration::from_millis(700);

/// Goals, where there is no graphics card.
const WHEEL_MS: f64 = 16.0;
const FRAME_MEDIAN_MS: f64 = 6.0;
const FRAME_LATE_MS: f64 = 8.3;
const FIRST_FRAME_MS: f64 = 60.0;
const MEMORY_MB: f64 = 60.0;

/// In a window of 1440 × 900: where payments are opened, where all of them are loaded, and where the pointer turns.
const PAYMENTS: (i16, i16) = (100, 147);
const LOAD_ALL: (i16, i16) = (386, 886);
const OVER_LIST: (i16, i16) = (700, 600);
/// Payment ids of the rows that the pointer is not over.
const IDS: Part = Part { x: 280, y: 640, width: 60, height: 200 };

/// What was measured of one desk.
struct Measured {
    first_frame_ms: f64,
    rss_mb: f64,
    pss_mb: f64,
    single: Vec<f64>,
    continuous: Vec<f64>,
    /// Between two changes while the wheel is turned continuously.
    gaps: Vec<f64>,
    frames: Vec<Frame>,
}

pub fn run() -> ExitCode {
    let Some((_server, display)) = start_server() else {
        println!("scroll: skipped, there is no Xvfb (apt-get install xvfb)");
        return ExitCode::SUCCESS;
    };
    match run_on(&display) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            println!("scroll: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether the painter was quicker everywhere.
fn run_on(display: &str) -> Result<bool> {
    let rows = std::env::var("PAYDESK_SCROLL_ROWS").unwrap_or(ROWS.to_owned());
    let mut quicker = true;
    for rows in rows.split(',') {
        let rows = rows.trim().replace('_', "").parse::<usize>()?;
        println!("{rows} payments:");
        let dir = tempfile::tempdir()?;
        seed(dir.path(), rows)?;
        let mut medians = Vec::new();
        for renderer in RENDERERS {
            let measured = measure(display, renderer, dir.path())?;
            measured.print(renderer);
            medians.push([median(&measured.single), median(&measured.continuous)]);
        }
        for (kind, name) in ["after a rest", "continuous"].into_iter().enumerate() {
            let ratio = medians[0][kind] / medians[1][kind];
            println!("  cpu / glow, {name}: {ratio:.2} (goal: below 1)");
            quicker &= ratio < 1.0;
        }
    }
    Ok(quicker)
}

fn measure(display: &str, renderer: &str, data_dir: &std::path::Path) -> Result<Measured> {
    let desk = Desk::start(display, renderer, data_dir)?;
    let watched = Watched::find(display, "paydesk", Duration::from_secs(20))?;
    let (first_frame_ms, _) = desk.wait_for_rows(Duration::from_secs(60))?;
    desk.wait_for_rest(Duration::from_secs(300))?;
    let (rss_mb, pss_mb) = desk.memory()?;
    watched.click(PAYMENTS.0, PAYMENTS.1)?;
    desk.wait_for_rest(Duration::from_secs(60))?;
    watched.click(LOAD_ALL.0, LOAD_ALL.1)?;
    desk.wait_for_rest(Duration::from_secs(600))?;
    watched.point_at(OVER_LIST.0, OVER_LIST.1)?;
    sleep(STILL);
    desk.take_frames()?;
    let single = single(&watched)?;
    let (continuous, gaps) = continuous(&watched)?;
    let frames = desk.take_frames()?;
    Ok(Measured { first_frame_ms, rss_mb, pss_mb, single, continuous, gaps, frames })
}

/// Milliseconds from a notch after a rest to the first change.
fn single(watched: &Watched) -> Result<Vec<f64>> {
    let mut times = Vec::new();
    for notch in 0..SINGLE {
        // Not always at the same time of the screen's pace.
        sleep(STILL + Duration::from_millis(notch as u64 * 7 % 17));
        watched.forget();
        let mut before = watched.pixels(IDS)?;
        let began = Instant::now();
        watched.turn_wheel(notch % 20 < 15)?;
        let changed = watched.changed(IDS, &mut before, began + Duration::from_secs(2))?;
        times.push(ms(changed.ok_or("a list was not scrolled")? - began));
    }
    Ok(times)
}

/// Milliseconds from each notch to the next change, and between changes.
fn continuous(watched: &Watched) -> Result<(Vec<f64>, Vec<f64>)> {
    sleep(STILL);
    watched.forget();
    let mut before = watched.pixels(IDS)?;
    let (mut times, mut changes) = (Vec::new(), Vec::new());
    let start = Instant::now();
    for notch in 0..CONTINUOUS {
        let turned = Instant::now();
        watched.turn_wheel(true)?;
        let until = start + CONTINUOUS_INTERVAL * (notch as u32 + 1);
        let mut first = true;
        while let Some(changed) = watched.changed(IDS, &mut before, until)? {
            if std::mem::take(&mut first) {
                times.push(ms(changed.saturating_duration_since(turned)));
            }
            changes.push(changed);
        }
        if first {
            // Nothing was seen until the next notch.
            times.push(ms(CONTINUOUS_INTERVAL));
        }
    }
    Ok((times, changes.windows(2).map(|pair| ms(pair[1] - pair[0])).collect()))
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// The value that this share of all does not exceed.
fn share(values: &[f64], share: f64) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let index = (values.len() as f64 * share).ceil() as usize;
    values.get(index.saturating_sub(1)).copied().unwrap_or(f64::NAN)
}

fn median(values: &[f64]) -> f64 {
    share(values, 0.5)
}

impl Measured {
    fn print(&self, renderer: &str) {
        let line = |name: &str, values: &[f64]| {
            let (median, p95) = (median(values), share(values, 0.95));
            println!("    {name:<34} median {median:5.1} ms   95% {p95:5.1} ms");
        };
        println!("  {renderer}");
        line(&format!("wheel to pixels, after a rest ({})", self.single.len()), &self.single);
        line(&format!("wheel to pixels, continuous ({})", self.continuous.len()), &self.continuous);
        line("between changes, continuous", &self.gaps);
        if !self.frames.is_empty() {
            let whole: Vec<f64> = self.frames.iter().map(|parts| parts.iter().sum()).collect();
            let (middle, late) = (median(&whole), share(&whole, 0.99));
            println!(
                "    {:<34} median {middle:5.1} ms   99% {late:5.1} ms (goals: {FRAME_MEDIAN_MS}, {FRAME_LATE_MS})",
                format!("frames while scrolling ({})", self.frames.len())
            );
            let part = |(place, name)| {
                let times: Vec<f64> = self.frames.iter().map(|parts| parts[place]).collect();
                format!("{name} {:.1}", median(&times))
            };
            let parts: Vec<String> = PARTS.into_iter().enumerate().map(part).collect();
            println!("    of them, median ms: {}", parts.join(", "));
        }
        println!("    first frame {} ms (goal: {FIRST_FRAME_MS})", self.first_frame_ms);
        println!("    memory at rest {:.0} MB, shared {:.0} MB (goal: {MEMORY_MB})", self.rss_mb, self.pss_mb);
        if renderer == "cpu" {
            println!("    goal of wheel to pixels: {WHEEL_MS} ms");
        }
    }
}
