//! What can be shown of disputes and payments: the service's metrics, and the rates that are made of its counts.

use serde::{Deserialize, Serialize};

use paydesk_domain::analytics::{Dimension, Metric, MetricRow, MetricValue, Subject};
use paydesk_domain::dispute::DisputeStatus;

use super::text;

/// One kind of number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    Disputes,
    DisputedAmount,
    LostAmount,
    /// Won ÷ (won + lost).
    WinRate,
    /// Disputes that are no longer open ÷ all.
    Decided,
    Payments,
    ProcessedAmount,
    /// Succeeded ÷ (succeeded + failed).
    SuccessRate,
}

/// What a metric of the service is called where people read; its own word is in the query.
pub(super) fn metric_text(metric: Metric) -> &'static str {
    match metric {
        Metric::DisputeStatusMetric => "disputes",
        Metric::TotalAmountDisputed => "disputed amount",
        Metric::TotalDisputeLostAmount => "lost amount",
        Metric::PaymentCount => "payments",
        Metric::PaymentSuccessRate => "success rate",
        Metric::PaymentProcessedAmount => "processed amount",
    }
}

/// How the numbers of a measure are to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MeasureKind {
    Count,
    /// In the lowest unit of a currency.
    Amount,
    /// In millionths, of a number of cases.
    Rate,
}

impl Measure {
    /// What a subject has, in the order it is shown.
    pub fn of(subject: Subject) -> &'static [Self] {
        match subject {
            Subject::Disputes => {
                &[Self::Disputes, Self::DisputedAmount, Self::LostAmount, Self::WinRate, Self::Decided]
            }
            Subject::Payments => &[Self::Payments, Self::SuccessRate, Self::ProcessedAmount],
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Disputes => "Disputes",
            Self::DisputedAmount => "Disputed amount",
            Self::LostAmount => "Lost amount",
            Self::WinRate => "Win rate",
            Self::Decided => text::DECIDED,
            Self::Payments => "Payments",
            Self::ProcessedAmount => "Processed amount",
            Self::SuccessRate => "Success rate",
        }
    }

    /// What the number says, shown on hover.
    pub fn definition(self) -> &'static str {
        match self {
            Self::Disputes => "Disputes opened in this period",
            Self::DisputedAmount => "Total amount disputed, per currency",
            Self::LostAmount => "Total of the disputes lost, per currency",
            Self::WinRate => "Won ÷ (won + lost), of the disputes opened in this period; open ones are not counted",
            Self::Decided => {
                "Disputes opened in this period that are no longer open or under review ÷ all \
                disputes opened in this period"
            }
            Self::Payments => "Payments created in this period, in any status",
            Self::ProcessedAmount => {
                "Payment amounts as the service totals them, per currency. Refunds are not deducted; less \
                 may have been captured."
            }
            Self::SuccessRate => {
                "Succeeded ÷ (succeeded + failed), from the counts; checked against the service's own rate"
            }
        }
    }

    pub fn kind(self) -> MeasureKind {
        match self {
            Self::Disputes | Self::Payments => MeasureKind::Count,
            Self::DisputedAmount | Self::LostAmount | Self::ProcessedAmount => MeasureKind::Amount,
            Self::WinRate | Self::Decided | Self::SuccessRate => MeasureKind::Rate,
        }
    }

    /// What is asked for to learn it.
    pub(super) fn metrics(self) -> &'static [Metric] {
        match self {
            Self::Disputes | Self::WinRate | Self::Decided => &[Metric::DisputeStatusMetric],
            Self::DisputedAmount => &[Metric::TotalAmountDisputed],
            Self::LostAmount => &[Metric::TotalDisputeLostAmount],
            Self::Payments => &[Metric::PaymentCount],
            Self::ProcessedAmount => &[Metric::PaymentProcessedAmount],
            Self::SuccessRate => &[Metric::PaymentCount, Metric::PaymentSuccessRate],
        }
    }

    /// Whether a row has a value that it is made of.
    pub(super) fn is_in(self, row: &MetricRow) -> bool {
        let source = match self {
            Self::SuccessRate => &[Metric::PaymentCount],
            Self::Disputes
            | Self::DisputedAmount
            | Self::LostAmount
            | Self::WinRate
            | Self::Decided
            | Self::Payments
            | Self::ProcessedAmount => self.metrics(),
        };
        source.iter().filter_map(|metric| row.value(*metric)).any(|value| match value {
            MetricValue::Count(_) | MetricValue::ByStatus(_) => self.kind() != MeasureKind::Amount,
            MetricValue::Amount { .. } => self.kind() == MeasureKind::Amount,
            MetricValue::Rate(_) | MetricValue::Nothing => false,
        })
    }

    /// What rows must be grouped by for it, whatever is shown: money by currency, rates by the status they count.
    pub fn needs(self) -> Option<Dimension> {
        match self {
            Self::Disputes | Self::Payments => None,
            Self::DisputedAmount | Self::LostAmount | Self::ProcessedAmount => Some(Dimension::Currency),
            Self::WinRate | Self::Decided => Some(Dimension::DisputeStatus),
            Self::SuccessRate => Some(Dimension::Status),
        }
    }

    /// The statuses that rows must have to count, where it is not all of them.
    pub(super) fn counts(self) -> Option<(Dimension, &'static [&'static str])> {
        match self {
            Self::Disputes | Self::DisputedAmount | Self::Decided | Self::Payments => None,
            Self::LostAmount => Some((Dimension::DisputeStatus, &["lost"])),
            Self::WinRate => Some((Dimension::DisputeStatus, &["won", "lost"])),
            Self::ProcessedAmount => Some((Dimension::Status, &["succeeded"])),
            Self::SuccessRate => Some((Dimension::Status, &["succeeded", "failed"])),
        }
    }

    /// The statuses a rate is made of, where it is of two: what counts, and what counts against it.
    pub fn parts(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::WinRate => Some(("won", "lost")),
            Self::SuccessRate => Some(("succeeded", "failed")),
            Self::Disputes
            | Self::DisputedAmount
            | Self::LostAmount
            | Self::Decided
            | Self::Payments
            | Self::ProcessedAmount => None,
        }
    }

    /// Whether a record of this status, as the API writes it, counts for the rate or against it; `None` where it is no part
    /// of it.
    pub fn hits(self, status: &str) -> Option<bool> {
        match (self, self.parts()) {
            (Self::Decided, _) => Some(!DisputeStatus::from_word(status).takes_evidence()),
            (_, Some((good, _))) if status == good => Some(true),
            (_, Some((_, bad))) if status == bad => Some(false),
            (_, _) => None,
        }
    }

    /// Whether it is known only once disputes are decided: those opened last come last.
    pub fn is_outcome(self) -> bool {
        matches!(self, Self::LostAmount | Self::WinRate)
    }
}
