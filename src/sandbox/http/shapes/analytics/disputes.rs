//! Disputes as the figures of that service count them: by its own statuses, of which the engine has fewer.

use super::query::MetricsQuery;
use crate::engine::analytics::{FigureValue, NamedFigure};
use crate::engine::{Refusal, Work};
use crate::hyperswitch::dispute_status;
use crate::storage::disputes::{DisputeFilter, DisputeRecord, page};

/// One row of figures for each dispute that was opened in the time that is asked for.
pub fn count(work: &Work, asked: &MetricsQuery) -> Result<Vec<Vec<NamedFigure>>, Refusal> {
    let filter = DisputeFilter {
        created_from_ms: Some(asked.from.timestamp_millis()),
        created_to_ms: asked.to.map(|to| to.timestamp_millis()),
        ..DisputeFilter::default()
    };
    let mut found = page(work.db, &filter, 0, i64::MAX as usize)?;
    found.retain(|dispute| {
        asked.lets("currency", &dispute.currency) && asked.lets("dispute_stage", dispute.stage.as_ref())
    });
    found.sort_by_key(|dispute| dispute.created);
    Ok(found.iter().map(|dispute| row(work, asked, dispute)).collect())
}

fn row(work: &Work, asked: &MetricsQuery, dispute: &DisputeRecord) -> Vec<NamedFigure> {
    let status = dispute_status(dispute);
    let words = [
        ("dispute_status", status.strip_prefix("dispute_").unwrap_or(status)),
        ("dispute_stage", dispute.stage.as_ref()),
        ("currency", &dispute.currency),
        ("profile_id", &work.credentials.profile_id),
    ];
    let words = words.map(|(name, word)| (name.to_owned(), FigureValue::Word(Some(word.to_owned()))));
    let bucket = asked.bucket_of(dispute.created).map(|start| FigureValue::Word(Some(start)));
    let bucket = bucket.map(|start| ("time_bucket".to_owned(), start));
    let numbers = [("dispute_status_metric", 1), ("total_amount_disputed", dispute.amount)];
    let numbers = numbers.map(|(name, number)| (name.to_owned(), FigureValue::Integer(number)));
    bucket.into_iter().chain(words).chain(numbers).collect()
}
