//! Which rows of a list are marked, whatever order they are in.

use std::collections::HashSet;
use std::hash::Hash;

use super::ListRows;
use paydesk_domain::money::Money;
use paydesk_domain::money_sums::MoneySums;
use paydesk_widgets::table::MarkChange;

/// Marked rows, by their keys.
#[derive(Debug)]
pub struct Marks<K> {
    keys: HashSet<K>,
    /// The row that was changed last.
    last: Option<K>,
    /// Where the rows that are marked with Shift and the arrows begin.
    anchor: Option<K>,
    /// The rows they were chosen from: another search or filter begins anew.
    questions: Option<u64>,
    /// Counts how often other rows were marked.
    changes: u64,
    /// What the marked rows sum up to, as of how many changes and which revision; `None` where an amount is not known.
    sums: Option<((u64, u64), Option<MoneySums>)>,
    /// How many of the marked rows allow each of some kinds, as of how many changes and which revision.
    counts: Option<((u64, u64), Vec<usize>)>,
    /// The revision of the rows in which those that are gone were given up.
    listed_at: Option<u64>,
}

impl<K> Default for Marks<K> {
    fn default() -> Self {
        Self {
            keys: HashSet::new(),
            last: None,
            anchor: None,
            questions: None,
            changes: 0,
            sums: None,
            counts: None,
            listed_at: None,
        }
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

    /// What the marked rows sum up to, counted again where others are marked or `revision` is another number; `None` where
    /// an amount is not known.
    pub fn sums(&mut self, revision: u64, amount: &dyn Fn(&K) -> Option<Money>) -> Option<&MoneySums> {
        let at = (self.changes, revision);
        if self.sums.as_ref().is_none_or(|(counted_at, _)| *counted_at != at) {
            self.sums = Some((at, self.keys.iter().map(amount).collect()));
        }
        self.sums.as_ref().and_then(|(_, sums)| sums.as_ref())
    }

    /// How many of the marked rows allow each of `kinds`, counted again where others are marked or `revision` is another
    /// number.
    pub fn counts<A: Copy>(&mut self, revision: u64, kinds: &[A], allows: &dyn Fn(&K, A) -> bool) -> &[usize] {
        let at = (self.changes, revision);
        if self.counts.as_ref().is_none_or(|(counted_at, _)| *counted_at != at) {
            let count = |kind: &A| self.keys.iter().filter(|key| allows(key, *kind)).count();
            self.counts = Some((at, kinds.iter().map(count).collect()));
        }
        self.counts.as_ref().map_or(&[], |(_, counts)| counts)
    }

    pub fn clear(&mut self) {
        self.changes += 1;
        self.keys.clear();
        self.last = None;
    }

    /// Marks this row, and no other.
    pub fn set_only(&mut self, key: K) {
        self.clear();
        self.keys.insert(key.clone());
        self.last = Some(key);
    }

    /// Gives up what was marked among other rows.
    pub fn follow<R: ListRows<Key = K>>(&mut self, rows: &R) {
        if self.questions.replace(rows.questions()).is_some_and(|before| before != rows.questions()) {
            self.clear();
        }
    }

    /// Gives up rows that are not listed any more: nothing is done to what nobody sees.
    pub fn keep_listed<R: ListRows<Key = K>>(&mut self, rows: &R) {
        let is_looked_at = self.listed_at.replace(rows.revision()) == Some(rows.revision());
        if is_looked_at || self.is_empty() {
            return;
        }
        let listed = self.in_order(rows);
        self.changes += u64::from(listed.len() != self.keys.len());
        self.keys = listed.into_iter().collect();
    }

    /// Those that are marked, in the order of the list; rows that are not listed any more are left out.
    pub fn in_order<R: ListRows<Key = K>>(&self, rows: &R) -> Vec<K> {
        (0..rows.len()).filter_map(|row| rows.key(row)).filter(|key| self.has(key)).cloned().collect()
    }

    pub fn change<R: ListRows<Key = K>>(&mut self, rows: &R, change: MarkChange) {
        self.changes += 1;
        match change {
            MarkChange::Toggle(row) => {
                let Some(key) = rows.key(row).cloned() else { return };
                if !self.keys.remove(&key) {
                    self.keys.insert(key.clone());
                }
                self.anchor = Some(key.clone());
                self.last = Some(key);
            }
            MarkChange::To(row) => {
                let from = self.last.as_ref().and_then(|last| rows.position(last)).unwrap_or(row);
                self.mark(rows, from.min(row)..=from.max(row));
                self.anchor = rows.key(from).cloned();
                self.last = rows.key(row).cloned();
            }
            MarkChange::Both(from, to) if from < to => (from..to).for_each(|row| self.step(rows, row, row + 1)),
            MarkChange::Both(from, to) => (to..from).rev().for_each(|row| self.step(rows, row + 1, row)),
            MarkChange::All => self.mark(rows, 0..=rows.len().saturating_sub(1)),
            MarkChange::Clear => self.clear(),
        }
    }

    /// Marks one row more; on the way back to where the marks begin, one less.
    fn step<R: ListRows<Key = K>>(&mut self, rows: &R, from: usize, to: usize) {
        let Some((left, reached)) = rows.key(from).cloned().zip(rows.key(to).cloned()) else { return };
        if self.last.as_ref() != Some(&left) || !self.has(&left) {
            self.anchor = Some(left.clone());
        }
        let begins_at = self.anchor.as_ref().and_then(|anchor| rows.position(anchor)).unwrap_or(from);
        if to.abs_diff(begins_at) < from.abs_diff(begins_at) {
            self.keys.remove(&left);
        } else {
            self.keys.insert(left);
        }
        self.keys.insert(reached.clone());
        self.last = Some(reached);
    }

    fn mark<R: ListRows<Key = K>>(&mut self, rows: &R, range: std::ops::RangeInclusive<usize>) {
        self.keys.extend(range.filter_map(|row| rows.key(row).cloned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Letters;

    impl ListRows for Letters {
        type Key = char;

        fn len(&self) -> usize {
            6
        }

        fn key(&self, row: usize) -> Option<&char> {
            ['a', 'b', 'c', 'd', 'e', 'f'].get(row)
        }

        fn position(&self, key: &char) -> Option<usize> {
            ('a'..='f').position(|letter| letter == *key)
        }

        fn revision(&self) -> u64 {
            1
        }

        fn questions(&self) -> u64 {
            0
        }
    }

    fn marked(marks: &Marks<char>) -> String {
        marks.in_order(&Letters).into_iter().collect()
    }

    #[test]
    fn shift_and_the_arrows_extend_the_marks_and_take_them_back_on_the_way_home() {
        let mut marks = Marks::default();
        let mut step = |from, to| {
            marks.change(&Letters, MarkChange::Both(from, to));
            marked(&marks)
        };
        assert_eq!([step(1, 2), step(2, 3)], ["bc", "bcd"]);
        assert_eq!([step(3, 2), step(2, 1), step(1, 0)], ["bc", "b", "ab"], "back, and on beyond where it began");
        assert_eq!(step(0, 1), "b");
        assert_eq!(step(4, 5), "bef", "from elsewhere it begins anew");
    }

    #[test]
    fn what_was_marked_up_to_a_row_is_taken_back_from_there() {
        let mut marks = Marks::default();
        marks.change(&Letters, MarkChange::Toggle(1));
        marks.change(&Letters, MarkChange::To(3));
        assert_eq!(marked(&marks), "bcd");
        marks.change(&Letters, MarkChange::Both(3, 2));
        assert_eq!(marked(&marks), "bc");
    }
}
