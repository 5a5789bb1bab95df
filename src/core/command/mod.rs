//! What a command, its texts and its keys are. Which commands there are is in [`Command`]; what each is called and
//! does is declared in [`list`].

pub mod list;
pub mod objects;

use crate::action::Action;
use crate::operations::ResourceKind;
use crate::route::Route;
use paydesk_domain::ids::DisputeId;
use paydesk_domain::object_ref::ObjectRef;
use paydesk_domain::profile::ProfileId;

/// A key with its modifiers, named as on the keyboard. `command` is Ctrl, or Cmd on a Mac.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shortcut {
    pub key: &'static str,
    pub command: bool,
    pub shift: bool,
    pub alt: bool,
}

impl Shortcut {
    /// The key alone.
    pub const fn plain(key: &'static str) -> Self {
        Self { key, command: false, shift: false, alt: false }
    }

    /// With Ctrl, or Cmd on a Mac.
    pub const fn command(key: &'static str) -> Self {
        Self { command: true, ..Self::plain(key) }
    }

    /// With Ctrl, or Cmd on a Mac, and Shift.
    pub const fn command_shift(key: &'static str) -> Self {
        Self { shift: true, ..Self::command(key) }
    }

    /// With Shift.
    pub const fn shift(key: &'static str) -> Self {
        Self { shift: true, ..Self::plain(key) }
    }

    /// With Alt.
    pub const fn alt(key: &'static str) -> Self {
        Self { alt: true, ..Self::plain(key) }
    }
}

/// One command of the menus, the palette and the keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumIter)]
pub enum Command {
    /// Shows a panel.
    #[strum(disabled)]
    Show(Route),
    ShowToCapture,
    ShowInReview,
    ShowFailed,
    ShowDisputeAnalytics,
    ShowPaymentAnalytics,
    /// Asks for a file with a line for each operation of a bulk run.
    ImportFile,
    Search,
    Refresh,
    ClearFilters,
    NextRow,
    PreviousRow,
    FirstRow,
    LastRow,
    OpenRow,
    ClosePane,
    /// Back to where what is in front was opened from.
    Back,
    Capture,
    CancelPayment,
    Approve,
    /// Leaves the payment of the review queue undecided.
    SkipReview,
    /// Writes a note on what is in front.
    WriteNote,
    /// Takes the latest decision back.
    UndoReview,
    RefundPayment,
    /// Charges the method that is attached to the payment.
    ConfirmPayment,
    /// Begins a new payment from one that was declined.
    TryAgain,
    FulfilPayout,
    /// Asks the service for the status of a refund.
    CheckStatus,
    ConfirmSubscription,
    ChangePlan,
    /// Opens the form that changes what is open.
    EditDetails,
    OpenCustomer,
    OpenPayment,
    ShowCustomerPayments,
    CopyId,
    CopyAmount,
    /// When it was created, as machines read it.
    CopyCreated,
    NextDispute,
    PreviousDispute,
    /// To the next recommended field of the open dispute that is empty.
    NextMissingField,
    /// Writes the statement of the open dispute from its fields.
    DraftStatement,
    /// Fills what is recommended, empty and known of the open dispute.
    FillKnownFacts,
    /// Lists what is known, to be inserted into the field that has the keyboard.
    InsertFact,
    /// Says who works on the open dispute, or on the selected ones.
    AssignDispute,
    SnoozeDispute,
    /// Changes until when its evidence counts.
    ChangeDeadline,
    /// Copies when its evidence is due, as machines read it.
    CopyDeadline,
    /// Says that they are not contested, or are again.
    ContestDispute,
    /// Its keys are those of the next command with Shift: it is asked first.
    SubmitAndOpenNext,
    /// Reviews what would be sent for the open dispute.
    SubmitEvidence,
    /// Opens the form for a new record of this kind.
    #[strum(disabled)]
    New(ResourceKind),
    Palette,
    Manual,
    Shortcuts,
    Glossary,
    About,
    AddProfile,
    EditProfile,
    ReplaceKey,
    UnlockProduction,
    LockProduction,
    LightTheme,
    DarkTheme,
    SystemTheme,
    LargerText,
    SmallerText,
    NormalText,
    ToggleDensity,
    Requests,
    /// Exports the list in front.
    ExportList,
    ExportJournal,
}

/// What a command does: an action of the core, or something only the window can.
#[derive(Debug, Clone, PartialEq)]
pub enum CommandEffect {
    Act(Action),
    /// Moves the focus to the search field.
    FocusSearch,
    /// Gives another row of the list in view the keyboard.
    MoveRow(CursorMove),
    /// Moves through the review of evidence that is open.
    ScrollReview(CursorMove),
    /// Opens what the row with the keyboard is of.
    OpenRow,
    /// Leaves the form that is open, once nothing would be lost by it.
    LeaveForm,
    /// Cancels the payment of the review queue with the reason that is typed.
    CancelReviewed,
    /// Moves the focus to the next recommended field of the open dispute that is empty.
    NextMissingField,
    /// Opens the list of what can be inserted into the field that has the keyboard.
    ChooseFact,
    /// Presses a control of how disputes are handled: the window knows which of them are selected.
    Handle(HandlingControl),
    /// Presses it for this dispute alone, in its list or where it is open.
    HandleOne(DisputeId, HandlingControl),
    /// Opens the object with the focus in its field for a new note.
    WriteNote(ObjectRef),
    /// Puts this text on the clipboard.
    Copy(String),
    /// Opens the menu that exports the list in front.
    ExportList,
    /// Opens the editor of this profile with the keyboard in the field of its key.
    GiveKey(ProfileId),
}

/// The controls that say how disputes are handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandlingControl {
    Assign,
    Snooze,
    Contest,
    Deadline,
}

/// How the keyboard moves through a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CursorMove {
    /// So many rows down, or up where it is negative.
    Rows(isize),
    First,
    Last,
}

/// How a command is described to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandTexts {
    pub text: &'static str,
    pub tooltip: &'static str,
    /// The first is shown; all work.
    pub keys: &'static [Shortcut],
}
