//! The kinds of fault, each with a name, and how often each was really met.

use strum::{EnumCount, EnumIter, IntoEnumIterator, IntoStaticStr};

/// What goes wrong, or comes in between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, EnumCount, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Fault {
    // ----- on the way to the service
    NoConnection,
    BadCertificate,
    /// It leaves and never arrives; the client waits in vain.
    RequestLost,
    /// It arrives up to 90 s later, when the client has given up.
    LateArrival,
    /// The network delivers it twice, the second copy up to 90 s later; only where the service guards against it.
    DuplicateDelivery,

    // ----- on the way back, after it was executed
    AnswerLost,
    AnswerTimedOut,
    AnswerCut,
    AnswerForeign,
    AnswerOfAnother,
    /// The same answer is reported twice.
    AnswerTwice,

    // ----- at the service, or in front of it
    ServerErrorBefore,
    ServerErrorAfter,
    /// A proxy gives up with 504; the request arrives late or never.
    GatewayTimeout,
    Redirect,
    CaptivePortal,
    RateLimited,
    RateLimitedAbsurdly,
    BudgetNearlySpent,
    ConflictWithoutEffect,
    /// 409, and what was asked for happens all the same, late.
    ConflictWithEffect,
    /// `HE_01` for an id that somebody else took.
    IdTaken,
    /// A repeated refund is answered with `HE_01`.
    AlreadyExists,
    KeyRefused,
    PermissionMissing,
    /// It is executed, and its outcome is `failed`.
    Declined,
    UnknownStatus,

    // ----- reads
    StaleRead,
    /// It was answered from how things stood up to 25 s before.
    SlowRead,
    ReadLost,
    ReadServerError,
    ReadForeign,
    ReadRateLimited,
    ReadKeyRefused,

    // ----- the disk
    SlowDisk,
    DiskFull,
    /// The commit returned an error, and is on disk.
    CommitErrorLanded,
    /// The journal has an operation open on the target that the desk does not know.
    OpenInJournal,
    /// The journal knows the operation's id from an earlier run.
    PreparedBefore,
    /// The journal has an open operation that a newer desk wrote.
    NewerEntry,

    // ----- the process dies
    CrashBeforePrepared,
    CrashAfterPrepared,
    CrashBeforeSending,
    CrashAfterSending,
    CrashBeforeFirstByte,
    CrashAfterFirstByte,
    CrashBeforeUnknown,
    CrashAfterUnknown,
    CrashBeforeOutcome,
    CrashAfterOutcome,
    CrashAnytime,

    // ----- clocks
    /// The machine sleeps: time passes, and the desk is not there.
    Suspend,
    ClockForward,
    ClockBackward,
    /// The clock is set while the desk is not running.
    ClockSetWhileDown,

    // ----- people
    DoubleClick,
    SubmittedTwice,
    /// The same form, its operation's id and all, after a crash.
    SubmittedAfterCrash,
    Withdrawn,
    CheckedNow,
    SentAgain,
    SentAgainWarned,
    ClosedByHand,
    PreparedSent,
    KeyRetried,
    CardDataForgotten,
    /// Two operators work on the same thing at the same time.
    TwoOperators,
    SomebodyElse,
    ChangedBetweenCheckAndSend,
    /// What sets texts was sent again, and another operator had set others meanwhile.
    SetAgainOverAnother,
    /// The only read of a payout wrote the texts that were seen over newer ones of another.
    ProbedOverAnother,
    /// Somebody else's change looks exactly like what was asked for.
    Twin,
}

/// How often each was met.
#[derive(Debug, Clone)]
pub struct Met([u64; Fault::COUNT]);

impl Default for Met {
    fn default() -> Self {
        Self([0; Fault::COUNT])
    }
}

impl Met {
    pub fn note(&mut self, fault: Fault) {
        self.0[fault as usize] += 1;
    }

    pub fn times(&self, fault: Fault) -> u64 {
        self.0[fault as usize]
    }

    pub fn add(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine += theirs;
        }
    }

    pub fn all(&self) -> impl Iterator<Item = (Fault, u64)> {
        Fault::iter().map(|fault| (fault, self.times(fault)))
    }
}
