//! Refunds, of which the engine has no figures.

use super::query::MetricsQuery;
use crate::engine::analytics::{FigureValue, NamedFigure};
use crate::engine::{Refusal, Work};
use crate::storage::refunds::{RefundRecord, page};

/// One row of figures for each refund that was made in the time that is asked for.
pub fn count(work: &Work, asked: &MetricsQuery) -> Result<Vec<Vec<NamedFigure>>, Refusal> {
    let found = page(work.db, None, 0, i64::MAX as usize)?;
    let is_asked = |refund: &&RefundRecord| {
        refund.created >= asked.from
            && asked.to.is_none_or(|to| refund.created <= to)
            && asked.lets("currency", &refund.currency)
    };
    Ok(found.iter().filter(is_asked).map(|refund| row(asked, refund)).collect())
}

fn row(asked: &MetricsQuery, refund: &RefundRecord) -> Vec<NamedFigure> {
    let words = [("refund_status", refund.status.as_ref()), ("currency", &refund.currency)];
    let words = words.map(|(name, word)| (name.to_owned(), FigureValue::Word(Some(word.to_owned()))));
    let bucket = asked.bucket_of(refund.created).map(|start| FigureValue::Word(Some(start)));
    let bucket = bucket.map(|start| ("time_bucket".to_owned(), start));
    let numbers = [("refund_count", 1), ("refund_amount", refund.amount)];
    let numbers = numbers.map(|(name, number)| (name.to_owned(), FigureValue::Integer(number)));
    bucket.into_iter().chain(words).chain(numbers).collect()
}
