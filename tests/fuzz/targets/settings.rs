//! Fuzzes [`paydesk_fuzz::settings`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| paydesk_fuzz::settings::check(data));
