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

/// What is known of all payments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct KnownOfAll {
    /// The details of each were read.
    pub details: bool,
    /// When each was created.
    pub dates: bool,
    pub related: RelatedKnown,
}

/// How far a count of what `query` finds is exact, where every payment is known.
pub(super) fn certainty(query: &PaymentQuery, known: KnownOfAll) -> fn(u64) -> Known<u64> {
    let KnownOfAll { details, dates, related } = known;
    let is_answered = |condition: &&QueryCondition| {
        let asks = |key: QueryKey| condition.term.key() == Some(key);
        (related.refunds || !asks(QueryKey::Refunded))
            && (related.disputes || !asks(QueryKey::Disputed))
            && (dates || !asks(QueryKey::Created))
            && (details || !condition.term.asks_for_details())
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
        let none =
            KnownOfAll { details: false, dates: true, related: RelatedKnown { refunds: false, disputes: false } };
        let all = KnownOfAll { details: true, dates: true, related: RelatedKnown { refunds: true, disputes: true } };
        let count = |text: &str, known| certainty(&parse_query(text).unwrap(), known)(7);
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
            assert_eq!(count(text, none), expected, "{text}");
            assert_eq!(count(text, all), Known::Exact(7), "{text}");
        }
        let undated = KnownOfAll { dates: false, ..all };
        assert_eq!(count("status:failed created:2026-10", undated), Known::AtLeast(7));
        assert_eq!(count("-created:2026-10", undated), Known::Unknown);
        assert_eq!(count("status:failed", undated), Known::Exact(7));
    }
}
