//! Columns that take less memory as long as their numbers allow it.

use super::dictionary::NONE;

/// [`NONE`] as a byte.
const NO_BYTE: u8 = u8::MAX;

/// Numbers of a [dictionary](super::dictionary): a byte for each, two once one is too large.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueColumn {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
}

impl Default for ValueColumn {
    fn default() -> Self {
        Self::Bytes(Vec::new())
    }
}

#[inline]
fn byte(number: u16) -> Option<u8> {
    if number == NONE { Some(NO_BYTE) } else { u8::try_from(number).ok().filter(|byte| *byte != NO_BYTE) }
}

#[inline]
fn word(byte: u8) -> u16 {
    if byte == NO_BYTE { NONE } else { u16::from(byte) }
}

impl ValueColumn {
    pub fn len(&self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.len(),
            Self::Words(words) => words.len(),
        }
    }

    #[inline]
    pub fn get(&self, row: usize) -> u16 {
        match self {
            Self::Bytes(bytes) => word(bytes[row]),
            Self::Words(words) => words[row],
        }
    }

    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = u16> {
        (0..self.len()).map(|row| self.get(row))
    }

    #[inline]
    pub fn push(&mut self, number: u16) {
        self.widen_for(number);
        match self {
            Self::Bytes(bytes) => bytes.push(byte(number).unwrap_or(NO_BYTE)),
            Self::Words(words) => words.push(number),
        }
    }

    pub fn set(&mut self, row: usize, number: u16) {
        self.widen_for(number);
        match self {
            Self::Bytes(bytes) => bytes[row] = byte(number).unwrap_or(NO_BYTE),
            Self::Words(words) => words[row] = number,
        }
    }

    /// Words from now on, where the number has no byte.
    fn widen_for(&mut self, number: u16) {
        if byte(number).is_none() && matches!(self, Self::Bytes(_)) {
            *self = Self::Words(self.iter().collect());
        }
    }

    /// Which rows have a number for which `table` holds, row by row.
    #[inline]
    pub fn by_table<'a>(&'a self, table: &'a [bool]) -> impl Fn(usize) -> bool + 'a {
        let mut of_byte = [false; 256];
        of_byte.iter_mut().zip(table).for_each(|(of_byte, is_wanted)| *of_byte = *is_wanted);
        of_byte[usize::from(NO_BYTE)] = false;
        move |row| match self {
            Self::Bytes(bytes) => of_byte[usize::from(bytes[row])],
            Self::Words(words) => table.get(usize::from(words[row])).copied().unwrap_or(false),
        }
    }

    pub fn memory(&self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.capacity(),
            Self::Words(words) => words.capacity() * size_of::<u16>(),
        }
    }
}

impl FromIterator<u16> for ValueColumn {
    fn from_iter<I: IntoIterator<Item = u16>>(numbers: I) -> Self {
        let mut column = Self::default();
        numbers.into_iter().for_each(|number| column.push(number));
        column
    }
}

/// Numbers of rows elsewhere, which nearly always follow each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoredNumbers {
    /// So many, from the first one on.
    Run {
        first: u32,
        len: usize,
    },
    Each(Vec<u32>),
}

impl Default for StoredNumbers {
    fn default() -> Self {
        Self::Run { first: 0, len: 0 }
    }
}

impl StoredNumbers {
    #[inline]
    pub fn get(&self, row: usize) -> u32 {
        match self {
            Self::Run { first, .. } => first + row as u32,
            Self::Each(numbers) => numbers[row],
        }
    }

    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        let len = match self {
            Self::Run { len, .. } => *len,
            Self::Each(numbers) => numbers.len(),
        };
        (0..len).map(|row| self.get(row))
    }

    #[inline]
    pub fn push(&mut self, number: u32) {
        match self {
            Self::Run { first, len: len @ 0 } => (*first, *len) = (number, 1),
            Self::Run { first, len } if first.checked_add(*len as u32) == Some(number) => *len += 1,
            Self::Run { .. } => *self = Self::Each(self.iter().chain([number]).collect()),
            Self::Each(numbers) => numbers.push(number),
        }
    }

    pub fn memory(&self) -> usize {
        match self {
            Self::Run { .. } => 0,
            Self::Each(numbers) => numbers.capacity() * size_of::<u32>(),
        }
    }
}

impl FromIterator<u32> for StoredNumbers {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Self {
        let mut column = Self::default();
        numbers.into_iter().for_each(|number| column.push(number));
        column
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_whether_they_fit_a_byte_or_not() {
        let few = [0, 3, NONE, 254];
        let mut column: ValueColumn = few.into_iter().collect();
        assert!(matches!(column, ValueColumn::Bytes(_)));
        assert!(column.iter().eq(few));
        let mut table = vec![false; 300];
        (table[3], table[254], table[255]) = (true, true, true);
        let wanted = |column: &ValueColumn| -> Vec<bool> { (0..column.len()).map(column.by_table(&table)).collect() };
        assert_eq!(wanted(&column), [false, true, false, true]);
        column.set(0, 255);
        column.push(299);
        assert!(column.iter().eq([255, 3, NONE, 254, 299]));
        assert_eq!(wanted(&column), [true, true, false, true, false]);
        column.set(4, 1);
        assert_eq!(column.get(4), 1);
    }

    #[test]
    fn numbers_that_follow_each_other_take_no_memory_and_others_come_back() {
        let run: StoredNumbers = (7..90).collect();
        assert_eq!((run.memory(), run.get(5)), (0, 12));
        let numbers = [7, 8, 9, 20, 21];
        let mixed: StoredNumbers = numbers.into_iter().collect();
        assert!(mixed.iter().eq(numbers));
        assert_eq!(mixed.get(3), 20);
        assert_eq!([u32::MAX, 0].into_iter().collect::<StoredNumbers>().get(1), 0);
    }
}
