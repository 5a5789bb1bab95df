//! How texts about a dispute are written: merge fields are filled in, and a letter gives the story of what is in
//! the evidence. Both only ever put text into the draft, where a person goes on editing it.

use std::borrow::Cow;

use strum::IntoEnumIterator as _;

use crate::context::WorkspaceView;
use paydesk_domain::deadline::plain_reason;
use paydesk_domain::dispute::Dispute;
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::payment::Payment;

use super::disputed_part::paid_beyond;
use super::evidence_draft::EvidenceDraft;
use super::facts::dispute_facts;
use super::library::EvidenceLibrary;
use super::merge_fields::{MERGE_FIELDS, merge};
use super::statement::{DraftedStatement, OutdatedStatement, Paragraph};
use super::text;

/// What texts about a dispute are written from.
#[derive(Debug, Clone)]
pub struct DisputeTexts<'a> {
    pub view: WorkspaceView<'a>,
    pub dispute: &'a Dispute,
    pub draft: Cow<'a, EvidenceDraft>,
    /// The payment behind it, once it is read.
    pub payment: Option<&'a Payment>,
}

impl DisputeTexts<'_> {
    /// A text in which what is known of the dispute is a merge field again.
    pub(super) fn with_merge_fields(&self, mut text: String) -> String {
        for merge_field in MERGE_FIELDS {
            let braced = format!("{{{merge_field}}}");
            let known = self.merged(&braced);
            if known != braced && known.chars().count() >= 4 {
                text = text.replace(&known, &braced);
            }
        }
        text
    }

    /// A text with its merge fields filled in, as far as they are known.
    pub(super) fn merged(&self, text: &str) -> String {
        let facts = dispute_facts(&self.view, self.dispute, self.payment);
        let filled = |field: EvidenceField| {
            let fact = || facts.iter().find(|fact| fact.field == Some(field)).map(|fact| fact.text.clone());
            self.draft.value(field).map(str::to_owned).or_else(fact)
        };
        merge(text, |name| match name {
            "payment_id" => Some(self.dispute.payment_id.to_string()),
            "dispute_id" => Some(self.dispute.dispute_id.to_string()),
            "amount" => Some(self.dispute.amount.to_string()),
            "reason" => self.dispute.reason.as_deref().map(in_words),
            "customer_name" => filled(EvidenceField::CustomerName),
            "customer_email" => filled(EvidenceField::CustomerEmailAddress),
            "created" => self.payment?.created.map(|time| self.view.zone.date(time).to_string()),
            "product" => filled(EvidenceField::ProductDescription),
            _ => None,
        })
    }

    /// A readable statement made of what is filled in.
    pub fn statement(&self, library: &EvidenceLibrary) -> DraftedStatement {
        let draft = &*self.draft;
        let reason = self.dispute.reason.as_deref().unwrap_or_default();
        let plain = plain_reason(library.known_reason(reason)).text;
        let [dispute, customer] = [("dispute", Some(self.opening())), ("customer", customer(draft))];
        let product = [
            of_field(draft, "The customer bought:", EvidenceField::ProductDescription),
            of_field(draft, "The service was provided on", EvidenceField::ServiceDate),
            ("shipping", shipping(draft)),
        ];
        let policies = [
            of_field(draft, "The customer used it after the payment:", EvidenceField::AccessActivityLog),
            of_field(
                draft,
                "We showed our cancellation policy as follows:",
                EvidenceField::CancellationPolicyDisclosure,
            ),
            of_field(draft, "Our answer about the cancellation is:", EvidenceField::CancellationRebuttal),
            of_field(draft, "We showed our refund policy as follows:", EvidenceField::RefundPolicyDisclosure),
            ("refunded", self.refunded()),
            self.no_refund(),
        ];
        let answer: Vec<_> = [customer].into_iter().chain(product).chain(policies).collect();
        let has_answer = answer.iter().any(|(_, text)| text.is_some());
        let given = text::reason_given(in_words(reason), plain, has_answer);
        let parts = [dispute, ("reason", Some(given))].into_iter().chain(answer).chain([("files", attachments(draft))]);
        let paragraph =
            |(about, text): (&str, Option<String>)| Some(Paragraph { about: about.to_owned(), text: text? });
        DraftedStatement::new(parts.filter_map(paragraph).collect(), |field| draft.value(field))
    }

    /// What was given back of the payment, or is about to be, as far as it is known here.
    fn refunded(&self) -> Option<String> {
        let totals = self.view.records.refunds_of(&self.dispute.payment_id, &self.dispute.amount.currency);
        let sentence = |minor: i64, write: fn(String) -> String| {
            (minor > 0).then(|| write(self.dispute.amount.with_minor(minor).to_string()))
        };
        let parts =
            [sentence(totals.done_minor, text::we_refunded), sentence(totals.pending_minor, text::refund_pending)];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    }

    /// Why no refund was due, or no other one, unless that is said of the one that was made.
    fn no_refund(&self) -> (&'static str, Option<String>) {
        let refunded = self.refunded();
        let lead = if refunded.is_some() {
            "No other refund was due for this reason:"
        } else {
            "No refund was due for this reason:"
        };
        let (about, text) = of_field(&self.draft, lead, EvidenceField::RefundRefusalExplanation);
        let is_said = self
            .draft
            .value(EvidenceField::RefundRefusalExplanation)
            .is_some_and(|reason| refunded.as_ref().is_some_and(|refunded| refunded.contains(reason.trim())));
        (about, text.filter(|_| !is_said))
    }

    /// What is asked for, with the amount of the payment where a part of it is disputed.
    fn opening(&self) -> String {
        match self.payment.and_then(|payment| paid_beyond(self.dispute, payment)) {
            Some(paid) => self.merged(&text::we_ask_that_dispute_of_part(paid)),
            None => self.merged(
                "We ask that dispute {dispute_id} of payment {payment_id} for {amount}, paid on \
                {created}, be decided in our favour.",
            ),
        }
    }

    /// What is outdated in the statement that was drafted; `None` where it agrees with the fields.
    pub fn outdated_statement(&self, library: &EvidenceLibrary) -> Option<OutdatedStatement> {
        let drafted = self.draft.statement.as_ref()?;
        let text = self.draft.value(EvidenceField::UncategorizedText)?;
        drafted.outdated(&self.statement(library), text)
    }
}

/// The codes of some services are words with underscores: a bank reads words.
fn in_words(reason: &str) -> String {
    reason.replace('_', " ")
}

/// The paragraph about one field.
fn of_field(draft: &EvidenceDraft, lead: &str, field: EvidenceField) -> (&'static str, Option<String>) {
    (field.as_str(), draft.value(field).map(|text| format!("{lead} {}", with_stop(text))))
}

fn customer(draft: &EvidenceDraft) -> Option<String> {
    let (name, email) = (draft.value(EvidenceField::CustomerName), draft.value(EvidenceField::CustomerEmailAddress));
    let name = match (name, email) {
        (Some(name), Some(email)) => Some(text::customer(format!("{name}, {email}"))),
        (Some(name), None) => Some(text::customer(name)),
        (None, Some(email)) => Some(text::customer_email(email)),
        (None, None) => None,
    };
    let address = draft.value(EvidenceField::CustomerPurchaseIp).map(text::paid_from_ip_address);
    let sentences: Vec<String> = [name, address].into_iter().flatten().collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

fn shipping(draft: &EvidenceDraft) -> Option<String> {
    let part = |lead: &str, field: EvidenceField| {
        draft.value(field).map(|text| format!("{lead} {}", text.replace('\n', ", ")))
    };
    let parts = [
        part("on", EvidenceField::ShippingDate),
        part("with", EvidenceField::ShippingCarrier),
        part("under the tracking number", EvidenceField::ShippingTrackingNumber),
        part("to", EvidenceField::ShippingAddress),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| text::it_was_sent(parts.join(" ")))
}

fn attachments(draft: &EvidenceDraft) -> Option<String> {
    let files = EvidenceField::iter().filter(|field| field.is_file() && draft.value(*field).is_some());
    let files: Vec<String> = files.map(|field| field.as_str().replace('_', " ")).collect();
    (!files.is_empty()).then(|| text::attached(files.join(", ")))
}

fn with_stop(text: &str) -> String {
    let text = text.trim_end();
    if text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}
