//! How the sandbox behaves with a million payments, beside one with 10,000: `cargo bench --bench sandbox`.
//!
//! First the router is called directly ([`cases`]), so that the numbers are those of engine, storage and JSON without a
//! network. Both sandboxes are open in this process and take turns ([`rounds`]), so that what else the machine does
//! meets both. Then the small one is served on loopback ([`loopback`]) and asked over real connections.
//!
//! Prints medians, and the [`goals`] beside what was measured. The run fails where a ratio misses its goal.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]

mod cases;
#[path = "../goals.rs"]
mod goals;
mod loopback;
mod rounds;
mod shop;

use std::process::ExitCode;

use self::goals::{Goals, many_payments};
use self::shop::Shop;

const SMALL: u32 = 10_000;

fn main() -> ExitCode {
    let large = many_payments();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let small_dir = dir.path().join("small");
    let shops = [Shop::open(&small_dir, SMALL), Shop::open(&dir.path().join("large"), large)];
    println!("\nresident memory with both open: {:.1} MiB", shop::resident_mebibytes());
    if cfg!(debug_assertions) {
        println!("not optimized: the numbers say nothing");
    }

    let mut goals = Goals::default();
    runtime.block_on(cases::measure_all(&shops, &mut goals));
    drop(shops);
    loopback::measure(&runtime, &small_dir, SMALL, &mut goals);
    goals.print()
}
