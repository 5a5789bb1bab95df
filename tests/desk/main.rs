//! What needs the whole program: the core on the real runtime at a real sandbox, processes, two desks, the real window.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]
#![cfg_attr(not(target_os = "linux"), allow(dead_code, unused_imports, reason = "a display and /proc are Linux's"))]

mod analytics;
mod browser;
mod canary;
mod clipboard;
mod command_line;
mod connection_test;
mod crash_report;
mod display;
mod doctor;
mod end_to_end;
mod evidence;
mod export;
mod exports_end_to_end;
mod kill;
mod lost_on_other_shapes;
mod manual;
mod minor_units;
mod new_payments_end_to_end;
mod notifications;
mod one_time_secrets;
mod other_services;
mod payouts_end_to_end;
mod private_files;
mod private_network;
mod proxy;
mod reconciliation;
mod refusals;
mod replay;
mod requests;
mod runtime;
mod samples;
mod sandbox_command;
mod simulation;
mod single_instance;
mod start;
#[cfg(unix)]
mod team;
#[cfg(unix)]
mod termination;
mod vault;
mod webhooks;
mod window;
