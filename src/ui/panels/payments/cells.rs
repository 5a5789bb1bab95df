//! What stands in the cells of a payment, in either list.

use crate::status::{deadline_look, status_of_row};
use paydesk_core::State;
use paydesk_core::features::history::text::time;
use paydesk_core::features::payments::PaymentTableRow;
use paydesk_domain::note::NoteSubject;
use paydesk_domain::text::{visible, visible_id};
use paydesk_index::payment_columns::{SortKey, StoredPayment};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::table::TableCell;
use paydesk_widgets::time::on_hover_time;
use paydesk_widgets::tokens::{Text, Tone, size, tokens};
use paydesk_widgets::{Chip, text_width};

use super::row_name::rest_text;
use super::text;

/// With less the word of a status would be cut: it is a shape alone, in points.
pub(super) const STATUS_MIN: f32 = 146.0;
/// With this the status has room for what is left to capture, in points.
const ROOMY_STATUS: f32 = 220.0;
/// Why the end of an authorization is an estimate.
pub(super) const ESTIMATED: &str = "Estimated: 7 days after the payment was created, because the service does not report \
    when it was authorized";

/// A payment that is drawn.
pub(super) struct ShownPayment<'a> {
    pub state: &'a State,
    pub row: &'a PaymentTableRow,
    /// What is stored of it, in the list of what is found.
    pub stored: Option<&'a StoredPayment>,
}

/// The amount. Among those to capture, what is left of one that was captured in part stands first: it is what is summed.
pub(super) fn amount_ui(cell: &mut TableCell<'_, SortKey>, shown: &ShownPayment<'_>) {
    let ShownPayment { state, row, .. } = shown;
    if let Some(warning) = &row.warning {
        cell.toned(Icon::Alert, &row.amount_text, Tone::Attention).on_hover_text(warning);
        return;
    }
    let Some(rest) = row.rest_text.as_deref().filter(|_| state.workspace.payments.filter.to_capture) else {
        return drop(cell.amount(&row.amount_text));
    };
    let whole = text::amount_left(rest, Some(&row.amount_text));
    if cell.ui(|ui| text_width(ui, Text::Body, &whole) <= ui.available_width()) {
        cell.amount(&whole);
    } else {
        cell.amount(&text::amount_left(rest, None)).on_hover_text(&whole);
    }
}

/// A chip, or a shape alone where the word has no room; under the pointer what is left to capture, or the decline.
pub(super) fn status_ui(cell: &mut TableCell<'_, SortKey>, shown: &ShownPayment<'_>) {
    let ShownPayment { state, row, .. } = shown;
    let (look, rest, width) = (status_of_row(state, row), rest_text(row), cell.width());
    let more = rest.or_else(|| Some(row.decline_text.clone()).filter(|text| !text.is_empty()));
    if width < STATUS_MIN {
        cell.ui(|ui| {
            let color = tokens(ui).tone(look.tone).text;
            let shown = look.icon.ui(ui, size::ICON, color);
            shown.on_hover_text(more.map_or(look.word.to_string(), |more| format!("{}, {more}", look.word)));
        });
        return;
    }
    // Among those to capture it stands beside the amount.
    let says_rest = width >= ROOMY_STATUS && !state.workspace.payments.filter.to_capture;
    let word = row.rest_text.as_ref().filter(|_| says_rest);
    let word = word.map_or(look.word.clone(), |rest| text::left(&look.word, rest).into());
    let chip = cell.chip(Chip::new(look.icon, &word, look.tone));
    if let Some(more) = more {
        chip.on_hover_text(more);
    }
}

/// Who paid. Where nothing is known of that, the ID tells the payment from others.
pub(super) fn payer_ui(cell: &mut TableCell<'_, SortKey>, shown: &ShownPayment<'_>) {
    match shown.row.payer_text.as_str() {
        "" => drop(cell.subdued_mono(&shown.row.id_text)),
        payer => drop(cell.text(payer)),
    }
}

/// When it was created; a sign in front of what is stored in a team's database alone.
pub(super) fn created_ui(cell: &mut TableCell<'_, SortKey>, shown: &ShownPayment<'_>) {
    let ShownPayment { state, row, stored } = shown;
    if stored.is_some_and(|stored| state.workspace.history.is_older(stored)) {
        cell.toned(Icon::Tray, &row.created_text, Tone::Neutral)
            .on_hover_text("From your team's database: older than the payments stored on this computer");
        return;
    }
    let label = cell.secondary(&row.created_text);
    if let Some(created) = row.payment.created {
        on_hover_time(label, created, state.zone());
    }
}

/// How long it can be captured, or why it was declined.
pub(super) fn deadline_or_reason_ui(cell: &mut TableCell<'_, SortKey>, shown: &ShownPayment<'_>) {
    let ShownPayment { state, row, .. } = shown;
    let Some(deadline) = row.capture_before else {
        return drop(cell.secondary(&row.reason_text));
    };
    let (icon, tone) = deadline_look(deadline.at, state.now);
    let label = cell.toned(icon, &deadline.text(state.now), tone);
    if deadline.is_estimated {
        label.on_hover_text(ESTIMATED);
    }
}

pub(super) fn customer_id_ui(cell: &mut TableCell<'_, SortKey>, shown: &ShownPayment<'_>) {
    let id = shown.row.payment.customer_id.as_ref().map(|id| visible_id(id.as_str(), 80));
    cell.subdued_mono(&id.unwrap_or_default());
}

pub(super) fn email_ui(cell: &mut TableCell<'_, SortKey>, shown: &ShownPayment<'_>) {
    cell.text(&stored_text(shown, |stored| &stored.texts.email));
}

pub(super) fn description_ui(cell: &mut TableCell<'_, SortKey>, shown: &ShownPayment<'_>) {
    cell.secondary(&stored_text(shown, |stored| &stored.texts.description));
}

/// When a list or a read showed it last.
pub(super) fn seen_ui(cell: &mut TableCell<'_, SortKey>, shown: &ShownPayment<'_>) {
    let (state, seen) = (shown.state, shown.stored.and_then(|stored| stored.seen_at));
    if let Some(seen) = seen {
        let full = text::last_read(state.zone().full(seen));
        cell.secondary(&time(seen, state.zone(), state.now)).on_hover_text(full);
    }
}

/// What is stored says in a column; nothing of what is not stored.
fn stored_text(shown: &ShownPayment<'_>, text: impl FnOnce(&StoredPayment) -> &str) -> String {
    shown.stored.map(|stored| visible(text(stored), 80)).unwrap_or_default()
}

pub(super) fn reference_ui(cell: &mut TableCell<'_, SortKey>, shown: &ShownPayment<'_>) {
    cell.secondary(&stored_text(shown, |stored| &stored.texts.order));
}

pub(super) fn last4_ui(cell: &mut TableCell<'_, SortKey>, shown: &ShownPayment<'_>) {
    let last4 = shown.stored.and_then(|stored| stored.last4);
    cell.secondary(&last4.map(|last4| format!("{last4:04}")).unwrap_or_default());
}

pub(super) fn card_country_ui(cell: &mut TableCell<'_, SortKey>, shown: &ShownPayment<'_>) {
    cell.secondary(&stored_text(shown, |stored| &stored.texts.card_country));
}

/// What refunds gave back. Where one is known and its amount is not, that there is one.
pub(super) fn refunded_ui(cell: &mut TableCell<'_, SortKey>, shown: &ShownPayment<'_>) {
    let payment = &shown.row.payment;
    let minor = shown.state.workspace.payments.known_of(&payment.payment_id).refunded_minor;
    if minor > 0 {
        cell.amount(&payment.amount.with_minor(minor).amount_text());
    } else if shown.stored.is_some_and(|stored| stored.refunded) {
        cell.secondary("Amount not known")
            .on_hover_text("The amount is not known here. It appears once the refund has been read.");
    }
}

/// What of what was received was not given back, where both are known.
pub(super) fn left_to_refund_ui(cell: &mut TableCell<'_, SortKey>, shown: &ShownPayment<'_>) {
    let (state, payment) = (shown.state, &shown.row.payment);
    let stored = shown.stored.and_then(|stored| stored.row.received_minor);
    let refunded = state.workspace.payments.known_of(&payment.payment_id).refunded_minor;
    let is_known = refunded > 0 || !shown.stored.is_some_and(|stored| stored.refunded);
    let received = payment.received_minor.or(stored).filter(|minor| is_known && *minor > 0);
    if let Some(received) = received {
        cell.amount(&payment.amount.with_minor(received.saturating_sub(refunded).max(0)).amount_text());
    }
}

pub(super) fn tags_ui(cell: &mut TableCell<'_, SortKey>, shown: &ShownPayment<'_>) {
    let subject = NoteSubject::payment(&shown.row.payment.payment_id);
    let tags = shown.state.workspace.notes.index().tags_of(&subject).map(|tag| visible(&tag.word, 40));
    cell.secondary(&tags.collect::<Vec<_>>().join(", "));
}

/// The newest note, on one line; all of it under the pointer.
pub(super) fn note_ui(cell: &mut TableCell<'_, SortKey>, shown: &ShownPayment<'_>) {
    let subject = NoteSubject::payment(&shown.row.payment.payment_id);
    if let Some(note) = shown.state.workspace.notes.index().notes_of(&subject).last() {
        cell.secondary(&visible(&note.text, 160)).on_hover_text(&note.text);
    }
}
