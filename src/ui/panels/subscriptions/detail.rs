//! The open subscription: its status and what it means, what can be done, its payment and its invoice.

use egui::{Align, Layout, Ui};

use crate::drafts::Drafts;
use crate::held_secret::{SecretWish, held_secret_ui};
use crate::notes::{NotesDraft, notes_ui};
use crate::open_operation::open_operation_ui;
use crate::status::{outcome_icon, outcome_tone, status_look, status_of_payment};
use crate::unreadable::unreadable_ui;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::subscriptions::{
    SecretLife, SubscriptionStep, SubscriptionsAction, client_secret_life, last_on_subscription, open_on_subscription,
    subscription_refusal,
};
use paydesk_core::operations::ResourceKind;
use paydesk_core::records::{CachedRecord, Resource};
use paydesk_core::{Action, State};
use paydesk_domain::method::method_type_text;
use paydesk_domain::note::NoteSubject;
use paydesk_domain::secret::SecretText;
use paydesk_domain::subscription::Subscription;
use paydesk_domain::text::{visible, visible_id};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::pane_ui;
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{
    Button, Chip, Notice, RawJson, amount_heading_ui, chip_ui, copyable_ui, empty_ui, facts_ui, label_ui,
};

use super::SubscriptionsDraft;
use super::status::meaning;
use super::text;
use paydesk_widgets::reading_order::line_from_right_ui;

const RAW_HEIGHT: f32 = 320.0;

/// Draws the pane of the open subscription.
pub fn detail_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let Some(id) = state.workspace.opened.get(ResourceKind::Subscription) else { return };
    pane_ui(ui, (ResourceKind::Subscription, id), |ui| {
        head_ui(ui, id, actions);
        match state.workspace.records.find(ResourceKind::Subscription, id) {
            Some(known) => known_ui(ui, state, known, drafts, actions),
            None => drop(empty_ui(ui, Icon::Unknown, "Paydesk has no record of a subscription with this ID", None)),
        }
    });
}

fn head_ui(ui: &mut Ui, id: &str, actions: &mut Vec<Action>) {
    let row = egui::vec2(ui.available_width(), size::CONTROL);
    line_from_right_ui(ui, row, |ui| {
        if Button::quiet_icon(Icon::Close, text::CLOSE_PANE).ui(ui).clicked() {
            actions.push(Action::ShowRecord(ResourceKind::Subscription, None));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().interact_size.y = size::QUIET;
            label_ui(ui, Text::Small, tokens(ui).subdued, text::SUBSCRIPTION);
            copyable_ui(ui, &visible_id(id, 80));
        });
    });
}

fn known_ui(ui: &mut Ui, state: &State, known: &CachedRecord, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    if let Resource::Unreadable(error) = &known.resource {
        unreadable_ui(ui, std::slice::from_ref(error));
    }
    if let Some(subscription) = known.subscription() {
        status_ui(ui, subscription);
    }
    operation_ui(ui, state, known, actions);
    if let Some(subscription) = known.subscription() {
        Notice::new(Tone::Neutral, meaning(&subscription.status)).icon(Icon::Info).ui(ui);
        secret_ui(ui, state, known, actions);
        steps_ui(ui, state, known, actions);
        facts(ui, state, known, subscription, actions);
        unreadable_ui(ui, &subscription.unreadable);
    }
    let subject = NoteSubject::new(ResourceKind::Subscription, &*known.record.id);
    notes_ui(ui, state, &subject, drafts.of::<NotesDraft>(), actions);
    if let Some(reported) = &known.record.reported {
        let draft = drafts.of::<SubscriptionsDraft>();
        let mut open = draft.raw.open;
        let text = if open { draft.raw.text(reported) } else { "" };
        RawJson { title: text::RAW_JSON, text, max_height: RAW_HEIGHT }.ui(ui, &mut open);
        draft.raw.open = open;
    }
}

fn status_ui(ui: &mut Ui, subscription: &Subscription) {
    let look = status_look(&subscription.status);
    let row = egui::vec2(ui.available_width(), size::ROW);
    line_from_right_ui(ui, row, |ui| {
        Chip::new(look.icon, &look.word, look.tone).ui(ui);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| match &subscription.payment {
            Some(payment) => {
                let currency = visible(payment.amount.currency.code(), 12);
                amount_heading_ui(ui, &payment.amount.amount_text(), &currency);
            }
            None => drop(label_ui(ui, Text::Body, tokens(ui).subdued, "No payment reported")),
        });
    });
}

/// The status of the operation on it: the open one, or the last that ended.
fn operation_ui(ui: &mut Ui, state: &State, known: &CachedRecord, actions: &mut Vec<Action>) {
    if let Some(operation) = open_on_subscription(&state.view(), known) {
        open_operation_ui(ui, state, operation, actions);
    } else if let Some(operation) = last_on_subscription(&state.view(), known)
        && let Some((kind, text)) = state.result_of(operation)
    {
        let tone = outcome_tone(kind);
        Notice::new(tone, &text).icon(outcome_icon(tone)).ui(ui);
    }
}

/// The countdown of the client secret, and the secret itself until a person has it.
fn secret_ui(ui: &mut Ui, state: &State, known: &CachedRecord, actions: &mut Vec<Action>) {
    let secret = state.workspace.subscriptions.client_secret(&state.view(), known);
    let zone = state.zone();
    match client_secret_life(&state.view(), known) {
        None => {}
        Some(SecretLife::Until(until)) => {
            let seconds = (until - state.now).num_seconds().max(0);
            let title = text::client_secret_left(seconds / 60, seconds % 60);
            let held = if secret.is_some() {
                "It is shown once, held in memory and never written to a file"
            } else {
                "Paydesk does not store it and confirms without it"
            };
            let text = text::customers_browser_can_confirm(zone.clock(until), held);
            Notice::new(Tone::Info, &text).icon(Icon::Clock).title(&title).ui(ui);
            secret.into_iter().for_each(|secret| client_secret_ui(ui, &known.record.id, secret, actions));
        }
        Some(SecretLife::Ended(at)) => {
            let text = text::client_secret_expired_customers_browser(zone.full(at));
            Notice::new(Tone::Neutral, &text).icon(Icon::Clock).ui(ui);
        }
    }
}

fn client_secret_ui(ui: &mut Ui, id: &str, secret: &SecretText, actions: &mut Vec<Action>) {
    let wish = held_secret_ui(ui, secret).map(|wish| match wish {
        SecretWish::Copy => SubscriptionsAction::CopySecret(id.to_owned()),
        SecretWish::Forget => SubscriptionsAction::ForgetSecret(id.to_owned()),
    });
    actions.extend(wish.map(Action::Subscriptions));
}

fn steps_ui(ui: &mut Ui, state: &State, known: &CachedRecord, actions: &mut Vec<Action>) {
    let id = &known.record.id;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        for step in SubscriptionStep::ALL {
            let refusal = subscription_refusal(&state.view(), step, known);
            let (text, open) = match step {
                SubscriptionStep::Confirm => (text::CONFIRM, Button::primary(text::CONFIRM)),
                SubscriptionStep::ChangePlan => (text::CHANGE_PLAN, Button::secondary(text::CHANGE_PLAN)),
            };
            let button = if refusal.is_some() { Button::secondary(text) } else { open };
            if button.disabled(refusal.as_deref()).ui(ui).clicked() {
                actions.push(Action::Subscriptions(SubscriptionsAction::OpenStep(step, id.clone())));
            }
        }
    });
    if let Some(reason) = state.read_only_reason() {
        Notice::new(Tone::Neutral, &reason).icon(Icon::Lock).ui(ui);
    }
}

fn facts(ui: &mut Ui, state: &State, known: &CachedRecord, subscription: &Subscription, actions: &mut Vec<Action>) {
    let record = &known.record;
    facts_ui(ui, text::PLAN, |facts| {
        if let Some(customer_id) = &record.customer_id {
            let (id, customer) = (visible_id(customer_id.as_str(), 80), known.customer_text());
            let opened = facts.link(text::CUSTOMER, &customer, text::OPEN_CUSTOMER).clicked();
            if opened {
                actions.push(Action::OpenRecord(ResourceKind::Customer, customer_id.as_str().to_owned()));
            }
            if customer != id {
                facts.id(text::CUSTOMER_ID, &id);
            }
        }
        let texts = [
            (text::PLAN, &subscription.plan_id),
            (text::PRICE, &subscription.item_price_id),
            ("Coupon", &subscription.coupon_code),
            (text::YOUR_REFERENCE, &subscription.merchant_reference_id),
        ];
        for (name, text) in texts {
            if let Some(text) = text.as_deref().filter(|text| !text.is_empty()) {
                facts.id(name, &visible_id(text, 80));
            }
        }
    });
    if let Some(payment) = &subscription.payment {
        facts_ui(ui, text::PAYMENT, |facts| {
            let id = visible_id(payment.payment_id.as_str(), 80);
            if facts.link(text::PAYMENT, &id, text::OPEN_PAYMENT).clicked() {
                actions.push(Action::Payments(PaymentsAction::Open(payment.payment_id.clone())));
            }
            let look = status_of_payment(state, &payment.status);
            facts.row("Last known status", |ui| chip_ui(ui, look.icon, &look.word, look.tone));
            facts.text(text::AMOUNT, &payment.amount.to_string());
            if let Some(method) = &payment.payment_method_type {
                facts.text(text::METHOD, &visible(&method_type_text(method, None), 60));
            }
        });
    }
    if let Some(invoice) = &subscription.invoice {
        facts_ui(ui, text::INVOICE, |facts| {
            facts.id(text::INVOICE, &visible_id(&invoice.id, 80));
            if let Some(of) = &invoice.subscription_id {
                facts.id(text::SUBSCRIPTION, &visible_id(of.as_str(), 80));
            }
            facts.text(text::STATUS, &invoice.status.label());
            facts.text(text::AMOUNT, &invoice.amount.to_string());
        });
    }
    account_ui(ui, subscription);
    facts_ui(ui, &text::timeline(state.zone()), |facts| {
        if let Some(by) = &record.made_by {
            facts.text(text::CREATED, &made_text(state.zone().full(record.made_at), &by.operator));
        }
        facts.time(text::LAST_READ, record.reported_at, state.zone());
    });
}

/// Whose it is at the service, as far as that is reported.
fn account_ui(ui: &mut Ui, subscription: &Subscription) {
    let merchant = subscription.merchant_id.as_ref().map(|id| (text::MERCHANT, id.as_str()));
    let profile = subscription.profile_id.as_ref().map(|id| (text::PROFILE, id.as_str()));
    if merchant.is_some() || profile.is_some() {
        facts_ui(ui, text::ACCOUNT, |facts| {
            for (name, id) in merchant.into_iter().chain(profile) {
                facts.id(name, &visible_id(id, 80));
            }
        });
    }
}

/// When, and by whom where that is known.
fn made_text(at: String, operator: &str) -> String {
    if operator.is_empty() { at } else { text::by(&at, visible(operator, 60)) }
}
