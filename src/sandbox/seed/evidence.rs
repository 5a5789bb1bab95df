//! Evidence as the shop's people would have written it, with the files it refers to.

use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::Connection;
use serde_json::{Map, Value};

use crate::domain::evidence::{EVIDENCE_FIELDS, EvidenceField, EvidenceKind, evidence_needs};
use crate::sandbox::rng::SeedRng;
use crate::sandbox::storage;
use crate::sandbox::storage::files::FileRecord;

/// How well the shop answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// With everything that is required for the reason.
    Strong,
    /// With little of it.
    Weak,
}

/// What anybody could say about an order, whatever the reason.
const ALWAYS: [&str; 3] = ["customer_name", "customer_email_address", "billing_address"];

/// Texts by field; what is not listed gets its own name.
const TEXTS: [(&str, &str); 16] = [
    ("customer_name", "As on the order"),
    ("customer_email_address", "buyer@mail.example"),
    ("customer_purchase_ip", "203.0.113.54"),
    ("billing_address", "As on the order; the bank confirmed street and postal code"),
    ("access_activity_log", "Signed in from the usual device on the day of the order and twice after it"),
    ("product_description", "Coffee equipment, sold new and with the maker's guarantee"),
    ("service_date", "2026-10-02"),
    ("cancellation_policy_disclosure", "Shown above the button of the last step of the order, and in the confirmation"),
    ("cancellation_rebuttal", "The cancellation came after the renewal had been shipped"),
    ("refund_policy_disclosure", "Shown at checkout and on the back of the delivery note"),
    ("refund_refusal_explanation", "The goods came back used and without their parts"),
    ("shipping_address", "12 Wharf Lane, Bristol BS1 4RW, GB"),
    ("shipping_carrier", "Parcel post"),
    ("shipping_date", "2026-10-03"),
    ("shipping_tracking_number", "PP 4471 2093 8815"),
    ("uncategorized_text", "Two orders of the same day: different goods, different addresses"),
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
    let given = match strength {
        Strength::Strong => requirements.len(),
        Strength::Weak => (requirements.len() - 1) / 2,
    };
    let first = requirements.iter().take(given).filter_map(|need| need.first());
    let names: Vec<&str> = ALWAYS.iter().chain(first).copied().collect();
    let mut evidence = Map::new();
    for field in EVIDENCE_FIELDS.iter().filter(|field| names.contains(&field.name)) {
        let value = match field.kind {
            EvidenceKind::Text => text(field).to_owned(),
            EvidenceKind::File => upload(db, rng, field, submitted)?,
        };
        evidence.insert(field.name.to_owned(), Value::String(value));
    }
    Ok(evidence)
}

fn text(field: &EvidenceField) -> &'static str {
    TEXTS.iter().find(|(name, _)| *name == field.name).map_or(field.name, |(_, text)| *text)
}

fn upload(
    db: &Connection,
    rng: &mut SeedRng,
    field: &EvidenceField,
    submitted: DateTime<Utc>,
) -> rusqlite::Result<String> {
    let file = FileRecord {
        file_id: format!("file_{}", rng.token(20)),
        name: format!("{}.pdf", field.name.replace('_', "-")),
        size: 18_000 + rng.below(900_000) as i64,
        sha256: (0..4).map(|_| format!("{:016x}", rng.number())).collect(),
        created: submitted - TimeDelta::minutes(1 + rng.below(50) as i64),
    };
    storage::files::insert(db, &file)?;
    Ok(file.file_id)
}
