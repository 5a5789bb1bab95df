//! Fuzzes [`paydesk_fuzz::csv`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| paydesk_fuzz::csv::check(data));
