//! Texts that are written once and used often: templates with merge fields, and the letter that tells the story of what
//! is filled in. Both only ever put text into the draft, where a person goes on editing it.

use serde::{Deserialize, Serialize};

use crate::app::effect::Effect;
use crate::app::features::toasts::ToastKind;
use crate::app::state::State;
use crate::domain::deadline::plain_reason;
use crate::domain::dispute::Dispute;
use crate::domain::evidence::{EVIDENCE_FIELDS, EvidenceKind, evidence_field};
use crate::domain::ids::DisputeId;

use super::Row;
use super::case::Case;
use super::facts::Fact;
use super::keep::Paper;

/// A text with merge fields such as `{payment_id}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Template {
    pub name: String,
    /// The field it goes into.
    pub field: String,
    pub text: String,
    /// It was removed; its name may be used again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
}

/// Names that stand in braces within a template.
pub const MERGE_FIELDS: [&str; 8] =
    ["payment_id", "dispute_id", "amount", "reason", "customer_name", "customer_email", "created", "product"];

/// The templates to begin with: name, field, text.
const BUILT_IN: [(&str, &str, &str); 6] = [
    (
        "Delivered as ordered",
        "uncategorized_text",
        "Payment {payment_id} of {created} over {amount} was made by {customer_name} ({customer_email}) for {product}. \
         It was delivered as ordered; the proof of delivery is attached.",
    ),
    (
        "No refund was due",
        "refund_refusal_explanation",
        "{customer_name} asked for a refund of payment {payment_id} over {amount}. Our refund policy, accepted before \
         the payment on {created}, allows none in this case.",
    ),
    (
        "Refund policy shown at checkout",
        "refund_policy_disclosure",
        "The refund policy is linked on the checkout page, and {customer_name} had to accept it before paying on {created}.",
    ),
    (
        "Cancellation policy shown at checkout",
        "cancellation_policy_disclosure",
        "The cancellation policy is linked on the checkout page and repeated in the confirmation sent to {customer_email}.",
    ),
    (
        "Not cancelled before the charge",
        "cancellation_rebuttal",
        "No cancellation reached us from {customer_email} before the charge of {amount} on {created}.",
    ),
    (
        "Two orders, two charges",
        "uncategorized_text",
        "Payment {payment_id} over {amount} on {created} is for an order of its own; the invoice attached shows both.",
    ),
];

impl Template {
    fn built_in() -> impl Iterator<Item = Self> {
        BUILT_IN.iter().map(|(name, field, text)| Self {
            name: (*name).to_owned(),
            field: (*field).to_owned(),
            text: (*text).to_owned(),
            removed: false,
        })
    }
}

/// What stands for a merge field.
fn merged(name: &str, dispute: &Dispute, facts: &[Fact], case: &Case, created: Option<&str>) -> Option<String> {
    let fact = |field: &str| facts.iter().find(|fact| fact.field == Some(field)).map(|fact| fact.text.clone());
    let filled = |field: &str| case.value(field).map(str::to_owned).or_else(|| fact(field));
    match name {
        "payment_id" => Some(dispute.payment_id.to_string()),
        "dispute_id" => Some(dispute.dispute_id.to_string()),
        "amount" => Some(dispute.amount.to_string()),
        "reason" => dispute.reason.clone(),
        "customer_name" => filled("customer_name"),
        "customer_email" => filled("customer_email_address"),
        "created" => created.map(str::to_owned),
        "product" => filled("product_description"),
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

impl State {
    /// All templates: the built-in ones, and those written here, which replace them by name.
    pub fn templates(&self) -> Vec<Template> {
        let ours = &self.evidence.templates;
        let built_in = Template::built_in().filter(|template| !ours.contains_key(&template.name));
        built_in.chain(ours.values().filter(|template| !template.removed).cloned()).collect()
    }

    /// Those that were removed, and may be put back.
    pub fn removed_templates(&self) -> Vec<Template> {
        self.evidence.templates.values().filter(|template| template.removed).cloned().collect()
    }

    fn merged_text(&self, dispute: &Dispute, text: &str) -> String {
        let facts = self.dispute_facts(dispute);
        let case = self.dispute_case(&dispute.dispute_id);
        let payment = self.payments.detail(&dispute.payment_id).and_then(|detail| detail.value());
        let created = payment.and_then(|payment| payment.created).map(|time| self.zone().date(time).to_string());
        merge(text, |name| merged(name, dispute, &facts, &case, created.as_deref()))
    }

    /// Puts a template, filled in, into the field it is for.
    pub(super) fn use_template(&mut self, dispute_id: &DisputeId, name: &str) -> Vec<Effect> {
        let template = self.templates().into_iter().find(|template| template.name == name);
        let field = template.as_ref().and_then(|template| evidence_field(&template.field));
        let (Some(template), Some(field), Some(row)) = (template, field, self.disputes.find(dispute_id)) else {
            return Vec::new();
        };
        let text = self.merged_text(&row.dispute, &template.text);
        self.rewrite_case(dispute_id, |case| case.insert(field.name, &text))
    }

    /// Keeps a text of the draft for other disputes. What the desk knows of this one becomes merge fields.
    pub(super) fn keep_template(&mut self, dispute_id: &DisputeId, field: &'static str, name: String) -> Vec<Effect> {
        let name = name.trim().to_owned();
        let Some(row) = self.disputes.find(dispute_id).filter(|_| !name.is_empty()) else { return Vec::new() };
        let mut text = self.dispute_case(dispute_id).text(field).to_owned();
        for merge_field in MERGE_FIELDS {
            let braced = format!("{{{merge_field}}}");
            let known = self.merged_text(&row.dispute, &braced);
            if known != braced && known.chars().count() >= 4 {
                text = text.replace(&known, &braced);
            }
        }
        self.change_template(Template { name, field: field.to_owned(), text, removed: false })
    }

    pub(super) fn remove_template(&mut self, name: &str) -> Vec<Effect> {
        let template = self.templates().into_iter().find(|template| template.name == name);
        template.map_or_else(Vec::new, |template| self.change_template(Template { removed: true, ..template }))
    }

    pub(super) fn put_template_back(&mut self, name: &str) -> Vec<Effect> {
        let template = self.removed_templates().into_iter().find(|template| template.name == name);
        template.map_or_else(Vec::new, |template| self.change_template(Template { removed: false, ..template }))
    }

    fn change_template(&mut self, template: Template) -> Vec<Effect> {
        self.evidence.templates.insert(template.name.clone(), template.clone());
        vec![Effect::KeepPaper { revision: 0, paper: Box::new(Paper::Template(template)) }]
    }

    /// Writes the letter into the statement, in the place of what stood there.
    pub(super) fn write_letter(&mut self, dispute_id: &DisputeId) -> Vec<Effect> {
        let open = |row: &&Row| !row.dispute.status.is_decided();
        let Some(row) = self.disputes.find(dispute_id).filter(open) else { return Vec::new() };
        let letter = self.letter(&row.dispute);
        let before = self.dispute_case(dispute_id).text("uncategorized_text").trim_end().to_owned();
        if before.contains(&letter) {
            self.toasts.show(self.now, ToastKind::Attention, "This statement is there already".to_owned(), None);
            return Vec::new();
        }
        // What a person wrote stays.
        let text = if before.is_empty() { letter } else { format!("{before}\n\n{letter}") };
        let told = "The statement stands in the last field, at the end of the evidence: look it over and edit it";
        self.toasts.show(self.now, ToastKind::Positive, told.to_owned(), None);
        self.rewrite_case(dispute_id, |case| case.edit("uncategorized_text", text))
    }

    /// A readable statement made of what is filled in.
    pub fn letter(&self, dispute: &Dispute) -> String {
        let case = self.dispute_case(&dispute.dispute_id);
        let value = |field: &str| case.value(field);
        let opened = "We ask that dispute {dispute_id} of payment {payment_id} over {amount}, paid on {created}, be decided in our favour.";
        let mut parts = vec![self.merged_text(dispute, opened)];
        let reason = dispute.reason.as_deref().unwrap_or_default();
        parts.push(format!("The reason given is “{reason}”. {}; we answer as follows.", plain_reason(reason).words));
        let customer: Vec<&str> =
            ["customer_name", "customer_email_address", "customer_purchase_ip"].into_iter().filter_map(value).collect();
        if !customer.is_empty() {
            parts.push(format!("The customer: {}.", customer.join(", ")));
        }
        let sentence = |lead: &str, field: &str| value(field).map(|text| format!("{lead} {}", with_stop(text)));
        parts.extend(sentence("What was sold:", "product_description"));
        parts.extend(sentence("The service was given on", "service_date"));
        parts.extend(shipping(&case));
        for (lead, field) in [
            ("Use after the payment:", "access_activity_log"),
            ("The cancellation policy:", "cancellation_policy_disclosure"),
            ("On the cancellation:", "cancellation_rebuttal"),
            ("The refund policy:", "refund_policy_disclosure"),
            ("On a refund:", "refund_refusal_explanation"),
        ] {
            parts.extend(sentence(lead, field));
        }
        let files = EVIDENCE_FIELDS.iter().filter(|field| field.kind == EvidenceKind::File);
        let files: Vec<String> =
            files.filter(|field| value(field.name).is_some()).map(|field| field.name.replace('_', " ")).collect();
        if !files.is_empty() {
            parts.push(format!("Attached: {}.", files.join(", ")));
        }
        parts.join("\n\n")
    }
}

fn shipping(case: &Case) -> Option<String> {
    let part = |lead: &str, field: &str| case.value(field).map(|text| format!("{lead} {}", text.replace('\n', ", ")));
    let parts = [
        part("on", "shipping_date"),
        part("with", "shipping_carrier"),
        part("under the number", "shipping_tracking_number"),
        part("to", "shipping_address"),
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
    fn built_in_templates_name_fields_and_merge_fields_that_there_are() {
        for template in Template::built_in() {
            assert!(evidence_field(&template.field).is_some(), "{}", template.name);
            let names = template.text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name);
            assert!(names.into_iter().all(|name| MERGE_FIELDS.contains(&name)), "{}", template.text);
        }
    }
}
