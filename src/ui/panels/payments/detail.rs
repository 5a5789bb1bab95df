//! The open payment: the amount, the most important fact, what can be done, then everything the service reported.

use egui::{Align, Layout, ScrollArea, Ui};

use crate::drafts::Drafts;
use crate::notes::{NotesDraft, notes_ui};
use crate::status::{deadline_look, payment_mark, status_of_payment};
use crate::unreadable::unreadable_ui;
use paydesk_core::command::{Command, CommandEffect};
use paydesk_core::features::payments::{PaymentsAction, is_editable, is_rejected, why_not_change};
use paydesk_core::operations::ResourceKind;
use paydesk_core::remote::Remote;
use paydesk_core::service_traits::PaymentActionsTrait;
use paydesk_core::state::review_status::ReviewStatusAction;
use paydesk_core::{Action, State};
use paydesk_domain::authorization::time_left;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::note::NoteSubject;
use paydesk_domain::object_ref::ObjectRef;
use paydesk_domain::payment::{CaptureMethod, Payment, PaymentStatus};
use paydesk_domain::review::ReviewStanding;
use paydesk_domain::text::{visible, visible_id};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::pane_of_ui;
use paydesk_widgets::tokens::{Text, Tone, size, tokens};
use paydesk_widgets::{
    Button, Chip, Failed, Notice, RawJson, amount_heading_ui, copyable_ui, failed_ui, label_ui, loading_line,
    loading_ui,
};

use super::actions::{actions_ui, colleague_ui, has_actions, operation_notice_ui};
use super::decline_reason::decline_ui;
use super::disputes::disputes_ui;
use super::facts::{groups_ui, other_groups_ui};
use super::search::can_search_all;
use super::text;
use super::timeline::{TimelineDraft, timeline_ui};
use super::unconfirmed::unconfirmed_ui;
use paydesk_widgets::reading_order::line_from_right_ui;

/// Most of the raw answer seen at once, in points.
const RAW_HEIGHT: f32 = 320.0;

/// Draws the pane of the open payment.
pub fn detail_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let Some((payment_id, remote)) = state.workspace.payments.open_detail() else {
        return;
    };
    let top = egui::Rect::from_min_size(ui.max_rect().left_top(), egui::vec2(ui.available_width(), 2.0));
    loading_line(ui, top, remote.is_loading());
    let is_new = drafts.last_open.as_ref() != Some(payment_id);
    if is_new {
        drafts.last_open = Some(payment_id.clone());
    }
    let mut scroll = ScrollArea::vertical().id_salt("payment detail");
    if is_new {
        scroll = scroll.vertical_scroll_offset(0.0);
    }
    pane_of_ui(ui, scroll, |ui| {
        head_ui(ui, payment_id, actions);
        error_ui(ui, state, (payment_id, remote), actions);
        match remote.value() {
            Some(payment) => payment_ui(ui, state, payment, drafts, actions),
            None if remote.error().is_none() => loading_ui(ui, text::LOADING_PAYMENT, 6, size::ROW),
            None => {}
        }
    });
}

fn head_ui(ui: &mut Ui, payment_id: &PaymentId, actions: &mut Vec<Action>) {
    let row = egui::vec2(ui.available_width(), size::CONTROL);
    line_from_right_ui(ui, row, |ui| {
        if Button::quiet_icon(Icon::Close, text::CLOSE_PANE).ui(ui).clicked() {
            actions.push(Action::Payments(PaymentsAction::Close));
        }
        if Button::quiet_icon(Icon::Refresh, "Refresh payment").ui(ui).clicked() {
            actions.push(Action::Payments(PaymentsAction::ReadAnew(payment_id.clone())));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().interact_size.y = size::QUIET;
            label_ui(ui, Text::Small, tokens(ui).subdued, text::PAYMENT);
            copyable_ui(ui, &visible_id(payment_id.as_str(), 80));
        });
    });
}

/// What could not be read: where the payment would be, or above what was read before.
fn error_ui(
    ui: &mut Ui,
    state: &State,
    (payment_id, remote): (&PaymentId, &Remote<Payment>),
    actions: &mut Vec<Action>,
) {
    let Some(error) = remote.error() else { return };
    let (text, code) = (error.what(), error.code());
    let retry = if remote.value().is_some() {
        let title = text::payment_could_not_be_refreshed(&text);
        Notice::new(Tone::Danger, error.what_to_do()).title(&title).action(text::RETRY).ui(ui)
    } else {
        let id = visible_id(payment_id.as_str(), 64);
        let not_found = error.is_not_found();
        let title = if not_found { text::payment_does_not_exist(&id) } else { text::could_not_be_loaded(&id) };
        let searches = not_found && can_search_all(state);
        let advice = (!searches).then(|| error.what_to_do());
        let failed = Failed { title: &title, message: &text, code: code.as_deref(), advice, retrying: false };
        if searches {
            let search = text::search_payments_for(&id);
            if Button::link(&search).icon(Icon::Search).ui(ui).clicked() {
                actions.push(Action::SearchPayments(payment_id.as_str().to_owned()));
            }
        }
        failed_ui(ui, &failed)
    };
    if retry {
        actions.push(Action::Payments(PaymentsAction::ReadAnew(payment_id.clone())));
    }
}

fn payment_ui(ui: &mut Ui, state: &State, payment: &Payment, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    amount_ui(ui, state, payment);
    operation_notice_ui(ui, state, payment, actions);
    colleague_ui(ui, state, payment);
    if state.workspace.operations.open_of(&payment.payment_id).is_none() {
        note_ui(ui, state, payment, actions);
    }
    if let Some(reason) = state.read_only_reason().filter(|_| has_actions(payment)) {
        Notice::new(Tone::Neutral, &reason).icon(Icon::Lock).ui(ui);
    }
    actions_ui(ui, state, payment, actions);
    unconfirmed_ui(ui, state, payment, actions);
    change_ui(ui, state, payment, actions);
    super::super::refunds::refunds_of_payment_ui(ui, state, &payment.payment_id, actions);
    disputes_ui(ui, state, payment, actions);
    customer_link_ui(ui, state, payment, actions);
    let subject = NoteSubject::payment(&payment.payment_id);
    notes_ui(ui, state, &subject, drafts.of::<NotesDraft>(), actions);
    groups_ui(ui, state, payment, actions);
    timeline_ui(ui, state, payment, drafts.of::<TimelineDraft>(), actions);
    other_groups_ui(ui, payment);
    unreadable_ui(ui, &payment.unreadable);
    let raw = &mut drafts.raw;
    let mut open = raw.open;
    let text = if open { raw.text(&payment.raw) } else { "" };
    RawJson { title: text::RAW_JSON, text, max_height: RAW_HEIGHT }.ui(ui, &mut open);
    raw.open = open;
}

/// One click to the form that changes what it says.
fn change_ui(ui: &mut Ui, state: &State, payment: &Payment, actions: &mut Vec<Action>) {
    if !is_editable(&state.view(), payment) {
        return;
    }
    let blocked = why_not_change(&state.view(), payment);
    if Button::link("Edit details…").icon(Icon::Edit).disabled(blocked.as_deref()).ui(ui).clicked() {
        actions.push(Action::Payments(PaymentsAction::Edit(payment.payment_id.clone())));
    }
}

/// One click to whose payment it is: of a guest, to the payments of the same e-mail address or card.
fn customer_link_ui(ui: &mut Ui, state: &State, payment: &Payment, actions: &mut Vec<Action>) {
    let object = ObjectRef::new(ResourceKind::Payment, payment.payment_id.as_str());
    let Some(Ok(CommandEffect::Act(action))) = Command::OpenCustomer.offer(&object, state) else { return };
    if Button::link(text::OPEN_CUSTOMER).icon(Icon::Customer).ui(ui).clicked() {
        actions.push(action);
    }
}

/// Draws how much it is, and its status.
pub fn amount_ui(ui: &mut Ui, state: &State, payment: &Payment) {
    let has_rest = payment.capturable_minor() > 0;
    let mark = state.workspace.payments.mark_of(payment).map(|mark| payment_mark(mark, has_rest));
    let look = mark.unwrap_or_else(|| status_of_payment(state, &payment.status));
    let chip = Chip::new(look.icon, &look.word, look.tone);
    let row = egui::vec2(ui.available_width(), size::ROW);
    line_from_right_ui(ui, row, |ui| {
        chip.ui(ui);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            amount_heading_ui(ui, &payment.amount.amount_text(), &visible(payment.currency().code(), 12));
        });
    });
    if !payment.currency().is_known() {
        let text = "Unknown number of decimals in this currency: amounts are shown in minor units";
        Notice::new(Tone::Attention, text).ui(ui);
    }
}

/// The most important fact of a payment in this state.
fn note_ui(ui: &mut Ui, state: &State, payment: &Payment, actions: &mut Vec<Action>) {
    let notice = |ui: &mut Ui, tone: Tone, icon: Icon, text: &str| {
        Notice::new(tone, text).icon(icon).ui(ui);
    };
    match state.view().review_status().standing(&payment.status) {
        ReviewStanding::InReview => return review_ui(ui, state, payment),
        ReviewStanding::MayBeInReview => return may_be_review_ui(ui, state, payment, actions),
        ReviewStanding::NotInReview => {}
    }
    if let Some(text) = unreported_amount(payment) {
        notice(ui, Tone::Attention, Icon::Warning, text);
        if payment.status != PaymentStatus::Succeeded {
            capture_before_ui(ui, state, payment);
        }
        return;
    }
    match &payment.status {
        PaymentStatus::RequiresCapture => capture_before_ui(ui, state, payment),
        PaymentStatus::PartiallyAuthorized => {
            notice(ui, Tone::Attention, Icon::Clock, "Partially authorized: capture the capturable amount, or cancel");
            capture_before_ui(ui, state, payment);
        }
        PaymentStatus::Failed => decline_ui(ui, state, payment, actions),
        PaymentStatus::RequiresAction => {
            notice(ui, Tone::Attention, Icon::Alert, "The customer must authenticate (3DS) first");
        }
        PaymentStatus::Processing | PaymentStatus::PartiallyCapturedAndProcessing => {
            notice(ui, Tone::Info, Icon::Processing, "Processing: Paydesk checks it every few seconds");
        }
        PaymentStatus::Succeeded | PaymentStatus::PartiallyCaptured | PaymentStatus::PartiallyCapturedAndCapturable
            if payment.capturable_minor() > 0 =>
        {
            let left = payment.amount.with_minor(payment.capturable_minor());
            let text = text::partially_captured_can_still(&left);
            notice(ui, Tone::Attention, Icon::Clock, &text);
            capture_before_ui(ui, state, payment);
        }
        PaymentStatus::RequiresPaymentMethod => {
            notice(ui, Tone::Neutral, Icon::Payment, "No charge yet: the customer must choose a payment method");
        }
        PaymentStatus::RequiresConfirmation => {
            notice(
                ui,
                Tone::Neutral,
                Icon::Payment,
                "No charge yet: the customer confirms it, or you confirm it here with the attached method",
            );
        }
        PaymentStatus::PartiallyCaptured => {
            notice(
                ui,
                Tone::Info,
                Icon::Success,
                "Partially captured: the rest was released and can no longer be captured",
            );
        }
        PaymentStatus::Conflicted => {
            notice(ui, Tone::Attention, Icon::Warning, "The amount paid differs from the amount requested: check it");
        }
        PaymentStatus::Expired => {
            notice(ui, Tone::Neutral, Icon::Clock, "Expired: it can no longer be paid or captured");
        }
        PaymentStatus::CancelledPostCapture => {
            notice(ui, Tone::Neutral, Icon::Prohibited, "Captured, then reversed before the money moved");
        }
        // Which of the last two stands for manual review was found out above.
        PaymentStatus::Succeeded
        | PaymentStatus::PartiallyCapturedAndCapturable
        | PaymentStatus::Cancelled
        | PaymentStatus::RequiresMerchantAction
        | PaymentStatus::Unknown(_) => {}
    }
}

/// What cannot be done because the service does not report an amount.
fn unreported_amount(payment: &Payment) -> Option<&'static str> {
    match payment.status {
        PaymentStatus::RequiresCapture | PaymentStatus::PartiallyAuthorized if payment.amount_capturable.is_none() => {
            Some(
                "The service does not report how much can be captured, so it cannot be captured here: refresh, or \
                capture it at the service",
            )
        }
        PaymentStatus::Succeeded if payment.amount_received.is_none() => Some(
            "The service does not report how much was received, so it cannot be refunded here: refresh, or refund it \
            at the service",
        ),
        _ => None,
    }
}

/// What to do about a payment in review, what follows, and until when.
pub fn review_ui(ui: &mut Ui, state: &State, payment: &Payment) {
    let view = state.view();
    let captures = view.traits.payment_actions.has(PaymentActionsTrait::ApprovalCaptures);
    let approve = match &payment.capture_method {
        _ if captures => text::APPROVE_IT_TO_CAPTURE_PAYMENT,
        Some(CaptureMethod::Manual) => "approve it to authorize the payment for later capture",
        Some(CaptureMethod::Automatic) => text::APPROVE_IT_TO_CAPTURE_PAYMENT,
        Some(CaptureMethod::Other(_)) | None => "approve it to capture the payment now or later",
    };
    let refuse = if is_rejected(&view, payment) { "reject" } else { "cancel" };
    let text = text::held_for_manual_review(approve, refuse);
    Notice::new(Tone::Accent, &text).icon(Icon::Review).ui(ui);
    capture_before_ui(ui, state, payment);
    let review = view.review_status();
    if review.is_assumed() && !state.workspace.profile_id.is_embedded() {
        let text = text::may_not_be_manual_review(review.word());
        label_ui(ui, Text::Small, tokens(ui).subdued, &text);
    }
}

/// A status that is not documented: what can be done, with the warning that it may be something else.
fn may_be_review_ui(ui: &mut Ui, state: &State, payment: &Payment, actions: &mut Vec<Action>) {
    let word = visible(payment.status.as_str(), 40);
    let text = text::api_documentation_does_not_list(&word);
    let notice = Notice::new(Tone::Attention, &text).icon(Icon::Unknown).action("Use this status for manual review");
    if notice.ui(ui) {
        let name = ReviewStatusAction::Name(payment.status.as_str().to_owned());
        actions.push(Action::ReviewStatus(name));
    }
    capture_before_ui(ui, state, payment);
}

fn capture_before_ui(ui: &mut Ui, state: &State, payment: &Payment) {
    let Some(deadline) = state.workspace.payments.capture_before(payment, &state.view()) else { return };
    let (icon, tone) = deadline_look(deadline.at, state.now);
    let when = state.zone().weekday(deadline.at).replace(' ', "\u{a0}");
    let left = time_left(deadline.at, state.now).replace(' ', "\u{a0}");
    let estimated = if deadline.is_estimated { " (estimated)" } else { "" };
    let says =
        if state.view().review_status().is(&payment.status) { text::decide_before } else { text::capture_before };
    Notice::new(tone, &says(&when, estimated, &left)).icon(icon).ui(ui);
}
