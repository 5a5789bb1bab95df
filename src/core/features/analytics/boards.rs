//! The boards and the cards that are on them: each card is declared once.

use paydesk_domain::analytics::{Dimension, Subject};
use paydesk_domain::payment::PaymentStatus;

use serde::{Deserialize, Serialize};

use super::grid::BucketSize;
use super::measure::Measure;
use super::question::Question;
use super::text;

/// A page of cards.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, strum::EnumIter, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Board {
    #[default]
    Disputes,
    Payments,
    /// One question of the person's own.
    Query,
}

/// Names a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::EnumIter)]
pub enum CardId {
    DisputeRate,
    DisputeReasons,
    DisputesByCurrency,
    DisputesByStage,
    DisputesByProfile,
    /// What was won and lost, by the day of decision.
    DecidedOverTime,
    /// The largest open disputes, one by one.
    LargestOpen,
    DisputedByBrand,
    DisputedByCountry,
    DisputedByMethod,
    DisputedByAmount,
    /// How many of the payments of each time are disputed so far.
    DisputedByTime,
    DisputeTotals,
    OpenDisputes,
    DisputesOverTime,
    DisputedOverTime,
    WinRateOverTime,
    DisputesByStatus,
    DisputeAges,
    EvidenceResults,
    /// What the dispute rate is of.
    SucceededOverTime,
    /// What was won, what was lost and what is open.
    DisputedByStatus,
    PaymentTotals,
    PaymentsOverTime,
    SuccessOverTime,
    ProcessedOverTime,
    PaymentsByStatus,
    DeclineMix,
    CustomQuery,
}

/// What is counted in the dispute list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LocalCard {
    /// Open ones, their amount, and those that are due.
    Open,
    /// The largest of them.
    Largest,
    Ages,
    Reasons,
    /// What was submitted from here, and how it went.
    Evidence,
}

/// What the payments of a period are told apart by, to count how many of each are disputed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaymentGrouping {
    CardBrand,
    CardCountry,
    Method,
    /// In bands, each currency by itself.
    Amount,
}

/// How a card is meant to be drawn; its table is always there beside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChartStyle {
    /// Numbers with their change, group by group.
    Figures,
    /// Bars over categories, or stacked over time.
    Bars,
    /// Lines over time, with gaps where there is no value.
    Lines,
    /// Shares of a whole.
    Slices,
    /// Groups with how each moved against the period before, the largest change first.
    Changes,
    /// Reasons and fields of the evidence with what was won and lost.
    Results,
    /// Disputes, a line each.
    Disputes,
    /// Groups of payments with how many of each are disputed.
    Shares,
    /// Not at all: another card is made from it; a CSV holds it, a workbook does not.
    Source,
}

/// What the dispute rate is made from: disputes over time, disputes by currency, payments.
pub const RATE_SOURCES: [CardId; 3] = [CardId::DisputesOverTime, CardId::DisputesByCurrency, CardId::SucceededOverTime];

/// Where the numbers of a card come from.
#[derive(Debug, Clone, PartialEq)]
pub enum CardSource {
    Service(Question),
    /// Counted in the lists that are here.
    Here,
    /// Made from what other cards are answered.
    Cards(&'static [CardId]),
}

impl Board {
    pub fn title(self) -> &'static str {
        match self {
            Self::Disputes => text::DISPUTES,
            Self::Payments => text::PAYMENTS,
            Self::Query => text::EXPLORE,
        }
    }

    /// The cards in the order they are.
    pub fn cards(self) -> &'static [CardId] {
        match self {
            Self::Disputes => &[
                CardId::DisputeRate,
                CardId::DisputesOverTime,
                CardId::DecidedOverTime,
                CardId::LargestOpen,
                CardId::DisputeReasons,
                CardId::DisputesByCurrency,
                CardId::DisputesByStage,
                CardId::DisputesByProfile,
                CardId::DisputedByBrand,
                CardId::DisputedByCountry,
                CardId::DisputedByMethod,
                CardId::DisputedByAmount,
                CardId::EvidenceResults,
                CardId::DisputeTotals,
                CardId::OpenDisputes,
                CardId::DisputedOverTime,
                CardId::WinRateOverTime,
                CardId::DisputedByTime,
                CardId::DisputesByStatus,
                CardId::DisputeAges,
                CardId::SucceededOverTime,
                CardId::DisputedByStatus,
            ],
            Self::Payments => &[
                CardId::PaymentTotals,
                CardId::PaymentsOverTime,
                CardId::SuccessOverTime,
                CardId::ProcessedOverTime,
                CardId::PaymentsByStatus,
                CardId::DeclineMix,
            ],
            Self::Query => &[CardId::CustomQuery],
        }
    }
}

impl CardId {
    /// The board that it is on.
    pub fn board(self) -> Board {
        let on = |board: &Board| board.cards().contains(&self);
        [Board::Disputes, Board::Payments].into_iter().find(on).unwrap_or(Board::Query)
    }

    pub fn title(self) -> &'static str {
        match self {
            Self::DisputeRate => text::DISPUTE_RATE,
            Self::DisputesByCurrency => "Disputes by currency",
            Self::SucceededOverTime => "Succeeded payments over time",
            Self::DisputedByStatus => "Disputed amount by status",
            Self::DisputeTotals => "Disputed, lost and won",
            Self::OpenDisputes => "Open and due in the next 7 days",
            Self::DisputesOverTime => "Disputes by status over time",
            Self::DisputedOverTime => "Disputed and lost over time",
            Self::WinRateOverTime => "Win rate over time",
            Self::DisputesByStatus => "Disputes by status",
            Self::DisputesByStage => "Disputes by stage",
            Self::DisputesByProfile => "Disputes by profile",
            Self::DecidedOverTime => "Won and lost by decision date",
            Self::LargestOpen => "Largest open disputes",
            Self::DisputedByBrand => "Disputed payments by card brand",
            Self::DisputedByCountry => "Disputed payments by card country",
            Self::DisputedByMethod => "Disputed payments by method",
            Self::DisputedByAmount => "Disputed payments by amount",
            Self::DisputedByTime => "Disputed so far by payment date",
            Self::DisputeAges => "Age of open disputes",
            Self::DisputeReasons => "Disputes by reason",
            Self::EvidenceResults => "Won and lost by evidence",
            Self::PaymentTotals => "Payments, success rate and processed amount",
            Self::PaymentsOverTime => "Payments by currency over time",
            Self::SuccessOverTime => "Success rate over time",
            Self::ProcessedOverTime => "Processed amount over time",
            Self::PaymentsByStatus => "Payments by status",
            Self::DeclineMix => "Declines by category",
            Self::CustomQuery => text::EXPLORE,
        }
    }

    pub fn look(self) -> ChartStyle {
        match self {
            Self::DisputeTotals | Self::OpenDisputes | Self::PaymentTotals => ChartStyle::Figures,
            Self::DisputesByStatus | Self::PaymentsByStatus | Self::DeclineMix => ChartStyle::Slices,
            Self::DisputeRate | Self::WinRateOverTime | Self::SuccessOverTime | Self::DisputedByTime => {
                ChartStyle::Lines
            }
            Self::DisputeReasons | Self::DisputesByCurrency | Self::DisputesByStage | Self::DisputesByProfile => {
                ChartStyle::Changes
            }
            Self::LargestOpen => ChartStyle::Disputes,
            Self::DisputedByBrand | Self::DisputedByCountry | Self::DisputedByMethod | Self::DisputedByAmount => {
                ChartStyle::Shares
            }
            Self::EvidenceResults => ChartStyle::Results,
            Self::SucceededOverTime | Self::DisputedByStatus => ChartStyle::Source,
            Self::DisputesOverTime
            | Self::DecidedOverTime
            | Self::DisputedOverTime
            | Self::DisputeAges
            | Self::PaymentsOverTime
            | Self::ProcessedOverTime
            | Self::CustomQuery => ChartStyle::Bars,
        }
    }

    /// Whether it is folded away until the person wants more than what the board opens with.
    pub fn is_folded(self) -> bool {
        match self {
            Self::DisputeTotals
            | Self::OpenDisputes
            | Self::DisputedOverTime
            | Self::WinRateOverTime
            | Self::DisputedByTime
            | Self::DisputesByStatus
            | Self::DisputeAges => true,
            Self::DisputeRate
            | Self::DisputesOverTime
            | Self::DisputeReasons
            | Self::DisputesByCurrency
            | Self::DisputesByStage
            | Self::DisputesByProfile
            | Self::DecidedOverTime
            | Self::LargestOpen
            | Self::DisputedByBrand
            | Self::DisputedByCountry
            | Self::DisputedByMethod
            | Self::DisputedByAmount
            | Self::EvidenceResults
            | Self::SucceededOverTime
            | Self::DisputedByStatus
            | Self::PaymentTotals
            | Self::PaymentsOverTime
            | Self::SuccessOverTime
            | Self::ProcessedOverTime
            | Self::PaymentsByStatus
            | Self::DeclineMix
            | Self::CustomQuery => false,
        }
    }

    /// What it counts in the dispute list that is here, if it does.
    pub fn counted_here(self) -> Option<LocalCard> {
        const COUNTED: [(CardId, LocalCard); 5] = [
            (CardId::LargestOpen, LocalCard::Largest),
            (CardId::OpenDisputes, LocalCard::Open),
            (CardId::DisputeAges, LocalCard::Ages),
            (CardId::DisputeReasons, LocalCard::Reasons),
            (CardId::EvidenceResults, LocalCard::Evidence),
        ];
        COUNTED.iter().find(|(id, _)| *id == self).map(|(_, card)| *card)
    }

    /// What it tells the payments known here apart by, if it does.
    pub fn payment_grouping(self) -> Option<PaymentGrouping> {
        const GROUPED: [(CardId, PaymentGrouping); 4] = [
            (CardId::DisputedByBrand, PaymentGrouping::CardBrand),
            (CardId::DisputedByCountry, PaymentGrouping::CardCountry),
            (CardId::DisputedByMethod, PaymentGrouping::Method),
            (CardId::DisputedByAmount, PaymentGrouping::Amount),
        ];
        GROUPED.iter().find(|(id, _)| *id == self).map(|(_, grouping)| *grouping)
    }

    /// Whether it counts how many of the payments known here are disputed.
    pub fn counts_known_payments(self) -> bool {
        self.payment_grouping().is_some() || self == Self::DisputedByTime
    }

    /// Whether it shows what a call of a list answers, which can be looked at.
    pub fn is_list_asked_for(self) -> bool {
        self.counted_here().is_some() || self == Self::DeclineMix
    }

    /// What it asks on a board of this range, granularity, filters and comparison.
    pub fn source(self, board: &Question) -> CardSource {
        use Dimension::{Currency, DisputeStage, DisputeStatus, ProfileId, Status};
        use Measure::{DisputedAmount, Disputes, LostAmount, Payments, ProcessedAmount, SuccessRate, WinRate};
        let asks = |measures: &[Measure], over_time: bool, group_by: &[Dimension]| {
            let granularity = over_time.then(|| board.granularity.unwrap_or(BucketSize::Auto));
            let (measures, group_by) = (measures.to_vec(), group_by.to_vec());
            CardSource::Service(Question { measures, granularity, group_by, ..board.clone() })
        };
        match self {
            Self::DisputeRate => CardSource::Cards(&RATE_SOURCES),
            Self::DisputesByCurrency => asks(&[Disputes, DisputedAmount], false, &[Currency]),
            Self::SucceededOverTime => succeeded(asks(&[Payments, ProcessedAmount], true, &[Currency])),
            Self::DisputedByStatus => alone(asks(&[DisputedAmount], false, &[DisputeStatus])),
            Self::DisputeTotals => asks(Measure::of(Subject::Disputes), false, &[Currency]),
            Self::DisputesOverTime => asks(&[Disputes], true, &[DisputeStatus]),
            Self::DisputedOverTime => asks(&[DisputedAmount, LostAmount], true, &[Currency]),
            Self::WinRateOverTime => asks(&[WinRate], true, &[]),
            Self::DisputesByStatus => asks(&[Disputes], false, &[DisputeStatus]),
            Self::DisputesByStage => asks(&[Disputes, DisputedAmount], false, &[DisputeStage]),
            Self::DisputesByProfile => asks(&[Disputes, DisputedAmount], false, &[ProfileId]),
            Self::PaymentTotals => asks(Measure::of(Subject::Payments), false, &[Currency]),
            Self::PaymentsOverTime => asks(&[Payments], true, &[Currency]),
            Self::SuccessOverTime => asks(&[SuccessRate], true, &[]),
            Self::ProcessedOverTime => asks(&[ProcessedAmount], true, &[Currency]),
            Self::PaymentsByStatus => asks(&[Payments], false, &[Status]),
            Self::CustomQuery => CardSource::Service(board.clone()),
            Self::OpenDisputes
            | Self::DisputeAges
            | Self::DecidedOverTime
            | Self::LargestOpen
            | Self::DisputedByBrand
            | Self::DisputedByCountry
            | Self::DisputedByMethod
            | Self::DisputedByAmount
            | Self::DisputedByTime
            | Self::DisputeReasons
            | Self::EvidenceResults
            | Self::DeclineMix => CardSource::Here,
        }
    }
}

/// The source without the period before.
fn alone(source: CardSource) -> CardSource {
    let CardSource::Service(question) = source else { return source };
    CardSource::Service(Question { compare: false, ..question })
}

/// The source for succeeded payments, in the currencies that are filtered by.
fn succeeded(source: CardSource) -> CardSource {
    let CardSource::Service(mut question) = source else { return source };
    question.subject = Subject::Payments;
    question.filters.retain(|(dimension, _)| *dimension == Dimension::Currency);
    question.set_filter(Dimension::Status, vec![PaymentStatus::Succeeded.as_str().to_owned()]);
    CardSource::Service(question)
}
