//! The dialog that asks a second person of the team to approve what was confirmed.

use egui::Ui;

use crate::drafts::Drafts;
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::approvals::text::{OBJECT_ADDED_UP, rule};
use paydesk_core::features::approvals::{ApprovalDialog, TEXT_MAX_CHARS};
use paydesk_core::{Action, State};
use paydesk_domain::approval::RuleLimit;
use paydesk_domain::operation::ResourceKind;
use paydesk_widgets::dialog::paragraph_ui;
use paydesk_widgets::{ConfirmDialog, DialogAnswer, TextField};

use super::frame::{named_ui, show};
use super::text;

const ROWS: usize = 3;

/// What it is, why it needs approval, and the reason that the other person reads.
pub fn approval_ui(ui: &Ui, state: &State, dialog: &ApprovalDialog, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    drafts.enter_dialog(dialog.opened_at);
    let plan = &dialog.submission.plan;
    let reason = &mut drafts.approval_reason;
    let refused = reason.trim().is_empty().then_some("Say why it should be approved");
    let why = rule(&dialog.rule, plan.endpoint.spec().texts.title);
    let modal = ConfirmDialog::new(text::REQUEST_APPROVAL, text::REQUEST_APPROVAL).cancel(text::BACK);
    let next = if plan.with_secret {
        "Nothing is sent now. Once it is approved, only you can send it under Approvals, and \
        only until Paydesk is closed: card and account numbers are not stored."
    } else {
        "Nothing is sent now. Once it is approved, you or the approver can send it under Approvals."
    };
    let answer = show(ui, state, modal.refused(refused).next(Some(next)), dialog.opened_at, |ui| {
        paragraph_ui(ui, &why);
        if matches!(dialog.rule.above, RuleLimit::Amount(_)) {
            paragraph_ui(ui, OBJECT_ADDED_UP);
        }
        // A refund works on its payment.
        let kind = if plan.target.kind == ResourceKind::Refund { ResourceKind::Payment } else { plan.target.kind };
        let place = state.workspace.profile.as_ref().map(|profile| (profile.environment, profile.name.as_str()));
        named_ui(ui, place, kind, &plan.target.resource, |facts| {
            facts.text(text::OPERATION, &plan.title());
        });
        let field = TextField::labelled(text::REASON, reason).rows(ROWS).max_chars(TEXT_MAX_CHARS);
        field.placeholder("For example: customer charged twice").ui(ui);
    });
    match answer {
        DialogAnswer::Confirmed if refused.is_none() => {
            let reason = std::mem::take(&mut drafts.approval_reason);
            actions.push(Action::Confirm(Confirmation::RequestApproval(reason)));
        }
        DialogAnswer::Cancelled => actions.push(Action::DismissDialog),
        DialogAnswer::Confirmed | DialogAnswer::Open => {}
    }
}
