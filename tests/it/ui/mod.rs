//! The interface: the kit of widgets drawn and used by label, and pictures of it.

mod analytics;
mod api_keys;
mod charts;
mod customers;
mod dispute_by_keys;
mod dispute_findings;
mod disputes;
mod disputes_offline;
mod events;
mod form;
mod gallery;
mod kit;
mod leaving;
mod library;
mod new_payment;
mod overlays;
mod panels;
mod payment_links;
pub mod payouts;
mod profiles;
mod record_lists;
mod refunds;
mod requests;
mod secret_field;
mod subscriptions;
mod table;
mod widgets;
