//! Fuzzes [`paydesk_fuzz::amounts`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| paydesk_fuzz::amounts::check(data));
