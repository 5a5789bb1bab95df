//! A set of rows, one bit each.

use super::matcher::WORDS;

/// Which rows were found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RowSet {
    words: Vec<u64>,
    rows: usize,
}

impl RowSet {
    /// Takes the bits of `rows` rows, those of one chunk behind the other.
    pub(super) fn from_words(words: Vec<u64>, rows: usize) -> Self {
        Self { words, rows }
    }

    /// These of `rows` rows.
    pub(super) fn of(rows: usize, found: &[u32]) -> Self {
        let mut words = vec![0; rows.div_ceil(64)];
        found.iter().for_each(|row| words[*row as usize / 64] |= 1 << (row % 64));
        Self { words, rows }
    }

    /// Of how many rows it is.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many are found.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The bits of a chunk, by its place.
    pub(super) fn of_chunk(&self, place: usize) -> &[u64] {
        let from = (place * WORDS).min(self.words.len());
        &self.words[from..(from + WORDS).min(self.words.len())]
    }

    #[inline]
    pub fn has(&self, row: usize) -> bool {
        self.words.get(row / 64).is_some_and(|word| word >> (row % 64) & 1 == 1)
    }

    /// Those of `order` that are found, in that order; `order` names no row twice.
    pub fn pick(&self, order: &[u32]) -> Vec<u32> {
        let count = self.count();
        if count == order.len() {
            return order.to_vec();
        }
        let mut picked = vec![0; count + 1];
        let mut next = 0;
        // Written whether it is found or not, and passed over where it is not: no branch to predict.
        for row in order {
            picked[next] = *row;
            next = (next + usize::from(self.has(*row as usize))).min(count);
        }
        picked.truncate(next);
        picked
    }
}

/// Calls `visit` with the place of each bit that is set.
#[inline]
pub(super) fn each_bit(words: &[u64], mut visit: impl FnMut(usize)) {
    for (index, word) in words.iter().enumerate() {
        let mut left = *word;
        while left != 0 {
            visit(index * 64 + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}
