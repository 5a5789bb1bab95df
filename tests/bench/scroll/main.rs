//! From a turn of the wheel to changed pixels, in real windows: with the processor's painter and with OpenGL, which is
//! drawn by the processor as well where there is no graphics card.
//!
//! The wheel is turned by XTEST, and the time runs until the server reports damage (XDamage) after which the list looks
//! other than before. `PAYDESK_SCROLL_ROWS` names other numbers of payments than 2,000 and 100,000, with commas.
//!
//! It fails where the painter is slower than OpenGL in the same run.
#![cfg_attr(not(target_os = "linux"), allow(unused))]

#[cfg(target_os = "linux")]
mod desk;
#[cfg(target_os = "linux")]
mod measure;
#[cfg(target_os = "linux")]
mod screen;

use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    measure::run()
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    println!("scroll: skipped, it watches an X server on Linux");
    ExitCode::SUCCESS
}
