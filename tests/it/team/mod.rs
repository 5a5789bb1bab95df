//! What a team shares, against a real PostgreSQL.

mod commands;
mod connecting;
mod harness;
mod members;
mod setup;
