//! What became of each payment: mostly it was paid, some were declined, some wait for a person.
//!
//! A scenario fits the payment's age: what would have expired by now has expired.

use crate::rng::SeedRng;

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;
pub const DAY_MS: i64 = 24 * HOUR_MS;

/// What became of a payment. Delays count from its creation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentScenario {
    Paid,
    Declined(&'static str),
    /// The customer left the shop before choosing a method.
    LeftBeforeMethod,
    /// The customer left after choosing one.
    LeftBeforeConfirmation,
    /// At the bank's page right now.
    Authenticating,
    /// A bank transfer on its way; it arrives in the end.
    Processing {
        arrives_after_ms: i64,
    },
    /// Held for manual review.
    InReview,
    /// Authorized, to be captured.
    Authorized,
    /// Captured by hand.
    Captured {
        after_ms: i64,
    },
    /// Captured in part, the rest still held; `share` in percent.
    PartlyCaptured {
        after_ms: i64,
        share: i64,
    },
    Cancelled {
        after_ms: i64,
        reason: &'static str,
    },
    /// Nobody captured it in time.
    Expired,
}

/// Declines and how often each is seen.
const DECLINES: [(u64, &str); 22] = [
    (300, "UE_1001"),
    (210, "UE_1007"),
    (75, "UE_1004"),
    (65, "UE_1002"),
    (45, "UE_1013"),
    (35, "UE_1003"),
    (30, "UE_1011"),
    (25, "UE_1010"),
    (20, "UE_1006"),
    (15, "UE_1012"),
    (12, "UE_1009"),
    (8, "UE_1015"),
    (45, "UE_2003"),
    (30, "UE_2002"),
    (25, "UE_3002"),
    (12, "UE_3003"),
    (10, "UE_4001"),
    (45, "UE_5003"),
    (30, "UE_5002"),
    (12, "UE_5011"),
    (6, "UE_1018"),
    (4, "UE_9000"),
];

const REASONS: [(u64, &str); 4] =
    [(5, "requested_by_customer"), (3, "out_of_stock"), (2, "duplicate"), (1, "suspected_fraud")];

/// Chooses what became of a payment of `age_ms`, captured manually or automatically; `recent` counts the newer
/// payments.
pub fn choose(rng: &mut SeedRng, age_ms: i64, manual: bool, is_bank_transfer: bool, recent: u32) -> PaymentScenario {
    if let Some(scenario) = of_recent_payment(recent, age_ms) {
        return scenario;
    }
    if is_bank_transfer {
        return bank_transfer(rng, age_ms);
    }
    match rng.below(1_000) {
        0..78 => PaymentScenario::Declined(rng.weighted(&DECLINES)),
        78..104 => PaymentScenario::LeftBeforeMethod,
        104..110 => PaymentScenario::LeftBeforeConfirmation,
        110..122 if age_ms < 3 * DAY_MS => PaymentScenario::InReview,
        _ if manual => manual_capture(rng, age_ms),
        122..132 if age_ms > HOUR_MS => cancelled(rng, age_ms),
        _ => PaymentScenario::Paid,
    }
}

/// The newest payments show every state that passes quickly, so that a new sandbox always has some of each.
fn of_recent_payment(recent: u32, age_ms: i64) -> Option<PaymentScenario> {
    match recent {
        0 | 2 if age_ms < 12 * MINUTE_MS => Some(PaymentScenario::Authenticating),
        1 | 4 | 7 | 9 | 16 if age_ms < 3 * DAY_MS => Some(PaymentScenario::InReview),
        3 | 11 => Some(PaymentScenario::Declined("UE_1001")),
        _ => None,
    }
}

fn bank_transfer(rng: &mut SeedRng, age_ms: i64) -> PaymentScenario {
    let arrives_after_ms = DAY_MS + rng.below(2 * DAY_MS as u64) as i64;
    if age_ms < arrives_after_ms { PaymentScenario::Processing { arrives_after_ms } } else { PaymentScenario::Paid }
}

fn manual_capture(rng: &mut SeedRng, age_ms: i64) -> PaymentScenario {
    let after_ms = 2 * HOUR_MS + rng.below(5 * DAY_MS as u64) as i64;
    let share = 25 + 5 * rng.below(11) as i64;
    match rng.below(100) {
        // The shop is behind with its captures: many of the last week wait, some for hours only.
        0..55 if age_ms < 7 * DAY_MS => PaymentScenario::Authorized,
        0..6 if age_ms >= 7 * DAY_MS => PaymentScenario::Expired,
        55..63 => cancelled(rng, age_ms),
        63..71 if after_ms < age_ms && age_ms < 7 * DAY_MS => PaymentScenario::PartlyCaptured { after_ms, share },
        _ if after_ms < age_ms => PaymentScenario::Captured { after_ms },
        _ => PaymentScenario::Authorized,
    }
}

fn cancelled(rng: &mut SeedRng, age_ms: i64) -> PaymentScenario {
    let after_ms = 1 + rng.below(age_ms.clamp(2, 2 * DAY_MS).unsigned_abs() - 1) as i64;
    PaymentScenario::Cancelled { after_ms, reason: rng.weighted(&REASONS) }
}
