//! The panels: one for each route, made of the kit. Each has a row here that says how it is drawn; what it is and what
//! leads to it is in [`paydesk_core::panels`].

pub mod analytics;
pub mod api_keys;
mod approvals;
pub mod bulk;
pub mod customers;
pub mod disputes;
mod form_action;
pub mod home;
pub mod operations;
pub mod payment_links;
pub mod payments;
pub mod payouts;
pub mod refunds;
pub mod review_queue;
pub mod settings;
mod split;
pub mod subscriptions;
pub mod webhooks;

use super::panel_view::PanelView;

/// One row a panel.
pub static VIEWS: &[PanelView] = &[
    home::VIEW,
    payments::VIEW,
    review_queue::VIEW,
    refunds::VIEW,
    payment_links::VIEW,
    subscriptions::VIEW,
    disputes::VIEW,
    payouts::VIEW,
    customers::VIEW,
    analytics::VIEW,
    operations::OPEN,
    operations::ALL,
    operations::BULK_RUNS,
    approvals::VIEW,
    api_keys::VIEW,
    webhooks::VIEW,
    settings::VIEW,
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::VIEWS;
    use paydesk_widgets::icons::{self, Icon};

    #[test]
    fn every_icon_has_a_glyph_of_its_own_and_a_name() {
        let ctx = egui::Context::default();
        paydesk_widgets::theme::install(&ctx);
        ctx.run_ui(egui::RawInput::default(), |_| ()).drop_without_applying_deltas();
        let mut seen = HashSet::new();
        let own = VIEWS.iter().map(|view| view.icon).filter(|icon| !Icon::ALL.contains(icon));
        for icon in Icon::ALL.iter().copied().chain(own) {
            assert!(ctx.fonts_mut(|fonts| fonts.has_glyph(&icons::font(16.0), icon.glyph())), "{icon:?}");
            assert!(seen.insert(icon.glyph()), "{icon:?} looks like another");
            assert!(!icon.name().is_empty());
        }
    }
}
