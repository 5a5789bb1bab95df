//! The panels, each declared once in a file of its own: where it is in the sidebar, what leads to it, what opening,
//! refreshing and closing mean in it. The status of a panel is drawn in its row of `ui::panels`.

mod analytics;
mod api_keys;
mod approvals;
mod customers;
mod disputes;
mod home;
mod operations;
pub mod payment_links;
mod payments;
mod payouts;
mod refunds;
mod review_queue;
mod settings;
mod spec;
mod subscriptions;
mod webhooks;

use super::operations::ResourceKind;
use super::route::Route;

pub use spec::{NewSpec, PanelSpec, Section};

/// All panels in the order of the sidebar.
pub static PANELS: &[PanelSpec] = &[
    home::PANEL,
    payments::PANEL,
    review_queue::PANEL,
    refunds::PANEL,
    payment_links::PANEL,
    subscriptions::PANEL,
    disputes::PANEL,
    payouts::PANEL,
    customers::PANEL,
    analytics::PANEL,
    operations::OPEN,
    operations::ALL,
    operations::BULK_RUNS,
    approvals::PANEL,
    api_keys::PANEL,
    webhooks::PANEL,
    settings::PANEL,
];

/// The panel that lists a kind of resource.
pub fn panel_of(kind: ResourceKind) -> &'static PanelSpec {
    Route::List(kind).panel()
}

impl Route {
    /// The row of its panel.
    pub fn panel(self) -> &'static PanelSpec {
        // A test walks all routes.
        PANELS.iter().find(|panel| panel.route == self).unwrap_or(&PANELS[0])
    }
}

impl PanelSpec {
    /// The tabs of its panel in their order; itself alone where it has none.
    pub fn tabs(&self) -> impl Iterator<Item = &'static Self> + use<> {
        let title = self.title;
        PANELS.iter().filter(move |panel| panel.title == title)
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;

    #[test]
    fn every_route_has_one_panel_and_every_section_stands_together() {
        for route in Route::all() {
            assert_eq!(PANELS.iter().filter(|panel| panel.route == route).count(), 1, "{route:?}");
        }
        let sections: Vec<Section> = PANELS.iter().map(|panel| panel.section).collect();
        let mut runs = sections.clone();
        runs.dedup();
        assert_eq!(runs, Section::iter().collect::<Vec<_>>(), "in the order of the sidebar");
    }
}
