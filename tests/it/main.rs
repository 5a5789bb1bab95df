//! All integration tests in one binary, so that the library is linked once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]
#![cfg_attr(not(target_os = "linux"), allow(dead_code, unused_imports, reason = "a display and /proc are Linux's"))]

mod analytics;
mod architecture;
mod browser;
mod canary;
mod clipboard;
mod command_line;
mod connection_test;
mod contract;
mod crash_report;
mod display;
mod doctor;
mod end_to_end;
mod evidence;
mod export;
mod exports_end_to_end;
mod flows;
mod harness;
mod kill;
mod left_behind;
mod minor_units;
mod new_payments_end_to_end;
mod notifications;
mod one_time_secrets;
mod other_services;
mod painter;
mod payouts_end_to_end;
mod proxy;
mod reconciliation;
mod refusals;
mod replay;
mod requests;
mod runtime;
mod samples;
mod sandbox;
mod simulation;
mod single_instance;
mod start;
mod store;
mod system_parts;
#[cfg(unix)]
mod team;
#[cfg(unix)]
mod termination;
mod ui;
mod vault;
mod waiting;
mod webhooks;
mod window;
mod wire;
