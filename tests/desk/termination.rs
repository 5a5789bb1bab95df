//! The signal that ends a program closes its window, which stores what was typed.

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use paydesk::desktop::termination::Termination;
use paydesk_test_basics::waiting::step_until;

#[test]
fn the_signal_that_ends_a_program_wakes_the_window_once_and_does_not_end_it_at_once() {
    let woken = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&woken);
    let termination = Termination::listen(move || told.store(true, Ordering::Relaxed));
    assert!(!termination.take());
    let own = std::process::id().to_string();
    // Until somebody listens, the signal ends this process: its number says whether it is caught.
    step_until("the signal is listened for", || {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        let caught = u64::from_str_radix(caught.trim(), 16).ok()?;
        (caught & (1 << 14) != 0).then_some(())
    });
    assert!(Command::new("kill").args(["-TERM", &own]).status().unwrap().success());
    step_until("the window is told", || woken.load(Ordering::Relaxed).then_some(()));
    assert!(termination.take() && !termination.take());
}
