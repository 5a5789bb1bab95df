//! How each panel is drawn, and which list the keyboard moves through in it: one row a panel. What a panel is and what
//! leads to it stands in [`crate::app::panels`].

use egui::Ui;

use crate::app::operations::ResourceKind;
use crate::app::route::Route;
use crate::app::{Action, State};

use super::drafts::Drafts;
use super::icons::Icon;
use super::list::ListKeys;
use super::panels;

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
    view(
        Route::List(ResourceKind::Payment),
        Icon::Payment,
        panels::payments::panel_ui,
        Some(|drafts| &mut drafts.payments.keys),
    ),
    view(
        Route::List(ResourceKind::Refund),
        Icon::Refund,
        panels::refunds::panel_ui,
        Some(|drafts| &mut drafts.refunds.list.state.keys),
    ),
    view(
        Route::List(ResourceKind::PaymentLink),
        Icon::PaymentLink,
        panels::payment_links::panel_ui,
        Some(|drafts| &mut drafts.payment_links.list.state.keys),
    ),
    view(
        Route::List(ResourceKind::Subscription),
        Icon::Subscription,
        panels::subscriptions::panel_ui,
        Some(|drafts| &mut drafts.subscriptions.list.state.keys),
    ),
    view(
        Route::List(ResourceKind::Dispute),
        Icon::Dispute,
        panels::disputes::panel_ui,
        Some(|drafts| &mut drafts.disputes.list.keys),
    ),
    view(
        Route::List(ResourceKind::Payout),
        Icon::Payout,
        panels::payouts::panel_ui,
        Some(|drafts| &mut drafts.payouts.list.state.keys),
    ),
    view(
        Route::List(ResourceKind::Customer),
        Icon::Customer,
        panels::customers::panel_ui,
        Some(|drafts| &mut drafts.customers.list.state.keys),
    ),
    view(
        Route::List(ResourceKind::ApiKey),
        Icon::ApiKey,
        panels::api_keys::panel_ui,
        Some(|drafts| &mut drafts.api_keys.list.state.keys),
    ),
    view(Route::Analytics, Icon::Analytics, panels::analytics::panel_ui, None),
    view(Route::Attention, Icon::NeedsAttention, panels::attention::panel_ui, None),
    view(Route::Webhooks, Icon::Event, panels::webhooks::panel_ui, Some(|drafts| &mut drafts.webhooks.list.keys)),
    view(Route::Settings, Icon::Settings, panels::settings::panel_ui, None),
];

/// How the panel of a route is drawn.
pub fn view_of(route: Route) -> &'static PanelView {
    // A test walks all routes.
    VIEWS.iter().find(|view| view.route == route).unwrap_or(&VIEWS[0])
}

impl Drafts {
    /// The list that keys are for: that of the panel, or that of the requests where the keyboard is in their pane or the
    /// panel has none.
    pub fn list(&mut self, route: Route) -> &mut ListKeys {
        match view_of(route).list.filter(|_| !self.on_requests) {
            Some(list) => list(self),
            None => &mut self.requests.list.keys,
        }
    }

    /// Looks which list has the keyboard, before keys are read. Tells whether one of its rows does.
    pub fn begin_keys(&mut self, route: Route, focused: Option<egui::Id>) -> bool {
        self.on_requests = false;
        if let Some(list) = view_of(route).list {
            list(self).begin_frame();
        }
        let requests = &mut self.requests.list.keys;
        requests.begin_frame();
        self.on_requests = requests.had_keyboard(focused) || self.requests.has_keyboard;
        self.list(route).has_keyboard(focused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_drawn_by_one_row() {
        for route in Route::all() {
            assert_eq!(VIEWS.iter().filter(|view| view.route == route).count(), 1, "{route:?}");
        }
    }
}
