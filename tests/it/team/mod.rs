//! What a team shares, against a real PostgreSQL.

mod approvals;
mod bulk_approvals;
mod chaos;
mod claims;
mod commands;
mod connecting;
mod durability;
mod feed;
mod harness;
mod hub;
mod journal;
mod journal_copies;
mod members;
mod payments;
mod payout_accounts;
mod plans;
mod rate_limit;
mod records;
mod relay;
mod setup;
mod sharing;
mod two_desks;
mod two_desks_bulk;
mod two_desks_drafts;
mod two_desks_payments;
mod two_desks_sharing;
