//! How many payments of a period are disputed so far. The dispute rate counts the disputes that were opened in a period,
//! most of which are of earlier payments; a period's own payments go on being disputed for months.

use std::collections::BTreeSet;

use paydesk_domain::analytics::Dimension;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::value_unit::ValueUnit;

use super::Analytics;
use super::card_content::CardValue;
use super::range::Span;
use crate::features::disputes::Disputes;
use crate::features::history::History;

impl Analytics {
    /// How many succeeded payments of the board's currencies, created in `span`, have a dispute; at least so many where a dispute or
    /// its payment may not be known, and `None` where that says nothing.
    pub fn disputed_so_far(&self, disputes: &Disputes, history: &History, span: Span) -> Option<CardValue> {
        let columns = history.columns();
        let currencies = self.question().filter(Dimension::Currency);
        let rows = disputes.all().iter().map(|row| &row.dispute);
        // None is disputed before it is made.
        let later = rows.filter(|dispute| dispute.created.is_none_or(|opened| opened >= span.start));
        let asked = later.filter(|dispute| {
            currencies.is_empty() || currencies.iter().any(|code| code == dispute.amount.currency.code())
        });
        let (mut disputed, mut are_known) = (BTreeSet::new(), disputes.inbox.is_whole());
        for dispute in asked {
            let row = columns.find(&dispute.payment_id);
            match row.and_then(|row| Some((columns.created(row)?, columns.status(row)?))) {
                // As in the rate, of which it is the other number.
                Some((created, PaymentStatus::Succeeded)) if (span.start..=span.end).contains(&created) => {
                    disputed.insert(&dispute.payment_id);
                }
                Some(_) => {}
                None => are_known = false,
            }
        }
        let count = CardValue::count(i64::try_from(disputed.len()).ok()?);
        if are_known { Some(count) } else { count.in_part(&ValueUnit::Count) }
    }
}
