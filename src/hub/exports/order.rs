//! Rows in the order of a view. The database gives payments by age alone: for another order all of them are read first, as many
//! as a desk has. Of more, the file is by age.

use paydesk_index::payment_columns::{KnownPayments, SharedColumns, SortOrder, StoredPayment};
use paydesk_team::TeamError;

use super::pages::{ExportPages, NextPage};

/// The rows that come first in a file, in their order; what is left of the pages comes behind them.
#[derive(Default)]
pub struct FirstRows {
    payments: SharedColumns,
    rows: Vec<u32>,
    is_unordered: bool,
}

impl FirstRows {
    /// Whether there are too many for the order of the view.
    pub fn is_unordered(&self) -> bool {
        self.is_unordered
    }

    /// Pages of so many payments at most.
    pub fn pages(&self, most: usize) -> impl Iterator<Item = Vec<StoredPayment>> {
        let of_rows = |rows: &[u32]| rows.iter().filter_map(|row| self.payments.payment(*row)).collect();
        self.rows.chunks(most).map(of_rows)
    }
}

/// Payments that are read to be put in order.
struct Gathered {
    known: KnownPayments,
    most: usize,
}

impl Gathered {
    /// Takes a page; whether there is room for more.
    fn add(&mut self, payments: &[StoredPayment]) -> bool {
        for payment in payments {
            // All are of one service: any that says how it counts says it of all.
            let units = payment.row.amount.currency.units();
            self.known.count_as(self.known.units().or(units));
            self.known.put(payment);
        }
        self.known.len() <= self.most
    }

    /// These are all.
    fn in_order(mut self, order: SortOrder) -> FirstRows {
        self.known.order_new();
        FirstRows { rows: self.known.sort_input().rows(order), payments: self.known.share(), is_unordered: false }
    }

    /// There are too many.
    fn by_age(mut self) -> FirstRows {
        self.known.order_new();
        FirstRows { rows: self.known.newest().to_vec(), payments: self.known.share(), is_unordered: true }
    }
}

/// Reads what has to be read before the first row of a file is known; `None` where another hub makes the export now.
pub async fn first_rows(
    pages: &mut ExportPages<'_>,
    order: SortOrder,
    most: usize,
) -> Result<Option<FirstRows>, TeamError> {
    if order == SortOrder::default() {
        return Ok(Some(FirstRows::default()));
    }
    let mut gathered = Gathered { known: KnownPayments::default(), most };
    loop {
        match pages.next().await? {
            NextPage::Payments(payments) if gathered.add(&payments) => {}
            NextPage::Payments(_) => return Ok(Some(gathered.by_age())),
            NextPage::End => {
                let sorted = tokio::task::spawn_blocking(move || gathered.in_order(order)).await;
                return sorted.map(Some).map_err(|error| TeamError::Answer(error.to_string()));
            }
            NextPage::Taken => return Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use paydesk_domain::ids::PaymentId;
    use paydesk_domain::money::{Currency, Money};
    use paydesk_domain::payment::{PaymentRow, PaymentStatus};
    use paydesk_index::payment_columns::SortKey;

    /// The newest first; the amounts are in no order.
    fn gathered(most: usize) -> (Gathered, bool) {
        let payment = |(number, minor): (usize, i64)| {
            let row = PaymentRow {
                payment_id: PaymentId::new(format!("pay_{number}")),
                status: PaymentStatus::Succeeded,
                amount: Money::new(minor, Currency::iso4217("EUR")),
                created: DateTime::from_timestamp(1_790_000_000 - number as i64, 0),
                capturable_minor: None,
                received_minor: None,
                customer_id: None,
                payment_method: None,
                unified_code: None,
                unified_message: None,
            };
            StoredPayment::listed(row, DateTime::UNIX_EPOCH)
        };
        let payments: Vec<StoredPayment> = [300, 100, 300, 200].into_iter().enumerate().map(payment).collect();
        let mut gathered = Gathered { known: KnownPayments::default(), most };
        let has_room = gathered.add(&payments);
        (gathered, has_room)
    }

    fn ids(rows: &FirstRows) -> Vec<String> {
        let pages: Vec<_> = rows.pages(3).collect();
        assert!(pages.iter().all(|page| !page.is_empty() && page.len() <= 3));
        pages.into_iter().flatten().map(|payment| payment.row.payment_id.into_string()).collect()
    }

    #[test]
    fn rows_are_in_the_order_of_the_view_and_equal_ones_by_age() {
        for (key, descending, expected) in [
            (SortKey::Amount, false, ["pay_1", "pay_3", "pay_0", "pay_2"]),
            (SortKey::Amount, true, ["pay_2", "pay_0", "pay_3", "pay_1"]),
            (SortKey::Created, false, ["pay_3", "pay_2", "pay_1", "pay_0"]),
        ] {
            let (gathered, has_room) = gathered(4);
            assert!(has_room);
            let rows = gathered.in_order(SortOrder { key, descending });
            assert_eq!((&ids(&rows)[..], rows.is_unordered()), (&expected.map(str::to_owned)[..], false), "{key:?}");
        }
    }

    #[test]
    fn of_more_than_can_be_sorted_the_newest_come_first_and_it_is_said() {
        let (gathered, has_room) = gathered(3);
        assert!(!has_room);
        let rows = gathered.by_age();
        assert_eq!((ids(&rows).len(), &*ids(&rows)[0], rows.is_unordered()), (4, "pay_0", true));
    }
}
