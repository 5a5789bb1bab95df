//! How texts are written: merge fields are filled in, and a letter tells the story of what stands in the evidence. Both
//! only ever put text into the draft, where a person goes on editing it.

use strum::IntoEnumIterator as _;

use crate::app::features::toasts::ToastKind;
use crate::app::state::State;
use crate::domain::deadline::plain_reason;
use crate::domain::dispute::Dispute;
use crate::domain::evidence::EvidenceField;
use crate::domain::ids::DisputeId;

use super::DisputeTableRow;
use super::evidence_draft::EvidenceDraft;
use super::facts::Fact;

/// Names that stand in braces within a template.
pub const MERGE_FIELDS: [&str; 8] =
    ["payment_id", "dispute_id", "amount", "reason", "customer_name", "customer_email", "created", "product"];

/// What stands for a merge field.
fn merged(
    name: &str,
    dispute: &Dispute,
    facts: &[Fact],
    case: &EvidenceDraft,
    created: Option<&str>,
) -> Option<String> {
    let fact = |field: EvidenceField| facts.iter().find(|fact| fact.field == Some(field)).map(|fact| fact.text.clone());
    let filled = |field: EvidenceField| case.value(field).map(str::to_owned).or_else(|| fact(field));
    match name {
        "payment_id" => Some(dispute.payment_id.to_string()),
        "dispute_id" => Some(dispute.dispute_id.to_string()),
        "amount" => Some(dispute.amount.to_string()),
        "reason" => dispute.reason.clone(),
        "customer_name" => filled(EvidenceField::CustomerName),
        "customer_email" => filled(EvidenceField::CustomerEmailAddress),
        "created" => created.map(str::to_owned),
        "product" => filled(EvidenceField::ProductDescription),
        _ => None,
    }
}

/// Fills the merge fields that something is known for; the others stay, and the check before sending finds them.
fn merge(text: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        whole.push_str(before);
        let known = after.split_once('}').and_then(|(name, behind)| Some((value(name)?, behind)));
        match known {
            Some((text, behind)) => {
                whole.push_str(&text);
                rest = behind;
            }
            None => {
                whole.push('{');
                rest = after;
            }
        }
    }
    whole + rest
}

/// The names in braces within a text, whether something is known for them or not.
pub(super) fn names_in_braces(text: &str) -> impl Iterator<Item = &str> {
    let inside = text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name);
    inside.filter(|name| !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_'))
}

impl State {
    /// A text in which what the desk knows of a dispute is a merge field again.
    pub(super) fn with_merge_fields(&self, dispute: &Dispute, mut text: String) -> String {
        for merge_field in MERGE_FIELDS {
            let braced = format!("{{{merge_field}}}");
            let known = self.merged_text(dispute, &braced);
            if known != braced && known.chars().count() >= 4 {
                text = text.replace(&known, &braced);
            }
        }
        text
    }

    /// A text with its merge fields filled in, as far as they are known.
    pub(super) fn merged_text(&self, dispute: &Dispute, text: &str) -> String {
        let facts = self.dispute_facts(dispute);
        let case = self.evidence_draft(&dispute.dispute_id);
        let payment = self.workspace.payments.detail(&dispute.payment_id).and_then(|detail| detail.value());
        let created = payment.and_then(|payment| payment.created).map(|time| self.zone().date(time).to_string());
        merge(text, |name| merged(name, dispute, &facts, &case, created.as_deref()))
    }

    /// Writes the letter into the statement, in the place of what stood there.
    pub(super) fn write_letter(&mut self, dispute_id: &DisputeId) {
        let open = |row: &&DisputeTableRow| !row.dispute.status.is_decided();
        let Some(row) = self.workspace.disputes.find(dispute_id).filter(open) else { return };
        let letter = self.letter(&row.dispute);
        let before = self.evidence_draft(dispute_id).text(EvidenceField::UncategorizedText).trim_end().to_owned();
        if before.contains(&letter) {
            self.toasts.show(self.now, ToastKind::Attention, "This statement is there already".to_owned(), None);
            return;
        }
        // What a person wrote stays.
        let text = if before.is_empty() { letter } else { format!("{before}\n\n{letter}") };
        let told = "The statement stands in the last field, at the end of the evidence: look it over and edit it";
        self.toasts.show(self.now, ToastKind::Positive, told.to_owned(), None);
        self.rewrite_draft(dispute_id, |case| case.edit(EvidenceField::UncategorizedText, text));
    }

    /// A readable statement made of what is filled in.
    pub fn letter(&self, dispute: &Dispute) -> String {
        let case = self.evidence_draft(&dispute.dispute_id);
        let value = |field: EvidenceField| case.value(field);
        let opened = "We ask that dispute {dispute_id} of payment {payment_id} over {amount}, paid on {created}, be decided in our favour.";
        let mut parts = vec![self.merged_text(dispute, opened)];
        let reason = dispute.reason.as_deref().unwrap_or_default();
        let plain = plain_reason(self.evidence.known_reason(reason)).words;
        parts.push(format!("The reason given is “{reason}”. {plain}; we answer as follows."));
        let customer: Vec<&str> =
            [EvidenceField::CustomerName, EvidenceField::CustomerEmailAddress, EvidenceField::CustomerPurchaseIp]
                .into_iter()
                .filter_map(value)
                .collect();
        if !customer.is_empty() {
            parts.push(format!("The customer: {}.", customer.join(", ")));
        }
        let sentence =
            |lead: &str, field: EvidenceField| value(field).map(|text| format!("{lead} {}", with_stop(text)));
        parts.extend(sentence("What was sold:", EvidenceField::ProductDescription));
        parts.extend(sentence("The service was given on", EvidenceField::ServiceDate));
        parts.extend(shipping(&case));
        for (lead, field) in [
            ("Use after the payment:", EvidenceField::AccessActivityLog),
            ("The cancellation policy:", EvidenceField::CancellationPolicyDisclosure),
            ("On the cancellation:", EvidenceField::CancellationRebuttal),
            ("The refund policy:", EvidenceField::RefundPolicyDisclosure),
            ("On a refund:", EvidenceField::RefundRefusalExplanation),
        ] {
            parts.extend(sentence(lead, field));
        }
        let files = EvidenceField::iter().filter(|field| field.is_file() && value(*field).is_some());
        let files: Vec<String> = files.map(|field| field.as_str().replace('_', " ")).collect();
        if !files.is_empty() {
            parts.push(format!("Attached: {}.", files.join(", ")));
        }
        parts.join("\n\n")
    }
}

fn shipping(case: &EvidenceDraft) -> Option<String> {
    let part =
        |lead: &str, field: EvidenceField| case.value(field).map(|text| format!("{lead} {}", text.replace('\n', ", ")));
    let parts = [
        part("on", EvidenceField::ShippingDate),
        part("with", EvidenceField::ShippingCarrier),
        part("under the number", EvidenceField::ShippingTrackingNumber),
        part("to", EvidenceField::ShippingAddress),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| format!("It was sent {}.", parts.join(" ")))
}

fn with_stop(text: &str) -> String {
    let text = text.trim_end();
    if text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_merge_fields_are_filled_and_unknown_ones_stay() {
        let value = |name: &str| (name == "amount").then(|| "5.00 EUR".to_owned());
        assert_eq!(merge("{amount} of {customer_name}, {amount", value), "5.00 EUR of {customer_name}, {amount");
        assert_eq!(merge("no { braces } {", value), "no { braces } {");
    }

    #[test]
    fn only_names_in_braces_are_merge_fields() {
        let names = |text| names_in_braces(text).collect::<Vec<_>>();
        assert_eq!(names("Dear {customer_name}, {amount}"), ["customer_name", "amount"]);
        assert_eq!(names(r#"{"json": 1} and {Not a name} and {}"#), Vec::<&str>::new());
    }
}
