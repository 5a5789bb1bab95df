//! Pages of lists: `limit`, `offset`, and the bounds of a time range.

use chrono::{DateTime, TimeDelta, Utc};

use super::fields::FieldReader;
use super::refusal::Refusal;
use super::settings::ListEnd;

/// Which page of what: `limit` 1–100, default 10; `offset` default 0
/// (limits).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageInput {
    pub limit: usize,
    pub offset: usize,
}

impl PageInput {
    /// Most rows of one page.
    pub const MAX_LIMIT: i64 = 100;
    const DEFAULT_LIMIT: i64 = 10;

    pub fn read(fields: &FieldReader) -> Result<Self, Refusal> {
        let limit = fields.integer("limit")?.unwrap_or(Self::DEFAULT_LIMIT);
        if !(1..=Self::MAX_LIMIT).contains(&limit) {
            return Err(Refusal::invalid("limit", format!("must be from 1 to {}, not {limit}", Self::MAX_LIMIT)));
        }
        let offset = fields.integer("offset")?.unwrap_or(0);
        let offset = usize::try_from(offset)
            .map_err(|_| Refusal::invalid("offset", format!("must be 0 or more, not {offset}")))?;
        Ok(Self { limit: usize::try_from(limit).unwrap_or(1), offset })
    }

    /// The page that is shown where one is asked for.
    pub fn under(self, end: ListEnd) -> Self {
        let offset = if end == ListEnd::Endless { 0 } else { self.offset };
        Self { offset, ..self }
    }

    /// The page with these rows of a list that has `total`, and what it says of the end.
    pub fn page<T>(self, rows: Vec<T>, total: i64, end: ListEnd) -> Page<T> {
        let shown = i64::try_from(self.offset.saturating_add(rows.len()));
        let has_more = !rows.is_empty() && shown.is_ok_and(|shown| shown < total);
        let (total, has_more) = match end {
            ListEnd::Both => (Some(total), Some(has_more)),
            ListEnd::TotalCount => (Some(total), None),
            ListEnd::HasMore => (None, Some(has_more)),
            ListEnd::ShortPage => (None, None),
            ListEnd::Endless => (None, Some(true)),
        };
        Page { rows, total, has_more }
    }
}

/// A page of a list, newest first.
#[derive(Debug, Clone)]
pub struct Page<T> {
    pub rows: Vec<T>,
    /// How many match on all pages, where that is said.
    pub total: Option<i64>,
    /// Where that is said.
    pub has_more: Option<bool>,
}

/// The first whole millisecond that is not before `time`.
pub fn ms_rounded_up(time: DateTime<Utc>) -> i64 {
    let rounded = time.checked_add_signed(TimeDelta::nanoseconds(999_999)).unwrap_or(time);
    rounded.timestamp_millis()
}
