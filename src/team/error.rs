//! What can go wrong with a team's database, each with what to do about it.

use std::error::Error;

use tokio_postgres::error::{DbError, SqlState};

use paydesk_domain::text::visible;

use super::limits::STATEMENT_SECONDS;
use paydesk_domain::team::TeamRole;

/// What functions of the schema raise where they refuse something: the message is a code word.
const REFUSED: &str = "PD001";
/// Longest text of a server that is shown.
const SHOWN_CHARS: usize = 300;

/// Why the team's database did not do what was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TeamError {
    #[error("The team's database at {hosts} cannot be reached: {cause}")]
    NotReachable { hosts: String, cause: String },
    #[error("The team's database did not answer within {seconds} s")]
    TimedOut { seconds: u64 },
    #[error("The connection to the team's database was lost: {0}")]
    ConnectionLost(String),
    #[error("The team's database asks for the password of “{user}”")]
    PasswordMissing { user: String },
    #[error("The team's database does not accept the password of “{user}”, or does not know that user")]
    PasswordWrong { user: String },
    #[error("The team's database does not let “{user}” in: {cause}")]
    LoginRefused { user: String, cause: String },
    #[error("The certificate of the team's database at {hosts} is not trusted: {cause}")]
    Certificate { hosts: String, cause: String },
    #[error("The team's database at {0} does not offer TLS")]
    NoTls(String),
    #[error("TLS could not be started: {0}")]
    Tls(String),
    #[error("The certificates in {path} cannot be used: {cause}")]
    AuthorityFile { path: String, cause: String },
    #[error("The server has no database “{0}”")]
    NoDatabase(String),
    #[error("The server is PostgreSQL {0}; a team needs PostgreSQL 14 or later")]
    ServerTooOld(String),
    #[error("The database “{0}” is not set up for a team")]
    NotSetUp(String),
    #[error("The team's records have version {found}; this program needs version {needed}")]
    SchemaOlder { found: i32, needed: i32 },
    #[error("The team's records have version {found}; this program knows versions up to {known}")]
    SchemaNewer { found: i32, known: i32 },
    #[error("The server cannot search payments: {0}")]
    NoExtension(String),
    #[error("This server is a replica, which takes no changes")]
    ReadOnly,
    #[error("The database does not let “{user}” do this: {cause}")]
    NoPermission { user: String, cause: String },
    #[error(transparent)]
    Refused(#[from] TeamRefusal),
    #[error("The team's database answered with an error ({code}): {cause}")]
    Other { code: String, cause: String },
    #[error("The answer of the team's database cannot be read: {0}")]
    Answer(String),
}

impl TeamError {
    /// What a person can do about it.
    pub fn what_to_do(&self) -> String {
        match self {
            Self::NotReachable { .. } | Self::ConnectionLost(_) => {
                "Check the address, the network, and that the server is running".to_owned()
            }
            Self::TimedOut { .. } => "Try again; ask the server's admin if it happens often".to_owned(),
            Self::PasswordMissing { .. } | Self::PasswordWrong { .. } => {
                "Enter the password again; an admin of the team can set a new one".to_owned()
            }
            Self::LoginRefused { .. } => "Ask the server's admin: pg_hba.conf decides who may log in".to_owned(),
            Self::Certificate { .. } => {
                "Set sslrootcert in the address to the CA file, or have the certificate fixed".to_owned()
            }
            Self::NoTls(_) => {
                "Ask the server's admin to turn on TLS: nothing is sent unencrypted over a network".to_owned()
            }
            Self::Tls(_) | Self::AuthorityFile { .. } => "Check the CA certificate file".to_owned(),
            Self::NoDatabase(_) => "Check the name after the last “/” of the address".to_owned(),
            Self::ServerTooOld(_) => "Ask the server's admin to update it".to_owned(),
            Self::NotSetUp(_) => "Set it up with: paydesk team init --database-url URL".to_owned(),
            Self::SchemaOlder { .. } => "Update it with: paydesk team init --database-url URL".to_owned(),
            Self::SchemaNewer { .. } => "Install the version of Paydesk that the team uses".to_owned(),
            Self::NoExtension(_) => {
                "Ask the server's admin to create the extensions pg_trgm and btree_gin in this database; both \
                    come with PostgreSQL (package postgresql-contrib)"
                    .to_owned()
            }
            Self::ReadOnly => "List all servers in the address, so that Paydesk finds the primary".to_owned(),
            Self::NoPermission { .. } => {
                "Sign in as the user who set up the team, or ask for the permission".to_owned()
            }
            Self::Refused(refusal) => refusal.what_to_do(),
            Self::Other { .. } | Self::Answer(_) => {
                "Try again; if it happens again, send this message to support".to_owned()
            }
        }
    }

    /// Whether the same may succeed later without anybody doing anything.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::NotReachable { .. } | Self::TimedOut { .. } | Self::ConnectionLost(_) | Self::ReadOnly)
    }

    /// What a connection that was not made means; `hosts` and `user` are those of its address.
    pub(super) fn of_connecting(error: &tokio_postgres::Error, hosts: &str, user: &str) -> Self {
        let hosts = hosts.to_owned();
        if let Some(found) = causes(error).find_map(|cause| cause.downcast_ref::<rustls::Error>()) {
            return Self::Certificate { hosts, cause: found.to_string() };
        }
        if let Some(answer) = error.as_db_error() {
            return Self::of_answer(answer, user);
        }
        let last = causes(error).last().map_or_else(|| error.to_string(), ToString::to_string);
        match last.as_str() {
            "password missing" => Self::PasswordMissing { user: user.to_owned() },
            "server does not support TLS" => Self::NoTls(hosts),
            _ => Self::NotReachable { hosts, cause: visible(&last, SHOWN_CHARS) },
        }
    }

    /// What a statement that failed means.
    pub(super) fn of_statement(error: &tokio_postgres::Error, user: &str) -> Self {
        if let Some(answer) = error.as_db_error() {
            return Self::of_answer(answer, user);
        }
        let last = causes(error).last().map_or_else(|| error.to_string(), ToString::to_string);
        if error.is_closed() || causes(error).any(|cause| cause.is::<std::io::Error>()) {
            return Self::ConnectionLost(visible(&last, SHOWN_CHARS));
        }
        Self::Answer(visible(&last, SHOWN_CHARS))
    }

    fn of_answer(answer: &DbError, user: &str) -> Self {
        let (user, cause) = (user.to_owned(), visible(answer.message(), SHOWN_CHARS));
        let code = answer.code();
        if code.code() == REFUSED {
            return TeamRefusal::of(answer.message(), answer.detail().unwrap_or_default()).into();
        }
        let ended = [SqlState::ADMIN_SHUTDOWN, SqlState::CRASH_SHUTDOWN, SqlState::CANNOT_CONNECT_NOW];
        let missing = [SqlState::UNDEFINED_TABLE, SqlState::UNDEFINED_FUNCTION, SqlState::INVALID_SCHEMA_NAME];
        let unavailable = [SqlState::FEATURE_NOT_SUPPORTED, SqlState::UNDEFINED_FILE, SqlState::INSUFFICIENT_PRIVILEGE];
        match code {
            // Not installed at the server, or not for this user to create.
            code if unavailable.contains(code) && cause.contains("extension") => Self::NoExtension(cause),
            code if *code == SqlState::INVALID_PASSWORD => Self::PasswordWrong { user },
            code if *code == SqlState::INVALID_AUTHORIZATION_SPECIFICATION => Self::LoginRefused { user, cause },
            code if *code == SqlState::INVALID_CATALOG_NAME => Self::NoDatabase(cause),
            code if *code == SqlState::INSUFFICIENT_PRIVILEGE => Self::NoPermission { user, cause },
            code if *code == SqlState::READ_ONLY_SQL_TRANSACTION => Self::ReadOnly,
            code if *code == SqlState::QUERY_CANCELED || *code == SqlState::LOCK_NOT_AVAILABLE => {
                Self::TimedOut { seconds: STATEMENT_SECONDS }
            }
            code if ended.contains(code) => Self::ConnectionLost(cause),
            code if missing.contains(code) => Self::NotSetUp(cause),
            code => Self::Other { code: code.code().to_owned(), cause },
        }
    }
}

/// An error and what it came from, as far as it says. `io::Error` hides what it wraps.
fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |error| {
        let error: &'a (dyn Error + 'static) = *error;
        let wrapped = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        wrapped.map(|wrapped| wrapped as &(dyn Error + 'static)).or_else(move || error.source())
    })
}

/// What the rules in the database do not let a person do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TeamRefusal {
    #[error("You are not a member of this profile's team")]
    NotAMember,
    #[error("This needs the role {}", .0.name())]
    RoleMissing(TeamRole),
    #[error("The team has no such profile")]
    NoProfile,
    #[error("There is a profile of this name already: {0}")]
    ProfileExists(String),
    #[error("The server has no login “{0}” that can be a member")]
    NoLogin(String),
    #[error("This installation belongs to “{0}” in this team")]
    ForeignDesk(String),
    #[error("The team has not seen this installation yet")]
    UnknownDesk,
    #[error("This claim is not yours, or does not exist")]
    NoClaim,
    #[error("The claim has ended: {0}")]
    ClaimEnded(String),
    #[error("The claim has expired")]
    LeaseOver,
    #[error("A lease lasts from 1 ms to an hour")]
    Lease,
    #[error("Another operation has this ID: {0}")]
    OtherOperation(String),
    #[error("The claim does not say what is sent under it")]
    NoOperation,
    #[error("The team has no such request for approval")]
    NoApproval,
    #[error("Another request for approval has this ID")]
    OtherApproval,
    #[error("You asked for this approval yourself")]
    OwnRequest,
    #[error("“{0}” asked for this approval")]
    ForeignRequest(String),
    #[error("“{0}” has decided already")]
    AlreadyDecided(String),
    #[error("“{0}” has withdrawn the request")]
    Withdrawn(String),
    #[error("Operation {0} already used this approval")]
    ApprovalUsed(String),
    #[error("No reason was given")]
    ReasonMissing,
    #[error("The team has the journal of this installation only up to entry {0}")]
    JournalGap(i64),
    #[error("Entry {0} of the journal differs from the one that the team has")]
    JournalDiffers(i64),
    #[error("Another hub now reads this profile's payments")]
    PaymentsTaken,
    #[error("Events cannot be deleted before they are {0} days old")]
    EventsKept(String),
    #[error("The team's database refused it: {0}")]
    Unknown(String),
}

impl TeamRefusal {
    fn of(code: &str, detail: &str) -> Self {
        let shown = || visible(detail, SHOWN_CHARS);
        let number = || detail.parse().unwrap_or_default();
        match code {
            "not_a_member" => Self::NotAMember,
            "role_missing" => TeamRole::of(detail).map_or_else(|| Self::Unknown(shown()), Self::RoleMissing),
            "no_profile" => Self::NoProfile,
            "profile_exists" => Self::ProfileExists(shown()),
            "no_login" => Self::NoLogin(shown()),
            "foreign_desk" => Self::ForeignDesk(shown()),
            "unknown_desk" => Self::UnknownDesk,
            "no_claim" => Self::NoClaim,
            "claim_ended" => Self::ClaimEnded(shown()),
            "lease_over" => Self::LeaseOver,
            "lease" => Self::Lease,
            "other_operation" => Self::OtherOperation(shown()),
            "no_operation" => Self::NoOperation,
            "no_approval" => Self::NoApproval,
            "other_approval" => Self::OtherApproval,
            "own_request" => Self::OwnRequest,
            "foreign_request" => Self::ForeignRequest(shown()),
            "already_decided" => Self::AlreadyDecided(shown()),
            "withdrawn" => Self::Withdrawn(shown()),
            "approval_used" => Self::ApprovalUsed(shown()),
            "reason_missing" => Self::ReasonMissing,
            "journal_gap" => Self::JournalGap(number()),
            "payments_taken" => Self::PaymentsTaken,
            "journal_differs" => Self::JournalDiffers(number()),
            "events_kept" => Self::EventsKept(shown()),
            other => Self::Unknown(visible(other, SHOWN_CHARS)),
        }
    }

    /// What a person can do about it.
    pub fn what_to_do(&self) -> String {
        match self {
            Self::NotAMember | Self::RoleMissing(_) => "Ask an admin of the team".to_owned(),
            Self::NoProfile => "See the team's profiles with: paydesk team status".to_owned(),
            Self::ProfileExists(_) => "Choose another name, or use the existing profile".to_owned(),
            Self::NoLogin(_) => "Check the name; login names are case-sensitive".to_owned(),
            Self::ForeignDesk(_) => "Leave the team in Settings and join it again".to_owned(),
            Self::UnknownDesk => "Connect to the team again".to_owned(),
            Self::NoClaim | Self::ClaimEnded(_) | Self::LeaseOver => "See who has it now, then start again".to_owned(),
            Self::ReasonMissing => "Enter a reason".to_owned(),
            Self::PaymentsTaken => "No action needed: the other hub carries on".to_owned(),
            Self::OwnRequest => "Ask another person with the approver role to decide".to_owned(),
            Self::ForeignRequest(_) => "Only that person can withdraw it".to_owned(),
            Self::NoApproval | Self::AlreadyDecided(_) | Self::Withdrawn(_) | Self::ApprovalUsed(_) => {
                "Check its current state; ask for approval again if needed".to_owned()
            }
            Self::EventsKept(_) => "Keep them longer: the service may send one again".to_owned(),
            Self::JournalGap(_) => "The missing entries are sent first".to_owned(),
            Self::JournalDiffers(_) => {
                "Check the journal of this installation with: paydesk audit verify; send this message to \
                    support"
                    .to_owned()
            }
            Self::Lease | Self::NoOperation | Self::OtherOperation(_) | Self::OtherApproval | Self::Unknown(_) => {
                "Send this message to support".to_owned()
            }
        }
    }
}
