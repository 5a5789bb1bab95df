//! What answers show of a profile's service: the family that it names itself of, and what an operation there did.

use strum::IntoEnumIterator as _;

use paydesk_api::error::NO_PATH_CODE;
use paydesk_api::exchange::Exchange;
use paydesk_api::operation::Endpoint;
use paydesk_api::resources::disputes::calls::ListDisputes;
use paydesk_domain::money::MinorUnits;

use crate::operations::{ExecutionProof, Operation, Outcome};
use crate::read::{Read, ReadAnswer, RequestId};
use crate::service_traits::{DisputesChange, PaymentActionsChange, PaymentActionsTrait, TraitChange};
use crate::state::State;

/// The code with which the family refuses what the status of an object does not allow.
const STATUS_REFUSED: &str = "IR_16";
/// The code with which the family refuses, with 422, what the status of a payout does not allow.
const PAYOUT_REFUSED: &str = "IR_06";

impl State {
    /// A service that has no list of disputes for GET (405) is asked with POST, under the id that is waited for; one that
    /// answers that is known to want it.
    pub(crate) fn disputes_asked_by_body(
        &mut self,
        request_id: RequestId,
        list: &ListDisputes,
        answer: &ReadAnswer,
    ) -> bool {
        let error = answer.error();
        if list.by_body {
            if error.is_none() && !self.view().traits.disputes.lists_by_body() {
                let change = DisputesChange::ListedByBody { from: "GET /disputes/list was refused".to_owned() };
                self.change_traits(TraitChange::Disputes(change));
            }
            return false;
        }
        let is_refused = error.is_some_and(|error| error.status() == Some(405));
        if is_refused {
            let read = Read::Disputes(ListDisputes { by_body: true, ..list.clone() });
            self.workspace.reads.ask_again(request_id, read, self.now);
        }
        is_refused
    }

    /// What an answer shows of the service. A profile whose address is being edited may be tried out with another: that
    /// says nothing of its service.
    pub(crate) fn learn_from_exchange(&mut self, exchange: &Exchange) {
        let address = |url: &str| url.trim_end_matches('/').to_owned();
        let profile = self.workspace.profile.as_ref();
        if profile.is_none_or(|profile| address(&profile.base_url) != address(&exchange.asked.base_url)) {
            return;
        }
        self.note_units(exchange);
        let names_hyperswitch = exchange.response().is_some_and(|response| response.units == MinorUnits::Hyperswitch);
        if names_hyperswitch {
            let from = format!("{} {}: Via: HyperSwitch", exchange.asked.method.as_str(), exchange.asked.path);
            PaymentActionsTrait::iter().for_each(|id| self.learn_payment_action(id, &from));
            if !self.view().traits.disputes.takes_files() {
                self.change_traits(TraitChange::Disputes(DisputesChange::FilesTaken { from }));
            }
        }
    }

    /// What the service did with an operation, where that is not what is documented.
    pub(crate) fn learn_payment_actions(&mut self, operation: &Operation, outcome: &Outcome) {
        let payment_id = &operation.plan.target.resource;
        match (operation.plan.endpoint, outcome) {
            (Endpoint::ApprovePayment, Outcome::Done { proof: ExecutionProof::Answer, .. }) if captured(operation) => {
                self.learn_payment_action(PaymentActionsTrait::ApprovalCaptures, &format!("Approval of {payment_id}"));
            }
            (Endpoint::UpdatePayment, Outcome::Rejected { code, .. }) if code == STATUS_REFUSED => {
                let from = format!("{code}: update of {payment_id}");
                self.learn_payment_action(PaymentActionsTrait::EditedBeforeConfirmation, &from);
            }
            (Endpoint::UpdatePayout, Outcome::Rejected { http_status: Some(422), code, .. })
                if code == PAYOUT_REFUSED =>
            {
                let from = format!("422 {code}: update of {payment_id}");
                self.learn_payment_action(PaymentActionsTrait::PayoutsEditedBeforeFulfilment, &from);
            }
            (Endpoint::CreatePaymentLink, Outcome::Rejected { http_status: Some(404), code, .. })
                if code == NO_PATH_CODE =>
            {
                self.learn_payment_action(
                    PaymentActionsTrait::LinksWithPayments,
                    &format!("404 {code}: POST /payment_link"),
                );
            }
            (_, _) => {}
        }
    }

    fn learn_payment_action(&mut self, id: PaymentActionsTrait, from: &str) {
        if !self.view().traits.payment_actions.has(id) {
            self.change_traits(TraitChange::PaymentActions(PaymentActionsChange { id, from: from.to_owned() }));
        }
    }
}

/// Whether the answer to an approval shows that money was received of a payment that is captured by hand.
fn captured(operation: &Operation) -> bool {
    operation.answer.as_deref().is_some_and(|answer| {
        let received = answer.get("amount_received").and_then(serde_json::Value::as_i64);
        received.is_some_and(|minor| minor > 0) && answer.get("capture_method").is_some_and(|method| method == "manual")
    })
}
