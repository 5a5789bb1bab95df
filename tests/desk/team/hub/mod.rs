//! `paydesk hub` as a process of its own, with a real PostgreSQL and the real sandbox.

mod burst;
mod command;
mod desk;
pub mod elsewhere;
mod exports;
mod lead;
mod payments;
pub mod running;
mod stored;
