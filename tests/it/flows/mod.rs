//! Flows: actions and events in, effects and state out. No window, no runtime, no network, no clock.
//!
//! [`desk`] drives a `State` as window and runtime would, [`service`] is a small model of the payment service that
//! its reads and operations are answered from. Every send is checked against the journal the moment it leaves.

pub mod api_keys;
pub mod audit;
mod change_payment;
mod closing;
mod connection;
pub mod customers;
pub mod desk;
mod dispute_facts;
pub mod dispute_views;
mod disputed;
pub mod disputes;
pub mod disputes_offline;
pub mod evidence;
pub mod export;
mod forms;
mod found;
mod given_up;
mod history;
mod history_sort;
mod home;
pub mod library;
mod lookup;
mod lost_answers;
pub mod new_payment;
pub mod notes;
mod operations;
mod past_events;
pub mod payment_links;
mod payment_list_forms;
mod payment_marks;
pub mod payments_list;
pub mod payouts;
mod preferences;
pub mod profiles;
mod reasons;
mod records;
mod refresh;
pub mod refunds;
mod refused_entries;
pub mod requests;
mod resend_rules;
mod resolution;
pub mod restart;
mod results;
mod review;
mod rule_edges;
pub mod service;
mod service_traits;
mod store_failures;
pub mod subscriptions;
mod table;
mod to_capture;
pub mod unconfirmed;
pub mod webhooks;
