//! What the lists of records can show and be ordered by.

use std::cmp::Ordering;

use super::CollectionEntry;

/// What a column of a list of records shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RecordColumn {
    Title,
    /// The title, where it is an ID.
    TitleId,
    /// As a code.
    Id,
    /// As a text that is not read first.
    PlainId,
    Note,
    Customer,
    Amount,
    Currency,
    Status,
    /// What can be done with it from its row.
    Next,
    Created,
    Expires,
    By,
}

/// Orders two records of one kind; those without a value come first.
pub fn compare(a: &CollectionEntry, b: &CollectionEntry, column: RecordColumn) -> Ordering {
    let (left, right) = (&a.row, &b.row);
    match column {
        RecordColumn::Title | RecordColumn::TitleId => left.title.cmp(&right.title),
        RecordColumn::Id | RecordColumn::PlainId | RecordColumn::Next => left.id.cmp(&right.id),
        RecordColumn::Note => left.note.cmp(&right.note),
        // By its letters, whatever their case, apart from those of which no customer is known.
        RecordColumn::Customer => left
            .is_anonymous()
            .cmp(&right.is_anonymous())
            .then_with(|| letters(&left.customer).cmp(letters(&right.customer))),
        // Amounts of two currencies have no order: currencies stand together.
        RecordColumn::Amount => left.currency.cmp(&right.currency).then(left.amount_minor.cmp(&right.amount_minor)),
        RecordColumn::Currency => left.currency.cmp(&right.currency),
        RecordColumn::Status => left.status.label().cmp(&right.status.label()),
        RecordColumn::Created => a.known.record.made_at.cmp(&b.known.record.made_at),
        RecordColumn::Expires => left.expires_at.cmp(&right.expires_at),
        RecordColumn::By => left.by.cmp(&right.by),
    }
}

fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(char::to_lowercase)
}
