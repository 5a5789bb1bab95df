//! Which fields matter for which reason and product: a table of ours, begun with the one of
//! [`EVIDENCE_REQUIREMENTS`], that a person edits row by row. The service knows nothing of it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use paydesk_domain::evidence::{
    EVIDENCE_REQUIREMENTS, EvidenceField, EvidenceRequirements, ProductKind, evidence_needs,
};

use super::text;

/// What was sold, as far as it decides what matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
pub enum Product {
    Physical,
    Intangible,
}

impl Product {
    pub fn label(self) -> &'static str {
        match self {
            Self::Physical => text::GOODS,
            Self::Intangible => "Service or digital",
        }
    }

    pub(super) fn kind(self) -> ProductKind {
        match self {
            Self::Physical => ProductKind::Physical,
            Self::Intangible => ProductKind::Intangible,
        }
    }
}

/// One row as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequirementsRow {
    /// The row we began with.
    pub begun: &'static EvidenceRequirements,
    /// What matters: each one field, or any one of several.
    pub requirements: Vec<Vec<EvidenceField>>,
    /// A person has set it.
    pub is_edited: bool,
}

impl RequirementsRow {
    fn new(begun: &'static EvidenceRequirements) -> Self {
        let requirements = begun.requirements.iter().map(|need| need.to_vec()).collect();
        Self { begun, requirements, is_edited: false }
    }

    /// What it is saved under: reason and product.
    pub fn name(&self) -> String {
        format!("{} · {}", self.begun.reason, self.begun.product.word())
    }

    /// How many of the needs are met by the fields for which `is_there` holds.
    pub fn met(&self, is_there: impl Fn(EvidenceField) -> bool) -> usize {
        self.requirements.iter().filter(|need| need.iter().any(|field| is_there(*field))).count()
    }

    /// Whether a field is called for: it meets a need, or may meet one that no other field meets.
    pub fn calls_for(&self, field: EvidenceField, is_there: impl Fn(EvidenceField) -> bool) -> bool {
        let mut needs = self.requirements.iter().filter(|need| need.contains(&field));
        needs.any(|need| is_there(field) || !need.iter().any(|other| is_there(*other)))
    }

    /// Whether a field is only named beside others any one of which will do.
    pub fn is_one_of(&self, field: EvidenceField) -> bool {
        let mut needs = self.requirements.iter().filter(|need| need.contains(&field)).peekable();
        needs.peek().is_some() && needs.all(|need| need.len() > 1)
    }

    pub fn contains(&self, field: EvidenceField) -> bool {
        self.requirements.iter().flatten().any(|named| *named == field)
    }
}

/// One row per reason and product type, as in [`EVIDENCE_REQUIREMENTS`] and in its order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequirementsTable(Vec<RequirementsRow>);

impl Default for RequirementsTable {
    fn default() -> Self {
        Self(EVIDENCE_REQUIREMENTS.iter().map(RequirementsRow::new).collect())
    }
}

impl RequirementsTable {
    pub fn rows(&self) -> &[RequirementsRow] {
        &self.0
    }

    /// The rows for a reason of the service: one for each kind of product, or one for all. Never empty.
    pub fn for_reason(&self, reason: &str) -> Vec<&RequirementsRow> {
        let known = evidence_needs(reason).first().map_or("general", |row| row.reason);
        self.0.iter().filter(|row| row.begun.reason == known).collect()
    }

    /// The fields that matter for a reason of the service: of the product that was sold, else of any.
    pub fn matters(&self, reason: &str, product: Option<Product>) -> BTreeSet<EvidenceField> {
        let rows = self.for_reason(reason);
        let of_product = |row: &&&RequirementsRow| product.is_some_and(|product| row.begun.product == product.kind());
        let chosen = rows.iter().find(of_product).map(|row| vec![*row]).unwrap_or(rows.clone());
        chosen.into_iter().flat_map(|row| row.requirements.iter().flatten().copied()).collect()
    }

    /// Sets a row, or puts it back to how it began. False where there is no such row, or nothing changes.
    pub(super) fn set(&mut self, name: &str, requirements: Option<Vec<Vec<EvidenceField>>>) -> bool {
        let Some(row) = self.0.iter_mut().find(|row| row.name() == name) else { return false };
        let begun = RequirementsRow::new(row.begun);
        let mut wanted = requirements.unwrap_or_else(|| begun.requirements.clone());
        wanted.retain(|need| !need.is_empty());
        let is_edited = wanted != begun.requirements;
        let changed = *row != RequirementsRow { begun: row.begun, requirements: wanted.clone(), is_edited };
        (row.requirements, row.is_edited) = (wanted, is_edited);
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_set_reset_and_never_holds_an_empty_need() {
        let mut table = RequirementsTable::default();
        assert!(table.rows().iter().all(|row| !row.is_edited));
        let name = table.for_reason("Fraud")[0].name();
        assert!(table.set(&name, Some(vec![vec![EvidenceField::Receipt, EvidenceField::RefundPolicy], vec![]])));
        let row = table.for_reason("fraudulent")[0].clone();
        assert_eq!((row.requirements.len(), row.is_edited, row.contains(EvidenceField::RefundPolicy)), (1, true, true));
        assert_eq!((row.met(|field| field == EvidenceField::RefundPolicy), row.met(|_| false)), (1, 0));
        assert!(!table.set("nothing · any", None));
        assert!(table.set(&name, None) && table == RequirementsTable::default());
        assert!(!table.set(&name, None), "nothing changes");
    }

    #[test]
    fn every_row_has_a_name_of_its_own() {
        let table = RequirementsTable::default();
        let names: std::collections::BTreeSet<String> = table.rows().iter().map(RequirementsRow::name).collect();
        assert_eq!(names.len(), EVIDENCE_REQUIREMENTS.len());
    }
}
