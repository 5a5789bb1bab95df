//! The filters of the list: search by id, status, currency, customer, creation; always visible, one click to clear.

use std::borrow::Cow;

use chrono::NaiveDate;
use egui::{Id, Ui};
use strum::IntoEnumIterator as _;

use crate::customer_picker::customer_filter_ui;
use crate::drafts::Drafts;
use crate::form::{DayField, day_ui};
use crate::status::status_of_payment;
use paydesk_core::features::payments::create::PaymentMethod;
use paydesk_core::features::payments::{CreatedRange, PaymentLocalFilterPart, PaymentsAction};
use paydesk_core::operations::ResourceKind;
use paydesk_core::{Action, State};
use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::method::method_text;
use paydesk_domain::money::{CurrencyCode, MinorUnits};
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::payment_mark::PaymentMark;
use paydesk_domain::text::visible_id;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::picker_list::{self, PickerItem};
use paydesk_widgets::tokens::space;
use paydesk_widgets::{Button, FilterBody, FilterButton, FilterChange, FilterPicker, TextField, removable_filter_ui};

use super::draft::PaymentsDraft;
use super::{search, text, views};

/// Currencies at the top of the list.
const FIRST: [&str; 8] = ["USD", "EUR", "GBP", "JPY", "KWD", "CHF", "CAD", "AUD"];

/// Most statuses offered that are not documented.
const UNLISTED_MAX: usize = 5;

/// Draws the row of filters.
pub fn filters_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        if search::is_offered(state) {
            search::field_ui(ui, state, drafts, actions);
        } else {
            search_ui(ui, state, drafts, actions);
        }
        // What is found is narrowed down by the search itself.
        if search::shows_found(state) && !search::shows_newest(state) {
            views::save_ui(ui, state, drafts, actions);
            return;
        }
        status_ui(ui, state, actions);
        currency_ui(ui, state, drafts, actions);
        method_ui(ui, state, actions);
        created_ui(ui, state, drafts, actions);
        customer_ui(ui, state, drafts, actions);
        for (part, mut text) in state.workspace.payments.filter.local_filter.parts() {
            if part == PaymentLocalFilterPart::Statuses {
                text = statuses_text(state);
            }
            if removable_filter_ui(ui, part.name(), &text, None) {
                actions.push(Action::Payments(PaymentsAction::RemoveLocalFilter(part)));
            }
        }
        if state.workspace.payments.is_narrowed(&state.view())
            && Button::link(text::CLEAR).name(text::CLEAR_FILTERS).ui(ui).clicked()
        {
            actions.push(Action::Payments(PaymentsAction::ClearFilters));
        }
        views::save_ui(ui, state, drafts, actions);
        if state.workspace.payments.part(&state.view()).is_some() {
            search::columns_menu_ui(ui, state, ui.available_width(), actions);
        }
    });
}

/// The statuses that rows are picked by, as the rows are shown: what can be captured further was captured in part.
fn statuses_text(state: &State) -> String {
    let filter = &state.workspace.payments.filter;
    let mut words: Vec<Cow<'_, str>> = Vec::new();
    for status in &filter.local_filter.statuses {
        let is_part = *status == PaymentStatus::Succeeded || status.is_captured_in_part();
        let word = match filter.to_capture && is_part {
            true => PaymentMark::PartiallyCaptured.label().into(),
            false => status_of_payment(state, status).word,
        };
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.join(", ")
}

/// The field of a list that is no search: it picks the rows that have what is typed. An id that is entered and that no
/// row has opens its payment.
fn search_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let id = Id::unique("search payments");
    let takes_keyboard = std::mem::take(&mut drafts.focus_search);
    let payments = &state.workspace.payments;
    let search = &mut drafts.of::<PaymentsDraft>().view().search;
    if !ui.memory(|memory| memory.has_focus(id)) {
        search.clone_from(&payments.filter.local_filter.words);
    }
    let name = "Search this list";
    let field = TextField::bare(name, search).placeholder(name);
    let shown = field.icon(Icon::Search).clearable().width(196.0).id(id).ui(ui);
    if takes_keyboard {
        shown.take_keyboard();
    }
    if shown.changed || shown.cleared {
        actions.push(Action::Payments(PaymentsAction::FilterWords(search.clone())));
    }
    let is_id = || match search::can_search_all(state) {
        true => state.named(search).iter().any(|named| named.kind == ResourceKind::Payment),
        false => PaymentId::parse(search.trim()).is_ok(),
    };
    if shown.submitted && payments.is_empty() && is_id() {
        actions.push(Action::Payments(PaymentsAction::LookUp(search.clone())));
    }
}

/// What is chosen in the menu of statuses.
enum StatusChoice {
    Status(PaymentStatus),
    Mark(PaymentMark),
}

fn status_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let filter = &state.workspace.payments.filter;
    let current = filter.status.as_ref();
    let to_capture = filter.to_capture.then(|| text::TO_CAPTURE.into());
    let word = to_capture.or(current.map(|status| status_of_payment(state, status).word));
    let word = word.or(filter.mark.map(|mark| mark.label().into()));
    let change = FilterButton::new(text::STATUS, word.as_deref()).width(240.0).ui(ui, |body| {
        let mut chosen = None;
        let mut offer = |body: &mut FilterBody<'_>, status: &PaymentStatus| {
            if body.choice(&status_of_payment(state, status).word, current == Some(status)) {
                chosen = Some(StatusChoice::Status(status.clone()));
            }
        };
        let filters_there = filters_words(state);
        if !filters_there {
            body.caption(text::FILTERED_LOCALLY_LOADS_ALL_PAYMENTS);
        }
        PaymentStatus::FILTERABLE.iter().for_each(|status| offer(body, status));
        body.divider();
        if filters_there {
            body.caption(text::FILTERED_LOCALLY_LOADS_ALL_PAYMENTS);
        }
        let mark = PaymentMark::iter().find(|mark| body.choice(mark.label(), filter.mark == Some(*mark)));
        let listed = PaymentStatus::NAMED.iter().filter(|status| status.is_documented());
        let picked_here = listed.filter(|status| !PaymentStatus::FILTERABLE.contains(status));
        picked_here.for_each(|status| offer(body, status));
        let review = state.view().review_status().status();
        offer(body, &review);
        let unlisted = state.workspace.payments.unlisted(state.view().review_status());
        unlisted.take(UNLISTED_MAX).for_each(|(status, _)| offer(body, status));
        mark.map(StatusChoice::Mark).or(chosen)
    });
    push(change, actions, |choice| match choice {
        Some(StatusChoice::Mark(mark)) => PaymentsAction::FilterMark(mark),
        Some(StatusChoice::Status(status)) => PaymentsAction::FilterStatus(Some(status)),
        None => PaymentsAction::FilterStatus(None),
    });
}

fn currency_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let current = state.workspace.payments.filter.currency.as_ref().map(|code| (code.as_str(), code.as_str()));
    let filter = FilterPicker::new(text::CURRENCY, current).placeholder("Code or name");
    let draft = &mut drafts.of::<PaymentsDraft>().view().currency;
    let change = filter.nothing("Not an ISO 4217 code").ui(ui, draft, || currencies(state.units()));
    push(change, actions, |code| PaymentsAction::FilterCurrency(code.as_deref().map(CurrencyCode::new)));
}

/// All currencies, those used most first.
fn currencies(units: MinorUnits) -> Vec<PickerItem> {
    let (mut first, others): (Vec<_>, Vec<_>) = picker_list::currencies(units.or(MinorUnits::Iso4217))
        .iter()
        .cloned()
        .partition(|item| FIRST.contains(&item.code()));
    first.sort_by_key(|item| FIRST.iter().position(|code| *code == item.code()));
    first.into_iter().chain(others).collect()
}

fn method_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let current = state.workspace.payments.filter.method;
    let word = current.map(|method| method_text(method.word()));
    let change = FilterButton::new(text::METHOD, word.as_deref()).width(230.0).ui(ui, |body| {
        let chosen = PaymentMethod::iter().find(|method| {
            let text = method_text(method.word());
            body.choice(&text, current == Some(*method))
        });
        body.divider();
        body.caption(match filters_words(state) {
            true => "Filtered by the service; the list does not show the method",
            false => text::FILTERED_LOCALLY_LOADS_ALL_PAYMENTS,
        });
        chosen
    });
    push(change, actions, PaymentsAction::FilterMethod);
}

/// Whether the service is asked for status, currency and method.
fn filters_words(state: &State) -> bool {
    state.view().traits.payment_list.filters_by_words()
}

fn created_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let current = state.workspace.payments.filter.created;
    let label = current.label();
    let value = (current != CreatedRange::Any).then_some(label.as_str());
    let change = FilterButton::new(text::CREATED, value).width(256.0).ui(ui, |body| {
        let mut chosen = None;
        for preset in CreatedRange::PRESETS {
            if body.choice(&preset.label(), preset == current) {
                chosen = Some(preset);
            }
        }
        body.divider();
        body.caption(&text::days_in_both_included(state.zone()));
        chosen.or_else(|| body.form(|ui| days_ui(ui, state, drafts)))
    });
    push(change, actions, |range| PaymentsAction::FilterCreated(range.unwrap_or_default()));
}

/// Two days of the chosen zone, both included.
fn days_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts) -> Option<CreatedRange> {
    let mut submitted = false;
    let today = state.zone().date(state.now);
    let mut day = |ui: &mut Ui, name: &str, text: &mut String| {
        let error = read_day(text).is_err().then_some(crate::text::ENTER_A_DATE);
        let field = DayField { id: ui.scope_id().with(name), label: name, hint: None, error, disabled: None };
        submitted |= day_ui(ui, field, text, today).submitted;
        read_day(text)
    };
    let draft = drafts.of::<PaymentsDraft>().view();
    let from = day(ui, text::FROM, &mut draft.from);
    let to = day(ui, text::TO, &mut draft.to);
    let backwards = matches!((from, to), (Ok(Some(from)), Ok(Some(to))) if from > to);
    let problem = if backwards { Some("“From” is after “To”") } else { None };
    let given = matches!((from, to), (Ok(from), Ok(to)) if from.is_some() || to.is_some());
    let blocked = problem.or((!given).then_some("Enter at least one date"));
    let clicked = Button::secondary("Apply dates").disabled(blocked).ui(ui).clicked();
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
    let current = state.workspace.payments.filter.customer_id.as_ref();
    let shown = current.map(|id| visible_id(id.as_str(), 24));
    let current = current.zip(shown.as_deref()).map(|(id, shown)| (id.as_str(), shown));
    let filter = FilterPicker::new(text::CUSTOMER, current).placeholder("Name, e-mail or ID");
    let filter = filter.nothing("Enter a customer ID").other(text::customer_with_id);
    let draft = &mut drafts.of::<PaymentsDraft>().view().customer;
    let change = customer_filter_ui(ui, state, filter, draft);
    push(change, actions, |id| PaymentsAction::FilterCustomer(id.map(CustomerId::new)));
}

fn push<T>(
    change: Option<FilterChange<T>>,
    actions: &mut Vec<Action>,
    action: impl FnOnce(Option<T>) -> PaymentsAction,
) {
    let value = match change {
        Some(FilterChange::Set(value)) => Some(value),
        Some(FilterChange::Cleared) => None,
        None => return,
    };
    actions.push(Action::Payments(action(value)));
}
