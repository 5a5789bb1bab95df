//! The conditions of a query.

use paydesk_domain::decline::DeclineFamily;
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::payment::PaymentStatus;

use super::amount::AmountCondition;
use super::created::CreatedCondition;
use super::key::QueryKey;

/// What has to hold of a payment. Of several values one has to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueryTerm {
    /// A word or a phrase, looked for in all texts.
    Text(String),
    Status(Vec<PaymentStatus>),
    Amount(AmountCondition),
    Currency(Vec<CurrencyCode>),
    Created(CreatedCondition),
    /// Whole ids.
    Customer(Vec<String>),
    /// Parts of the address.
    Email(Vec<String>),
    /// The method or its type, as the API writes it.
    Method(Vec<String>),
    /// Last four digits.
    Card(Vec<String>),
    /// Whole codes; with `*` at the end, what they begin with.
    Code(Vec<String>),
    Family(Vec<DeclineFamily>),
    /// Parts of the order number.
    Order(Vec<String>),
    /// Parts of the payment id.
    Id(Vec<String>),
    Refunded(bool),
    Disputed(bool),
    /// Whole tags, as people put them on payments here.
    Tag(Vec<String>),
    /// Parts of the notes that people wrote about payments here.
    Note(Vec<String>),
}

impl QueryTerm {
    /// Whether it is found in what a list of the service leaves out.
    pub fn asks_for_details(&self) -> bool {
        match self {
            Self::Text(_) | Self::Email(_) | Self::Card(_) | Self::Order(_) => true,
            Self::Status(_)
            | Self::Amount(_)
            | Self::Currency(_)
            | Self::Created(_)
            | Self::Customer(_)
            | Self::Method(_)
            | Self::Code(_)
            | Self::Family(_)
            | Self::Id(_)
            | Self::Refunded(_)
            | Self::Disputed(_)
            | Self::Tag(_)
            | Self::Note(_) => false,
        }
    }

    /// Whether every list of a service says enough of a payment to answer it, or this machine does.
    pub fn is_answered_by_list(&self) -> bool {
        match self {
            Self::Status(_)
            | Self::Amount(_)
            | Self::Currency(_)
            | Self::Created(_)
            | Self::Id(_)
            | Self::Refunded(_)
            | Self::Disputed(_)
            | Self::Tag(_)
            | Self::Note(_) => true,
            Self::Text(_)
            | Self::Email(_)
            | Self::Card(_)
            | Self::Order(_)
            | Self::Customer(_)
            | Self::Method(_)
            | Self::Code(_)
            | Self::Family(_) => false,
        }
    }

    /// What it is about; `None` of a free text.
    pub fn key(&self) -> Option<QueryKey> {
        match self {
            Self::Text(_) => None,
            Self::Status(_) => Some(QueryKey::Status),
            Self::Amount(_) => Some(QueryKey::Amount),
            Self::Currency(_) => Some(QueryKey::Currency),
            Self::Created(_) => Some(QueryKey::Created),
            Self::Customer(_) => Some(QueryKey::Customer),
            Self::Email(_) => Some(QueryKey::Email),
            Self::Method(_) => Some(QueryKey::Method),
            Self::Card(_) => Some(QueryKey::Card),
            Self::Code(_) => Some(QueryKey::Code),
            Self::Family(_) => Some(QueryKey::Family),
            Self::Order(_) => Some(QueryKey::Order),
            Self::Id(_) => Some(QueryKey::Id),
            Self::Refunded(_) => Some(QueryKey::Refunded),
            Self::Disputed(_) => Some(QueryKey::Disputed),
            Self::Tag(_) => Some(QueryKey::Tag),
            Self::Note(_) => Some(QueryKey::Note),
        }
    }

    /// Adds the values of `other`, where both are alternatives of one key; gives it back where they are not.
    pub fn merge(&mut self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Status(ours), Self::Status(more)) => add(ours, more),
            (Self::Currency(ours), Self::Currency(more)) => add(ours, more),
            (Self::Family(ours), Self::Family(more)) => add(ours, more),
            (Self::Customer(ours), Self::Customer(more))
            | (Self::Email(ours), Self::Email(more))
            | (Self::Method(ours), Self::Method(more))
            | (Self::Card(ours), Self::Card(more))
            | (Self::Code(ours), Self::Code(more))
            | (Self::Order(ours), Self::Order(more))
            | (Self::Id(ours), Self::Id(more))
            | (Self::Tag(ours), Self::Tag(more))
            | (Self::Note(ours), Self::Note(more)) => add(ours, more),
            (_, other) => return Some(other),
        }
        None
    }
}

fn add<T: PartialEq>(ours: &mut Vec<T>, more: Vec<T>) {
    for value in more {
        if !ours.contains(&value) {
            ours.push(value);
        }
    }
}

/// A term, or that it does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryCondition {
    pub negated: bool,
    pub term: QueryTerm,
}

impl From<QueryTerm> for QueryCondition {
    fn from(term: QueryTerm) -> Self {
        Self { negated: false, term }
    }
}
