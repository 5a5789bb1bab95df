//! Payments as a shop has them: e-mail, order, description and metadata, each of another length.

use chrono::DateTime;
use paydesk_domain::decline;
use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_index::payment_columns::{PaymentTexts, StoredPayment};

/// A number that looks random, the same for each row in each run.
fn mixed(number: usize, salt: u64) -> u64 {
    let mut mixed = (number as u64 ^ salt << 40).wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

fn one_of<'a>(all: &[&'a str], number: usize, salt: u64) -> &'a str {
    all[mixed(number, salt) as usize % all.len()]
}

/// A payment of a list with its details.
pub fn payment(number: usize) -> StoredPayment {
    let status = one_of(&["succeeded", "succeeded", "succeeded", "failed", "requires_capture", "cancelled"], number, 1);
    let code = (status == "failed").then(|| one_of(&["UE_1001", "UE_1007", "UE_3002", "UE_5003"], number, 2));
    let first = one_of(&["anna", "li", "jose", "maria", "kofi", "noor", "sven"], number, 3);
    let is_card = !mixed(number, 4).is_multiple_of(5);
    let text = |text: &str| text.to_owned();
    StoredPayment {
        row: PaymentRow {
            payment_id: PaymentId::new(format!("pay_{:016x}", mixed(number, 5))),
            status: PaymentStatus::from_word(status),
            amount: Money::new(
                100 + (mixed(number, 6) % 50_000) as i64,
                Currency::iso4217(one_of(&["EUR", "USD", "GBP", "JPY", "KWD"], number, 7)),
            ),
            created: DateTime::from_timestamp_millis(1_795_000_000_000 - number as i64 * 15_551),
            capturable_minor: None,
            received_minor: None,
            customer_id: Some(CustomerId::new(format!("cus_{:012x}", mixed(number / 3, 8) >> 16))),
            payment_method: Some(text(if is_card { "card" } else { "wallet" })),
            unified_code: code.map(text),
            unified_message: code.and_then(decline::message).map(text),
        },
        texts: PaymentTexts {
            email: format!("{first}.{}@example.com", mixed(number / 3, 9) % 100_000),
            description: format!("Order {number}, {} shoes", one_of(&["blue", "red", "green"], number, 10)),
            order: format!("A-{number}"),
            method_type: text(if is_card { "credit" } else { "" }),
            ..PaymentTexts::default()
        },
        last4: is_card.then(|| (mixed(number, 11) % 10_000) as u16),
        refunded: mixed(number, 12).is_multiple_of(20),
        disputed: mixed(number, 13).is_multiple_of(50),
        seen_at: DateTime::from_timestamp(1_795_000_000, 0),
        detailed_at: DateTime::from_timestamp(1_795_000_000, 0),
    }
}

/// How many bytes its texts have.
pub fn text_bytes(number: usize) -> usize {
    let payment = payment(number);
    let customer = payment.row.customer_id.map_or(0, |id| id.as_str().len());
    let texts = payment.texts;
    payment.row.payment_id.as_str().len() + customer + texts.email.len() + texts.description.len() + texts.order.len()
}
