//! What a person decides by: other payments of the same person, what is usual, places, and what was done here before.

use egui::Ui;

use paydesk_core::features::review_queue::facts::{EarlierNote, EarlierOperation, ReviewFacts};
use paydesk_core::features::review_queue::related::{RelatedPayments, UsualAmount};
use paydesk_core::{Action, State};
use paydesk_domain::payer_places::{AddressMatch, PayerPlaces};
use paydesk_domain::text::{SHOWN_MAX_CHARS, visible, visible_id};
use paydesk_widgets::chip::toned_text_ui;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::time::on_hover_time;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Notice, facts_ui, heading_ui, label_ui};

use super::text;

/// From so many times the usual amount on, in tenths, it is marked.
const UNUSUAL_TENTHS: i64 = 30;
/// From so many declines on, they are marked.
const MANY_DECLINES: usize = 3;

/// Draws the facts of the payment in front.
pub(super) fn facts_of_payment_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let Some(facts) = state.workspace.review_queue.facts() else { return };
    related_ui(ui, facts, actions);
    signals_ui(ui, facts);
    earlier_ui(ui, state, &facts.earlier);
    notes_ui(ui, state, facts);
}

fn related_ui(ui: &mut Ui, facts: &ReviewFacts, actions: &mut Vec<Action>) {
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        heading_ui(ui, Text::Group, tokens(ui).subdued, "Other payments");
        if facts.is_off {
            Notice::new(Tone::Neutral, text::NOT_STORED).ui(ui);
            return;
        }
        if facts.related.groups.is_empty() {
            label_ui(ui, Text::Body, tokens(ui).subdued, "The payment has no e-mail, customer or card to compare");
        }
        for group in &facts.related.groups {
            ui.push_id(group.by as usize, |ui| group_ui(ui, group, actions));
        }
        if !facts.is_whole {
            label_ui(ui, Text::Small, tokens(ui).subdued, "Payments are still loading: there may be more");
        }
    });
}

fn group_ui(ui: &mut Ui, group: &RelatedPayments, actions: &mut Vec<Action>) {
    ui.add_space(space::XS);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::XS);
        label_ui(ui, Text::Strong, tokens(ui).text, text::same(group.by));
        label_ui(ui, Text::Mono, tokens(ui).subdued, &visible(&group.value, 80));
    });
    if group.count == 0 {
        label_ui(ui, Text::Body, tokens(ui).subdued, "No other payments");
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::M, space::XS);
        let count = text::payments(group.count, group.is_cut);
        if Button::link(&count).hint("Shows them in the list of payments").ui(ui).clicked() {
            actions.push(Action::SearchPayments(group.query.clone()));
        }
        if group.succeeded > 0 {
            label_ui(ui, Text::Body, tokens(ui).text, &unbroken(&text::paid(group.succeeded, &group.sums.text())));
        }
        counted_ui(ui, group.failed, text::declined, Tone::Attention, group.failed >= MANY_DECLINES);
        counted_ui(ui, group.disputed, text::disputed, Tone::Danger, true);
        counted_ui(ui, group.refunded, text::refunded, Tone::Neutral, false);
    });
}

/// Nothing where there are none.
fn counted_ui(ui: &mut Ui, count: usize, words: fn(usize) -> String, tone: Tone, is_marked: bool) {
    match (count, is_marked) {
        (0, _) => {}
        (count, true) => drop(toned_text_ui(ui, Icon::Warning, &unbroken(&words(count)), tone)),
        (count, false) => drop(label_ui(ui, Text::Body, tokens(ui).text, &unbroken(&words(count)))),
    }
}

/// Stays on one line where several stand in a row.
fn unbroken(text: &str) -> String {
    text.replace(' ', "\u{a0}")
}

fn signals_ui(ui: &mut Ui, facts: &ReviewFacts) {
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        heading_ui(ui, Text::Group, tokens(ui).subdued, "Checks");
        if let Some(usual) = &facts.related.usual {
            usual_ui(ui, usual);
        }
        places_ui(ui, &facts.places);
        if facts.related.usual.is_none() && facts.places == PayerPlaces::default() {
            label_ui(
                ui,
                Text::Body,
                tokens(ui).subdued,
                "There is no usual amount to compare, and the service reports no address, card country or IP address",
            );
        }
    });
}

fn usual_ui(ui: &mut Ui, usual: &UsualAmount) {
    let line = text::usual(&usual.median, usual.of, usual.tenths);
    if usual.tenths >= UNUSUAL_TENTHS {
        toned_text_ui(ui, Icon::Warning, &line, Tone::Attention);
    } else {
        label_ui(ui, Text::Body, tokens(ui).text, &line);
    }
}

fn places_ui(ui: &mut Ui, places: &PayerPlaces) {
    match &places.addresses {
        Some(AddressMatch::Different(difference)) => {
            let (billing, shipping) = (visible(&difference.billing, 60), visible(&difference.shipping, 60));
            let line = text::addresses_differ(difference.part, &billing, &shipping);
            toned_text_ui(ui, Icon::Warning, &line, Tone::Attention);
        }
        Some(AddressMatch::Same) => {
            drop(label_ui(ui, Text::Body, tokens(ui).text, "Billing and shipping addresses are the same"))
        }
        None => {}
    }
    let countries = [
        (text::BILLING, &places.billing_country),
        (text::CARD, &places.card_country),
        (text::IP_ADDRESS, &places.ip_country),
    ];
    let known = countries.into_iter().filter_map(|(name, country)| Some((name, country.as_ref()?)));
    let known: Vec<String> = known.map(|(name, country)| format!("{name}: {}", visible(country, 20))).collect();
    if !known.is_empty() {
        let line = text::countries(&known.join(" · "));
        if places.countries_differ() {
            toned_text_ui(ui, Icon::Warning, &line, Tone::Attention);
        } else {
            label_ui(ui, Text::Body, tokens(ui).text, &line);
        }
    }
    if let Some(ip) = &places.ip_address {
        facts_ui(ui, "", |facts| drop(facts.mono(text::IP_ADDRESS, &visible(ip, 60))));
    }
}

fn earlier_ui(ui: &mut Ui, state: &State, earlier: &[EarlierOperation]) {
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        heading_ui(ui, Text::Group, tokens(ui).subdued, "Earlier operations on this customer's payments");
        if earlier.is_empty() {
            label_ui(ui, Text::Body, tokens(ui).subdued, "None sent in Paydesk");
        }
        for operation in earlier {
            let when = state.zone().short(operation.at, state.now);
            let parts = [&*operation.title, operation.outcome.label(), &operation.operator, &when];
            let line = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
            on_hover_time(label_ui(ui, Text::Body, tokens(ui).text, &line), operation.at, state.zone());
        }
    });
}

/// What was written on the customer and on other payments.
fn notes_ui(ui: &mut Ui, state: &State, facts: &ReviewFacts) {
    if facts.notes.is_empty() && facts.customer_tags.is_empty() {
        return;
    }
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        heading_ui(ui, Text::Group, tokens(ui).subdued, "Notes on this customer");
        if !facts.customer_tags.is_empty() {
            let tags: Vec<String> = facts.customer_tags.iter().map(|tag| visible(tag, 24)).collect();
            label_ui(ui, Text::Body, tokens(ui).text, &text::customer_tags(&tags.join(", ")));
        }
        for note in &facts.notes {
            note_ui(ui, state, note);
        }
    });
}

fn note_ui(ui: &mut Ui, state: &State, note: &EarlierNote) {
    label_ui(ui, Text::Body, tokens(ui).text, &visible(&note.text, SHOWN_MAX_CHARS));
    let when = state.zone().short(note.at, state.now);
    let line =
        text::note_by(&visible(&note.by, 60), &when, note.subject.kind.noun(), &visible_id(&note.subject.id, 60));
    on_hover_time(label_ui(ui, Text::Small, tokens(ui).subdued, &line), note.at, state.zone());
}
