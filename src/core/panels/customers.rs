//! The panel of customers.

use crate::action::Action;
use crate::features::customers::CustomersAction;
use crate::manual::ManualPage;
use crate::operations::ResourceKind;

use super::spec::{NewSpec, PanelSpec, Section, key, open_id, read_list, texts};

/// Declares the panel of customers.
pub(super) const PANEL: PanelSpec = PanelSpec {
    manual: ManualPage::PayoutsAndLinks,
    new: Some(NewSpec::new("New customer…", "Create one with contact details and an address")),
    refresh: |state| {
        let Some(open) = open_id(state, ResourceKind::Customer) else {
            return read_list(state, ResourceKind::Customer);
        };
        let open = open.to_owned();
        Some(Action::Customers(CustomersAction::Find(open)))
    },
    ..PanelSpec::records(
        ResourceKind::Customer,
        "Customers",
        Section::Others,
        texts("Go to customers", "Contact details, payments and disputes of each customer", &[key("7")]),
    )
};
