//! The evidence against a dispute: its 26 fields in six groups (API reference).
//! The order is the specification's, here and wherever evidence is shown. Which fields matter for which reason is in
//! [`EVIDENCE_REQUIREMENTS`].

mod file_kind;
mod requirements;

use serde::{Deserialize, Serialize};

pub use file_kind::{EvidenceFileKind, FIRST_BYTES};
pub use requirements::{
    EVIDENCE_REQUIREMENTS, EvidenceRequirements, ProductKind, Requirement, evidence_needs, normalised_reason,
};

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

/// What takes the files of a profile's disputes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileService {
    /// `/_sandbox/files` of the embedded sandbox.
    Sandbox,
    /// `POST /files`, for one dispute.
    Service,
}

/// What belongs in a field. The service takes any text; ours is a check before sending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EvidenceContent {
    Text,
    /// A day, written as `2026-11-24`.
    Date,
    IpAddress,
    Email,
    /// The id under which a file was uploaded before.
    FileId,
}

/// A field of the evidence. They are iterated over and ordered as in the specification.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, strum::EnumIter, strum::EnumString, strum::IntoStaticStr,
)]
#[strum(serialize_all = "snake_case")]
pub enum EvidenceField {
    CustomerName,
    CustomerEmailAddress,
    CustomerPurchaseIp,
    CustomerSignature,
    CustomerCommunication,
    BillingAddress,
    AccessActivityLog,
    ProductDescription,
    ServiceDate,
    ServiceDocumentation,
    Receipt,
    CancellationPolicy,
    CancellationPolicyDisclosure,
    CancellationRebuttal,
    RefundPolicy,
    RefundPolicyDisclosure,
    RefundRefusalExplanation,
    ShippingAddress,
    ShippingCarrier,
    ShippingDate,
    ShippingTrackingNumber,
    ShippingDocumentation,
    InvoiceShowingDistinctTransactions,
    RecurringTransactionAgreement,
    UncategorizedFile,
    UncategorizedText,
}

impl EvidenceField {
    /// The field that is named so in the API, if there is one.
    pub fn parse(name: &str) -> Option<Self> {
        name.parse().ok()
    }

    /// Its name in the API.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// What it is called where people read.
    pub fn label(self) -> &'static str {
        match self {
            Self::CustomerName => "Customer name",
            Self::CustomerEmailAddress => "Customer e-mail",
            Self::CustomerPurchaseIp => "Customer IP at purchase",
            Self::CustomerSignature => "Customer signature",
            Self::CustomerCommunication => "Customer communication",
            Self::BillingAddress => "Billing address",
            Self::AccessActivityLog => "Access or activity log",
            Self::ProductDescription => "Product description",
            Self::ServiceDate => "Service date",
            Self::ServiceDocumentation => "Service documentation",
            Self::Receipt => "Receipt",
            Self::CancellationPolicy => "Cancellation policy",
            Self::CancellationPolicyDisclosure => "How the cancellation policy was shown",
            Self::CancellationRebuttal => "Cancellation rebuttal",
            Self::RefundPolicy => "Refund policy",
            Self::RefundPolicyDisclosure => "How the refund policy was shown",
            Self::RefundRefusalExplanation => "Why no refund was due",
            Self::ShippingAddress => "Shipping address",
            Self::ShippingCarrier => "Carrier",
            Self::ShippingDate => "Shipping date",
            Self::ShippingTrackingNumber => "Tracking number",
            Self::ShippingDocumentation => "Shipping documentation",
            Self::InvoiceShowingDistinctTransactions => "Invoices for both charges",
            Self::RecurringTransactionAgreement => "Agreement to recurring charges",
            Self::UncategorizedFile => "Another file",
            Self::UncategorizedText => "Statement",
        }
    }

    /// The group it belongs to in the specification.
    pub fn group(self) -> EvidenceGroup {
        match self {
            Self::CustomerName
            | Self::CustomerEmailAddress
            | Self::CustomerPurchaseIp
            | Self::CustomerSignature
            | Self::CustomerCommunication
            | Self::BillingAddress
            | Self::AccessActivityLog => EvidenceGroup::Customer,
            Self::ProductDescription | Self::ServiceDate | Self::ServiceDocumentation | Self::Receipt => {
                EvidenceGroup::Product
            }
            Self::CancellationPolicy
            | Self::CancellationPolicyDisclosure
            | Self::CancellationRebuttal
            | Self::RefundPolicy
            | Self::RefundPolicyDisclosure
            | Self::RefundRefusalExplanation => EvidenceGroup::Policies,
            Self::ShippingAddress
            | Self::ShippingCarrier
            | Self::ShippingDate
            | Self::ShippingTrackingNumber
            | Self::ShippingDocumentation => EvidenceGroup::Shipping,
            Self::InvoiceShowingDistinctTransactions | Self::RecurringTransactionAgreement => EvidenceGroup::Charges,
            Self::UncategorizedFile | Self::UncategorizedText => EvidenceGroup::CatchAll,
        }
    }

    /// What belongs in it.
    pub fn content(self) -> EvidenceContent {
        match self {
            Self::CustomerSignature
            | Self::CustomerCommunication
            | Self::ServiceDocumentation
            | Self::Receipt
            | Self::CancellationPolicy
            | Self::RefundPolicy
            | Self::ShippingDocumentation
            | Self::InvoiceShowingDistinctTransactions
            | Self::RecurringTransactionAgreement
            | Self::UncategorizedFile => EvidenceContent::FileId,
            Self::ServiceDate | Self::ShippingDate => EvidenceContent::Date,
            Self::CustomerPurchaseIp => EvidenceContent::IpAddress,
            Self::CustomerEmailAddress => EvidenceContent::Email,
            Self::CustomerName
            | Self::BillingAddress
            | Self::AccessActivityLog
            | Self::ProductDescription
            | Self::CancellationPolicyDisclosure
            | Self::CancellationRebuttal
            | Self::RefundPolicyDisclosure
            | Self::RefundRefusalExplanation
            | Self::ShippingAddress
            | Self::ShippingCarrier
            | Self::ShippingTrackingNumber
            | Self::UncategorizedText => EvidenceContent::Text,
        }
    }

    /// Whether it holds the id of a file that was uploaded before; the others hold the text itself.
    pub fn is_file(self) -> bool {
        self.content() == EvidenceContent::FileId
    }
}

/// A field as something that was stored names it: a file of another version may name one that this version does not know. It is
/// kept as it is, so that nothing beside it is lost either.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum StoredField {
    Known(EvidenceField),
    Unknown(String),
}

/// A file of the evidence as the service lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvidenceFile {
    pub field: StoredField,
    pub file_id: String,
    /// As it was uploaded; empty where the service does not say.
    pub name: String,
    pub bytes: Option<u64>,
}

impl StoredField {
    /// The field, where this version knows it.
    pub fn known(&self) -> Option<EvidenceField> {
        match self {
            Self::Known(field) => Some(*field),
            Self::Unknown(_) => None,
        }
    }

    /// Its name in the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Known(field) => field.as_str(),
            Self::Unknown(name) => name,
        }
    }
}

impl From<EvidenceField> for StoredField {
    fn from(field: EvidenceField) -> Self {
        Self::Known(field)
    }
}

impl From<String> for StoredField {
    fn from(name: String) -> Self {
        EvidenceField::parse(&name).map_or(Self::Unknown(name), Self::Known)
    }
}

impl From<StoredField> for String {
    fn from(field: StoredField) -> Self {
        match field {
            StoredField::Known(field) => field.as_str().to_owned(),
            StoredField::Unknown(name) => name,
        }
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;

    #[test]
    fn the_fields_are_those_of_the_specification_group_by_group() {
        let count = |group| EvidenceField::iter().filter(|field| field.group() == group).count();
        assert_eq!(EvidenceGroup::ALL.map(count), [7, 4, 6, 5, 2, 2]);
        let groups: Vec<EvidenceGroup> = EvidenceField::iter().map(EvidenceField::group).collect();
        assert!(groups.is_sorted_by_key(|group| EvidenceGroup::ALL.iter().position(|one| one == group)));
        assert_eq!(EvidenceField::iter().filter(|field| field.is_file()).count(), 10);
    }

    #[test]
    fn a_field_is_read_back_from_its_name_and_an_unknown_name_is_kept() {
        assert_eq!(EvidenceField::CustomerPurchaseIp.as_str(), "customer_purchase_ip");
        for field in EvidenceField::iter() {
            assert_eq!(EvidenceField::parse(field.as_str()), Some(field));
            let stored = StoredField::from(field);
            assert_eq!((stored.as_str(), stored.known()), (field.as_str(), Some(field)));
            assert_eq!(StoredField::from(String::from(stored.clone())), stored);
        }
        let stored = StoredField::from("of_another_version".to_owned());
        assert_eq!((stored.known(), String::from(stored).as_str()), (None, "of_another_version"));
        assert_eq!(EvidenceField::parse("Receipt"), None, "names are told apart by case");
    }
}
