//! The panels: one for each route, made of the kit. [`VIEWS`] says how each is drawn; what it is and what leads to it
//! stands in [`crate::app::panels`].

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

use egui::Ui;

use crate::app::route::Route;
use crate::app::settings::Density;
use crate::app::{Action, State};

use super::drafts::Drafts;
use super::icons::Icon;
use super::list::ListKeys;
use super::tokens::size;
use super::widgets::title::{margin, title_ui};

type DrawPanel = fn(&mut Ui, &State, &mut Drafts, &mut Vec<Action>);
type ListOfPanel = fn(&mut Drafts) -> &mut ListKeys;

/// How a panel is drawn.
pub struct PanelView {
    pub route: Route,
    pub icon: Icon,
    pub draw: DrawPanel,
    /// The list that keys move through, where it has one.
    pub list: Option<ListOfPanel>,
}

const fn view(route: Route, icon: Icon, draw: DrawPanel, list: Option<ListOfPanel>) -> PanelView {
    PanelView { route, icon, draw, list }
}

/// One row a panel.
pub static VIEWS: [PanelView; 12] = [
    view(Route::Payments, Icon::Payment, payments::panel_ui, Some(|drafts| &mut drafts.payments.keys)),
    view(Route::Refunds, Icon::Refund, refunds::panel_ui, Some(|drafts| &mut drafts.refunds.list.state.keys)),
    view(
        Route::PaymentLinks,
        Icon::PaymentLink,
        payment_links::panel_ui,
        Some(|drafts| &mut drafts.payment_links.list.state.keys),
    ),
    view(
        Route::Subscriptions,
        Icon::Subscription,
        subscriptions::panel_ui,
        Some(|drafts| &mut drafts.subscriptions.list.state.keys),
    ),
    view(Route::Disputes, Icon::Dispute, disputes::panel_ui, Some(|drafts| &mut drafts.disputes.list.keys)),
    view(Route::Payouts, Icon::Payout, payouts::panel_ui, Some(|drafts| &mut drafts.payouts.list.state.keys)),
    view(Route::Customers, Icon::Customer, customers::panel_ui, Some(|drafts| &mut drafts.customers.list.state.keys)),
    view(Route::ApiKeys, Icon::ApiKey, api_keys::panel_ui, Some(|drafts| &mut drafts.api_keys.list.state.keys)),
    view(Route::Analytics, Icon::Analytics, analytics::panel_ui, None),
    view(Route::Attention, Icon::NeedsAttention, attention::panel_ui, None),
    view(Route::Webhooks, Icon::Event, webhooks::panel_ui, Some(|drafts| &mut drafts.webhooks.list.keys)),
    view(Route::Settings, Icon::Settings, settings::panel_ui, None),
];

/// How the panel of a route is drawn.
pub fn view_of(route: Route) -> &'static PanelView {
    // A test walks all routes.
    VIEWS.iter().find(|view| view.route == route).unwrap_or(&VIEWS[0])
}

/// The height of a list's rows, as the person chose it.
fn row_height(state: &State) -> f32 {
    match state.settings.density {
        Density::Comfortable => size::ROW,
        Density::Compact => size::ROW_COMPACT,
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;

    #[test]
    fn every_route_is_drawn_by_one_row() {
        for route in Route::iter() {
            assert_eq!(VIEWS.iter().filter(|view| view.route == route).count(), 1, "{route:?}");
        }
    }
}
