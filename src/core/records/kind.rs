//! What a kind of record declares of itself, once.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use paydesk_api::error::DecodeError;
use paydesk_domain::document::Raw;
use paydesk_domain::money::{MinorUnits, Money};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::zone::Zone;

use super::record::CachedRecord;
use super::report::AnyReport;
use super::row::RecordRow;

/// A kind of record; implemented by the type that the service's reports of it are read into.
pub trait RecordKind: Any + Debug + Send + Sync + Sized {
    const KIND: ResourceKind;
    /// The field of a report that holds the id.
    const ID_FIELD: &str;
    /// Whether its status is that of the payment behind it: the service has no call that asks for the record itself.
    const FOLLOWS_PAYMENT: bool = false;

    /// Reads what a service reported that counts amounts so.
    fn decode(reported: Raw, units: MinorUnits) -> Result<Self, DecodeError>;

    /// The amount it is about, as the service reported it.
    fn amount(&self) -> Option<Money> {
        None
    }

    /// How far a status is in the life of one. `None` where that is not known, or life goes round in circles.
    fn rank(_status: &str) -> Option<u8> {
        None
    }

    /// Completes the row of a record, which has what all kinds have in common.
    fn row(row: RecordRow, known: &CachedRecord, zone: Zone, now: DateTime<Utc>) -> RecordRow;
}

impl<R: RecordKind> AnyReport for R {
    fn amount(&self) -> Option<Money> {
        RecordKind::amount(self)
    }
}

/// The declaration of a kind as data.
#[derive(Debug)]
pub(super) struct KindSpec {
    pub kind: ResourceKind,
    pub id_field: &'static str,
    pub follows_payment: bool,
    pub decode: fn(Raw, MinorUnits) -> Result<Arc<dyn AnyReport>, DecodeError>,
    pub rank: fn(&str) -> Option<u8>,
    pub row: fn(RecordRow, &CachedRecord, Zone, DateTime<Utc>) -> RecordRow,
}

impl KindSpec {
    pub const fn of<R: RecordKind>() -> Self {
        Self {
            kind: R::KIND,
            id_field: R::ID_FIELD,
            follows_payment: R::FOLLOWS_PAYMENT,
            decode: decode::<R>,
            rank: R::rank,
            row: R::row,
        }
    }
}

fn decode<R: RecordKind>(reported: Raw, units: MinorUnits) -> Result<Arc<dyn AnyReport>, DecodeError> {
    Ok(Arc::new(R::decode(reported, units)?))
}
