//! Fuzzes [`paydesk_fuzz::webhooks`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| paydesk_fuzz::webhooks::check(data));
