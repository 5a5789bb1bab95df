//! What a team shares, against a real PostgreSQL.

mod approvals;
mod claims;
mod commands;
mod connecting;
mod durability;
mod feed;
mod harness;
mod hub;
mod journal;
mod members;
mod plans;
mod rate_limit;
mod records;
mod relay;
mod setup;
mod two_desks;
