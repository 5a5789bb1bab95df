//! Until when evidence counts: the service has no field for it, so it is estimated by a policy of ours, and always
//! labelled so.

use chrono::{DateTime, TimeDelta, Utc};

use super::evidence::evidence_needs;
use super::zone::Zone;

/// A rule of the policy: how many days after a dispute was created its evidence is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeadlineRule {
    /// The reason as named in [`super::evidence::EVIDENCE_REQUIREMENTS`].
    pub reason: &'static str,
    pub days: i64,
}

/// The policy to begin with. Cautious where nobody knows the reason.
pub const DEADLINE_RULES: [DeadlineRule; 7] = [
    DeadlineRule { reason: "fraudulent", days: 14 },
    DeadlineRule { reason: "product_not_received", days: 14 },
    DeadlineRule { reason: "product_unacceptable", days: 14 },
    DeadlineRule { reason: "credit_not_processed", days: 14 },
    DeadlineRule { reason: "subscription_canceled", days: 14 },
    DeadlineRule { reason: "duplicate", days: 10 },
    DeadlineRule { reason: GENERAL, days: 7 },
];

/// Fewest and most days that a rule may be set to.
pub const DEADLINE_DAYS: std::ops::RangeInclusive<i64> = 1..=120;

/// The reason of all that are no other.
pub const GENERAL: &str = "general";

/// The reason of the policy that a reason of the service falls under.
pub fn known_reason(reason: &str) -> &'static str {
    evidence_needs(reason).first().map_or(GENERAL, |row| row.reason)
}

/// The days of the policy for a known reason.
pub fn deadline_days(known_reason: &str) -> i64 {
    let rule = DEADLINE_RULES.iter().find(|rule| rule.reason == known_reason);
    rule.map_or(DEADLINE_RULES[DEADLINE_RULES.len() - 1].days, |rule| rule.days)
}

/// What stands before the time until which evidence counts.
pub const RESPOND_BY: &str = "Respond by";

/// Until when evidence counts, in the same words in the list, in notifications, and in saved documents: with the zone, and
/// whether it is estimated.
pub fn respond_by(deadline: DateTime<Utc>, is_estimated: bool, zone: Zone) -> String {
    let estimated = if is_estimated { " (est.)" } else { "" };
    format!("{}{estimated}", zone.deadline(deadline))
}

/// How pressing it is to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AnswerBy {
    Overdue,
    /// At most 24 hours are left.
    LastDay,
    /// At most 72 hours are left; how many whole days that is.
    Days(i64),
    /// More than 72 hours are left; how many whole days that is.
    Later(i64),
}

/// How pressing an answer before `deadline` is at `now`.
pub fn answer_by(deadline: DateTime<Utc>, now: DateTime<Utc>) -> AnswerBy {
    let left = deadline - now;
    if left <= TimeDelta::zero() {
        AnswerBy::Overdue
    } else if left <= TimeDelta::hours(24) {
        AnswerBy::LastDay
    } else if left <= TimeDelta::hours(72) {
        AnswerBy::Days(left.num_days())
    } else {
        AnswerBy::Later(left.num_days())
    }
}

impl AnswerBy {
    /// For a chip or a cell.
    pub fn text(self) -> String {
        match self {
            Self::Overdue => "Overdue".to_owned(),
            Self::LastDay => "Last day".to_owned(),
            Self::Days(1) => "1 day left".to_owned(),
            Self::Days(days) | Self::Later(days) => format!("{days} days left"),
        }
    }
}

/// A reason as plain text, and what the cardholder's bank wants to see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlainReason {
    /// As a short text, for a cell.
    pub short: &'static str,
    pub text: &'static str,
    pub wanted: &'static str,
}

/// The reason as plain text.
pub fn plain_reason(reason: &str) -> PlainReason {
    let plain = |short, text, wanted| PlainReason { short, text, wanted };
    match known_reason(reason) {
        "fraudulent" => plain(
            "Fraudulent",
            "The cardholder says they did not make or authorize this payment",
            "Proof that the purchase was the cardholder's own: delivery to their address, use of the service, what \
                they wrote to you",
        ),
        "product_not_received" => plain(
            "Product not received",
            "The cardholder says their order never arrived",
            "Proof of delivery or of use, with the address, the date and the tracking number",
        ),
        "product_unacceptable" => plain(
            "Product unacceptable",
            "The cardholder says the goods were faulty or not as described",
            "What was promised, what was delivered, and what you offered when they complained",
        ),
        "credit_not_processed" => plain(
            "Credit not processed",
            "The cardholder says a promised refund never came",
            "Proof of the refund or why none was due, and proof that they knew the refund policy before they \
                paid",
        ),
        "subscription_canceled" => plain(
            "Subscription cancelled",
            "The cardholder says they had cancelled before this charge",
            "The cancellation policy, how it was shown, and proof that they had not cancelled or that they went on \
                using the service",
        ),
        "duplicate" => plain(
            "Duplicate",
            "The cardholder says they were charged twice for the same thing",
            "Proof of two separate orders: invoices or receipts for both, and how they differ",
        ),
        _ => plain(
            "Other reason",
            "The bank gives a reason Paydesk does not know",
            "The receipt, and what you and the customer wrote to each other",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::EVIDENCE_REQUIREMENTS;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn every_known_reason_has_a_rule_and_words_of_its_own() {
        for row in &EVIDENCE_REQUIREMENTS {
            assert!(DEADLINE_RULES.iter().any(|rule| rule.reason == row.reason), "{}", row.reason);
            assert_eq!(known_reason(row.reason), row.reason);
            let others = EVIDENCE_REQUIREMENTS.iter().filter(|other| other.reason != row.reason);
            let plain = plain_reason(row.reason);
            let differs = |other: &PlainReason| other.text != plain.text && other.short != plain.short;
            assert!(others.into_iter().all(|other| differs(&plain_reason(other.reason))), "{}", row.reason);
        }
        assert_eq!(deadline_days(known_reason("10.4 whatever")), 7);
        assert_eq!(plain_reason("GOODS_NOT_RECEIVED").short, "Product not received");
        assert_eq!(plain_reason("10.4 whatever").short, "Other reason");
    }

    #[test]
    fn the_chips_change_at_three_days_at_one_and_at_the_end() {
        let deadline = at("2026-11-24T12:00:00Z");
        let text = |now: &str| answer_by(deadline, at(now)).text();
        assert_eq!(answer_by(deadline, at("2026-11-21T11:59:59Z")), AnswerBy::Later(3));
        assert_eq!(text("2026-11-21T12:00:00Z"), "3 days left");
        assert_eq!(text("2026-11-21T12:00:01Z"), "2 days left", "never more than there are");
        assert_eq!(text("2026-11-23T11:59:59Z"), "1 day left");
        assert_eq!(text("2026-11-23T12:00:00Z"), "Last day");
        assert_eq!(text("2026-11-24T12:00:00Z"), "Overdue");
    }
}
