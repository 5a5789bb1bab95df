//! What a form is for.

use paydesk_domain::operation::ResourceKind;

/// What a form is filled in for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormKind {
    /// The panel that it is in.
    pub panel: ResourceKind,
    pub purpose: FormPurpose,
}

/// What a form does to a record of its panel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormPurpose {
    New,
    /// By the id of its record.
    Change(String),
    /// By the id of its record.
    Confirm(String),
}

impl FormKind {
    pub fn new(panel: ResourceKind) -> Self {
        Self { panel, purpose: FormPurpose::New }
    }

    pub fn change(panel: ResourceKind, id: impl Into<String>) -> Self {
        Self { panel, purpose: FormPurpose::Change(id.into()) }
    }

    pub fn confirm(panel: ResourceKind, id: impl Into<String>) -> Self {
        Self { panel, purpose: FormPurpose::Confirm(id.into()) }
    }

    /// The id of the record that it changes.
    pub fn changes(&self) -> Option<&str> {
        match &self.purpose {
            FormPurpose::Change(id) => Some(id),
            FormPurpose::New | FormPurpose::Confirm(_) => None,
        }
    }

    /// The id of the record that it confirms.
    pub fn confirms(&self) -> Option<&str> {
        match &self.purpose {
            FormPurpose::Confirm(id) => Some(id),
            FormPurpose::New | FormPurpose::Change(_) => None,
        }
    }

    /// Whether a payment may be charged by it: one that was declined exists, and is shown like one that was not.
    pub(super) fn may_charge_payment(&self) -> bool {
        self.panel == ResourceKind::Payment && self.changes().is_none()
    }

    /// Whether it creates a payment.
    pub(super) fn is_new_payment(&self) -> bool {
        self.panel == ResourceKind::Payment && self.purpose == FormPurpose::New
    }
}
