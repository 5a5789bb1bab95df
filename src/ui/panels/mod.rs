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
pub mod record_list;
pub mod refunds;
pub mod settings;
mod split;
pub mod subscriptions;
pub mod webhooks;

use crate::app::State;
use crate::app::settings::Density;

use super::tokens::size;
use super::widgets::title::{margin, title_ui};

/// The height of a list's rows, as the person chose it.
fn row_height(state: &State) -> f32 {
    match state.settings.density {
        Density::Comfortable => size::ROW,
        Density::Compact => size::ROW_COMPACT,
    }
}
