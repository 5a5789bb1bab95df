//! What analytics can be asked about, which numbers there are of it, and what they are grouped and filtered by.

/// What a query is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuerySubject {
    Disputes,
    Payments,
}

/// A number that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::AsRefStr)]
#[strum(serialize_all = "snake_case")]
pub enum QueryMetric {
    DisputeStatusMetric,
    TotalAmountDisputed,
    TotalDisputeLostAmount,
    PaymentCount,
    PaymentSuccessRate,
    PaymentProcessedAmount,
}

/// How many dimensions a subject has.
pub const DIMENSIONS: usize = 4;

impl QuerySubject {
    pub fn metrics(self) -> [QueryMetric; 3] {
        match self {
            Self::Disputes => [
                QueryMetric::DisputeStatusMetric,
                QueryMetric::TotalAmountDisputed,
                QueryMetric::TotalDisputeLostAmount,
            ],
            Self::Payments => {
                [QueryMetric::PaymentCount, QueryMetric::PaymentSuccessRate, QueryMetric::PaymentProcessedAmount]
            }
        }
    }

    /// Names for `groupByNames` and `filters`; the first is the status.
    pub fn dimensions(self) -> [&'static str; DIMENSIONS] {
        match self {
            Self::Disputes => ["dispute_status", "dispute_stage", "currency", "profile_id"],
            Self::Payments => ["status", "payment_method", "currency", "profile_id"],
        }
    }
}
