//! The form for a new payment, and what becomes of it once it was sent.
//!
//! Leaving the form hides it: it keeps its operation, so that what is on its way is not sent a second time from it.
//! Refused, it stays with its texts for another operation. A payment that was declined exists, and is shown like one
//! that was not.

pub use paydesk_api::input::{
    Address, AuthenticationType, Billing, BrowserInfo, CardData, Contact, CreatePaymentInput, MethodData, MethodInput,
    OrderDetail, Payer, PaymentDetails, PaymentMethod, Phone, SetupFutureUsage,
};

use chrono::{DateTime, Datelike as _, Utc};

use crate::context::WorkspaceView;
use paydesk_api::operation::Endpoint;
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::money::Money;
use paydesk_domain::secret::SecretText;
use paydesk_domain::test_cards::TestCard;

use super::text;

/// Why no payment can be made by a profile without its id at the service.
pub const NO_PROFILE_ID: &str = text::PROFILE_HAS_NO_PROFILE_ID;

/// Characters of the operation's id that make the id of a payment: 80 bits, and no longer than those of the service.
const GENERATED_ID_CHARS: usize = 20;

/// The id a payment gets unless the person types another: made of that of its operation, which is ours alone.
pub fn generated_payment_id(operation_id: &OperationId) -> PaymentId {
    let random: String = operation_id.random_part().chars().take(GENERATED_ID_CHARS).collect();
    PaymentId::new(format!("pay_{random}"))
}

/// What the goods come to, where that is not the amount. Whether the amount of a line is for all of it or for one piece
/// the specification does not say: it fits where either does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoodsSum {
    /// With the amount of a line for all of it.
    pub by_line: Money,
    /// With the amount of a line for one piece.
    pub by_piece: Money,
}

/// Compares the goods with the amount. `None` where they fit, and where they cannot be compared: there are none, one is of
/// another currency, or they are too much to be counted.
pub fn goods_that_differ(amount: &Money, goods: &[OrderDetail]) -> Option<GoodsSum> {
    let lines = goods.iter().map(|line| (line.amount.currency == amount.currency).then_some(line));
    let (mut by_line, mut by_piece) = (0_i64, 0_i64);
    for line in lines {
        let line = line?;
        by_line = by_line.checked_add(line.amount.minor)?;
        by_piece = by_piece.checked_add(line.amount.minor.checked_mul(i64::from(line.quantity))?)?;
    }
    let differ = !goods.is_empty() && by_line != amount.minor && by_piece != amount.minor;
    differ.then(|| GoodsSum { by_line: amount.with_minor(by_line), by_piece: amount.with_minor(by_piece) })
}

/// When a payment of the same amount was sent whose outcome is not known yet, by whichever profile at the same address. `own`
/// is the form's own operation.
pub fn same_payment_under_way(view: &WorkspaceView<'_>, amount: &Money, own: &OperationId) -> Option<DateTime<Utc>> {
    let open = view.with_neighbours().flat_map(|(operations, _)| operations.open());
    let same = open.filter(|operation| {
        operation.id != *own
            && operation.plan.endpoint == Endpoint::CreatePayment
            && operation.plan.money.as_ref() == Some(amount)
    });
    same.filter_map(|operation| operation.sent_at).max()
}

/// Why no payment can be made now.
pub fn new_payment_refusal(view: &WorkspaceView<'_>) -> Option<String> {
    let without_id = || view.business_profile_id().is_none().then(|| NO_PROFILE_ID.to_owned());
    view.read_only_reason().or_else(without_id)
}

/// A published test card, for a sandbox alone: card data is entered nowhere else. It is good for years and its code
/// is accepted with every number.
pub fn test_card(view: &WorkspaceView<'_>, card: &TestCard, holder_name: &str) -> Option<CardData> {
    view.takes_cards().then(|| CardData {
        number: SecretText::new(card.number),
        exp_month: SecretText::new("12"),
        exp_year: SecretText::new((view.now.year() + 3).to_string()),
        cvc: SecretText::new("737"),
        holder_name: SecretText::new(holder_name.trim()),
        ..CardData::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_domain::money::Currency;

    #[test]
    fn goods_fit_by_line_or_by_piece_and_are_never_compared_across_currencies() {
        let money = |minor, code| Money::new(minor, Currency::iso4217(code));
        let line = |quantity, minor, code| OrderDetail { name: "Kettle".into(), quantity, amount: money(minor, code) };
        let sums = |goods: &[OrderDetail]| {
            goods_that_differ(&money(1_000, "EUR"), goods).map(|sum| (sum.by_line.minor, sum.by_piece.minor))
        };
        assert_eq!(sums(&[]), None);
        assert_eq!(sums(&[line(2, 500, "EUR")]), None, "two pieces of 5.00");
        assert_eq!(sums(&[line(2, 1_000, "EUR")]), None, "two pieces for 10.00");
        assert_eq!(sums(&[line(2, 500, "EUR"), line(1, 1, "EUR")]), Some((501, 1_001)));
        assert_eq!(sums(&[line(1, 400, "EUR"), line(3, 600, "USD")]), None);
        assert_eq!(sums(&[line(u32::MAX, i64::MAX, "EUR")]), None);
    }

    #[test]
    fn the_id_of_its_own_fits_the_rule() {
        let id = generated_payment_id(&crate::rng::Rng::seeded(1).operation_id());
        assert!(PaymentId::parse(id.as_str()).is_ok() && id.as_str().starts_with("pay_"), "{id:?}");
    }
}
