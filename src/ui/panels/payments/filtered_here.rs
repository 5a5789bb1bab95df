//! What is shown above the list where the service does not filter it, and Paydesk does, or not all can be listed.

use egui::Ui;

use paydesk_core::State;
use paydesk_core::features::payments::Payments;
use paydesk_domain::payment::PaymentFilterPart;
use paydesk_widgets::label_ui;
use paydesk_widgets::tokens::{Text, space, tokens};

use super::text;

/// Draws the sentences, if there are any.
pub(super) fn filtered_here_ui(ui: &mut Ui, state: &State) {
    let payments = &state.workspace.payments;
    let missing = payments
        .may_miss_remainders(&state.view())
        .then(|| "Partially captured payments appear once their details have loaded".to_owned());
    let marked = payments.filter.mark.map(|mark| text::filtered_by_mark(mark, payments.complete));
    for text in service_text(payments).into_iter().chain(missing).chain(marked) {
        label_ui(ui, Text::Caption, tokens(ui).subdued, &text);
        ui.add_space(space::S);
    }
}

fn service_text(payments: &Payments) -> Option<String> {
    let parts = payments.unfiltered_parts();
    let end = match payments.complete {
        true => "Paydesk loaded all payments and filtered them",
        false => "Paydesk loads all payments and filters them; not all are loaded yet",
    };
    if !parts.is_empty() {
        return Some(text::this_service_does_not_filter(enumerated(&parts), end));
    }
    let text = "The service listed payments that do not match the filter; Paydesk hides them";
    payments.has_strays().then(|| match payments.complete {
        true => text.to_owned(),
        false => text::not_all_payments_are_loaded(text),
    })
}

fn enumerated(parts: &[PaymentFilterPart]) -> String {
    let words: Vec<&str> = parts.iter().map(|part| word(*part)).collect();
    match words.as_slice() {
        [first @ .., last] if !first.is_empty() => text::and(first.join(", "), last),
        words => words.concat(),
    }
}

fn word(part: PaymentFilterPart) -> &'static str {
    match part {
        PaymentFilterPart::Status => "status",
        PaymentFilterPart::Currency => "currency",
        PaymentFilterPart::Method => "method",
        PaymentFilterPart::Customer => "customer",
        PaymentFilterPart::Created => "creation time",
    }
}
