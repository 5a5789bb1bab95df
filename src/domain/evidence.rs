//! The evidence against a dispute: its 26 fields in six groups, and which of them matter for which reason
//! ([API reference](crate::api::reference::disputes#evidence)). The order is the specification's, here and wherever
//! evidence is shown.
//!
//! Reasons are free text of the service: they are matched by their words, and what nobody knows gets the last row.

/// A group of evidence fields, named as in the specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EvidenceGroup {
    Customer,
    Product,
    Policies,
    Shipping,
    Charges,
    CatchAll,
}

impl EvidenceGroup {
    pub const ALL: [Self; 6] =
        [Self::Customer, Self::Product, Self::Policies, Self::Shipping, Self::Charges, Self::CatchAll];

    /// The name of the group in the specification.
    pub fn name(self) -> &'static str {
        match self {
            Self::Customer => "Customer information",
            Self::Product => "Product details",
            Self::Policies => "Cancellation and refund policies",
            Self::Shipping => "Shipping",
            Self::Charges => "Recurring or duplicate charges",
            Self::CatchAll => "Catch-all",
        }
    }
}

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EvidenceKind {
    /// The text itself.
    Text,
    /// The id of a file that was uploaded before.
    File,
}

/// A field of the evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EvidenceField {
    /// Its name in the API.
    pub name: &'static str,
    pub group: EvidenceGroup,
    pub kind: EvidenceKind,
}

const fn text(group: EvidenceGroup, name: &'static str) -> EvidenceField {
    EvidenceField { name, group, kind: EvidenceKind::Text }
}

const fn file(group: EvidenceGroup, name: &'static str) -> EvidenceField {
    EvidenceField { name, group, kind: EvidenceKind::File }
}

/// Every field, in the order of the specification.
pub const EVIDENCE_FIELDS: [EvidenceField; 26] = [
    text(EvidenceGroup::Customer, "customer_name"),
    text(EvidenceGroup::Customer, "customer_email_address"),
    text(EvidenceGroup::Customer, "customer_purchase_ip"),
    file(EvidenceGroup::Customer, "customer_signature"),
    file(EvidenceGroup::Customer, "customer_communication"),
    text(EvidenceGroup::Customer, "billing_address"),
    text(EvidenceGroup::Customer, "access_activity_log"),
    text(EvidenceGroup::Product, "product_description"),
    text(EvidenceGroup::Product, "service_date"),
    file(EvidenceGroup::Product, "service_documentation"),
    file(EvidenceGroup::Product, "receipt"),
    file(EvidenceGroup::Policies, "cancellation_policy"),
    text(EvidenceGroup::Policies, "cancellation_policy_disclosure"),
    text(EvidenceGroup::Policies, "cancellation_rebuttal"),
    file(EvidenceGroup::Policies, "refund_policy"),
    text(EvidenceGroup::Policies, "refund_policy_disclosure"),
    text(EvidenceGroup::Policies, "refund_refusal_explanation"),
    text(EvidenceGroup::Shipping, "shipping_address"),
    text(EvidenceGroup::Shipping, "shipping_carrier"),
    text(EvidenceGroup::Shipping, "shipping_date"),
    text(EvidenceGroup::Shipping, "shipping_tracking_number"),
    file(EvidenceGroup::Shipping, "shipping_documentation"),
    file(EvidenceGroup::Charges, "invoice_showing_distinct_transactions"),
    file(EvidenceGroup::Charges, "recurring_transaction_agreement"),
    file(EvidenceGroup::CatchAll, "uncategorized_file"),
    text(EvidenceGroup::CatchAll, "uncategorized_text"),
];

/// The field of that name, if there is one.
pub fn evidence_field(name: &str) -> Option<&'static EvidenceField> {
    EVIDENCE_FIELDS.iter().find(|field| field.name == name)
}

/// What was sold, as far as it decides which evidence counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProductKind {
    Physical,
    /// Services and digital goods.
    Intangible,
    Any,
}

impl ProductKind {
    /// Its word in the names of rows.
    pub fn word(self) -> &'static str {
        match self {
            Self::Physical => "physical",
            Self::Intangible => "intangible",
            Self::Any => "any",
        }
    }
}

/// Something that matters for a reason: one field, or any one of several.
pub type Requirement = &'static [&'static str];

/// What a bank wants to see when a payment is disputed for a reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EvidenceRequirements {
    /// The reason in the words of our table.
    pub reason: &'static str,
    pub product: ProductKind,
    pub requirements: &'static [Requirement],
    /// Any of these sets of words within a reason makes it this one.
    words: &'static [&'static [&'static str]],
}

impl EvidenceRequirements {
    /// How many of the needs are met by the fields that `is_there` tells of.
    pub fn met(&self, is_there: impl Fn(&str) -> bool) -> usize {
        self.requirements.iter().filter(|need| need.iter().any(|field| is_there(field))).count()
    }

    fn matches(&self, reason_words: &[String]) -> bool {
        let has = |word: &&str| reason_words.iter().any(|given| given == word);
        self.words.iter().any(|words| words.iter().all(has))
    }
}

const FRAUDULENT: &[&[&str]] = &[&["fraudulent"], &["fraud"], &["unauthorized"], &["unrecognized"]];
const NOT_RECEIVED: &[&[&str]] = &[&["not", "received"], &["non", "receipt"]];

/// Which fields matter for which reason; the last row is for reasons that no other matches.
pub const EVIDENCE_REQUIREMENTS: [EvidenceRequirements; 9] = [
    EvidenceRequirements {
        reason: "fraudulent",
        product: ProductKind::Physical,
        requirements: &[
            &["shipping_date"],
            &["customer_communication"],
            &["shipping_tracking_number"],
            &["customer_signature"],
        ],
        words: FRAUDULENT,
    },
    EvidenceRequirements {
        reason: "fraudulent",
        product: ProductKind::Intangible,
        requirements: &[
            &["service_date"],
            &["customer_communication"],
            &["access_activity_log"],
            &["customer_purchase_ip"],
        ],
        words: FRAUDULENT,
    },
    EvidenceRequirements {
        reason: "product_not_received",
        product: ProductKind::Physical,
        requirements: &[
            &["shipping_address"],
            &["shipping_tracking_number"],
            &["shipping_documentation"],
            &["shipping_carrier"],
            &["shipping_date"],
        ],
        words: NOT_RECEIVED,
    },
    EvidenceRequirements {
        reason: "product_not_received",
        product: ProductKind::Intangible,
        requirements: &[&["receipt"], &["customer_communication"], &["access_activity_log"]],
        words: NOT_RECEIVED,
    },
    EvidenceRequirements {
        reason: "product_unacceptable",
        product: ProductKind::Any,
        requirements: &[
            &["customer_communication"],
            &["refund_refusal_explanation"],
            &["product_description"],
            &["shipping_documentation", "access_activity_log"],
        ],
        words: &[&["unacceptable"], &["not", "as", "described"], &["defective"]],
    },
    EvidenceRequirements {
        reason: "credit_not_processed",
        product: ProductKind::Any,
        requirements: &[
            &["customer_communication"],
            &["receipt"],
            &["refund_refusal_explanation"],
            &["refund_policy"],
            &["refund_policy_disclosure"],
        ],
        words: &[&["credit", "not", "processed"], &["refund", "not", "processed"]],
    },
    EvidenceRequirements {
        reason: "subscription_canceled",
        product: ProductKind::Any,
        requirements: &[
            &["cancellation_policy_disclosure"],
            &["cancellation_policy"],
            &["cancellation_rebuttal"],
            &["recurring_transaction_agreement"],
        ],
        words: &[&["canceled"], &["subscription"], &["recurring"]],
    },
    EvidenceRequirements {
        reason: "duplicate",
        product: ProductKind::Any,
        requirements: &[&["invoice_showing_distinct_transactions"], &["uncategorized_text"], &["receipt"]],
        words: &[&["duplicate"], &["duplicated"]],
    },
    EvidenceRequirements {
        reason: "general",
        product: ProductKind::Any,
        requirements: &[&["receipt"], &["customer_communication"]],
        words: &[],
    },
];

/// The rows for a reason: one for each kind of product, or one for all. Never empty.
pub fn evidence_needs(reason: &str) -> Vec<&'static EvidenceRequirements> {
    let words = normalised_words(reason);
    let first = EVIDENCE_REQUIREMENTS.iter().find(|row| row.matches(&words));
    let known = first.map_or(EVIDENCE_REQUIREMENTS[EVIDENCE_REQUIREMENTS.len() - 1].reason, |row| row.reason);
    EVIDENCE_REQUIREMENTS.iter().filter(|row| row.reason == known).collect()
}

/// A reason by its words alone: what differs only in case, spelling or what stands between them is one.
pub fn normalised_reason(reason: &str) -> String {
    normalised_words(reason).join(" ")
}

/// Words in lower case, with `cancelled` and the like in one spelling.
fn normalised_words(reason: &str) -> Vec<String> {
    let words = reason.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| word.to_lowercase().replace("cancelled", "canceled").replace("authoris", "authoriz")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason_of(text: &str) -> &'static str {
        evidence_needs(text)[0].reason
    }

    #[test]
    fn reasons_are_reported_by_their_words_however_they_are_written() {
        for (text, reason) in [
            ("fraudulent", "fraudulent"),
            ("Fraud – card not present", "fraudulent"),
            ("Product not received", "product_not_received"),
            ("GOODS_OR_SERVICES_NOT_RECEIVED", "product_not_received"),
            ("not as described", "product_unacceptable"),
            ("credit_not_processed", "credit_not_processed"),
            ("Subscription cancelled", "subscription_canceled"),
            ("duplicate", "duplicate"),
            ("", "general"),
            ("10.4", "general"),
        ] {
            assert_eq!(reason_of(text), reason, "{text}");
        }
        assert_eq!(normalised_reason(" 10.4 "), normalised_reason("10-4"));
        assert_eq!(evidence_needs("fraudulent").len(), 2);
        assert!(EVIDENCE_REQUIREMENTS.iter().all(|row| reason_of(row.reason) == row.reason));
    }

    #[test]
    fn groups_hold_the_specification_s_fields_and_needs_name_only_those() {
        let count = |group| EVIDENCE_FIELDS.iter().filter(|field| field.group == group).count();
        assert_eq!(EvidenceGroup::ALL.map(count), [7, 4, 6, 5, 2, 2]);
        assert_eq!(EVIDENCE_FIELDS.iter().filter(|field| field.kind == EvidenceKind::File).count(), 10);
        let needed = EVIDENCE_REQUIREMENTS.iter().flat_map(|row| row.requirements.iter().copied().flatten());
        assert!(needed.into_iter().all(|name| evidence_field(name).is_some()));
    }

    #[test]
    fn one_of_several_fields_meets_a_need_once() {
        let row = evidence_needs("product_unacceptable")[0];
        assert_eq!(row.met(|field| field == "shipping_documentation" || field == "access_activity_log"), 1);
        assert_eq!(row.met(|_| true), 4);
        assert_eq!(row.met(|_| false), 0);
    }
}
