//! The panel of payments.

use crate::action::Action;
use crate::command::Command;
use crate::features::payments::{PaymentsAction, new_payment_refusal};
use crate::manual::ManualPage;
use crate::operations::ResourceKind;
use crate::route::Route;
use paydesk_domain::waiting::WaitingCount;

use super::spec::{NewSpec, PanelSpec, Section, act, export_list, key, texts};

/// Declares the panel of payments.
pub(super) const PANEL: PanelSpec = PanelSpec {
    manual: ManualPage::Payments,
    parts: &[Command::ShowToCapture, Command::ShowInReview, Command::ShowFailed],
    new: Some(NewSpec {
        command: texts("New payment…", "Create a payment for a customer", &[key("N")]),
        refusal: |state| new_payment_refusal(&state.view()),
        for_customer: None,
    }),
    count: |state| WaitingCount::of(state.workspace.all_payments()).shown(),
    refresh: |state| state.form(ResourceKind::Payment).is_none().then_some(Action::Payments(PaymentsAction::Refresh)),
    close: |state| act(state.workspace.payments.close(state.form(ResourceKind::Payment)).map(Action::Payments)),
    export: export_list,
    has_rows: |state| state.form(ResourceKind::Payment).is_none(),
    ..PanelSpec::new(
        Route::List(ResourceKind::Payment),
        "All payments",
        Section::Payments,
        texts("Go to all payments", "As you left it; repeat to clear search and filters", &[key("2")]),
    )
};
