//! Fuzzes [`paydesk_fuzz::scrub`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| paydesk_fuzz::scrub::check(data));
