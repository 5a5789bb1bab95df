//! The panels: one for each route, made of the kit. [`super::views`] says how each is drawn; what it is and what leads to
//! it stands in [`crate::app::panels`].

pub mod analytics;
pub mod api_keys;
pub mod attention;
pub mod customers;
pub mod disputes;
pub mod payment_links;
pub mod payments;
pub mod payouts;
pub mod refunds;
pub mod settings;
mod split;
pub mod subscriptions;
pub mod webhooks;

use super::widgets::title::{margin, title_ui};
