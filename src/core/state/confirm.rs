//! Opens dialogs and carries out what a person confirmed in one.
//!
//! A dialog is taken away as it is confirmed, so a second Enter finds none. What is done with its data is the business
//! of the feature that it belongs to.

use crate::dialog::{Confirmation, Dialog, HistoryDeletion};
use crate::features::history::HistoryAction;
use crate::features::payments::{confirm_action, confirm_test_card};
use crate::features::payouts::confirm_fulfilment;
use crate::features::refunds::confirm_refund;
use crate::operations::Input;
use crate::state::State;

impl State {
    pub(crate) fn show_dialog(&mut self, dialog: Dialog) {
        self.workspace.dialog = Some(dialog);
    }

    /// The person confirmed the open dialog. Nothing happens where none is open, or one of another kind.
    pub(crate) fn confirm(&mut self, confirmation: Confirmation) {
        match (self.workspace.dialog.take(), confirmation) {
            (Some(Dialog::Payment(dialog)), Confirmation::Payment(intent)) if dialog.action == intent.action() => {
                self.with(|_, cx| confirm_action(*dialog, &intent, cx))
            }
            (Some(Dialog::Refund(dialog)), Confirmation::Refund(input)) => self.with(|features, cx| {
                features.refunds.confirmed(&dialog.operation_id, features.payment_disputes, &dialog, cx.now);
                confirm_refund(*dialog, *input, cx);
            }),
            (Some(Dialog::RequestApproval(dialog)), Confirmation::RequestApproval(reason)) => {
                self.with(|features, cx| features.approvals.request(*dialog, &reason, cx))
            }
            (Some(Dialog::FulfillPayout(dialog)), Confirmation::FulfillPayout) => {
                self.with(|_, cx| confirm_fulfilment(*dialog, cx))
            }
            (Some(Dialog::TestCard(dialog)), Confirmation::TestCard(card)) => {
                self.with(|_, cx| confirm_test_card(*dialog, card, cx))
            }
            (Some(Dialog::TakeOver { item, .. }), Confirmation::TakeOver) => self.take_over(item),
            (Some(Dialog::SendAgain { operation_id, .. }), Confirmation::SendAgain) => {
                self.operate_on(&operation_id, Input::SendAgain(&operation_id))
            }
            (Some(Dialog::SendAllAgain { operation_ids, .. }), Confirmation::SendAllAgain) => {
                self.with(|features, cx| features.sending_again.start(operation_ids, cx));
            }
            (Some(Dialog::CloseUnknown { operation_id, .. }), Confirmation::CloseUnknown) => {
                self.operate_on(&operation_id, Input::CloseUnknown(&operation_id))
            }
            (Some(Dialog::RemoveProfile { profile_id, .. }), Confirmation::RemoveProfile) => {
                self.remove_profile(profile_id)
            }
            (Some(Dialog::UnlockProduction { profile_id, .. }), Confirmation::UnlockProduction)
                if profile_id == self.profiles.current =>
            {
                self.profiles.unlock(profile_id)
            }
            (Some(Dialog::DeleteHistory { deletion, profile_id, .. }), Confirmation::DeleteHistory)
                if profile_id == self.workspace.profile_id =>
            {
                let action = match deletion {
                    HistoryDeletion::Forget => HistoryAction::Forget,
                    HistoryDeletion::TurnOff => HistoryAction::TurnOff,
                    HistoryDeletion::Shorten(days) => HistoryAction::Keep(Some(days)),
                };
                self.with(|features, cx| features.history.handle(action, cx))
            }
            (other, _) => self.workspace.dialog = other,
        }
    }
}
