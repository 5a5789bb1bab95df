//! What a team shares, in PostgreSQL: who belongs to it, and what its members did.
//!
//! The desk works without it, from its own store and journal. This layer is the only one that speaks to PostgreSQL. The
//! rules are in the database ([`schema`] creates it): functions there check who asks, and nobody writes a table.

mod address;
mod approvals;
mod bulk_approvals;
mod changes;
mod claims;
mod clock;
mod colleagues;
mod connection;
mod desks;
mod error;
mod events;
mod exports;
mod feed;
mod ids;
mod journal_copy;
mod leader;
mod limits;
mod members;
mod open;
pub mod payments;
mod records;
pub mod schema;
mod sharing;
mod tls;
mod tokens;

pub use address::{TeamAddress, TeamAddressError};
pub use changes::{CHANGES_MAX, TeamChanges};
pub use claims::{ClaimOutcome, ClaimRequest, ClaimStage, Fence, TeamClaim};
pub use connection::{TeamConnection, TeamServer};
pub use desks::SeenDesk;
pub use error::{TeamError, TeamRefusal};
pub use events::{NewTeamEvent, TeamEvent, TeamEventStored, TeamEventsPage};
pub use exports::{DueExport, ExportAttempt, ExportTurn, ExportedFile};
pub use feed::{ChangeFeed, FeedEvent, FeedSource, FeedTimes};
pub use ids::{DeskId, TeamProfileId};
pub use journal_copy::{ChainCheck, CopiedEntry, EntryHash, FIRST_PREVIOUS, JournalHead, entry_hash};
pub use leader::LEADS_FOR;
pub use limits::{RECONNECT_FIRST, RECONNECT_LONGEST, TeamLimits};
pub use members::{TeamMember, TeamProfile};
pub use paydesk_domain::approval::{
    ApprovalDecision, ApprovalId, ApprovalItem, ApprovalRequest, ApprovalRule, ApprovalStage, ApprovalVerdict,
    BULK_FAMILY, RuleLimit, RunTotal, SharedOperation, TeamApproval,
};
pub use paydesk_domain::ids::BulkRunId;
pub use paydesk_domain::payout::AccountDigest;
pub use paydesk_domain::shared::SharedKey;
pub use paydesk_domain::team::TeamRole;
pub use payments::{
    NewSyncPlace, PaymentKey, PaymentMonth, PaymentSync, PaymentsAfter, PaymentsFound, PutPayments, TeamPaymentQuery,
    TeamPaymentState,
};
pub use records::{RecordWrite, SharedRecord, WriteOutcome};
pub use schema::SchemaChange;
pub use tokens::{TOKENS_LAST, TakenTokens, TokenKind};
