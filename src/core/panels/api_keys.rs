//! The panel of API keys.

use crate::manual::ManualPage;
use crate::operations::ResourceKind;

use super::spec::{NewSpec, PanelSpec, Section, texts};

/// Declares the panel of API keys.
pub(super) const PANEL: PanelSpec = PanelSpec {
    manual: ManualPage::PayoutsAndLinks,
    new: Some(NewSpec {
        refusal: |state| state.workspace.api_keys.refusal(&state.view()),
        ..NewSpec::new("New API key…", "Create one with the account's admin key")
    }),
    ..PanelSpec::records(
        ResourceKind::ApiKey,
        "API keys",
        Section::Developers,
        texts("Go to API keys", "Keys of this account; their values are not stored", &[]),
    )
};
