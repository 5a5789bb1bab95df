//! One call: what is known of it, what left, what came.

use egui::{Align, CornerRadius, Frame, Label, Layout, Margin, ScrollArea, TextWrapMode, Ui};
use strum::IntoEnumIterator;

use crate::status::call_proof;
use paydesk_core::features::requests::{CallKind, LoggedCall, RequestsAction};
use paydesk_core::{Action, State};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, size, space, tokens};
use paydesk_widgets::{Button, Chip, copy_button_ui, copy_text_ui, facts_ui, segmented_ui};

use super::draft::{CallPart, MessageText, RequestsDraft};
use super::text;
use paydesk_widgets::reading_order::from_right_ui;

/// Height of a line of code, in points.
const LINE: f32 = 16.0;

/// Draws the call.
pub(super) fn detail_ui(
    ui: &mut Ui,
    state: &State,
    call: &LoggedCall,
    draft: &mut RequestsDraft,
    actions: &mut Vec<Action>,
) {
    top_ui(ui, call, draft, actions);
    ui.add_space(space::S);
    match draft.part {
        CallPart::About => {
            let scroll = ScrollArea::vertical().id_salt(("about", call.number)).auto_shrink([false, false]);
            scroll.show(ui, |ui| about_ui(ui, state, call));
        }
        CallPart::Request => well_ui(ui, (call.number, "request"), "Copy request", &draft.lines(call).request),
        CallPart::Answer => well_ui(ui, (call.number, "answer"), "Copy response", &draft.lines(call).answer),
    }
}

fn top_ui(ui: &mut Ui, call: &LoggedCall, draft: &mut RequestsDraft, actions: &mut Vec<Action>) {
    let row = egui::vec2(ui.available_width(), size::CONTROL);
    ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let labels: Vec<&str> = CallPart::iter().map(CallPart::label).collect();
        let chosen = CallPart::iter().position(|part| part == draft.part).unwrap_or_default();
        if let Some(part) =
            segmented_ui(ui, "Part of the request", &labels, chosen).and_then(|at| CallPart::iter().nth(at))
        {
            draft.part = part;
        }
        from_right_ui(ui, |ui| {
            if Button::quiet_icon(Icon::Close, "Close request").ui(ui).clicked() {
                actions.push(Action::Requests(RequestsAction::Open(None)));
            }
            let curl = draft.lines(call).curl.as_deref();
            let reason = curl
                .is_none()
                .then_some("Only part of the body is stored, so the command would not send the same request");
            let button = Button::secondary(text::COPY_AS_CURL).icon(Icon::Code).disabled(reason);
            let button = button.hint("Add the key and the masked values yourself");
            copy_text_ui(ui, button, text::COPY_AS_CURL, curl.unwrap_or_default());
        });
    });
}

fn about_ui(ui: &mut Ui, state: &State, call: &LoggedCall) {
    let (exchange, asked) = (&call.exchange, &call.exchange.asked);
    facts_ui(ui, asked.endpoint.name, |facts| {
        let look = call_proof(exchange.proof);
        facts.row(text::OUTCOME, |ui| Chip::new(look.icon, &look.word, look.tone).ui(ui));
        if !exchange.why.is_empty() {
            let code = if exchange.code.is_empty() { String::new() } else { format!(" ({})", exchange.code) };
            facts.text("What went wrong", &format!("{}{code}", exchange.why));
        }
        facts.mono(text::PATH, &format!("{} {}", asked.method.as_str(), call.row.path));
        match exchange.status() {
            Some(status) => facts.text(text::STATUS, &status.to_string()),
            None => facts.missing(text::STATUS, "No response"),
        };
        let kind = match asked.kind {
            CallKind::Read => "A read: changes nothing and can be repeated",
            CallKind::Operation => "An operation: changes something and is never repeated automatically",
        };
        facts.text(text::KIND, kind);
        if let Some((id, attempt)) = &asked.operation {
            facts.id(text::OPERATION, id.as_str());
            facts.text(text::ATTEMPT, &attempt.to_string());
        }
        facts.text(text::SENT, &format!("{} ({})", call.row.time, state.zone()));
        facts.text(text::DURATION, &call.row.took);
        match exchange.rate().filter(|_| !call.row.rate.is_empty()) {
            Some(rate) => {
                let reset = rate.reset_unix_s.zip(rate.date_unix_s).map(|(reset, date)| reset.saturating_sub(date));
                let reset = reset.map(text::resets_in_s).unwrap_or_default();
                facts.text(text::REQUESTS_LEFT, &format!("{}{reset}", call.row.rate));
            }
            None => drop(facts.missing(text::REQUESTS_LEFT, text::NOT_REPORTED)),
        }
        match exchange.response().and_then(|response| response.request_id.as_deref()) {
            Some(id) => facts.id(text::REQUEST_ID, id),
            None => facts.missing(text::REQUEST_ID, text::NOT_REPORTED),
        };
    });
}

/// Lines of code, of which only those in view are laid out.
fn well_ui(ui: &mut Ui, id: (u64, &str), copy: &str, message: &MessageText) {
    let tokens = tokens(ui);
    let frame = Frame::new()
        .fill(tokens.sunken)
        .stroke(tokens.hairline())
        .corner_radius(CornerRadius::same(size::RADIUS))
        .inner_margin(Margin::same(space::S as i8))
        .outer_margin(Margin { bottom: space::S as i8, ..Margin::ZERO });
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        let scroll = ScrollArea::both().id_salt(id).auto_shrink([false, false]);
        scroll.show_rows(ui, LINE, message.lines.len(), |ui, rows| {
            for line in message.lines.get(rows).unwrap_or_default() {
                let text = Text::Code.rich(line.as_str()).color(tokens.text);
                ui.add(Label::new(text).wrap_mode(TextWrapMode::Extend));
            }
        });
    });
    let corner = egui::Rect::from_min_size(
        shown.response.rect.right_top() + egui::vec2(-space::XXL, space::XS),
        egui::vec2(size::QUIET, size::QUIET),
    );
    let mut over = ui.new_child(egui::UiBuilder::new().max_rect(corner));
    over.painter().rect_filled(corner, size::RADIUS, tokens.sunken);
    copy_button_ui(&mut over, copy, &message.text);
}
