//! The fulfilment of a payout: the moment money leaves. Confirmed in a dialog that names amount and recipient.

use chrono::{DateTime, Utc};

use crate::api::calls::payouts::{FulfillPayout, FulfillPayoutInput};
use crate::app::features::dialogs::Dialog;
use crate::app::features::toasts::ToastKind;
use crate::app::operations::{OperationPlan, PayoutPrecondition, Precondition, Submission};
use crate::app::state::State;
use crate::domain::ids::{OperationId, PayoutId};
use crate::domain::method::method_words;
use crate::domain::payout::Payout;

/// A confirmation on one payout: what the person sees is what is sent.
#[derive(Debug, Clone, PartialEq)]
pub struct PayoutDialog {
    /// Made with the dialog: confirmed twice it is one operation.
    pub operation_id: OperationId,
    pub payout: Payout,
    pub seen: PayoutPrecondition,
    pub opened_at: DateTime<Utc>,
}

/// Where the money goes, as the service masked it: how, and the first masked value of the method.
pub fn destination_words(payout: &Payout) -> Option<String> {
    let told = payout.method.iter().find(|(name, _)| name.ends_with("payout_method_type"));
    let shown = |(name, value): &(String, String)| {
        let (kind, field) = name.split_once('.').unwrap_or(("", name));
        let is_place = value.contains('*') || field.ends_with("email") || field.ends_with("telephone_number");
        let how = told.map_or(kind, |(_, word)| word);
        is_place.then(|| format!("{}, {value}", method_words(how)))
    };
    payout.method.iter().find_map(shown)
}

impl State {
    /// Opens the confirmation, if the payout waits for it and nothing is under way for it.
    pub(super) fn ask_fulfil(&mut self, payout_id: &PayoutId) {
        let Some((known, payout)) = self.known_payout(payout_id) else { return };
        if self.why_not_fulfil(payout).is_some() {
            return;
        }
        let (payout, seen) = (payout.clone(), PayoutPrecondition::of(payout, known.record.reported_at));
        let operation_id = self.rng.operation_id();
        let dialog = PayoutDialog { operation_id, payout, seen, opened_at: self.now };
        self.dialog = Some(Dialog::FulfillPayout(Box::new(dialog)));
    }

    /// The person confirmed the open dialog. Without one, nothing happens: a second Enter finds none.
    pub(super) fn confirm_fulfil(&mut self) {
        let dialog = match self.dialog.take() {
            Some(Dialog::FulfillPayout(dialog)) => *dialog,
            other => {
                self.dialog = other;
                return;
            }
        };
        let (payout_id, amount) = (dialog.payout.payout_id, dialog.payout.amount);
        match FulfillPayout::new(FulfillPayoutInput { payout_id, amount }) {
            Ok(call) => {
                let (id, plan, seen) =
                    (dialog.operation_id, OperationPlan::of(&call), Precondition::Payout(dialog.seen));
                self.submit(Submission { id, plan, seen })
            }
            Err(errors) => {
                let why = errors.first().map(ToString::to_string).unwrap_or_default();
                self.toasts.show(self.now, ToastKind::Attention, format!("Not sent: {why}"), None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::api::wire::payouts::decode_payout;
    use crate::domain::payout::PayoutCustomer;

    #[test]
    fn recipient_and_destination_are_named_by_what_is_known_of_them() {
        let mut body = json!({"payout_id": "p", "status": "pending", "amount": 5, "currency": "EUR",
            "customer_id": "cus_1", "payout_method_data": {"bank": {"payout_method_type": "sepa", "bic": "COBADEFF",
            "iban": "******************3000"}}});
        let payout = decode_payout(body.clone()).unwrap();
        assert_eq!(payout.customer.display_name(), "cus_1");
        assert_eq!(destination_words(&payout).as_deref(), Some("SEPA credit transfer, ******************3000"));
        body["customer"] = json!({"id": "cus_1", "name": "Grace Hopper"});
        body["payout_method_data"] = json!({"bank_redirect": {"interbank_e_transfer": {"email": "g@mail.example"}}});
        let payout = decode_payout(body).unwrap();
        assert_eq!(payout.customer.display_name(), "Grace Hopper");
        assert_eq!(destination_words(&payout).as_deref(), Some("Bank redirect, g@mail.example"));
        assert!(PayoutCustomer::default().display_name().contains("does not name"));
    }
}
