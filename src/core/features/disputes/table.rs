//! The rows of the inbox that are here, and which of them are shown in which order.

use std::collections::HashMap;

use paydesk_domain::ids::DisputeId;

use super::rows::{DisputeSort, DisputeTableRow, compare};

/// The loaded rows, an index by dispute id, and the indices of those that are shown.
#[derive(Debug, Default)]
pub(super) struct DisputeTable {
    loaded: Vec<DisputeTableRow>,
    /// Disputes that we have a draft of and that could not be read.
    offline: Vec<DisputeTableRow>,
    /// Where a dispute is in `loaded`.
    index: HashMap<DisputeId, usize>,
    /// Indices into `loaded` and, behind its end, into `offline`; picked and ordered.
    shown: Vec<u32>,
    /// Whether the service reported the deadline of any row so far.
    pub(super) reports_deadlines: bool,
    /// Counts how often rows came, went or moved.
    pub(super) revision: u64,
    /// Counts every row that came or changed.
    pub(super) changes: u64,
}

impl DisputeTable {
    pub(super) fn loaded(&self) -> &[DisputeTableRow] {
        &self.loaded
    }

    pub(super) fn offline(&self) -> &[DisputeTableRow] {
        &self.offline
    }

    pub(super) fn shown_count(&self) -> usize {
        self.shown.len()
    }

    pub(super) fn has_loaded(&self, dispute_id: &DisputeId) -> bool {
        self.index.contains_key(dispute_id)
    }

    /// The row at `index` of what is shown.
    pub(super) fn shown(&self, index: usize) -> Option<&DisputeTableRow> {
        self.shown.get(index).and_then(|row| self.row(*row as usize))
    }

    fn row(&self, index: usize) -> Option<&DisputeTableRow> {
        self.loaded.get(index).or_else(|| self.offline.get(index.checked_sub(self.loaded.len())?))
    }

    pub(super) fn find(&self, dispute_id: &DisputeId) -> Option<&DisputeTableRow> {
        let offline = || self.offline.iter().find(|row| row.dispute.dispute_id == *dispute_id);
        self.index.get(dispute_id).map(|row| &self.loaded[*row]).or_else(offline)
    }

    /// Where a dispute is in what is shown.
    pub(super) fn position(&self, dispute_id: &DisputeId) -> Option<usize> {
        let is_it = |row: &DisputeTableRow| row.dispute.dispute_id == *dispute_id;
        self.shown.iter().position(|shown| self.row(*shown as usize).is_some_and(is_it))
    }

    pub(super) fn clear(&mut self) {
        self.loaded.clear();
        self.index.clear();
        self.shown.clear();
        self.revision += 1;
    }

    /// Takes in a row, or replaces the one of the same dispute. The order is the caller's business.
    pub(super) fn put(&mut self, row: DisputeTableRow) {
        self.changes += 1;
        self.reports_deadlines |= row.dispute.evidence_deadline.is_some();
        match self.index.get(&row.dispute.dispute_id) {
            Some(known) => self.loaded[*known] = row,
            None => {
                self.index.insert(row.dispute.dispute_id.clone(), self.loaded.len());
                self.loaded.push(row);
            }
        }
    }

    /// Writes every row that is loaded again.
    pub(super) fn rewrite(&mut self, rewrite: impl Fn(&DisputeTableRow) -> DisputeTableRow) {
        self.loaded.iter_mut().for_each(|row| *row = rewrite(row));
        self.changes += 1;
    }

    /// Picks and orders what is shown again.
    pub(super) fn order(
        &mut self,
        offline: Vec<DisputeTableRow>,
        sort: DisputeSort,
        is_shown: impl Fn(&DisputeTableRow) -> bool,
    ) {
        self.offline = offline;
        let rows: Vec<&DisputeTableRow> = self.loaded.iter().chain(&self.offline).collect();
        let indices = (0..rows.len()).filter(|index| is_shown(rows[*index]));
        let mut shown: Vec<u32> = indices.filter_map(|index| u32::try_from(index).ok()).collect();
        shown.sort_by(|a, b| compare(rows[*a as usize], rows[*b as usize], sort));
        self.shown = shown;
        self.revision += 1;
    }
}
