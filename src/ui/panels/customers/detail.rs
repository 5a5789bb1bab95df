//! The open customer, with what belongs to it as far as it is known here.

use egui::{Align, Layout, Ui};

use crate::drafts::Drafts;
use crate::notes::{NotesDraft, notes_ui};
use crate::open_operation::open_operation_ui;
use crate::unreadable::unreadable_ui;
use paydesk_core::command::objects::search_action;
use paydesk_core::features::customers::{CustomerSearch, CustomersAction, customer_operation, customer_refusal};
use paydesk_core::features::payments::{PaymentsAction, PaymentsFilter};
use paydesk_core::operations::ResourceKind;
use paydesk_core::panels::PANELS;
use paydesk_core::records::{CachedRecord, Resource};
use paydesk_core::{Action, State};
use paydesk_domain::customer::Customer;
use paydesk_domain::ids::CustomerId;
use paydesk_domain::note::NoteSubject;
use paydesk_domain::payment::Pair;
use paydesk_domain::person::address_text;
use paydesk_domain::text::{SHOWN_MAX_CHARS, visible, visible_id};
use paydesk_index::payment_query::QueryTerm;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::pane_ui;
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Button, Notice, RawJson, copyable_ui, empty_ui, facts_ui, heading_ui, label_ui, loading_ui};

use super::CustomersDraft;
use super::related::related_records_ui;
use super::text;
use paydesk_widgets::reading_order::line_from_right_ui;

const RAW_HEIGHT: f32 = 320.0;
/// Draws the pane of the open customer.
pub fn detail_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let Some(id) = state.workspace.opened.get(ResourceKind::Customer) else { return };
    let known = state.workspace.records.find(ResourceKind::Customer, id);
    pane_ui(ui, (ResourceKind::Customer, id), |ui| {
        head_ui(ui, state, id, actions);
        if let CustomerSearch::Failed(text) = &state.workspace.customers.search {
            Notice::new(Tone::Attention, &visible(text, 300)).icon(Icon::Unknown).ui(ui);
        }
        match known {
            Some(known) => customer_ui(ui, state, known, drafts, actions),
            None if matches!(state.workspace.customers.search, CustomerSearch::Reading(..)) => {
                loading_ui(ui, "Loading customer…", 6, size::ROW);
            }
            None => {
                let text = "This customer is not loaded yet";
                if empty_ui(ui, Icon::Customer, text, Some(text::LOAD_FROM_SERVICE)) {
                    actions.push(Action::Customers(CustomersAction::Find(id.to_owned())));
                }
            }
        }
    });
}

fn head_ui(ui: &mut Ui, state: &State, id: &str, actions: &mut Vec<Action>) {
    let row = egui::vec2(ui.available_width(), size::CONTROL);
    line_from_right_ui(ui, row, |ui| {
        if Button::quiet_icon(Icon::Close, text::CLOSE_PANE).ui(ui).clicked() {
            actions.push(Action::ShowRecord(ResourceKind::Customer, None));
        }
        let reading = matches!(&state.workspace.customers.search, CustomerSearch::Reading(..)).then_some(text::LOADING);
        if Button::quiet_icon(Icon::Refresh, "Refresh customer").disabled(reading).ui(ui).clicked() {
            actions.push(Action::Customers(CustomersAction::Find(id.to_owned())));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().interact_size.y = size::QUIET;
            label_ui(ui, Text::Small, tokens(ui).subdued, text::CUSTOMER);
            copyable_ui(ui, &visible_id(id, 80));
        });
    });
}

fn customer_ui(ui: &mut Ui, state: &State, known: &CachedRecord, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let id = CustomerId::new(&*known.record.id);
    if let Some(open) = customer_operation(&state.view(), &id) {
        open_operation_ui(ui, state, open, actions);
    }
    match &known.resource {
        Resource::Unreadable(error) => unreadable_ui(ui, std::slice::from_ref(error)),
        Resource::NotReported => {
            let _ = Notice::new(Tone::Attention, text::CREATED_SERVICE_REPORTED_NO_DETAILS).ui(ui);
        }
        _ => {}
    }
    if known.record.is_gathered() {
        let reading = matches!(state.workspace.customers.search, CustomerSearch::Reading(..));
        if !reading {
            let _ =
                Notice::new(Tone::Neutral, "Not loaded from the service yet: details come from payments and payouts")
                    .ui(ui);
        }
    }
    let customer = known.read_or_named_customer();
    if let Some(customer) = customer {
        let name = customer.name.as_deref().filter(|name| !name.is_empty()).unwrap_or("No name");
        let text = tokens(ui).text;
        heading_ui(ui, Text::Title, text, &visible(name, 80));
    }
    buttons_ui(ui, state, &id, known.customer(), actions);
    if let Some(customer) = customer {
        facts_of_ui(ui, state, known, customer, actions);
    }
    let subject = NoteSubject::new(ResourceKind::Customer, id.as_str());
    notes_ui(ui, state, &subject, drafts.of::<NotesDraft>(), actions);
    related_records_ui(ui, state, &id, actions);
    if let Some(customer) = customer {
        unreadable_ui(ui, &customer.unreadable);
    }
    if let Some(reported) = known.record.reported.as_ref().filter(|_| !known.record.is_gathered()) {
        let raw = &mut drafts.of::<CustomersDraft>().raw;
        let mut open = raw.open;
        let text = if open { raw.text(reported) } else { "" };
        RawJson { title: text::RAW_JSON, text, max_height: RAW_HEIGHT }.ui(ui, &mut open);
        raw.open = open;
    }
}

fn buttons_ui(ui: &mut Ui, state: &State, id: &CustomerId, customer: Option<&Customer>, actions: &mut Vec<Action>) {
    let refusal = customer_refusal(&state.view(), id);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        if Button::secondary(text::PAYMENTS).icon(Icon::Payment).name(text::SHOW_CUSTOMERS_PAYMENTS).ui(ui).clicked() {
            let theirs = PaymentsFilter::of_customer(id.clone());
            actions.push(Action::Payments(PaymentsAction::ShowOnly(Box::new(theirs))));
        }
        let change = Button::secondary(text::EDIT).icon(Icon::Edit).disabled(refusal.as_deref());
        if customer.is_some() && change.ui(ui).clicked() {
            actions.push(Action::Customers(CustomersAction::Edit(id.clone())));
        }
    });
    let subdued = tokens(ui).subdued;
    heading_ui(ui, Text::Group, subdued, "New for this customer");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        let forms = PANELS.iter().filter_map(|panel| panel.route.resource().zip(panel.new));
        for (kind, new) in forms {
            let Some(text) = new.for_customer else { continue };
            let why_not = (new.refusal)(state);
            if Button::secondary(text).name(new.command.text).disabled(why_not.as_deref()).ui(ui).clicked() {
                actions.push(Action::OpenNewFor(kind, id.clone()));
            }
        }
    });
}

fn facts_of_ui(ui: &mut Ui, state: &State, known: &CachedRecord, customer: &Customer, actions: &mut Vec<Action>) {
    let shown = |text: &str| visible(text, SHOWN_MAX_CHARS);
    let code = customer.phone_country_code.as_deref().unwrap_or_default();
    let phone = customer.phone.as_deref().map(|phone| format!("{code} {phone}").trim().to_owned());
    let contact = [
        (text::E_MAIL, customer.email.as_deref()),
        (text::PHONE, phone.as_deref()),
        (text::DESCRIPTION, customer.description.as_deref()),
    ];
    let given: Vec<(&str, &str)> = contact
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.filter(|value| !value.is_empty())?)))
        .collect();
    if !given.is_empty() {
        facts_ui(ui, "Contact", |facts| {
            for (name, value) in given {
                let searches = Some(value).filter(|_| name == text::E_MAIL);
                let searches =
                    searches.and_then(|email| search_action(state, QueryTerm::Email(vec![email.to_owned()])));
                let Some(searches) = searches else {
                    drop(facts.text(name, &shown(value)));
                    continue;
                };
                if facts.copyable_link(name, &shown(value), text::SEARCH_BY_E_MAIL).clicked() {
                    actions.push(searches);
                }
            }
        });
    }
    pairs_ui(ui, text::ADDRESS, &address_text(&customer.address));
    pairs_ui(ui, text::METADATA, &customer.metadata);
    let zone = state.zone();
    facts_ui(ui, &text::timeline(zone), |facts| {
        if let Some(created) = customer.created {
            facts.time(text::CREATED, created, zone);
        }
        if let Some(changed) = customer.modified_at {
            facts.time(text::CHANGED, changed, zone);
        }
        if !known.record.is_gathered() {
            facts.time(text::LAST_READ, known.record.reported_at, zone);
        }
    });
}

fn pairs_ui(ui: &mut Ui, title: &str, pairs: &[Pair]) {
    if pairs.is_empty() {
        return;
    }
    facts_ui(ui, title, |facts| {
        for (name, value) in pairs {
            facts.text(&visible(name, 60), &visible(value, SHOWN_MAX_CHARS));
        }
    });
}
