//! Which fields matter for which reason and product: a table of ours, begun with the one of
//! [`EVIDENCE_NEEDS`], that a person edits row by row. The service knows nothing of it.

use crate::app::effect::StoreJob;
use crate::app::state::State;
use crate::domain::evidence::{EVIDENCE_NEEDS, EvidenceNeeds, evidence_field, evidence_needs};

use super::keep::Paper;

/// One row as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NeedsRow {
    /// The row we began with.
    pub begun: &'static EvidenceNeeds,
    /// What matters: each one field, or any one of several.
    pub needs: Vec<Vec<&'static str>>,
    /// A person has set it.
    pub is_edited: bool,
}

impl NeedsRow {
    fn new(begun: &'static EvidenceNeeds) -> Self {
        let needs = begun.needs.iter().map(|need| need.to_vec()).collect();
        Self { begun, needs, is_edited: false }
    }

    /// What it is kept under: reason and product.
    pub fn name(&self) -> String {
        format!("{} · {}", self.begun.reason, self.begun.product.word())
    }

    /// How many of the needs are met by the fields that `is_there` tells of.
    pub fn met(&self, is_there: impl Fn(&str) -> bool) -> usize {
        self.needs.iter().filter(|need| need.iter().any(|field| is_there(field))).count()
    }

    pub fn matters(&self, field: &str) -> bool {
        self.needs.iter().flatten().any(|name| *name == field)
    }
}

/// See the module. It has the rows of [`EVIDENCE_NEEDS`], in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NeedsTable(Vec<NeedsRow>);

impl Default for NeedsTable {
    fn default() -> Self {
        Self(EVIDENCE_NEEDS.iter().map(NeedsRow::new).collect())
    }
}

impl NeedsTable {
    pub fn rows(&self) -> &[NeedsRow] {
        &self.0
    }

    /// The rows for a reason of the service: one for each kind of product, or one for all. Never empty.
    pub fn for_reason(&self, reason: &str) -> Vec<&NeedsRow> {
        let known = evidence_needs(reason).first().map_or("general", |row| row.reason);
        self.0.iter().filter(|row| row.begun.reason == known).collect()
    }

    /// Sets a row, or puts it back to how it began. False where there is no such row, or nothing changes.
    fn set(&mut self, name: &str, needs: Option<Vec<Vec<&'static str>>>) -> bool {
        let Some(row) = self.0.iter_mut().find(|row| row.name() == name) else { return false };
        let begun = NeedsRow::new(row.begun);
        let mut wanted = needs.unwrap_or_else(|| begun.needs.clone());
        wanted.retain(|need| !need.is_empty());
        let is_edited = wanted != begun.needs;
        let changed = *row != NeedsRow { begun: row.begun, needs: wanted.clone(), is_edited };
        (row.needs, row.is_edited) = (wanted, is_edited);
        changed
    }
}

impl State {
    /// A person has set what matters: all rows of the inbox count by it, and it is kept.
    pub(super) fn set_needs(&mut self, row: &str, needs: Option<Vec<Vec<&'static str>>>) {
        if !self.evidence.needs.set(row, needs) {
            return;
        }
        self.prepare_disputes_again();
        let kept = self.evidence.needs.0.iter().find(|known| known.name() == row).filter(|known| known.is_edited);
        let names = |need: &Vec<&'static str>| need.iter().map(|field| (*field).to_owned()).collect();
        let needs = kept.map(|known| known.needs.iter().map(names).collect());
        let paper = Paper::Needs { row: row.to_owned(), needs };
        self.outbox.push(StoreJob::keep_paper(paper));
    }

    /// What was kept of a row, unless it was edited since the start. Fields that this version does not know are left out.
    pub(super) fn needs_opened(&mut self, name: &str, needs: Option<Vec<Vec<String>>>) {
        let table = &mut self.evidence.needs;
        let is_ours = table.0.iter().any(|row| row.name() == name && row.is_edited);
        let known = |need: Vec<String>| need.iter().filter_map(|name| Some(evidence_field(name)?.name)).collect();
        if let Some(needs) = needs.filter(|_| !is_ours) {
            table.set(name, Some(needs.into_iter().map(known).collect()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_set_reset_and_never_holds_an_empty_need() {
        let mut table = NeedsTable::default();
        assert!(table.rows().iter().all(|row| !row.is_edited));
        let name = table.for_reason("Fraud")[0].name();
        assert!(table.set(&name, Some(vec![vec!["receipt", "refund_policy"], vec![]])));
        let row = table.for_reason("fraudulent")[0].clone();
        assert_eq!((row.needs.len(), row.is_edited, row.matters("refund_policy")), (1, true, true));
        assert_eq!((row.met(|field| field == "refund_policy"), row.met(|_| false)), (1, 0));
        assert!(!table.set("nothing · any", None));
        assert!(table.set(&name, None) && table == NeedsTable::default());
        assert!(!table.set(&name, None), "nothing changes");
    }

    #[test]
    fn every_row_has_a_name_of_its_own() {
        let table = NeedsTable::default();
        let names: std::collections::BTreeSet<String> = table.rows().iter().map(NeedsRow::name).collect();
        assert_eq!(names.len(), EVIDENCE_NEEDS.len());
    }
}
