//! Fuzzes [`paydesk_fuzz::imports`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| paydesk_fuzz::imports::check(data));
