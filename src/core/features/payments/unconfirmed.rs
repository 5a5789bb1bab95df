//! Payments that were made without being confirmed: the `client_secret` that the browser's SDK confirms one with, given
//! once and held in memory alone; its confirmation with a method that is filled in; and, in the sandbox, with a published test
//! card.

use crate::context::request::FeatureRequest;
use crate::context::{Context, WorkspaceView};
use crate::dialog::Dialog;
use crate::effect::SystemEffect;
use crate::features::forms::FormKind;
use crate::operations::{OperationPlan, PaymentPrecondition, Precondition, ResourceKind, Submission};
use crate::remote::Remote;
use paydesk_api::resources::payments::calls::{ConfirmPayment, ConfirmPaymentInput};
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::payment::{Payment, PaymentStatus};
use paydesk_domain::secret::SecretText;
use paydesk_domain::test_cards::TEST_CARDS;

use super::create::{Address, Billing, MethodData, MethodInput, PaymentMethod, Phone, test_card};
use super::text;
use super::{Payments, TestCardDialog};

/// The name on a test card.
pub const TEST_HOLDER: &str = "Test Customer";

/// What the person does about a payment that is not confirmed.
#[derive(Debug, Clone, PartialEq)]
pub enum UnconfirmedAction {
    /// Puts the client secret of the payment on the clipboard.
    CopySecret(PaymentId),
    /// The person has the secret: it is wiped here.
    ForgetSecret(PaymentId),
    /// Opens the form that confirms with a payment method.
    FillIn(PaymentId),
    /// Opens the dialog that confirms with a test card.
    AskTestCard(PaymentId),
}

/// Whether it waits to be confirmed.
pub fn waits_for_confirmation(payment: &Payment) -> bool {
    matches!(payment.status, PaymentStatus::RequiresPaymentMethod | PaymentStatus::RequiresConfirmation)
}

impl Payments {
    pub(super) fn handle_unconfirmed(&mut self, action: UnconfirmedAction, cx: &mut Context<'_>) {
        match action {
            UnconfirmedAction::CopySecret(id) => {
                let value = self.client_secrets.find(&id).cloned();
                value.into_iter().for_each(|value| cx.outbox.push(SystemEffect::CopySecret(value)));
            }
            UnconfirmedAction::ForgetSecret(id) => self.client_secrets.let_go(&id),
            UnconfirmedAction::FillIn(id) => self.open_confirmation(&id, cx),
            UnconfirmedAction::AskTestCard(id) => self.ask_test_card(&id, cx),
        }
    }

    /// The client secret of a payment that waits to be confirmed, while it is held.
    pub fn client_secret(&self, payment: &Payment) -> Option<&SecretText> {
        self.client_secrets.find(&payment.payment_id).filter(|_| waits_for_confirmation(payment))
    }

    /// The service gave the client secret of a payment that was made. One that is confirmed with its creation needs none.
    pub(crate) fn client_secret_received(
        &mut self,
        operation_id: &OperationId,
        value: SecretText,
        view: &WorkspaceView<'_>,
    ) {
        let made = view.operations.find(operation_id);
        let confirmed = |plan: &OperationPlan| plan.sends("confirm").and_then(serde_json::Value::as_bool) == Some(true);
        let payment_id = made.filter(|made| !confirmed(&made.plan)).and_then(|made| made.plan.payment_id());
        if let Some(payment_id) = payment_id {
            self.client_secrets.hold(payment_id, value);
        }
    }

    /// A payment was read: the secret of one that waits no more is of no use.
    pub(super) fn forget_spent_secret(&mut self, payment: &Payment) {
        if !waits_for_confirmation(payment) && payment.status != PaymentStatus::RequiresAction {
            self.client_secrets.let_go(&payment.payment_id);
        }
    }

    fn open_confirmation(&self, payment_id: &PaymentId, cx: &mut Context<'_>) {
        let payment = self.detail(payment_id).and_then(Remote::value).filter(|payment| waits_for_confirmation(payment));
        if payment.is_some_and(|payment| why_not_confirm(&cx.view, payment).is_none()) {
            let form = FormKind::confirm(ResourceKind::Payment, payment_id.as_str());
            cx.request(FeatureRequest::OpenForm(form));
        }
    }

    fn ask_test_card(&self, payment_id: &PaymentId, cx: &mut Context<'_>) {
        let Some(detail) = self.detail(payment_id) else { return };
        let Some(payment) = detail.value().filter(|payment| takes_test_card(&cx.view, payment)) else { return };
        if why_not_confirm(&cx.view, payment).is_none() {
            let precondition = PaymentPrecondition::of(payment, detail.read_at().unwrap_or(cx.now));
            let dialog = TestCardDialog { payment: payment.clone(), precondition, opened_at: cx.now };
            cx.request(FeatureRequest::ShowDialog(Box::new(Dialog::TestCard(Box::new(dialog)))));
        }
    }
}

/// Why the payment cannot be confirmed now; `None` where it can.
pub fn why_not_confirm(view: &WorkspaceView<'_>, payment: &Payment) -> Option<String> {
    let busy = view.payment_under_way(&payment.payment_id);
    busy.or_else(|| view.read_only_reason())
}

/// Whether a test card may be charged for it: in a sandbox, while it waits.
pub fn takes_test_card(view: &WorkspaceView<'_>, payment: &Payment) -> bool {
    view.takes_cards() && waits_for_confirmation(payment)
}

/// The person confirmed the dialog, with the test card of this index.
pub(crate) fn confirm_test_card(dialog: TestCardDialog, card: usize, cx: &mut Context<'_>) {
    let card = TEST_CARDS.get(card).and_then(|card| test_card(&cx.view, card, TEST_HOLDER));
    let Some(card) = card.filter(|_| takes_test_card(&cx.view, &dialog.payment)) else { return };
    let method =
        MethodInput { method: PaymentMethod::Card, method_type: String::new(), data: Some(MethodData::Card(card)) };
    let payment_id = dialog.payment.payment_id;
    let input = ConfirmPaymentInput {
        method: Some(method),
        billing: Some(test_billing()),
        ..ConfirmPaymentInput::new(payment_id.clone())
    };
    match ConfirmPayment::new(input, cx.now) {
        Ok(call) => {
            let plan = OperationPlan::of(&call);
            let plan =
                OperationPlan { expectation: plan.expectation.clone().over(&dialog.precondition.amount), ..plan };
            let id = cx.rng.operation_id();
            cx.submit(Submission { id, plan, precondition: Precondition::Payment(dialog.precondition) });
        }
        Err(errors) => cx.report_not_sent(&errors, Some(payment_id)),
    }
}

/// Whose test card it is: the call asks for an address with the card.
fn test_billing() -> Billing {
    let address = Address {
        line1: "1 Test Street".to_owned(),
        city: text::LONDON.to_owned(),
        state: text::LONDON.to_owned(),
        zip: "SW1A 1AA".to_owned(),
        country: text::GB.to_owned(),
        first_name: text::TEST.to_owned(),
        last_name: text::CUSTOMER.to_owned(),
        ..Address::default()
    };
    let phone = Phone { number: "2079460000".to_owned(), country_code: "+44".to_owned() };
    Billing { address, phone, ..Billing::default() }
}
