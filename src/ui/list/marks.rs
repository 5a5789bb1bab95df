//! Which rows of a list are marked, whatever order they are in.

use std::collections::HashSet;
use std::hash::Hash;

use super::ListRows;
use crate::ui::widgets::table::MarkChange;

/// Marked rows, by their keys.
#[derive(Debug)]
pub struct Marks<K> {
    keys: HashSet<K>,
    /// The row that was changed last.
    last: Option<K>,
    /// The rows they were chosen from: another search or filter begins anew.
    questions: Option<u64>,
}

impl<K> Default for Marks<K> {
    fn default() -> Self {
        Self { keys: HashSet::new(), last: None, questions: None }
    }
}

impl<K: Clone + Eq + Hash> Marks<K> {
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    pub fn has(&self, key: &K) -> bool {
        self.keys.contains(key)
    }

    pub fn clear(&mut self) {
        self.keys.clear();
        self.last = None;
    }

    /// Gives up what was marked among other rows.
    pub fn follow<R: ListRows<Key = K>>(&mut self, rows: &R) {
        if self.questions.replace(rows.questions()).is_some_and(|before| before != rows.questions()) {
            self.clear();
        }
    }

    /// Those that are marked, in the order of the list; rows that are not listed any more are left out.
    pub fn in_order<R: ListRows<Key = K>>(&self, rows: &R) -> Vec<K> {
        (0..rows.len()).filter_map(|row| rows.key(row)).filter(|key| self.has(key)).cloned().collect()
    }

    pub fn change<R: ListRows<Key = K>>(&mut self, rows: &R, change: MarkChange) {
        match change {
            MarkChange::Toggle(row) => {
                let Some(key) = rows.key(row).cloned() else { return };
                if !self.keys.remove(&key) {
                    self.keys.insert(key.clone());
                }
                self.last = Some(key);
            }
            MarkChange::To(row) => {
                let from = self.last.as_ref().and_then(|last| rows.position(last)).unwrap_or(row);
                self.mark(rows, from.min(row)..=from.max(row));
                self.last = rows.key(row).cloned();
            }
            MarkChange::Both(from, to) => {
                self.mark(rows, from.min(to)..=from.max(to));
                self.last = rows.key(to).cloned();
            }
            MarkChange::All => self.mark(rows, 0..=rows.len().saturating_sub(1)),
            MarkChange::Clear => self.clear(),
        }
    }

    fn mark<R: ListRows<Key = K>>(&mut self, rows: &R, range: std::ops::RangeInclusive<usize>) {
        self.keys.extend(range.filter_map(|row| rows.key(row).cloned()));
    }
}
