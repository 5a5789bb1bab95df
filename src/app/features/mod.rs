//! One file (or folder) per feature: its part of the state, and what happens to it.

pub mod analytics;
pub mod api_keys;
pub mod audit;
pub mod bulk;
pub mod connection;
pub mod customers;
pub mod disputes;
pub mod export;
pub mod forms;
pub mod history;
pub mod home;
pub mod notes;
pub mod notifications;
pub mod payment_disputes;
pub mod payments;
pub mod payouts;
pub mod profiles;
pub mod refunds;
pub mod requests;
pub mod review_queue;
pub mod subscriptions;
pub mod table_exports;
pub mod team;
pub mod toasts;
pub mod views;
pub mod webhooks;
