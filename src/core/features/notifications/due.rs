//! What a person is to be notified of.

use chrono::{DateTime, Utc};

use paydesk_domain::money::Money;
use paydesk_domain::money_sums::MoneySums;
use paydesk_domain::profile::ProfileId;

use super::preferences::NotificationKind;

/// One object of which somebody has to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueItem {
    pub profile_id: ProfileId,
    /// Environment and name of the profile.
    pub place: String,
    /// Of the payment, the dispute, the operation or the run.
    pub id: String,
    /// `None` where it is not known.
    pub amount: Option<Money>,
    pub subject: DueSubject,
}

/// What is the matter with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DueSubject {
    Authorization {
        ends: EstimatedTime,
        /// Not all that wait for their capture are known.
        may_be_more: bool,
    },
    Dispute {
        due: EstimatedTime,
        /// Not all that wait for an answer are known.
        may_be_more: bool,
    },
    /// What was to be done, and how far that is known.
    Operation { state: &'static str, title: String },
    BulkRun {
        /// What was done to how many.
        title: String,
        done: MoneySums,
        not_sent: u64,
        /// How many were refused.
        failed: u64,
        /// How many may have happened.
        unknown: u64,
    },
    /// A request of a team.
    Approval {
        /// What is to be sent.
        title: String,
        /// Who asked for it, or decided on it.
        person: String,
        status: &'static str,
    },
}

/// A time that the service reports, or that is counted by a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct EstimatedTime {
    pub at: DateTime<Utc>,
    pub is_estimated: bool,
}

impl DueItem {
    pub fn kind(&self) -> NotificationKind {
        match self.subject {
            DueSubject::Authorization { .. } => NotificationKind::ExpiringAuthorizations,
            DueSubject::Dispute { .. } => NotificationKind::DisputesOnLastDay,
            DueSubject::Operation { .. } => NotificationKind::UnknownOutcomes,
            DueSubject::BulkRun { .. } => NotificationKind::BulkRuns,
            DueSubject::Approval { .. } => NotificationKind::Approvals,
        }
    }

    /// Whether more of its kind may be due than are known.
    pub(super) fn may_be_more(&self) -> bool {
        match self.subject {
            DueSubject::Authorization { may_be_more, .. } | DueSubject::Dispute { may_be_more, .. } => may_be_more,
            DueSubject::Operation { .. } | DueSubject::BulkRun { .. } | DueSubject::Approval { .. } => false,
        }
    }

    pub fn key(&self) -> u64 {
        key(&self.profile_id, self.kind(), &self.id)
    }

    /// When it is too late.
    pub(super) fn ends(&self) -> Option<EstimatedTime> {
        match self.subject {
            DueSubject::Authorization { ends, .. } => Some(ends),
            DueSubject::Dispute { due, .. } => Some(due),
            DueSubject::Operation { .. } | DueSubject::BulkRun { .. } | DueSubject::Approval { .. } => None,
        }
    }
}

/// What an object of a kind is remembered by: a number that is the same after a restart, from which no id can be read.
pub fn key(profile_id: &ProfileId, kind: NotificationKind, id: &str) -> u64 {
    let kind = match kind {
        NotificationKind::ExpiringAuthorizations => b'a',
        NotificationKind::DisputesOnLastDay => b'd',
        NotificationKind::UnknownOutcomes => b'u',
        NotificationKind::BulkRuns => b'b',
        NotificationKind::Approvals => b'p',
    };
    let bytes = profile_id.as_str().bytes().chain([0, kind, 0]).chain(id.bytes());
    // FNV-1a.
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_remembered_by_profile_kind_and_id() {
        let of = |profile: &str, kind, id| key(&ProfileId::from(profile.to_owned()), kind, id);
        let known = of("shop", NotificationKind::UnknownOutcomes, "pay_1");
        assert_eq!(known, of("shop", NotificationKind::UnknownOutcomes, "pay_1"));
        assert_ne!(known, of("shop", NotificationKind::BulkRuns, "pay_1"));
        assert_ne!(known, of("other", NotificationKind::UnknownOutcomes, "pay_1"));
        assert_ne!(known, of("shop", NotificationKind::UnknownOutcomes, "pay_2"));
    }
}
