//! The dialogs: each holds what the person saw when it was opened, and confirms what is not undone lightly.
//!
//! Data only. What confirming one does is in [`state`](crate::state).

use chrono::{DateTime, Utc};

use paydesk_api::input::CreateRefundInput;
use paydesk_domain::ids::OperationId;
use paydesk_domain::open_item::OpenItem;
use paydesk_domain::profile::ProfileId;

use super::features::approvals::request::ApprovalDialog;
use super::features::payments::dialog::{PaymentDialog, TestCardDialog};
use super::features::payouts::dialog::PayoutDialog;
use super::features::refunds::dialog::RefundDialog;
use super::manual::ManualPlace;
use super::operations::Intent;

/// What is before the window, if anything.
#[derive(Debug, Clone, PartialEq, strum::EnumDiscriminants)]
#[strum_discriminants(name(DialogKind), doc = "The dialogs, without what they hold.", derive(strum::EnumIter))]
pub enum Dialog {
    /// Confirms an action on a payment.
    Payment(Box<PaymentDialog>),
    /// Confirms that a payout is paid out.
    FulfillPayout(Box<PayoutDialog>),
    /// Confirms a payment with a test card.
    TestCard(Box<TestCardDialog>),
    /// Refunds a payment.
    Refund(Box<RefundDialog>),
    /// Asks a second person to approve what was confirmed.
    RequestApproval(Box<ApprovalDialog>),
    /// Takes over the evidence that a colleague writes.
    TakeOver {
        item: OpenItem,
        person: String,
        opened_at: DateTime<Utc>,
    },
    /// Sends an operation again whose first attempt is not known to have happened.
    SendAgain {
        operation_id: OperationId,
        opened_at: DateTime<Utc>,
    },
    /// Sends all operations that were certainly not executed when it was opened.
    SendAllAgain {
        operation_ids: Vec<OperationId>,
        opened_at: DateTime<Utc>,
    },
    /// Closes an unknown outcome by the person's word.
    CloseUnknown {
        operation_id: OperationId,
        opened_at: DateTime<Utc>,
    },
    /// Forgets a profile and its keys.
    RemoveProfile {
        profile_id: ProfileId,
        opened_at: DateTime<Utc>,
    },
    /// Deletes the payments that are stored of a profile.
    DeleteHistory {
        deletion: HistoryDeletion,
        profile_id: ProfileId,
        opened_at: DateTime<Utc>,
    },
    /// Lets the current profile change things in production until Paydesk is closed.
    UnlockProduction {
        profile_id: ProfileId,
        opened_at: DateTime<Utc>,
    },
    /// The value of a key that was just made.
    NewApiKey {
        operation_id: OperationId,
        opened_at: DateTime<Utc>,
    },
    /// The window is to be closed and waits for what is under way.
    Closing {
        opened_at: DateTime<Utc>,
    },
    Palette,
    /// A place in the manual.
    Manual(ManualPlace),
    Shortcuts,
    Glossary,
    About,
}

/// What becomes of the payment history once all that is stored of a profile is deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HistoryDeletion {
    /// Everything is read again.
    Forget,
    /// Nothing is read any more.
    TurnOff,
    /// What was created before the last so many days is deleted.
    Shorten(u32),
}

/// A page of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HelpPage {
    Manual(ManualPlace),
    Shortcuts,
    Glossary,
    About,
}

impl HelpPage {
    /// The dialog that shows it.
    pub fn dialog(self) -> Dialog {
        match self {
            Self::Manual(place) => Dialog::Manual(place),
            Self::Shortcuts => Dialog::Shortcuts,
            Self::Glossary => Dialog::Glossary,
            Self::About => Dialog::About,
        }
    }
}

impl Dialog {
    /// Whether it shows the value of the key that this operation made.
    pub(crate) fn is_of_new_key(&self, id: &OperationId) -> bool {
        matches!(self, Self::NewApiKey { operation_id, .. } if operation_id == id)
    }

    /// When what it shows of the service is to be read again.
    pub(crate) fn next_due(&self) -> Option<DateTime<Utc>> {
        let Self::Refund(dialog) = self else { return None };
        dialog.next_due()
    }
}

/// How a person confirms the open dialog, with what was filled in. It confirms a dialog of its own kind only.
#[derive(Debug, Clone, PartialEq)]
pub enum Confirmation {
    /// With what was chosen for the action that the dialog is about.
    Payment(Intent),
    /// Payment and ids are those of the dialog.
    Refund(Box<CreateRefundInput>),
    FulfillPayout,
    /// With why it should be approved.
    RequestApproval(String),
    /// With the test card of this index.
    TestCard(usize),
    TakeOver,
    SendAgain,
    SendAllAgain,
    CloseUnknown,
    RemoveProfile,
    UnlockProduction,
    DeleteHistory,
}
