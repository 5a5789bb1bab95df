//! The command palette (Ctrl/Cmd+K) and the list of shortcuts (`?`): both read [`crate::app::command`].

use egui::{Align, Id, Key, Layout, Modifiers, RichText, ScrollArea, Ui};

use crate::app::command::Command;
use crate::app::{Action, State};
use crate::domain::ids::PaymentId;

use super::drafts::{Drafts, PaletteDraft};
use super::icons::Icon;
use super::keys;
use super::tokens::{self, SPACE_S, TEXT_BODY, TEXT_HEADING, TEXT_SMALL, tokens};
use super::widgets::button::{Button, Emphasis};
use super::widgets::dialog::modal;
use super::widgets::filter_menu::choice_ui;
use super::widgets::kbd::kbd_ui;
use super::widgets::text_field::TextField;

/// One line of the palette.
#[derive(Debug, Clone, PartialEq)]
enum Hit {
    OpenPayment(PaymentId),
    Run(Command),
}

/// Draws the palette: commands that make sense now, and a payment when the text could be its id.
pub fn palette_ui(ui: &Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let id = Id::unique("palette text");
    let ((), close) = modal(ui, "palette", 520.0, |ui| {
        move_choice(ui, &mut drafts.palette);
        ui.memory_mut(|memory| memory.request_focus(id));
        let field = TextField::new("Command or payment id")
            .name_hidden()
            .hint("Command or payment id")
            .icon(Icon::Search)
            .id(id);
        let shown = field.show(ui, &mut drafts.palette.text);
        if shown.changed {
            drafts.palette.chosen = 0;
        }
        let hits = hits(&drafts.palette.text, state);
        drafts.palette.chosen = drafts.palette.chosen.min(hits.len().saturating_sub(1));
        ui.add_space(SPACE_S);
        let mut taken = (shown.submitted).then(|| hits.get(drafts.palette.chosen).cloned()).flatten();
        ScrollArea::vertical().max_height(360.0).auto_shrink([false, true]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (index, hit) in hits.iter().enumerate() {
                if hit_ui(ui, hit, index == drafts.palette.chosen) {
                    taken = Some(hit.clone());
                }
            }
            if hits.is_empty() {
                let text = "No command has these letters, and a payment id has only letters, digits, “_” and “-”";
                ui.label(RichText::new(text).font(tokens::regular(TEXT_SMALL)).color(tokens(ui).subdued));
            }
        });
        if let Some(hit) = taken {
            actions.push(Action::DismissDialog);
            drafts.palette = PaletteDraft::default();
            match hit {
                Hit::OpenPayment(payment_id) => actions.push(Action::OpenPayment(payment_id)),
                Hit::Run(command) => keys::run(command, state, drafts, actions),
            }
        }
    });
    if close {
        drafts.palette = PaletteDraft::default();
        actions.push(Action::DismissDialog);
    }
}

fn move_choice(ui: &Ui, draft: &mut PaletteDraft) {
    let (down, up) = ui.input_mut(|input| {
        (input.consume_key(Modifiers::NONE, Key::ArrowDown), input.consume_key(Modifiers::NONE, Key::ArrowUp))
    });
    if down {
        draft.chosen += 1;
    }
    if up {
        draft.chosen = draft.chosen.saturating_sub(1);
    }
}

fn hits(text: &str, state: &State) -> Vec<Hit> {
    let wanted = text.trim().to_lowercase();
    let command = |command: &Command| {
        let words = command.words();
        let matches = wanted.split_whitespace().all(|word| words.text.to_lowercase().contains(word));
        matches && *command != Command::Palette && command.does(state).is_some()
    };
    let commands = Command::all().filter(command).map(Hit::Run);
    let could_be_id = wanted.contains('_') || wanted.chars().any(|c| c.is_ascii_digit());
    let payment = PaymentId::parse(text.trim()).ok().filter(|_| could_be_id).map(Hit::OpenPayment);
    payment.into_iter().chain(commands).collect()
}

fn hit_ui(ui: &mut Ui, hit: &Hit, chosen: bool) -> bool {
    let (text, keys) = match hit {
        Hit::OpenPayment(payment_id) => (format!("Open payment {payment_id}"), None),
        Hit::Run(command) => (command.words().text.to_owned(), command.words().keys.first().copied()),
    };
    let row = ui.horizontal(|ui| {
        let width = ui.available_width() - 110.0;
        let taken = ui.allocate_ui(egui::vec2(width, 30.0), |ui| choice_ui(ui, &text, chosen)).inner;
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(keys) = keys {
                kbd_ui(ui, &keys::label(keys));
            }
        });
        taken
    });
    if chosen {
        row.response.scroll_to_me(None);
    }
    row.inner
}

/// Draws all commands that have keys.
pub fn shortcuts_ui(ui: &Ui, actions: &mut Vec<Action>) {
    let (closed, close) = modal(ui, "shortcuts", 560.0, |ui| {
        let color = tokens(ui).text;
        ui.label(RichText::new("Keyboard shortcuts").font(tokens::semibold(TEXT_HEADING)).color(color));
        ui.add_space(SPACE_S);
        ScrollArea::vertical().max_height(ui.ctx().content_rect().height() - 220.0).auto_shrink([false, true]).show(
            ui,
            |ui| {
                for command in Command::all().filter(|command| !command.words().keys.is_empty()) {
                    shortcut_ui(ui, command);
                }
            },
        );
        ui.add_space(SPACE_S);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            Button::new("Close", Emphasis::Secondary).show(ui).clicked()
        })
        .inner
    });
    if closed || close {
        actions.push(Action::DismissDialog);
    }
}

fn shortcut_ui(ui: &mut Ui, command: Command) {
    let words = command.words();
    let tokens = tokens(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new(words.text).font(tokens::regular(TEXT_BODY)).color(tokens.text));
        ui.label(RichText::new(words.tooltip).font(tokens::regular(TEXT_SMALL)).color(tokens.subdued));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            for keys in words.keys.iter().rev() {
                kbd_ui(ui, &keys::label(*keys));
            }
        });
    });
}
