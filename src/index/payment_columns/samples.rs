//! Payments for tests, different in every column.

use chrono::DateTime;

use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::money::{MinorUnits, Money};
use paydesk_domain::payment::{PaymentRow, PaymentStatus};

use super::payment::{PaymentTexts, StoredPayment};

/// Random numbers, the same in each run.
pub struct SampleRng(pub u64);

impl SampleRng {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }
}

pub fn payment(number: usize, rng: &mut SampleRng) -> StoredPayment {
    let status = PaymentStatus::from_word(rng.one_of(&["succeeded", "failed", "requires_capture", "Odd_Word"]));
    let failed = status == PaymentStatus::Failed;
    let currency = MinorUnits::Undecided.currency(rng.one_of(&["EUR", "USD", "JPY", "KWD", "POINTS"]));
    let some = |is: bool, text: String| if is { text } else { String::new() };
    let detailed = rng.below(3) > 0;
    let minor = rng.below(200_000) as i64 - 10;
    let other_amount = |rng: &mut SampleRng| [None, Some(0), Some(minor), Some(17)][rng.below(4) as usize];
    let (capturable_minor, received_minor) = (other_amount(rng), other_amount(rng));
    StoredPayment {
        row: PaymentRow {
            payment_id: PaymentId::new(format!("pay_{number:08}Ab")),
            amount: Money::new(minor, currency),
            created: DateTime::from_timestamp_millis(1_790_000_000_000 - number as i64 * 7_001)
                .filter(|_| number % 50 != 9),
            capturable_minor,
            received_minor,
            customer_id: (rng.below(2) == 0).then(|| CustomerId::new(format!("cus_{}", number % 97))),
            payment_method: (rng.below(5) > 0).then(|| rng.one_of(&["card", "wallet", "upi"]).to_owned()),
            unified_code: failed.then(|| rng.one_of(&["UE_1001", "UE_3002", "UE_9000", "UE_1000"]).to_owned()),
            unified_message: None,
            status,
        },
        texts: PaymentTexts {
            email: some(detailed, format!("{}.{}@Example.com", rng.one_of(&["anna", "Jürgen", "li"]), number % 89)),
            name: some(detailed, rng.one_of(&["Anna Müller", "Li Wei", "JÜRGEN"]).to_owned()),
            description: some(detailed, "Blue shoes, size 41".to_owned()),
            order: some(detailed && number.is_multiple_of(2), format!("A-{number}")),
            descriptor: String::new(),
            metadata: some(number.is_multiple_of(7), "color blue channel Web".to_owned()),
            error_code: some(failed, "51".to_owned()),
            method_type: some(detailed, rng.one_of(&["credit", "debit"]).to_owned()),
            brand: some(detailed, ["Visa", "", "Mastercard"][number % 3].to_owned()),
            card_country: some(detailed, ["DE", "FR", ""][number % 3].to_owned()),
        },
        last4: detailed.then(|| rng.below(10_000) as u16),
        refunded: rng.below(9) == 0,
        disputed: rng.below(9) == 0,
        seen_at: DateTime::from_timestamp(1_795_000_000, 0),
        detailed_at: DateTime::from_timestamp(1_795_000_000, 0).filter(|_| detailed),
    }
    .with_usual_message()
}

impl StoredPayment {
    fn with_usual_message(mut self) -> Self {
        self.row.unified_message =
            self.row.unified_code.as_deref().and_then(paydesk_domain::decline::message).map(str::to_owned);
        self
    }
}
