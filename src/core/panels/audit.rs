//! The panel of everything that was sent from here.

use crate::action::Action;
use crate::features::audit::AuditAction;
use crate::manual::ManualPage;
use crate::route::Route;

use super::spec::{PanelSpec, Section, act, export_list, texts};

/// Declares the panel *Audit*.
pub(super) const PANEL: PanelSpec = PanelSpec {
    manual: ManualPage::Audit,
    entered: |state| state.with(|features, cx| features.audit.entered(cx)),
    refresh: |_| Some(Action::Audit(AuditAction::Refresh)),
    close: |state| act(state.audit.open.as_ref().map(|_| Action::Audit(AuditAction::Open(None)))),
    export: export_list,
    has_rows: |_| true,
    ..PanelSpec::new(
        Route::Audit,
        "Audit",
        Section::Activity,
        texts("Go to audit", "Every operation sent from here, with its outcome", &[]),
    )
};
