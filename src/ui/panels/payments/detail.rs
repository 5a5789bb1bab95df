//! The open payment: the amount, the one thing to know, what can be done, then everything the service told.

use egui::{Align, Frame, Layout, Margin, RichText, ScrollArea, Ui};

use crate::app::remote::Remote;
use crate::app::{Action, State};
use crate::domain::authorization::{Urgency, capture_before, time_left, urgency};
use crate::domain::decline;
use crate::domain::ids::PaymentId;
use crate::domain::money::Money;
use crate::domain::payment::{CardSummary, Payment, PaymentAction, PaymentStatus};
use crate::domain::text::{SHOWN_MAX_CHARS, visible};
use crate::ui::drafts::Drafts;
use crate::ui::icons::Icon;
use crate::ui::status::payment_status;
use crate::ui::tokens::{
    self, SPACE_L, SPACE_M, SPACE_S, SPACE_XL, TEXT_AMOUNT, TEXT_BODY, TEXT_CELL, TEXT_SMALL, Tone, tokens,
};
use crate::ui::widgets::button::Button;
use crate::ui::widgets::chip::chip_ui;
use crate::ui::widgets::copyable::copyable_ui;
use crate::ui::widgets::facts::{Value, facts_ui};
use crate::ui::widgets::notice::notice_ui;
use crate::ui::widgets::raw_json::raw_json_ui;
use crate::ui::widgets::states::{failed_ui, loading_line_ui};

use super::actions::{actions_ui, operation_notice_ui};

/// Draws the pane of the open payment.
pub fn detail_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let Some((payment_id, remote)) = state.payments.open_detail() else {
        return;
    };
    let top = egui::Rect::from_min_size(ui.max_rect().left_top(), egui::vec2(ui.available_width(), 2.0));
    loading_line_ui(ui, top, remote.is_loading());
    let is_new = drafts.last_open.as_ref() != Some(payment_id);
    if is_new {
        drafts.last_open = Some(payment_id.clone());
    }
    let mut scroll = ScrollArea::vertical().id_salt("payment detail").auto_shrink([false, false]);
    if is_new {
        scroll = scroll.vertical_scroll_offset(0.0);
    }
    let margin = Margin { left: SPACE_XL as i8, right: SPACE_XL as i8, top: SPACE_L as i8, bottom: SPACE_XL as i8 };
    scroll.show(ui, |ui| {
        Frame::new().inner_margin(margin).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = SPACE_S;
            head_ui(ui, payment_id, actions);
            error_ui(ui, payment_id, remote, actions);
            match remote.value() {
                Some(payment) => payment_ui(ui, state, payment, actions),
                None if remote.is_loading() => {
                    ui.label(RichText::new("Reading the payment…").color(tokens(ui).subdued));
                }
                None => {}
            }
        });
    });
}

fn head_ui(ui: &mut Ui, payment_id: &PaymentId, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let subdued = tokens(ui).subdued;
        ui.label(RichText::new("Payment").font(tokens::regular(TEXT_CELL)).color(subdued));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if Button::icon_only(Icon::Close, "Close pane").quiet().show(ui).clicked() {
                actions.push(Action::ClosePayment);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                copyable_ui(ui, &visible(payment_id.as_str(), 80), "payment id");
            });
        });
    });
}

fn error_ui(ui: &mut Ui, payment_id: &PaymentId, remote: &Remote<Payment>, actions: &mut Vec<Action>) {
    if let Some(error) = remote.error() {
        let code = error.code();
        let what = if error.is_not_found() {
            format!("There is no payment {}: {}", visible(payment_id.as_str(), 64), error.what())
        } else {
            error.what()
        };
        if failed_ui(ui, &what, code.as_deref(), error.what_to_do(), Some("Retry")) {
            actions.push(Action::RefreshPayment(payment_id.clone()));
        }
    }
}

fn payment_ui(ui: &mut Ui, state: &State, payment: &Payment, actions: &mut Vec<Action>) {
    amount_ui(ui, payment);
    ui.add_space(2.0);
    operation_notice_ui(ui, state, payment, actions);
    thing_to_know_ui(ui, state, payment);
    if let Some(reason) = state.read_only_reason().filter(|_| has_actions(payment)) {
        notice_ui(ui, Tone::Neutral, Icon::Lock, &reason, |_| ());
    }
    ui.add_space(2.0);
    actions_ui(ui, state, payment, actions);
    groups_ui(ui, state, payment);
    ui.add_space(SPACE_M);
    raw_json_ui(ui, || serde_json::to_string_pretty(&*payment.raw).unwrap_or_default());
}

fn has_actions(payment: &Payment) -> bool {
    [PaymentAction::Capture, PaymentAction::Cancel, PaymentAction::Approve]
        .into_iter()
        .any(|action| payment.allows(action))
}

fn amount_ui(ui: &mut Ui, payment: &Payment) {
    let tokens = tokens(ui);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_S;
        let amount = RichText::new(payment.amount.amount_text()).font(tokens::semibold(TEXT_AMOUNT)).color(tokens.text);
        ui.label(amount);
        let code = visible(payment.currency().code(), 12);
        ui.label(RichText::new(code).font(tokens::regular(TEXT_BODY)).color(tokens.subdued));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let look = payment_status(&payment.status);
            chip_ui(ui, look.icon, &look.word, look.tone);
        });
    });
    if !payment.currency().is_known() {
        let text = "This desk does not know the currency: amounts are in its lowest unit";
        notice_ui(ui, Tone::Attention, Icon::Warning, text, |_| ());
    }
}

/// The one thing to know of a payment in this state.
fn thing_to_know_ui(ui: &mut Ui, state: &State, payment: &Payment) {
    match &payment.status {
        PaymentStatus::RequiresCapture => capture_before_ui(ui, state, payment),
        PaymentStatus::Failed => decline_ui(ui, payment),
        PaymentStatus::RequiresMerchantAction => {
            let text = "Held for manual review: approve it to take the payment, or cancel it to release the money";
            notice_ui(ui, Tone::Accent, Icon::Hand, text, |_| ());
        }
        PaymentStatus::RequiresAction => {
            notice_ui(
                ui,
                Tone::Attention,
                Icon::Warning,
                "The customer has to authenticate (3DS) before it goes on",
                |_| (),
            );
        }
        PaymentStatus::Processing => {
            notice_ui(ui, Tone::Info, Icon::Refresh, "On its way: the desk reads it again every few seconds", |_| ());
        }
        PaymentStatus::Unknown(word) => {
            let word = visible(word, 40);
            let text = format!("This desk does not know the status “{word}”: it offers no action and reads it again");
            notice_ui(ui, Tone::Neutral, Icon::Question, &text, |_| ());
        }
        PaymentStatus::Succeeded if payment.capturable_minor() > 0 => {
            let left = payment.amount.with_minor(payment.capturable_minor());
            let text = format!("Partly captured: {left} can still be captured, or cancelled to release it");
            notice_ui(ui, Tone::Attention, Icon::Clock, &text, |_| ());
        }
        PaymentStatus::RequiresPaymentMethod
        | PaymentStatus::RequiresConfirmation
        | PaymentStatus::Succeeded
        | PaymentStatus::Cancelled => {}
    }
}

fn capture_before_ui(ui: &mut Ui, state: &State, payment: &Payment) {
    let Some(created) = payment.created else { return };
    let deadline = capture_before(created);
    let (tone, icon) = match urgency(deadline, state.now) {
        Urgency::Expired => (Tone::Danger, Icon::WarningCircle),
        Urgency::Soon => (Tone::Danger, Icon::Warning),
        Urgency::Later => (Tone::Attention, Icon::Clock),
    };
    let when = state.zone().weekday(deadline);
    notice_ui(
        ui,
        tone,
        icon,
        &format!("Capture before {when} (estimated), {}", time_left(deadline, state.now)),
        |_| (),
    );
}

/// What the code means, and whether another attempt makes sense.
fn decline_ui(ui: &mut Ui, payment: &Payment) {
    let error = &payment.error;
    let Some(code) = &error.unified_code else {
        let words = error.error_message.as_deref().unwrap_or("The service gave no reason");
        notice_ui(ui, Tone::Danger, Icon::XCircle, &format!("Declined: {}", visible(words, 200)), |_| ());
        return;
    };
    let message = error.unified_message.as_deref().or_else(|| decline::message(code)).unwrap_or("no message");
    let title = format!("Declined: {} ({})", visible(message, 200), visible(code, 20));
    notice_ui(ui, Tone::Danger, Icon::XCircle, &title, |ui| {
        let small = |text: &str| RichText::new(text).font(tokens::regular(TEXT_SMALL));
        let color = tokens(ui).text;
        ui.add(egui::Label::new(small(decline::family(code).meaning()).color(color)).wrap());
        ui.add(egui::Label::new(small(decline::retry(code).advice()).color(color)).wrap());
    });
}

/// Collects rows of one group: only what is present.
#[derive(Default)]
struct Rows<'a> {
    rows: Vec<(&'a str, String, bool)>,
}

impl<'a> Rows<'a> {
    fn text(&mut self, name: &'a str, value: Option<impl AsRef<str>>) {
        if let Some(value) = value {
            self.rows.push((name, visible(value.as_ref(), SHOWN_MAX_CHARS), false));
        }
    }

    fn id(&mut self, name: &'a str, value: Option<impl AsRef<str>>) {
        if let Some(value) = value {
            self.rows.push((name, visible(value.as_ref(), SHOWN_MAX_CHARS), true));
        }
    }

    fn show(&self, ui: &mut Ui, title: &str) {
        let value = |(name, text, is_id): &'_ (&'a str, String, bool)| (*name, text.clone(), *is_id);
        let owned: Vec<_> = self.rows.iter().map(value).collect();
        let rows: Vec<(&str, Value<'_>)> = owned
            .iter()
            .map(|(name, text, is_id)| (*name, if *is_id { Value::Id(text) } else { Value::Text(text) }))
            .collect();
        facts_ui(ui, title, &rows);
    }
}

fn groups_ui(ui: &mut Ui, state: &State, payment: &Payment) {
    let money = |money: &Option<Money>| money.as_ref().map(ToString::to_string);
    let time = |time: Option<chrono::DateTime<chrono::Utc>>| time.map(|time| state.zone().full(time));

    let mut rows = Rows::default();
    rows.text("Amount", Some(payment.amount.to_string()));
    rows.text("Capturable", money(&payment.amount_capturable));
    rows.text("Received", money(&payment.amount_received));
    rows.show(ui, "Amounts");

    let mut rows = Rows::default();
    rows.id("Customer", payment.customer_id.as_ref().map(|id| id.as_str()));
    rows.text("E-mail", payment.email.as_deref());
    rows.text("Description", payment.description.as_deref());
    rows.show(ui, "Customer");

    let mut rows = Rows::default();
    rows.text("Card", payment.card.as_ref().map(card_words));
    rows.text("Method", payment.payment_method.as_deref());
    rows.text("Method type", payment.payment_method_type.as_deref());
    rows.text("Capture method", payment.capture_method.as_ref().map(|method| method.as_str()));
    rows.text("Descriptor", payment.statement_descriptor.as_deref());
    rows.show(ui, "Method");

    error_group_ui(ui, payment);

    let mut rows = Rows::default();
    rows.text("Created", time(payment.created));
    rows.text("Changed", time(payment.modified_at));
    rows.text("Captured", time(payment.captured_at));
    rows.text("Cancelled", time(payment.cancelled_at));
    rows.text("Reason", payment.cancellation_reason.as_deref());
    rows.show(ui, &format!("Times in {}", state.zone()));

    let mut rows = Rows::default();
    for (name, value) in &payment.metadata {
        rows.text(name, Some(value));
    }
    rows.show(ui, "Metadata");

    let mut rows = Rows::default();
    rows.id("Merchant", payment.merchant_id.as_ref().map(|id| id.as_str()));
    rows.id("Profile", payment.profile_id.as_ref().map(|id| id.as_str()));
    rows.show(ui, "Account");
}

fn error_group_ui(ui: &mut Ui, payment: &Payment) {
    let error = &payment.error;
    let mut rows = Rows::default();
    rows.text("Unified code", error.unified_code.as_deref());
    rows.text("Message", error.unified_message.as_deref());
    rows.text("Acquirer's code", error.error_code.as_deref());
    rows.text("Acquirer's words", error.error_message.as_deref());
    for (name, value) in &error.details {
        rows.text(name, Some(value));
    }
    rows.show(ui, "Why it failed");
}

/// `Visa ···· 4242, 12/2029`, from what is there.
fn card_words(card: &CardSummary) -> String {
    let number = card.last4.as_ref().map(|last4| format!("···· {last4}"));
    let expiry = match (&card.exp_month, &card.exp_year) {
        (Some(month), Some(year)) => Some(format!("{month}/{year}")),
        (_, _) => None,
    };
    let front: Vec<String> = card.brand.clone().into_iter().chain(number).collect();
    [front.join(" ")].into_iter().filter(|text| !text.is_empty()).chain(expiry).collect::<Vec<_>>().join(", ")
}
