//! Why an object is left out of a bulk run.

use serde::{Deserialize, Serialize};

use paydesk_domain::ids::RefundId;
use paydesk_domain::money::{CurrencyCode, Money};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::sheet::{LineDamage, LineHidden};

use super::kind::BulkKind;

/// Why nothing is done to an object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum Exclusion {
    /// Nothing is known of the id here.
    Unknown,
    /// It could not be read, and what the service or the connection said.
    NotRead {
        message: String,
    },
    /// An earlier line asks for this object and amount already.
    Repeated {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<u32>,
    },
    /// Listed more than once, with different amounts: which one is meant is not known.
    Conflicting,
    /// Of several amounts that are listed for the same object, that of this line is imported.
    OtherLineMeant {
        line: u32,
    },
    UnderWay,
    AlreadyDone,
    /// In this status it cannot be done.
    Status {
        label: String,
    },
    InReview,
    TooMuch {
        most: Money,
    },
    /// It is done as a whole or not at all.
    OnlyWhole {
        whole: Money,
    },
    OtherCurrency {
        of: CurrencyCode,
    },
    Zero,
    /// The service does not report what could be captured.
    AmountNotKnown,
    Disputed,
    NothingReceived,
    /// A payout that the service fulfils by itself.
    Automatic,
    /// What the file says is no amount.
    Malformed {
        text: String,
        /// Why not; empty where an earlier version wrote it, or no more is known.
        #[serde(default)]
        message: String,
    },
    /// What the file says can be read as two amounts.
    Ambiguous {
        text: String,
    },
    /// The file has a column of currencies, and this is none; empty where there is nothing.
    NoCurrency {
        text: String,
    },
    /// The reason in the file cannot be sent.
    BadReason {
        message: String,
    },
    /// The workbook does not show the line.
    Hidden {
        hidden: LineHidden,
    },
    /// The line cannot be trusted to be what was meant.
    Damaged {
        damage: LineDamage,
    },
    /// It stands above the line that names the columns.
    AboveHeader,
    /// A second header, or a title within the table, and a person imports what is below it.
    Header,
    /// It names columns once more, the same ones or others: another table may begin here.
    SecondHeader {
        is_same: bool,
    },
    /// Words that are no line of this table: another part may begin here.
    PartTitle {
        text: String,
    },
    /// It is below this line, where another part may begin.
    BelowHeader {
        line: u32,
    },
    /// It adds up others.
    Total,
    /// Its amount is the sum of other lines.
    MayBeTotal,
    /// It is the last line, and may add up lines of which one cannot be read.
    MayAddUpUnread,
    /// It is below the total of the table, where taxes, means and other totals stand.
    BelowTotal,
    /// This line asks for its payment in cents, to the last one: so may all lines without decimals.
    MayBeCents {
        line: u32,
    },
    /// The line names another operation than the one that is imported.
    OtherOperation {
        text: String,
    },
    /// The title of the amounts names one currency, the line another.
    TwoCurrencies {
        title: String,
        line: String,
    },
    /// This amount of the payment was refunded before: the file may have been imported already.
    SameRefund {
        amount: Money,
        refund_id: RefundId,
    },
    /// Just this amount was captured of the payment already.
    SameCapture {
        amount: Money,
    },
    /// The file has amounts, and none for this object.
    NoAmount,
    /// The line of the file has no id.
    NoId,
    /// More than one run does.
    TooMany,
}

/// In which way a line is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter)]
pub enum ExclusionKind {
    Excluded,
    Hidden,
    Damaged,
}

impl Exclusion {
    pub fn kind(&self) -> ExclusionKind {
        match self {
            Self::Hidden { .. } => ExclusionKind::Hidden,
            Self::Damaged { .. } => ExclusionKind::Damaged,
            Self::Unknown
            | Self::NotRead { .. }
            | Self::Repeated { .. }
            | Self::Conflicting
            | Self::OtherLineMeant { .. }
            | Self::UnderWay
            | Self::AlreadyDone
            | Self::Status { .. }
            | Self::InReview
            | Self::TooMuch { .. }
            | Self::OnlyWhole { .. }
            | Self::OtherCurrency { .. }
            | Self::Zero
            | Self::AmountNotKnown
            | Self::Disputed
            | Self::NothingReceived
            | Self::Automatic
            | Self::Malformed { .. }
            | Self::Ambiguous { .. }
            | Self::NoCurrency { .. }
            | Self::BadReason { .. }
            | Self::AboveHeader
            | Self::Header
            | Self::SecondHeader { .. }
            | Self::PartTitle { .. }
            | Self::BelowHeader { .. }
            | Self::Total
            | Self::MayBeTotal
            | Self::MayAddUpUnread
            | Self::BelowTotal
            | Self::MayBeCents { .. }
            | Self::OtherOperation { .. }
            | Self::TwoCurrencies { .. }
            | Self::SameRefund { .. }
            | Self::SameCapture { .. }
            | Self::NoAmount
            | Self::NoId
            | Self::TooMany => ExclusionKind::Excluded,
        }
    }

    /// Whether the line may add up others, or stand below one that does.
    pub fn is_beside_total(&self) -> bool {
        matches!(self, Self::MayBeTotal | Self::MayAddUpUnread | Self::BelowTotal)
    }

    /// Whether a person may want the line all the same, with all others that wait for this reason.
    pub fn may_be_imported_with_others(&self) -> bool {
        self.is_beside_total() || matches!(self, Self::MayBeCents { .. })
    }

    /// Whether a person may want the line all the same.
    pub fn may_be_imported(&self) -> bool {
        matches!(
            self,
            Self::Hidden { .. }
                | Self::Conflicting
                | Self::SameRefund { .. }
                | Self::SameCapture { .. }
                | Self::OtherOperation { .. }
                | Self::MayBeTotal
                | Self::MayAddUpUnread
                | Self::BelowTotal
                | Self::MayBeCents { .. }
                | Self::PartTitle { .. }
                | Self::SecondHeader { is_same: true }
        )
    }

    /// Whether reading the object may show that it is not left out.
    pub(super) fn may_be_read(&self, kind: BulkKind) -> bool {
        kind.subject() == ResourceKind::Payment && matches!(self, Self::Unknown | Self::AmountNotKnown)
    }
}
