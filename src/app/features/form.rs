//! A form that is filled in for an operation.

use chrono::{DateTime, Utc};

use crate::app::chance::Chance;
use crate::domain::ids::OperationId;

/// The operation's id is made with the form: a double click is one operation. What is typed lies in the window's drafts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenForm {
    pub operation_id: OperationId,
    pub opened_at: DateTime<Utc>,
}

impl OpenForm {
    pub fn new(chance: &mut Chance, now: DateTime<Utc>) -> Self {
        Self { operation_id: chance.operation_id(), opened_at: now }
    }
}
