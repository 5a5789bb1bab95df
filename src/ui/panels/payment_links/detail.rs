//! The open payment link: where it leads, to be copied, opened, or read by a telephone.

use egui::{Align, Layout, Ui};

use crate::drafts::Drafts;
use crate::notes::{NotesDraft, notes_ui};
use crate::record_list::is_whole;
use crate::unreadable::unreadable_ui;
use crate::web_link::web_link_ui;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::records::kinds::payment_link::LinkState;
use paydesk_core::records::{CachedRecord, Resource};
use paydesk_core::{Action, State};
use paydesk_domain::note::NoteSubject;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::text::{SHOWN_MAX_CHARS, visible, visible_id};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::pane_ui;
use paydesk_widgets::tokens::{Text, Tone, size, tokens};
use paydesk_widgets::{Button, Chip, Notice, RawJson, amount_heading_ui, copyable_ui, empty_ui, facts_ui, label_ui};

use super::PaymentLinksDraft;
use super::list::look;
use super::text;
use paydesk_widgets::reading_order::line_from_right_ui;

const RAW_HEIGHT: f32 = 320.0;

/// Draws the pane of the open link.
pub fn detail_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let Some(id) = state.workspace.opened.get(ResourceKind::PaymentLink) else { return };
    pane_ui(ui, (ResourceKind::PaymentLink, id), |ui| {
        head_ui(ui, id, actions);
        match state.workspace.records.find(ResourceKind::PaymentLink, id) {
            Some(known) => link_ui(ui, state, known, drafts, actions),
            None => drop(empty_ui(ui, Icon::Unknown, "Paydesk has no record of a link with this ID", None)),
        }
    });
}

fn head_ui(ui: &mut Ui, id: &str, actions: &mut Vec<Action>) {
    let row = egui::vec2(ui.available_width(), size::CONTROL);
    line_from_right_ui(ui, row, |ui| {
        if Button::quiet_icon(Icon::Close, text::CLOSE_PANE).ui(ui).clicked() {
            actions.push(Action::ShowRecord(ResourceKind::PaymentLink, None));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().interact_size.y = size::QUIET;
            label_ui(ui, Text::Small, tokens(ui).subdued, text::PAYMENT_LINK);
            copyable_ui(ui, &visible_id(id, 80));
        });
    });
}

fn link_ui(ui: &mut Ui, state: &State, known: &CachedRecord, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    amount_ui(ui, state, known);
    payment_ui(ui, state, known, actions);
    match (&known.resource, known.payment_link().and_then(|link| link.link.as_deref())) {
        (_, Some(link)) => {
            if web_link_ui(ui, text::LINK, link) {
                drafts.of::<PaymentLinksDraft>().picture.ui(ui, link);
            }
        }
        (Resource::Unreadable(error), None) => unreadable_ui(ui, std::slice::from_ref(error)),
        (_, None) => {
            let message = "The service created the link without reporting its address. Find it at the service.";
            Notice::new(Tone::Attention, message).icon(Icon::Unknown).ui(ui);
        }
    }
    facts_of_ui(ui, state, known, actions);
    let subject = NoteSubject::new(ResourceKind::PaymentLink, &*known.record.id);
    let subject = subject.of_payment(known.record.payment_id.as_ref());
    notes_ui(ui, state, &subject, drafts.of::<NotesDraft>(), actions);
    if let Some(link) = known.payment_link() {
        unreadable_ui(ui, &link.unreadable);
    }
    if let Some(reported) = &known.record.reported {
        let draft = drafts.of::<PaymentLinksDraft>();
        let mut open = draft.raw.open;
        let text = if open { draft.raw.text(reported) } else { "" };
        RawJson { title: text::RAW_JSON, text, max_height: RAW_HEIGHT }.ui(ui, &mut open);
        draft.raw.open = open;
    }
}

/// What its payment came to, with a way there.
fn payment_ui(ui: &mut Ui, state: &State, known: &CachedRecord, actions: &mut Vec<Action>) {
    let Some(payment_id) = &known.record.payment_id else { return };
    if let Some((tone, icon, text)) = known.link_state(state.now).and_then(|state| to_know(&state)) {
        Notice::new(tone, text).icon(icon).ui(ui);
    }
    if Button::secondary(text::OPEN_PAYMENT).icon(Icon::Payment).ui(ui).clicked() {
        actions.push(Action::Payments(PaymentsAction::Open(payment_id.clone())));
    }
}

fn to_know(state: &LinkState) -> Option<(Tone, Icon, &'static str)> {
    match state {
        LinkState::Paid => Some((Tone::Positive, Icon::Success, "Paid. The payment succeeded.")),
        LinkState::PaymentFailed => {
            let text = "The last attempt was declined; the payment shows why. The customer can try again until \
                the link expires.";
            Some((Tone::Danger, Icon::Failure, text))
        }
        LinkState::OnItsWay(PaymentStatus::RequiresCapture) => {
            Some((Tone::Attention, Icon::Clock, "Authorized. Open the payment to capture it."))
        }
        LinkState::OnItsWay(PaymentStatus::Cancelled | PaymentStatus::CancelledPostCapture) => Some((
            Tone::Attention,
            Icon::Prohibited,
            "The payment was cancelled. To request it again, create another link.",
        )),
        LinkState::OnItsWay(_)
        | LinkState::Active
        | LinkState::Expired
        | LinkState::Other(_)
        | LinkState::NotReported => None,
    }
}

fn amount_ui(ui: &mut Ui, state: &State, known: &CachedRecord) {
    let look = look(state, known);
    let row = egui::vec2(ui.available_width(), size::ROW);
    line_from_right_ui(ui, row, |ui| {
        Chip::new(look.icon, &look.word, look.tone).ui(ui);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            if let Some(amount) = known.amount() {
                amount_heading_ui(ui, &amount.amount_text(), &visible(amount.currency.code(), 12));
            }
        });
    });
}

fn facts_of_ui(ui: &mut Ui, state: &State, known: &CachedRecord, actions: &mut Vec<Action>) {
    let (record, zone) = (&known.record, state.zone());
    let sent = |name: &str| record.sent.as_deref().and_then(|sent| Some(sent.get(name)?.as_str()?.to_owned()));
    facts_ui(ui, text::PAYMENT_LINK, |facts| {
        facts.text(text::DESCRIPTION, &known.link_description());
        if let Some(payment_id) = &record.payment_id
            && facts.link(text::PAYMENT, &visible_id(payment_id.as_str(), 64), text::OPEN_PAYMENT).clicked()
        {
            actions.push(Action::Payments(PaymentsAction::Open(payment_id.clone())));
        }
        for (name, field) in
            [(text::E_MAIL, "email"), (text::CUSTOMER, "customer_id"), (text::CAPTURE, "capture_method")]
        {
            if let Some(value) = sent(field) {
                facts.text(name, &visible(&value, SHOWN_MAX_CHARS));
            }
        }
        if let Some(by) = record.made_by.as_ref().filter(|by| !by.operator.is_empty()) {
            facts.text(text::CREATED_BY, &visible(&by.operator, 60));
        }
    });
    facts_ui(ui, &text::timeline(zone), |facts| {
        match record.created_at() {
            Some(at) => drop(facts.time(text::CREATED, at, zone)),
            None => drop(facts.text(text::CREATED, paydesk_core::text::UNKNOWN_DATE)),
        }
        if let Some(expiry) = known.payment_link().and_then(|link| link.expiry) {
            let name = if expiry <= state.now { text::EXPIRED } else { text::EXPIRES };
            facts.time(name, expiry, zone);
        }
    });
    if !is_whole(state, ResourceKind::PaymentLink) {
        label_ui(ui, Text::Caption, tokens(ui).subdued, text::SERVICE_HAS_NO_CALL);
    }
}
