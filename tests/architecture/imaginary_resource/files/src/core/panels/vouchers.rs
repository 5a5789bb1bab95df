//! Vouchers: their panel, and what its form sends.

use chrono::{DateTime, Utc};
use paydesk_api::input::InputError;
use paydesk_api::resources::vouchers::calls::CreateVoucher;
/// What the form is filled in for.
pub use paydesk_api::resources::vouchers::calls::CreateVoucherInput;
use paydesk_domain::ids::OperationId;

use super::spec::{NewSpec, PanelSpec, Section, texts};
use crate::features::forms::FormCall;
use crate::operations::{OperationPlan, ResourceKind};

/// Declares the panel of vouchers.
pub(super) const PANEL: PanelSpec = PanelSpec {
    new: Some(NewSpec {
        for_customer: Some("Voucher…"),
        ..NewSpec::new("New voucher…", "Create one for a customer to spend")
    }),
    ..PanelSpec::records(
        ResourceKind::Voucher,
        "Vouchers",
        Section::Others,
        texts("Show vouchers", "Created in Paydesk", &[]),
    )
};

impl FormCall for CreateVoucherInput {
    const PANEL: ResourceKind = ResourceKind::Voucher;

    fn plan(self, id: &OperationId, _: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>> {
        Ok(OperationPlan::of(&CreateVoucher::new(id.clone(), self)?))
    }
}
