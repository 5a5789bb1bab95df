//! Fuzzes [`paydesk_fuzz::decoders`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| paydesk_fuzz::decoders::check(data));
