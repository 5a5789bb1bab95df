//! `POST /vouchers` ([API reference](super::reference#create)).

use paydesk_domain::ids::{CustomerId, OperationId};
use paydesk_domain::money::Money;
use paydesk_domain::operation::ResourceKind;

use crate::call::Request;
use crate::calls::fields::BodyFields;
use crate::input::{self, Checks, InputError, sound};
use crate::operation::{AnswerStatus, Endpoint, Expectation, OperationCall, Target};

/// What the voucher is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateVoucherInput {
    pub amount: Money,
    pub customer_id: Option<CustomerId>,
    pub description: String,
}

impl CreateVoucherInput {
    /// Every broken rule, in the order of the fields.
    pub fn check(&self) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.add(input::positive("amount", self.amount.minor));
        checks.add(input::currency("currency", &self.amount.currency));
        checks.into_errors()
    }
}

/// `POST /vouchers`; it answers the voucher.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateVoucher {
    operation_id: OperationId,
    input: CreateVoucherInput,
}

impl CreateVoucher {
    /// The call, unless a rule of the input is broken. `operation_id` does not leave: it names the voucher to us.
    pub fn new(operation_id: OperationId, input: CreateVoucherInput) -> Result<Self, Vec<InputError>> {
        let errors = input.check();
        sound(Self { operation_id, input }, errors)
    }
}

impl OperationCall for CreateVoucher {
    const ENDPOINT: Endpoint = Endpoint::CreateVoucher;

    fn request(&self) -> Request {
        let input = &self.input;
        let fields = BodyFields::new()
            .set("amount", input.amount.minor)
            .set("currency", input.amount.currency.code())
            .maybe("customer_id", input.customer_id.as_ref().map(CustomerId::as_str))
            .text("description", &input.description);
        Request::to(Self::ENDPOINT, "", fields.into_value())
    }

    fn target(&self) -> Target {
        Target::new(ResourceKind::Voucher, self.operation_id.as_str())
    }

    fn expectation(&self) -> Expectation {
        Expectation::new(AnswerStatus::NotShown).with_text_in("voucher_id").over(&self.input.amount)
    }

    fn money(&self) -> Option<Money> {
        Some(self.input.amount.clone())
    }
}
