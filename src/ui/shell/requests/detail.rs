//! One call: what is known of it, what left, what came.

use egui::{Align, CornerRadius, Frame, Label, Layout, Margin, ScrollArea, TextWrapMode, Ui};
use strum::IntoEnumIterator;

use crate::app::features::requests::{CallKind, LoggedCall, RequestsAction};
use crate::app::{Action, State};
use crate::ui::icons::Icon;
use crate::ui::status::call_proof;
use crate::ui::tokens::{Text, size, space, tokens};
use crate::ui::widgets::{Button, Chip, copy_button_ui, copy_text_ui, facts_ui, segmented_ui};

use super::draft::{CallPart, MessageText, RequestsDraft};

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
        CallPart::Request => well_ui(ui, (call.number, "request"), "Copy the request", &draft.lines(call).request),
        CallPart::Answer => well_ui(ui, (call.number, "answer"), "Copy the answer", &draft.lines(call).answer),
    }
}

fn top_ui(ui: &mut Ui, call: &LoggedCall, draft: &mut RequestsDraft, actions: &mut Vec<Action>) {
    let row = egui::vec2(ui.available_width(), size::CONTROL);
    ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let labels: Vec<&str> = CallPart::iter().map(CallPart::label).collect();
        let chosen = CallPart::iter().position(|part| part == draft.part).unwrap_or_default();
        if let Some(part) =
            segmented_ui(ui, "Part of the call", &labels, chosen).and_then(|at| CallPart::iter().nth(at))
        {
            draft.part = part;
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if Button::quiet_icon(Icon::Close, "Close the call").ui(ui).clicked() {
                actions.push(Action::Requests(RequestsAction::Open(None)));
            }
            let curl = draft.lines(call).curl.as_deref();
            let reason =
                curl.is_none().then_some("It would not send the same request: the body is stored only in part");
            let button = Button::secondary("Copy as curl").icon(Icon::Code).disabled(reason);
            let button = button.hint("The key and what is hidden have to be put in");
            copy_text_ui(ui, button, "Copy as curl", curl.unwrap_or_default());
        });
    });
}

fn about_ui(ui: &mut Ui, state: &State, call: &LoggedCall) {
    let (exchange, asked) = (&call.exchange, &call.exchange.asked);
    facts_ui(ui, asked.endpoint.name, |facts| {
        let look = call_proof(exchange.proof);
        facts.row("Outcome", |ui| Chip::new(look.icon, &look.word, look.tone).ui(ui));
        if !exchange.why.is_empty() {
            let code = if exchange.code.is_empty() { String::new() } else { format!(" ({})", exchange.code) };
            facts.text("What went wrong", &format!("{}{code}", exchange.why));
        }
        facts.mono("Path", &format!("{} {}", asked.method.as_str(), call.row.path));
        match exchange.status() {
            Some(status) => facts.text("Status", &status.to_string()),
            None => facts.missing("Status", "No answer"),
        };
        let kind = match asked.kind {
            CallKind::Read => "A read changes nothing and can be repeated",
            CallKind::Operation => "An operation: it changes something, and is never sent again by itself",
        };
        facts.text("Kind", kind);
        if let Some((id, attempt)) = &asked.operation {
            facts.id("Operation", id.as_str());
            facts.text("Attempt", &attempt.to_string());
        }
        facts.text("Sent", &format!("{} ({})", call.row.time, state.zone()));
        facts.text("Duration", &call.row.took);
        match exchange.rate().filter(|_| !call.row.rate.is_empty()) {
            Some(rate) => {
                let reset = rate.reset_unix_s.zip(rate.date_unix_s).map(|(reset, date)| reset.saturating_sub(date));
                let reset = reset.map(|seconds| format!(", anew in {seconds} s")).unwrap_or_default();
                facts.text("Calls left", &format!("{}{reset}", call.row.rate));
            }
            None => drop(facts.missing("Calls left", "Not reported")),
        }
        match exchange.response().and_then(|response| response.request_id.as_deref()) {
            Some(id) => facts.id("Request id", id),
            None => facts.missing("Request id", "Not reported"),
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
