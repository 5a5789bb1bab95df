//! The dialogs: what moves money is confirmed here, with the exact amount, the object and the environment named.

mod approval;
mod closing;
mod facts;
mod frame;
mod history;
mod new_key;
mod operations;
mod payments;
mod payouts;
mod profiles;
mod refunds;
mod take_over;
mod test_card;
mod text;

use egui::Ui;

use paydesk_core::dialog::{Dialog as OpenDialog, HelpPage};
use paydesk_core::{Action, State};
use paydesk_domain::payment::PaymentAction;

use super::command_palette;
use super::drafts::Drafts;
use super::help::help_ui;

/// Draws the open dialog, if there is one.
pub fn dialogs_ui(ui: &Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    match &state.workspace.dialog {
        None => {}
        Some(OpenDialog::Palette) => command_palette::palette_ui(ui, state, drafts, actions),
        Some(OpenDialog::Closing { opened_at }) => {
            drafts.enter_dialog(*opened_at);
            closing::closing_ui(ui, state, *opened_at, actions);
        }
        Some(OpenDialog::Manual(place)) => shown_help_ui(ui, state, HelpPage::Manual(*place), drafts, actions),
        Some(OpenDialog::Shortcuts) => shown_help_ui(ui, state, HelpPage::Shortcuts, drafts, actions),
        Some(OpenDialog::Glossary) => shown_help_ui(ui, state, HelpPage::Glossary, drafts, actions),
        Some(OpenDialog::About) => shown_help_ui(ui, state, HelpPage::About, drafts, actions),
        Some(OpenDialog::Payment(dialog)) => {
            let first = drafts.enter_dialog(dialog.opened_at);
            match dialog.action {
                PaymentAction::Capture => payments::capture_ui(ui, state, dialog, first, drafts, actions),
                PaymentAction::Cancel => payments::cancel_ui(ui, state, dialog, drafts, actions),
                PaymentAction::Approve => payments::approve_ui(ui, state, dialog, actions),
                PaymentAction::Confirm => payments::confirm_ui(ui, state, dialog, actions),
            }
        }
        Some(OpenDialog::Refund(dialog)) => refunds::refund_ui(ui, state, dialog, drafts, actions),
        Some(OpenDialog::RequestApproval(dialog)) => approval::approval_ui(ui, state, dialog, drafts, actions),
        Some(OpenDialog::TestCard(dialog)) => test_card::test_card_ui(ui, state, dialog, drafts, actions),
        Some(OpenDialog::FulfillPayout(dialog)) => payouts::fulfil_ui(ui, state, dialog, drafts, actions),
        Some(OpenDialog::TakeOver { item, person, opened_at }) => {
            drafts.enter_dialog(*opened_at);
            take_over::take_over_ui(ui, state, item, person, *opened_at, actions);
        }
        Some(OpenDialog::SendAgain { operation_id, opened_at }) => {
            drafts.enter_dialog(*opened_at);
            match state.operation(operation_id) {
                Some(operation) => operations::send_again_ui(ui, state, operation, *opened_at, drafts, actions),
                None => actions.push(Action::DismissDialog),
            }
        }
        Some(OpenDialog::SendAllAgain { operation_ids, opened_at }) => {
            drafts.enter_dialog(*opened_at);
            operations::send_all_again_ui(ui, state, operation_ids, *opened_at, drafts, actions);
        }
        Some(OpenDialog::RemoveProfile { profile_id, opened_at }) => {
            drafts.enter_dialog(*opened_at);
            profiles::remove_ui(ui, state, profile_id, *opened_at, actions);
        }
        Some(OpenDialog::DeleteHistory { deletion, opened_at, .. }) => {
            drafts.enter_dialog(*opened_at);
            history::delete_ui(ui, state, *deletion, *opened_at, actions);
        }
        Some(OpenDialog::UnlockProduction { opened_at, .. }) => {
            let first = drafts.enter_dialog(*opened_at);
            profiles::unlock_ui(ui, state, first, *opened_at, drafts, actions);
        }
        Some(OpenDialog::NewApiKey { operation_id, opened_at }) => {
            drafts.enter_dialog(*opened_at);
            new_key::new_key_ui(ui, state, operation_id, *opened_at, drafts, actions);
        }
        Some(OpenDialog::CloseUnknown { operation_id, opened_at }) => {
            drafts.enter_dialog(*opened_at);
            match state.operation(operation_id) {
                Some(operation) => operations::close_unknown_ui(ui, state, operation, *opened_at, actions),
                None => actions.push(Action::DismissDialog),
            }
        }
    }
}

fn shown_help_ui(ui: &Ui, state: &State, page: HelpPage, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    help_ui(ui, state, page, &mut drafts.help, command_palette::shortcuts_ui, actions);
}
