//! Payments that differ in every column, the same in each run.

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_domain::decline;
use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_index::payment_columns::{PaymentTexts, StoredPayment};
use paydesk_team::{NewSyncPlace, TeamConnection, TeamProfileId};
use serde_json::json;

pub struct Rng(pub u64);

impl Rng {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    pub fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }
}

/// When the newest payment of all was created.
pub fn newest() -> DateTime<Utc> {
    "2026-11-26T09:30:00.123Z".parse().unwrap()
}

/// A payment some hours older than the one before; every 23rd without a time.
pub fn payment(number: usize, rng: &mut Rng) -> StoredPayment {
    let hours = TimeDelta::minutes(number as i64 * 211);
    let listed = StoredPayment::listed(row(number, (number % 23 != 9).then(|| newest() - hours), rng), newest());
    if rng.below(3) == 0 { listed } else { detailed(listed, number, rng) }
}

fn row(number: usize, created: Option<DateTime<Utc>>, rng: &mut Rng) -> PaymentRow {
    let statuses = ["succeeded", "succeeded", "failed", "requires_capture", "partially_captured", "Odd_Word"];
    let status = PaymentStatus::from_word(rng.one_of(&statuses));
    let minor = rng.below(200_000) as i64 - 10;
    let codes = ["UE_1001", "UE_3002", "UE_9000", "UE_1000", "ue_lower"];
    let code = (status == PaymentStatus::Failed).then(|| rng.one_of(&codes).to_owned());
    let amounts = [None, Some(0), Some(minor), Some(17)];
    PaymentRow {
        payment_id: PaymentId::new(format!("pay_{number:06}Ab")),
        status,
        amount: Money::new(minor, Currency::iso4217(rng.one_of(&["EUR", "USD", "JPY", "KWD", "Points"]))),
        created,
        capturable_minor: amounts[rng.below(4) as usize],
        received_minor: amounts[rng.below(4) as usize],
        customer_id: (rng.below(2) == 0).then(|| CustomerId::new(format!("Cus_{}", number % 17))),
        payment_method: (rng.below(5) > 0).then(|| rng.one_of(&["card", "wallet", "UPI"]).to_owned()),
        unified_message: match rng.below(4) {
            0 => code.as_ref().map(|_| "Ask the bank: 100% sure\\".to_owned()),
            _ => code.as_deref().and_then(decline::message).map(str::to_owned),
        },
        unified_code: code,
    }
}

fn detailed(listed: StoredPayment, number: usize, rng: &mut Rng) -> StoredPayment {
    let text = |text: String, is_there: bool| if is_there { text } else { String::new() };
    let texts = PaymentTexts {
        email: text(format!("{}.{}@Example.com", rng.one_of(&["anna", "Jürgen", "li"]), number % 19), true),
        name: rng.one_of(&["Anna Müller", "Li Wei", "JÜRGEN", "Дом 💳", ""]).to_owned(),
        description: text("Blue shoes, size 41".to_owned(), rng.below(2) == 0),
        order: text(format!("A-{number}"), number.is_multiple_of(2)),
        descriptor: text("SHOP_1 100%".to_owned(), rng.below(3) == 0),
        metadata: text("color blue channel Web\u{1F}x".replace('\u{1F}', " "), number.is_multiple_of(7)),
        error_code: text("51".to_owned(), listed.row.unified_code.is_some()),
        method_type: rng.one_of(&["credit", "Debit", ""]).to_owned(),
        brand: ["Visa", "", "Mastercard"][number % 3].to_owned(),
        card_country: String::new(),
    };
    StoredPayment {
        texts,
        last4: (rng.below(3) > 0).then(|| rng.below(60) as u16),
        refunded: rng.below(9) == 0,
        disputed: rng.below(9) == 0,
        detailed_at: Some("2026-11-26T08:00:00Z".parse().unwrap()),
        seen_at: Some("2026-11-26T08:00:00Z".parse().unwrap()),
        ..listed
    }
}

pub fn payments(count: usize, seed: u64) -> Vec<StoredPayment> {
    let mut rng = Rng(seed);
    let seen: DateTime<Utc> = "2026-11-26T08:00:00Z".parse().unwrap();
    (0..count).map(|number| StoredPayment { seen_at: Some(seen), ..payment(number, &mut rng) }).collect()
}

pub fn place(number: u32) -> NewSyncPlace {
    NewSyncPlace { place: json!({ "number": number }), is_whole: false, as_of: None }
}

/// Puts payments as a hub that begins to read.
pub async fn put(hub: &TeamConnection, profile: TeamProfileId, payments: &[StoredPayment]) {
    let epoch = hub.begin_payment_sync(profile).await.unwrap().epoch;
    for part in payments.chunks(500) {
        hub.put_payments(profile, epoch, part, &place(0)).await.unwrap();
    }
}
