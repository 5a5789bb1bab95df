//! The filters of the list: search by id, status, currency, customer, creation; always visible, one click to clear.

use chrono::NaiveDate;
use egui::{Id, Key, RichText, Ui};

use crate::app::features::payments::CreatedRange;
use crate::app::{Action, State};
use crate::domain::ids::CustomerId;
use crate::domain::money::Currency;
use crate::domain::payment::PaymentStatus;
use crate::domain::text::visible;
use crate::ui::drafts::Drafts;
use crate::ui::icons::Icon;
use crate::ui::status::payment_status;
use crate::ui::tokens::{self, SPACE_S, TEXT_SMALL, tokens};
use crate::ui::widgets::button::{Button, Emphasis};
use crate::ui::widgets::filter_menu::{FilterChange, choice_ui, divider_ui, filter_ui};
use crate::ui::widgets::text_field::TextField;

/// Currencies offered without typing; any other can be typed.
const CURRENCIES: [&str; 8] = ["USD", "EUR", "GBP", "JPY", "KWD", "CHF", "CAD", "AUD"];

/// Draws the row of filters.
pub fn filters_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_S;
        search_ui(ui, drafts, actions);
        status_ui(ui, state, actions);
        currency_ui(ui, state, drafts, actions);
        created_ui(ui, state, drafts, actions);
        customer_ui(ui, state, drafts, actions);
        if state.payments.filter.is_active()
            && Button::new("Clear", Emphasis::Link).name("Clear filters").show(ui).clicked()
        {
            actions.push(Action::ClearFilters);
        }
    });
}

fn search_ui(ui: &mut Ui, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let id = Id::unique("search payments");
    if std::mem::take(&mut drafts.focus_search) {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    let field = TextField::new("Payment id")
        .name_hidden()
        .hint("Payment id, then Enter")
        .icon(Icon::Search)
        .width(216.0)
        .id(id);
    let shown = field.show(ui, &mut drafts.search);
    if shown.submitted && !drafts.search.trim().is_empty() {
        actions.push(Action::LookUpPayment(drafts.search.clone()));
    }
    if shown.response.has_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
        shown.response.surrender_focus();
    }
}

fn status_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let current = state.payments.filter.status.as_ref();
    let word = current.map(|status| payment_status(status).word);
    let change = filter_ui(ui, "Status", word.as_deref(), |ui| {
        let mut chosen = None;
        let mut offer = |ui: &mut Ui, status: &PaymentStatus| {
            if choice_ui(ui, &payment_status(status).word, current == Some(status)) {
                chosen = Some(status.clone());
            }
        };
        PaymentStatus::FILTERABLE.iter().for_each(|status| offer(ui, status));
        divider_ui(ui);
        caption_ui(ui, "Picked here, by reading all pages");
        let picked_here = PaymentStatus::NAMED.iter().filter(|status| !PaymentStatus::FILTERABLE.contains(status));
        picked_here.for_each(|status| offer(ui, status));
        chosen
    });
    push(change, actions, Action::FilterStatus);
}

fn currency_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let current = state.payments.filter.currency.as_ref();
    let change = filter_ui(ui, "Currency", current.map(Currency::code), |ui| {
        let mut chosen = None;
        for code in CURRENCIES {
            if choice_ui(ui, code, current.is_some_and(|currency| currency.code() == code)) {
                chosen = Some(Currency::from_code(code));
            }
        }
        divider_ui(ui);
        let typed = drafts.currency.trim().to_uppercase();
        let known = Currency::from_code(&typed);
        let error = (!typed.is_empty() && typed.len() >= 3 && !known.is_known()).then_some("Not a code of ISO 4217");
        let shown = TextField::new("Another code").hint("SEK").error(error).width(180.0).show(ui, &mut drafts.currency);
        if shown.submitted && known.is_known() {
            chosen = Some(known);
        }
        chosen
    });
    push(change, actions, Action::FilterCurrency);
}

fn created_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let current = state.payments.filter.created;
    let label = current.label();
    let value = (current != CreatedRange::Any).then_some(label.as_str());
    let change = filter_ui(ui, "Created", value, |ui| {
        let mut chosen = None;
        for preset in CreatedRange::PRESETS {
            if choice_ui(ui, &preset.label(), preset == current) {
                chosen = Some(preset);
            }
        }
        divider_ui(ui);
        chosen.or_else(|| days_ui(ui, state, drafts))
    });
    push(change, actions, |range| Action::FilterCreated(range.unwrap_or_default()));
}

/// Two days of the chosen zone, both included.
fn days_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts) -> Option<CreatedRange> {
    caption_ui(ui, &format!("Days in {}", state.zone()));
    let mut submitted = false;
    let mut day = |ui: &mut Ui, name: &str, text: &mut String| {
        let read = read_day(text);
        let error = read.is_err().then_some("Write it as 2026-11-24");
        submitted |= TextField::new(name).hint("2026-11-24").error(error).width(180.0).show(ui, text).submitted;
        read
    };
    let from = day(ui, "From", &mut drafts.from);
    let to = day(ui, "To", &mut drafts.to);
    let backwards = matches!((from, to), (Ok(Some(from)), Ok(Some(to))) if from > to);
    let problem = if backwards { Some("“From” is after “To”") } else { None };
    let given = matches!((from, to), (Ok(from), Ok(to)) if from.is_some() || to.is_some());
    let blocked = problem.or((!given).then_some("Type at least one day"));
    let clicked = Button::new("Apply days", Emphasis::Secondary).disabled_because(blocked).show(ui).clicked();
    match (from, to) {
        (Ok(from), Ok(to)) if (clicked || submitted) && blocked.is_none() => Some(CreatedRange::Days { from, to }),
        _ => None,
    }
}

fn read_day(text: &str) -> Result<Option<NaiveDate>, ()> {
    match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| ()),
    }
}

fn customer_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let current = state.payments.filter.customer_id.as_ref().map(|id| visible(id.as_str(), 24));
    let change = filter_ui(ui, "Customer", current.as_deref(), |ui| {
        let shown = TextField::new("Customer id").hint("cus_…").width(220.0).show(ui, &mut drafts.customer);
        let id = drafts.customer.trim();
        let blocked = id.is_empty().then_some("Type a customer id");
        let clicked =
            Button::new("Show their payments", Emphasis::Secondary).disabled_because(blocked).show(ui).clicked();
        ((clicked || shown.submitted) && !id.is_empty()).then(|| CustomerId::new(id))
    });
    push(change, actions, Action::FilterCustomer);
}

fn push<T>(change: Option<FilterChange<T>>, actions: &mut Vec<Action>, action: impl FnOnce(Option<T>) -> Action) {
    match change {
        Some(FilterChange::Set(value)) => actions.push(action(Some(value))),
        Some(FilterChange::Cleared) => actions.push(action(None)),
        None => {}
    }
}

fn caption_ui(ui: &mut Ui, text: &str) {
    let color = tokens(ui).subdued;
    ui.label(RichText::new(text).font(tokens::regular(TEXT_SMALL)).color(color));
}
