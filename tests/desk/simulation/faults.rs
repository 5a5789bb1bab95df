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
    /// The network delivers it twice, the second copy up to 90 s later; only where the service guards against it. The
    /// first copy is answered.
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
    /// A refund is answered with the opposite of what became of it.
    AnswerSaysOpposite,
    /// An event says so of it.
    EventSaysOpposite,
    /// An event names a refund with another amount.
    EventOfAnotherAmount,

    // ----- a service, or a network, that does not behave as the sandbox does
    /// The refund was made, and its repeat is refused: amount and pending refunds are looked at before its id.
    RepeatRefusedByAmount,
    /// A refund was refused for its amount by a service that names what is left, and that shows that it was not made.
    RefusedWithRest,
    /// A refund was made, and its repeat is refused by a service that names what is left after it.
    RepeatRefusedWithRest,
    /// It was executed, and is answered 400 in the error shape.
    ExecutedAnd400,
    /// It was executed, and is answered 409 in the error shape.
    ExecutedAnd409,
    /// 200 with `{}`, and nothing was executed.
    EmptyObjectWithoutEffect,
    EmptyObjectWithEffect,
    /// 200 with `{"success": false}`.
    SuccessFalseWithoutEffect,
    SuccessFalseWithEffect,
    /// 200 with the error shape.
    ErrorIn200WithoutEffect,
    ErrorIn200WithEffect,
    /// 200 with the true answer to another request, about another object.
    AnswerOfAnotherRequestWithoutEffect,
    AnswerOfAnotherRequestWithEffect,
    /// The network delivers it twice at once, and the answer to the second copy, a refusal, comes back.
    SecondCopyRefused,
    /// It arrives after the settle window, which the law excludes: nothing is held against Paydesk that comes of it.
    ArrivedAfterWindow,
    /// 429 to an attempt that follows an unknown one.
    RateLimitedAfterUnknown,
    /// 429 to a read that is to settle an unknown.
    ReadRateLimitedAfterUnknown,
    /// The service forgot a refund's id after 24 h while its outcome was unknown: a repeat would make it a second time.
    RefundIdForgotten,
    /// What was executed and refused is looked into by a read from before it was executed.
    StaleReadAfterRefusal,
    /// A day and more goes by while something is unknown, and the program does not run.
    DayAway,
    /// The same, and the machine sleeps: the window notices that its clock went further than the time it counted.
    DayAsleep,

    // ----- reads
    /// A second worker of the service answers, which has not seen what the first one did for up to 30 s.
    LaggingWorker,
    StaleRead,
    /// It was answered from how things stood up to 25 s before.
    SlowRead,
    /// A cache on the way answers with what it stored up to ten minutes before, and says so.
    CachedRead,
    /// The same, and only the `Date` is old.
    CachedReadUnmarked,
    /// The same, and the cache writes a new `Date`: nothing in the answer tells.
    CachedReadRedated,
    /// A copy answers a read that is to find out what became of an operation that was executed since, and denies it.
    CachedReadDeniesEffect,
    ReadLost,
    ReadServerError,
    ReadForeign,
    ReadRateLimited,
    ReadKeyRefused,

    /// A payment is shown with a refund whose answer was lost; the specification says nothing of refunds in payments.
    UnknownRefundShown,

    // ----- the disk
    SlowDisk,
    DiskFull,
    /// The commit returned an error, and is on disk.
    CommitErrorLanded,
    /// The journal has an operation open on the target that Paydesk does not know.
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
    /// The machine sleeps: time passes, and Paydesk is not there.
    Suspend,
    ClockForward,
    ClockBackward,
    /// The clock is set while Paydesk is not running.
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
    /// A colleague does the very same at the service, at the same time.
    SameCaptureByColleague,
    SameCancelByColleague,
    SameApprovalByColleague,
    SameRefundByColleague,
    /// Somebody else's change looks exactly like what was asked for.
    Twin,
}

/// How often each was met.
#[derive(Debug, Clone)]
pub struct FaultCounts([u64; Fault::COUNT]);

impl Default for FaultCounts {
    fn default() -> Self {
        Self([0; Fault::COUNT])
    }
}

impl FaultCounts {
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
