//! The keys of conditions: the word of each, what it is, and an example.

use paydesk_domain::export::ExportKind;
use strum::IntoEnumIterator as _;

/// What a condition is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::EnumIter)]
pub enum QueryKey {
    Status,
    Amount,
    Currency,
    Created,
    Customer,
    Email,
    Method,
    Card,
    Code,
    Family,
    Order,
    Id,
    Refunded,
    Disputed,
    Tag,
    Note,
}

impl QueryKey {
    /// The keys that a query of a table may have; all of them where there are none.
    pub fn of_export(kind: ExportKind) -> &'static [Self] {
        use QueryKey::{Amount, Created, Currency, Customer, Id, Status};
        match kind {
            ExportKind::Payments => &[],
            ExportKind::Refunds | ExportKind::Payouts | ExportKind::Subscriptions => {
                &[Status, Amount, Currency, Created, Customer, Id]
            }
            ExportKind::Disputes | ExportKind::PaymentLinks => &[Status, Amount, Currency, Created, Id],
            ExportKind::Customers => &[Created, Customer, Id],
            ExportKind::ApiKeys => &[Created, Id],
            ExportKind::Events | ExportKind::Operations => &[Status, Created, Id],
        }
    }

    /// The word before the colon.
    pub fn word(self) -> &'static str {
        match self {
            Self::Status => "status",
            Self::Amount => "amount",
            Self::Currency => "currency",
            Self::Created => "created",
            Self::Customer => "customer",
            Self::Email => "email",
            Self::Method => "method",
            Self::Card => "card",
            Self::Code => "code",
            Self::Family => "family",
            Self::Order => "order",
            Self::Id => "id",
            Self::Refunded => "refunded",
            Self::Disputed => "disputed",
            Self::Tag => "tag",
            Self::Note => "note",
        }
    }

    /// What it is called on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Status => "Status",
            Self::Amount => "Amount",
            Self::Currency => "Currency",
            Self::Created => "Created",
            Self::Customer => "Customer",
            Self::Email => "E-mail",
            Self::Method => "Method",
            Self::Card => "Card",
            Self::Code => "Decline code",
            Self::Family => "Decline family",
            Self::Order => "Order",
            Self::Id => "Payment ID",
            Self::Refunded => "Refunded",
            Self::Disputed => "Disputed",
            Self::Tag => "Tag",
            Self::Note => "Note",
        }
    }

    /// A condition with it, as it can be typed.
    pub fn example(self) -> &'static str {
        match self {
            Self::Status => "status:failed,cancelled",
            Self::Amount => "amount:10..20",
            Self::Currency => "currency:eur",
            Self::Created => "created:2026-10",
            Self::Customer => "customer:cus_123",
            Self::Email => "email:@example.com",
            Self::Method => "method:card",
            Self::Card => "card:4242",
            Self::Code => "code:UE_1001",
            Self::Family => "family:issuer",
            Self::Order => "order:1042",
            Self::Id => "id:pay_123",
            Self::Refunded => "refunded:yes",
            Self::Disputed => "disputed:no",
            Self::Tag => "tag:vip",
            Self::Note => "note:\"call back\"",
        }
    }

    /// The key of a word; letter case makes no difference.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::iter().find(|key| key.word().eq_ignore_ascii_case(word))
    }

    /// Whether a payment has one value of it at most, so that several values are alternatives.
    pub fn takes_several(self) -> bool {
        match self {
            Self::Amount | Self::Created | Self::Refunded | Self::Disputed => false,
            Self::Status
            | Self::Currency
            | Self::Customer
            | Self::Email
            | Self::Method
            | Self::Card
            | Self::Code
            | Self::Family
            | Self::Order
            | Self::Id
            | Self::Tag
            | Self::Note => true,
        }
    }
}
