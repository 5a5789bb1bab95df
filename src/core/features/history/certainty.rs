//! Of what is known of payments, how far it answers a query: what was not read finds nothing.

use paydesk_domain::known::Known;
use paydesk_index::payment_query::{PaymentQuery, QueryCondition, QueryKey, QueryTerm};

/// What is known of the refunds and disputes of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct RelatedMarks {
    pub refunded: bool,
    pub disputed: bool,
}

/// Whether all refunds, and all disputes, of the service are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RelatedKnown {
    pub refunds: bool,
    pub disputes: bool,
}

/// How far a count of what `query` finds is exact, where every payment is known.
pub(super) fn certainty(query: &PaymentQuery, all_detailed: bool, related: RelatedKnown) -> fn(u64) -> Known<u64> {
    let is_answered = |condition: &&QueryCondition| {
        let asks = |key: QueryKey| condition.term.key() == Some(key);
        (related.refunds || !asks(QueryKey::Refunded))
            && (related.disputes || !asks(QueryKey::Disputed))
            && (all_detailed || !condition.term.asks_for_details())
    };
    let finds_more = |condition: &QueryCondition| {
        condition.negated != matches!(condition.term, QueryTerm::Refunded(false) | QueryTerm::Disputed(false))
    };
    let open: Vec<&QueryCondition> = query.conditions.iter().filter(|condition| !is_answered(condition)).collect();
    match open.is_empty() {
        true => Known::Exact,
        // It also finds what is only not known to be refunded.
        false if open.into_iter().any(finds_more) => |_| Known::Unknown,
        false => Known::AtLeast,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_index::payment_query::parse_query;

    #[test]
    fn what_was_not_read_finds_nothing_so_a_count_is_at_least_and_what_excludes_it_is_not_known() {
        let nothing = RelatedKnown { refunds: false, disputes: false };
        let count =
            |text: &str, all_detailed, related| certainty(&parse_query(text).unwrap(), all_detailed, related)(7);
        for (text, expected) in [
            ("", Known::Exact(7)),
            ("status:failed created:2026-10", Known::Exact(7)),
            ("-status:failed", Known::Exact(7)),
            ("email:anna", Known::AtLeast(7)),
            ("disputed:yes", Known::AtLeast(7)),
            ("refunded:yes status:succeeded", Known::AtLeast(7)),
            ("disputed:no", Known::Unknown),
            ("-disputed:yes", Known::Unknown),
            ("-email:anna", Known::Unknown),
            ("email:anna disputed:no", Known::Unknown),
        ] {
            assert_eq!(count(text, false, nothing), expected, "{text}");
            assert_eq!(count(text, true, RelatedKnown { refunds: true, disputes: true }), Known::Exact(7), "{text}");
        }
    }
}
