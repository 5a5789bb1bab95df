//! Other payments of the same person, as far as this machine knows them: of the same e-mail, customer and card.

use crate::context::WorkspaceView;
use crate::features::history::History;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::money_sums::MoneySums;
use paydesk_domain::payment::{Payment, PaymentStatus};
use paydesk_index::payment_columns::{SearchContext, StoredPayment, search};
use paydesk_index::payment_query::{PaymentQuery, QueryCondition, QueryTerm};

/// Most payments of one sort that are looked at, the newest first.
pub const RELATED_MAX: usize = 2_000;
/// A usual amount is taken from at least so many payments.
const USUAL_MIN: usize = 3;

/// What payments have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RelatedBy {
    Email,
    Customer,
    /// The last four digits: another card may end on them too.
    Card,
}

/// Other payments with the same e-mail, customer or card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelatedPayments {
    pub by: RelatedBy,
    pub value: String,
    pub count: usize,
    /// There are more than [`RELATED_MAX`]: only the newest are counted.
    pub is_cut: bool,
    /// Of those that succeeded, as they were asked for.
    pub sums: MoneySums,
    pub succeeded: usize,
    pub failed: usize,
    pub disputed: usize,
    pub refunded: usize,
    /// Finds them in the search of payments.
    pub query: String,
}

/// What this person usually pays in the currency of the payment in front.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsualAmount {
    /// The median of payments that succeeded.
    pub median: Money,
    pub of: usize,
    /// The amount in front in tenths of it: 41 for 4.1 times.
    pub tenths: i64,
}

/// Other payments, and the ids of those of the same e-mail or customer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Related {
    pub groups: Vec<RelatedPayments>,
    pub usual: Option<UsualAmount>,
    pub same_person: Vec<PaymentId>,
}

impl Related {
    /// Looks for them in what is known.
    pub(super) fn of(payment: &Payment, history: &History, view: &WorkspaceView<'_>) -> Self {
        let stored = StoredPayment::read(payment, view.now);
        let customer_id = payment.customer_id.as_ref().map(|id| id.as_str().to_owned());
        let card = stored.last4.map(|last4| format!("{last4:04}"));
        let email = Some(stored.texts.email).filter(|email| !email.is_empty());
        let wanted = [
            (RelatedBy::Email, email, QueryTerm::Email as fn(Vec<String>) -> QueryTerm),
            (RelatedBy::Customer, customer_id, QueryTerm::Customer),
            (RelatedBy::Card, card, QueryTerm::Card),
        ];
        let mut related = Self::default();
        let mut paid: Vec<(PaymentId, Money)> = Vec::new();
        for (by, value, term) in wanted {
            let Some(value) = value else { continue };
            let query = PaymentQuery { conditions: vec![QueryCondition::from(term(vec![value.clone()]))] };
            let (payments, is_cut) = find(history, &query, view, |other| {
                other.row.payment_id != payment.payment_id
                    && (by != RelatedBy::Email || other.texts.email.eq_ignore_ascii_case(&value))
            });
            if by != RelatedBy::Card {
                let succeeded = payments.iter().filter(|other| is_paid(other));
                paid.extend(succeeded.map(|other| (other.row.payment_id.clone(), other.row.amount.clone())));
                related.same_person.extend(payments.iter().map(|other| other.row.payment_id.clone()));
            }
            related.groups.push(count(by, value, &payments, is_cut, &query));
        }
        related.same_person.sort_unstable();
        related.same_person.dedup();
        paid.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        paid.dedup_by(|a, b| a.0 == b.0);
        related.usual = usual(&payment.amount, paid.into_iter().map(|(_, amount)| amount));
        related
    }
}

fn is_paid(payment: &StoredPayment) -> bool {
    payment.row.status == PaymentStatus::Succeeded || payment.row.status.is_captured_in_part()
}

/// The newest that a query finds and `is_wanted` takes; and whether there are more.
fn find(
    history: &History,
    query: &PaymentQuery,
    view: &WorkspaceView<'_>,
    is_wanted: impl Fn(&StoredPayment) -> bool,
) -> (Vec<StoredPayment>, bool) {
    let (zone, columns) = (view.zone, history.columns());
    let day_start = |day| zone.day_start(day);
    let context = SearchContext { today: zone.date(view.now), day_start: &day_start, notes: view.notes };
    let found = search(columns, query, &context, false).rows;
    let rows = found.pick(columns.newest());
    let is_cut = rows.len() > RELATED_MAX;
    let payments = rows.into_iter().take(RELATED_MAX).filter_map(|row| columns.payment(row as usize));
    (payments.filter(is_wanted).collect(), is_cut)
}

fn count(
    by: RelatedBy,
    value: String,
    payments: &[StoredPayment],
    is_cut: bool,
    query: &PaymentQuery,
) -> RelatedPayments {
    let how_many = |is: &dyn Fn(&StoredPayment) -> bool| payments.iter().filter(|payment| is(payment)).count();
    RelatedPayments {
        by,
        value,
        count: payments.len(),
        is_cut,
        sums: payments.iter().filter(|payment| is_paid(payment)).map(|payment| payment.row.amount.clone()).collect(),
        succeeded: how_many(&is_paid),
        failed: how_many(&|payment| payment.row.status == PaymentStatus::Failed),
        disputed: how_many(&|payment| payment.disputed),
        refunded: how_many(&|payment| payment.refunded),
        query: query.to_string(),
    }
}

/// The median of what was paid in the same currency.
fn usual(amount: &Money, paid: impl Iterator<Item = Money>) -> Option<UsualAmount> {
    let same = |money: &Money, currency: &Currency| money.currency == *currency;
    let mut paid: Vec<i64> = paid.filter(|money| same(money, &amount.currency)).map(|money| money.minor).collect();
    if paid.len() < USUAL_MIN {
        return None;
    }
    paid.sort_unstable();
    let median = paid.get(paid.len() / 2).copied().filter(|median| *median > 0)?;
    let tenths = amount.minor.checked_mul(10)?.checked_add(median / 2)? / median;
    Some(UsualAmount { median: amount.with_minor(median), of: paid.len(), tenths })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eur(minor: i64) -> Money {
        Money::new(minor, Currency::iso4217("EUR"))
    }

    #[test]
    fn the_usual_amount_is_the_median_in_the_same_currency_of_at_least_three() {
        let usd = Money::new(900_000, Currency::iso4217("USD"));
        let of = |paid: Vec<Money>| usual(&eur(10_000), paid.into_iter());
        assert_eq!(of(vec![eur(2_000), eur(2_500), usd.clone()]), None);
        let found = of(vec![eur(2_000), eur(2_500), usd, eur(100_000)]).unwrap();
        assert_eq!((found.median, found.of, found.tenths), (eur(2_500), 3, 40));
        assert_eq!(of(vec![eur(0), eur(0), eur(0)]), None, "nothing is a multiple of nothing");
    }
}
