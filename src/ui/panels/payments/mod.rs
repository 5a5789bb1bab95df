//! The payments panel: filters and the list, and beside it the payment that is open; or the form for a new one.

mod actions;
mod cells;
mod change;
mod columns;
mod confirm;
mod decline_reason;
mod detail;
mod disputes;
mod draft;
mod facts;
mod filtered_here;
mod filters;
mod list;
mod method;
mod new;
mod row_name;
mod search;
mod selection;
mod text;
mod timeline;
mod unconfirmed;
mod views;

pub use change::PaymentChangeDraft;
pub use confirm::ConfirmPaymentDraft;
pub(super) use detail::{amount_ui, review_ui as review_note_ui};
pub use draft::PaymentsDraft;
pub(super) use facts::{groups_ui, other_groups_ui};
pub use new::NewPaymentDraft;

use egui::Ui;

use crate::drafts::Drafts;
use crate::panel_view::PanelView;
use paydesk_core::features::forms::FormPurpose;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::views::ViewsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::size;

use super::split::{DETAIL_WIDTHS, LIST_MIN_WIDTH, SplitPart, split_ui};

/// Where a detail takes all the room, asking for a list leaves it. To be called once all of the frame was asked.
pub fn leave_detail(ctx: &egui::Context, state: &State, drafts: &Drafts, actions: &mut Vec<Action>) {
    let room = ctx.content_rect().width() - size::SIDEBAR_NARROW;
    let alone = room - LIST_MIN_WIDTH < *DETAIL_WIDTHS.start() && state.workspace.payments.open.is_some();
    let asks_for_list = |action: &Action| {
        matches!(
            action,
            Action::Payments(PaymentsAction::ShowAll)
                | Action::Payments(PaymentsAction::ShowToCapture)
                | Action::Payments(PaymentsAction::ShowInReview)
                | Action::Payments(PaymentsAction::ShowUnlisted)
                | Action::Payments(PaymentsAction::FilterStatus(_))
                | Action::Payments(PaymentsAction::FilterMark(_))
                | Action::Views(ViewsAction::Show(_))
        )
    };
    if alone && (drafts.focus_search || actions.iter().any(asks_for_list)) {
        actions.push(Action::Payments(PaymentsAction::Close));
    }
}

/// How the panel is drawn.
pub const VIEW: PanelView = PanelView::new(Route::List(ResourceKind::Payment), Icon::Payment, panel_ui)
    .with_list(|drafts| drafts.of::<PaymentsDraft>().keys());

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    drafts.of::<NewPaymentDraft>().follow(state);
    drafts.of::<PaymentChangeDraft>().follow(state);
    drafts.of::<ConfirmPaymentDraft>().follow(state);
    if let Some(form) = state.form(ResourceKind::Payment) {
        match &form.kind.purpose {
            FormPurpose::Change(id) => change::page_ui(ui, state, (form, id), drafts.of(), actions),
            FormPurpose::Confirm(id) => confirm::page_ui(ui, state, (form, id), drafts.of(), actions),
            FormPurpose::New => new::page_ui(ui, state, form, drafts.of(), actions),
        }
        return;
    }
    let resized =
        split_ui(ui, state, text::PAYMENTS, state.workspace.payments.open.is_some(), &mut |ui, part| match part {
            SplitPart::List => list::list_ui(ui, state, drafts, actions),
            SplitPart::Detail => detail::detail_ui(ui, state, drafts, actions),
        });
    actions.extend(resized);
}
