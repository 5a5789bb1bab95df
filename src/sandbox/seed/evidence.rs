//! Evidence as the shop's people would have written it, with the files it refers to.

use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::Connection;
use serde_json::{Map, Value};
use strum::IntoEnumIterator as _;

use crate::rng::SeedRng;
use crate::storage;
use crate::storage::files::FileRecord;
use paydesk_domain::evidence::{EvidenceField, evidence_needs};

/// How well the shop answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// With everything that is required for the reason.
    Strong,
    /// With little of it, and without what decides.
    Weak,
}

/// What decides a case: with it, it is nearly always won.
const DECISIVE: [EvidenceField; 2] = [EvidenceField::ShippingTrackingNumber, EvidenceField::AccessActivityLog];

/// What anybody could say about an order, whatever the reason.
const ALWAYS: [EvidenceField; 3] =
    [EvidenceField::CustomerName, EvidenceField::CustomerEmailAddress, EvidenceField::BillingAddress];

/// Texts by field; what is not listed gets its own name.
const TEXTS: [(EvidenceField, &str); 16] = [
    (EvidenceField::CustomerName, "As on the order"),
    (EvidenceField::CustomerEmailAddress, "buyer@mail.example"),
    (EvidenceField::CustomerPurchaseIp, "203.0.113.54"),
    (EvidenceField::BillingAddress, "As on the order; the bank matched the street and postcode (AVS)"),
    (EvidenceField::AccessActivityLog, "Signed in from the usual device on the day of the order and twice after it"),
    (EvidenceField::ProductDescription, "Coffee equipment, sold new and with the maker's guarantee"),
    (EvidenceField::ServiceDate, "2026-10-02"),
    (
        EvidenceField::CancellationPolicyDisclosure,
        "Shown above the pay button on the last checkout page, and in the confirmation",
    ),
    (EvidenceField::CancellationRebuttal, "The cancellation came after the renewal had been shipped"),
    (EvidenceField::RefundPolicyDisclosure, "Shown at checkout and on the back of the delivery note"),
    (EvidenceField::RefundRefusalExplanation, "The goods were returned used and with parts missing"),
    (EvidenceField::ShippingAddress, "12 Wharf Lane, Bristol BS1 4RW, GB"),
    (EvidenceField::ShippingCarrier, "Parcel post"),
    (EvidenceField::ShippingDate, "2026-10-03"),
    (EvidenceField::ShippingTrackingNumber, "PP 4471 2093 8815"),
    (EvidenceField::UncategorizedText, "Two orders on the same day: different goods, different addresses"),
];

/// Evidence for a reason; files are inserted as uploaded a little before `submitted`.
pub fn gather(
    db: &Connection,
    rng: &mut SeedRng,
    reason: &str,
    strength: Strength,
    submitted: DateTime<Utc>,
) -> rusqlite::Result<Map<String, Value>> {
    let requirements = evidence_needs(reason);
    let requirements = rng.pick(&requirements).requirements;
    let required: Vec<EvidenceField> = requirements.iter().filter_map(|need| need.first().copied()).collect();
    let given = match strength {
        Strength::Strong => required,
        Strength::Weak => little_of(rng, &required),
    };
    let fields: Vec<EvidenceField> = ALWAYS.iter().chain(&given).copied().collect();
    let mut evidence = Map::new();
    for field in EvidenceField::iter().filter(|field| fields.contains(field)) {
        let value = if field.is_file() { upload(db, rng, field, submitted)? } else { text(field).to_owned() };
        evidence.insert(field.as_str().to_owned(), Value::String(value));
    }
    Ok(evidence)
}

/// Less than half of what is required, seldom with what decides.
fn little_of(rng: &mut SeedRng, required: &[EvidenceField]) -> Vec<EvidenceField> {
    let keeps_decisive = rng.true_per_mille(80);
    let others = required.iter().filter(|field| keeps_decisive || !DECISIVE.contains(field));
    let others: Vec<EvidenceField> = others.copied().collect();
    let first = rng.below(others.len().max(1) as u64) as usize;
    others.iter().cycle().skip(first).take((required.len() - 1) / 2).copied().collect()
}

fn text(field: EvidenceField) -> &'static str {
    TEXTS.iter().find(|(named, _)| *named == field).map_or(field.as_str(), |(_, text)| *text)
}

fn upload(
    db: &Connection,
    rng: &mut SeedRng,
    field: EvidenceField,
    submitted: DateTime<Utc>,
) -> rusqlite::Result<String> {
    let file = FileRecord {
        file_id: format!("file_{}", rng.token(20)),
        name: format!("{}.pdf", field.as_str().replace('_', "-")),
        size: 18_000 + rng.below(900_000) as i64,
        sha256: (0..4).map(|_| format!("{:016x}", rng.number())).collect(),
        created: submitted - TimeDelta::minutes(1 + rng.below(50) as i64),
    };
    storage::files::insert(db, &file)?;
    Ok(file.file_id)
}
