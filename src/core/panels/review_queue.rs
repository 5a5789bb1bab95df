//! The panel of the review queue. It is reached from the payments in review.

use crate::action::Action;
use crate::command::Shortcut;
use crate::features::payments::PaymentsAction;
use crate::manual::ManualPage;
use crate::route::Route;

use super::spec::{PanelSpec, Section, act, texts};

const KEY: Shortcut = Shortcut::command_shift("R");

/// Declares the panel.
pub(super) const PANEL: PanelSpec = PanelSpec {
    manual: ManualPage::Payments,
    is_listed: |_| false,
    close: |_| act(Some(Action::Payments(PaymentsAction::ShowInReview))),
    ..PanelSpec::new(
        Route::ReviewQueue,
        "Review queue",
        Section::Payments,
        texts("Review queue", "Payments in review, one at a time", &[KEY]),
    )
};
