//! Disputes: `DisputeResponse`, and the shorter form within a payment.

use serde_json::{Value, json};

use super::fields::{CONNECTOR, CONNECTOR_ACCOUNT, Fields, attempt_id};
use crate::config::Credentials;
use crate::storage::disputes::{DisputeRecord, SandboxDisputeStatus};
use crate::storage::files::FileRecord;
use paydesk_domain::evidence::EvidenceField;

/// Words of statuses: ours and theirs. `dispute_expired` is a dispute that was lost without any evidence.
const STATUSES: [(SandboxDisputeStatus, &str); 5] = [
    (SandboxDisputeStatus::DisputeOpened, "dispute_opened"),
    (SandboxDisputeStatus::Challenged, "dispute_challenged"),
    (SandboxDisputeStatus::Won, "dispute_won"),
    (SandboxDisputeStatus::Lost, "dispute_lost"),
    (SandboxDisputeStatus::Lost, "dispute_expired"),
];
/// Statuses that no transition of the engine leads to: decided disputes of the seed data have them, as a field of
/// this name among their evidence.
pub const OTHER_STATUS_FIELD: &str = "sandbox_status";
const OTHER: [&str; 2] = ["dispute_accepted", "dispute_cancelled"];

/// The status of a dispute.
pub fn dispute_status(dispute: &DisputeRecord) -> &'static str {
    let other = dispute.evidence.get(OTHER_STATUS_FIELD).and_then(Value::as_str);
    if let Some(other) = OTHER.into_iter().find(|known| Some(*known) == other) {
        return other;
    }
    if dispute.status == SandboxDisputeStatus::Lost && dispute.evidence_submitted.is_none() {
        return "dispute_expired";
    }
    STATUSES.iter().find(|(ours, _)| *ours == dispute.status).map_or("dispute_opened", |(_, word)| word)
}

/// What the engine stores for a status; `None` for a word that is none.
pub fn stored_dispute_status(word: &str) -> Option<SandboxDisputeStatus> {
    let known = STATUSES.iter().find(|(_, theirs)| *theirs == word).map(|(ours, _)| *ours);
    known.or_else(|| OTHER.contains(&word).then_some(SandboxDisputeStatus::Lost))
}

/// A dispute; its amount is text.
pub fn dispute(credentials: &Credentials, dispute: &DisputeRecord) -> Value {
    common(dispute)
        .set("payment_id", dispute.payment_id.clone())
        .set("attempt_id", attempt_id(&dispute.payment_id))
        .set("currency", dispute.currency.clone())
        .set("connector", CONNECTOR)
        .set("profile_id", credentials.profile_id.clone())
        .set("merchant_connector_id", CONNECTOR_ACCOUNT)
        .set("is_already_refunded", false)
        .object()
}

/// The files of the evidence against a dispute, as they are listed; texts are shown nowhere.
pub fn evidence_files(dispute: &DisputeRecord, file: impl Fn(&str) -> Option<FileRecord>) -> Value {
    let fields =
        dispute.evidence.iter().filter(|(name, _)| EvidenceField::parse(name).is_some_and(|field| field.is_file()));
    let files = fields.filter_map(|(name, id)| Some((name, file(id.as_str()?)?)));
    files
        .map(|(name, file)| {
            let metadata = json!({
                "file_id": file.file_id,
                "file_name": file.name,
                "file_size": file.size,
                "file_type": file_type(&file.name),
                "available": false,
            });
            json!({ "evidence_type": name, "file_metadata_response": metadata })
        })
        .collect()
}

/// By the end of its name: the sandbox keeps no more of a file.
fn file_type(name: &str) -> &'static str {
    match name.rsplit('.').next().map(str::to_ascii_lowercase).as_deref() {
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some(_) | None => "application/pdf",
    }
}

/// A dispute within its payment: without ids of the payment and without a currency.
pub fn dispute_of_payment(dispute: &DisputeRecord) -> Value {
    common(dispute).object()
}

fn common(dispute: &DisputeRecord) -> Fields {
    Fields::with_nulls("connector_reason_code connector_updated_at")
        .set("dispute_id", dispute.dispute_id.clone())
        .set("amount", dispute.amount.to_string())
        .set("dispute_stage", dispute.stage.as_ref())
        .set("dispute_status", dispute_status(dispute))
        .set("connector_status", dispute.status.as_ref().to_ascii_uppercase())
        .set("connector_dispute_id", format!("fp_{}", dispute.dispute_id))
        .set("connector_reason", dispute.reason.clone())
        .at("challenge_required_by", dispute.deadline)
        .at("connector_created_at", dispute.created)
        .at("created_at", dispute.created)
}
