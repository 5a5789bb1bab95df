//! The keyboard: turns keys into commands. Which keys mean what is in [`paydesk_core::command::list`].

use egui::{Context, Id, Key, KeyboardShortcut, ModifierNames, Modifiers, PointerButton, Popup, Rect, Sense, Ui, Vec2};

use paydesk_core::command::objects::object_in_front;
use paydesk_core::command::{Command, CommandEffect, CursorMove, HandlingControl, Shortcut};
use paydesk_core::features::disputes::DisputesAction;
use paydesk_core::features::requests::RequestsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_domain::ids::DisputeId;
use paydesk_domain::object_ref::ObjectRef;

use super::drafts::Drafts;
use super::notes::NotesDraft;
use super::panels::disputes::DisputesDraft;
use super::panels::review_queue::ReviewQueueDraft;
use super::{selection, text};
use paydesk_widgets::filter::passes_arrows;
use paydesk_widgets::input_queue::arrived_s;

/// Keys that are no commands: they are for the row or the chart that has the keyboard, or for the form or dialog in
/// front.
pub const ROW_KEYS: [(&[Shortcut], &str, &str); 7] = [
    (&[Shortcut::plain("Space")], "Select row", "Or deselect it"),
    (&[Shortcut::shift("ArrowDown"), Shortcut::shift("ArrowUp")], "Extend selection", "The opposite arrow shrinks it"),
    (&[Shortcut::command("A")], "Select all rows", "All loaded rows"),
    (&[Shortcut::plain("Escape")], text::CLEAR_SELECTION, "Press again to close the pane"),
    (&[Shortcut::command("Enter")], "Submit", "Submits the form or dialog in front"),
    (
        &[Shortcut::plain("+"), Shortcut::plain("-"), Shortcut::plain("0")],
        "Zoom chart",
        "Zooms the focused chart; 0 resets the zoom",
    ),
    (
        &[Shortcut::plain("ArrowLeft"), Shortcut::plain("ArrowRight")],
        "Move through chart",
        "↑ and ↓ move between series, or between bars in a horizontal bar chart",
    ),
];

/// Of the mouse.
const BACK_BUTTON: PointerButton = PointerButton::Extra1;

/// Runs the commands whose keys were pressed. Plain keys belong to a text field while one has the keyboard, Enter and
/// the arrows to whatever has it, nothing passes a dialog, and only the key of the palette passes an open list of choices.
pub fn handle(ctx: &Context, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    if has_dialog(ctx, state) {
        return;
    }
    if Popup::is_any_open(ctx) {
        return open_palette_over_choices(ctx, state, drafts, actions);
    }
    if ctx.input(|input| input.pointer.button_pressed(BACK_BUTTON)) {
        run(Command::Back, state, drafts, actions);
    }
    let focused = ctx.memory(|memory| memory.focused());
    if focused.is_none() && ctx.input(|input| input.key_pressed(Key::Tab) && input.modifiers.is_none()) {
        lead_into_panel(ctx, state, drafts);
    }
    let on_a_row = drafts.begin_keys(state.workspace.route, focused);
    let focused = focused.filter(|_| !on_a_row);
    let owner = if ctx.text_edit_focused() {
        KeyboardOwner::Text
    } else if passes_arrows(ctx, focused) {
        KeyboardOwner::Filter
    } else if focused.or(drafts.widget_focused).is_some() {
        KeyboardOwner::Widget
    } else {
        KeyboardOwner::Nobody
    };
    drafts.widget_focused = focused;
    let pressed_s = arrived_s(ctx);
    for command in Command::all() {
        let presses: usize =
            command.texts().keys.iter().map(|keys| presses(ctx, *keys, owner, command.may_repeat())).sum();
        for _ in 0..presses {
            if command.decides_in_review(state) && !drafts.of::<ReviewQueueDraft>().is_deliberate(pressed_s) {
                continue;
            }
            if command == Command::ClosePane && selection::clear_by_key(ctx) {
                continue;
            }
            run(command, state, drafts, actions);
        }
        if presses > 0 && command.shows_a_panel() {
            release(ctx);
        }
    }
}

/// Runs a command that was chosen in the menu bar of the system. As a key, it does not pass a dialog.
pub fn choose(ctx: &Context, command: Command, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    if has_dialog(ctx, state) || Popup::is_any_open(ctx) {
        return;
    }
    run(command, state, drafts, actions);
    if command.shows_a_panel() {
        release(ctx);
    }
}

/// Whether a dialog is in front of the window, or was in the last frame.
fn has_dialog(ctx: &Context, state: &State) -> bool {
    state.workspace.dialog.is_some() || ctx.memory(|memory| memory.top_modal_layer().is_some())
}

/// What is typed after the key of the palette is meant for it, and would else land in the field of the list of choices,
/// where Enter chooses.
fn open_palette_over_choices(ctx: &Context, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let keys = Command::Palette.texts().keys;
    if keys.iter().any(|keys| presses(ctx, *keys, KeyboardOwner::Nobody, false) > 0) {
        Popup::close_all(ctx);
        run(Command::Palette, state, drafts, actions);
    }
}

/// No button and no field has the keyboard any more: keys are for the list in view.
fn release(ctx: &Context) {
    ctx.memory_mut(|memory| memory.stop_text_input());
}

/// Tab was pressed while nothing had the keyboard: it goes to the list in front, or to the first control of the panel.
fn lead_into_panel(ctx: &Context, state: &State, drafts: &mut Drafts) {
    ctx.memory_mut(|memory| memory.request_focus(panel_start()));
    if (state.workspace.route.panel().has_rows)(state) {
        drafts.list(state.workspace.route).go(CursorMove::Rows(0));
    }
}

fn panel_start() -> Id {
    Id::unique("start of the panel")
}

/// Where Tab begins in a panel, to be drawn before it: takes no room, and is there only while it passes the keyboard on.
pub fn panel_start_ui(ui: &Ui) {
    if ui.memory(|memory| memory.has_focus(panel_start())) {
        let rect = Rect::from_min_size(ui.max_rect().min, Vec2::ZERO);
        ui.interact(rect, panel_start(), Sense::focusable_noninteractive());
    }
}

/// Gives the keyboard back to what had it when a dialog was opened, once that is closed. To be called in every frame
/// before keys are read.
pub fn return_from_dialog(ctx: &Context, state: &State, drafts: &mut Drafts) {
    let is_open = state.workspace.dialog.is_some();
    let was_open = std::mem::replace(&mut drafts.has_dialog, is_open);
    if is_open && !was_open {
        drafts.dialog_opener = ctx.memory(|memory| memory.focused());
    }
    if is_open || drafts.dialog_opener.is_none() {
        return;
    }
    if ctx.memory(|memory| memory.top_modal_layer().is_some()) {
        // In the frame after it was closed, the dialog still keeps the keyboard from everything else.
        return ctx.request_repaint();
    }
    if let Some(opener) = drafts.dialog_opener.take().filter(|_| ctx.memory(|memory| memory.focused().is_none())) {
        ctx.memory_mut(|memory| memory.request_focus(opener));
    }
}

/// Who has the keyboard, apart from the rows of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KeyboardOwner {
    Nobody,
    /// A button, say: Enter, Esc and the arrows are its own. One that Esc has just taken the keyboard from counts.
    Widget,
    /// The button of a filter: Enter and Esc are its own, the arrows lead into the list.
    Filter,
    /// A text field: everything without Ctrl or Cmd is its own.
    Text,
}

impl KeyboardOwner {
    fn keeps(self, keys: Shortcut) -> bool {
        let own = match self {
            Self::Nobody => false,
            Self::Filter => matches!(keys.key, "Enter" | "Escape"),
            Self::Widget => matches!(keys.key, "Enter" | "Escape" | "ArrowDown" | "ArrowUp" | "Home" | "End"),
            // A key that writes nothing means the same everywhere.
            Self::Text => !is_function_key(keys),
        };
        own && !keys.command
    }
}

fn is_function_key(keys: Shortcut) -> bool {
    keys.key.strip_prefix('F').is_some_and(|number| number.parse::<u8>().is_ok())
}

/// Does what `command` means now; nothing where it makes no sense.
pub fn run(command: Command, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    if command == Command::ClosePane && drafts.is_on_requests() && state.workspace.requests.open.is_some() {
        actions.push(Action::Requests(RequestsAction::Open(None)));
        return;
    }
    if command.is_about_object() && drafts.list(state.workspace.route).open_if_elsewhere() {
        // A key has just led to another row than the one that is open: that is opened, and nothing is done to either.
        return;
    }
    let on_the_row = || {
        let object = drafts.list(state.workspace.route).object().filter(|_| command == Command::WriteNote)?;
        command.offer(object, state)?.ok()
    };
    if let Some(effect) = command.effect(state).or_else(on_the_row) {
        carry_out(effect, state, drafts, actions);
    }
}

/// Does what a command came to.
pub fn carry_out(effect: CommandEffect, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    match effect {
        CommandEffect::Act(action) => actions.push(action),
        CommandEffect::FocusSearch => focus_search(state, drafts, actions),
        CommandEffect::MoveRow(step) => drafts.list(state.workspace.route).go(step),
        CommandEffect::ScrollReview(step) => drafts.of::<DisputesDraft>().review_moves.push(step),
        CommandEffect::OpenRow => drafts.list(state.workspace.route).open(),
        CommandEffect::LeaveForm => drafts.leave_form(state.workspace.route, actions),
        CommandEffect::CancelReviewed => drafts.of::<ReviewQueueDraft>().cancel(state, actions),
        CommandEffect::NextMissingField => drafts.of::<DisputesDraft>().lead_on(state, actions),
        CommandEffect::ChooseFact => drafts.of::<DisputesDraft>().ask_for_fact(),
        CommandEffect::Handle(control) => drafts.of::<DisputesDraft>().ask(control),
        CommandEffect::HandleOne(dispute_id, control) => handle_one(dispute_id, control, state, drafts, actions),
        CommandEffect::WriteNote(object) => write_note(object, state, drafts, actions),
        CommandEffect::Copy(text) => drafts.copied = Some(text),
        CommandEffect::ExportList => drafts.asks_export = true,
        CommandEffect::GiveKey(profile_id) => drafts.give_key(profile_id, actions),
    }
}

/// Presses a control for a dispute that is open, is opened for it, or is selected in the list for it.
fn handle_one(
    dispute_id: DisputeId,
    control: HandlingControl,
    state: &State,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    let draft = drafts.of::<DisputesDraft>();
    draft.ask(control);
    if state.workspace.disputes.open.id.as_ref() == Some(&dispute_id) {
        return;
    }
    if control == HandlingControl::Deadline {
        actions.push(Action::Disputes(DisputesAction::Open(Some(dispute_id))));
    } else {
        draft.marks.set_only(dispute_id);
    }
}

/// The field for a new note has the keyboard as soon as it is drawn.
fn write_note(object: ObjectRef, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    if object_in_front(state).as_ref() != Some(&object) {
        actions.push(Action::open(&object));
    }
    drafts.of::<NotesDraft>().write(object);
}

/// The search of the list in view; beside an open dispute, that of the inbox, which it leads back to.
fn focus_search(state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    drafts.focus_search = true;
    let disputes = &state.workspace.disputes;
    if state.workspace.route != Route::List(ResourceKind::Dispute) {
        return;
    }
    drafts.of::<DisputesDraft>().marks.clear();
    if disputes.open.id.is_some() {
        actions.push(Action::Disputes(DisputesAction::Open(None)));
    }
    if disputes.inbox.shows_library {
        actions.push(Action::Disputes(DisputesAction::ShowLibrary(false)));
    }
}

/// How often `keys` were pressed since the last frame: a slow frame loses no step of a held key, where that `may_repeat`.
fn presses(ctx: &Context, keys: Shortcut, owner: KeyboardOwner, may_repeat: bool) -> usize {
    if owner.keeps(keys) {
        return 0;
    }
    // “?” is Shift and another key on most layouts: it is found by the text it makes.
    if keys.key == "?" {
        return ctx.input_mut(|input| {
            let before = input.events.len();
            input.events.retain(|event| !matches!(event, egui::Event::Text(text) if text == "?"));
            before - input.events.len()
        });
    }
    let Some(KeyboardShortcut { modifiers, logical_key }) = shortcut(keys) else { return 0 };
    let is_arrow = matches!(logical_key, Key::ArrowDown | Key::ArrowUp);
    ctx.input_mut(|input| {
        // With Shift, arrows select rows: that is the business of the list.
        if is_arrow && input.modifiers.shift && !keys.shift {
            return 0;
        }
        if !may_repeat {
            input.events.retain(|event| !is_held(event, modifiers, logical_key));
        }
        let presses = input.count_and_consume_key(modifiers, logical_key);
        if presses > 0 && !keys.command {
            // What the key would write must not land in a field that it brings the keyboard to.
            input.events.retain(|event| !matches!(event, egui::Event::Text(_)));
        }
        presses
    })
}

/// Whether it is the key held down, and not pressed.
fn is_held(event: &egui::Event, held_with: Modifiers, held: Key) -> bool {
    matches!(event, egui::Event::Key { key, repeat: true, pressed: true, modifiers, .. }
        if *key == held && modifiers.matches_logically(held_with))
}

/// `keys` as the window knows them; `None` for `?`, which is found by its text.
fn shortcut(keys: Shortcut) -> Option<KeyboardShortcut> {
    Key::from_name(keys.key).map(|key| KeyboardShortcut::new(modifiers(keys), key))
}

fn modifiers(keys: Shortcut) -> Modifiers {
    let command = if keys.command { Modifiers::COMMAND } else { Modifiers::NONE };
    let shift = if keys.shift { Modifiers::SHIFT } else { Modifiers::NONE };
    command | shift | if keys.alt { Modifiers::ALT } else { Modifiers::NONE }
}

/// How keys are written for people: `Ctrl+K`, `⌘K` on a Mac.
pub fn label(keys: Shortcut) -> String {
    label_on(keys, cfg!(target_os = "macos"))
}

fn label_on(keys: Shortcut, is_mac: bool) -> String {
    if is_mac {
        let modifiers = [(keys.alt, "⌥"), (keys.shift, "⇧"), (keys.command, "⌘")];
        let held = modifiers.into_iter().filter_map(|(is_held, sign)| is_held.then_some(sign));
        return held.chain([key_name(keys)]).collect();
    }
    let modifiers = ModifierNames::NAMES.format(&modifiers(keys), false);
    let key = key_name(keys);
    if modifiers.is_empty() { key.to_owned() } else { format!("{modifiers}+{key}") }
}

fn key_name(keys: Shortcut) -> &'static str {
    match keys.key {
        "ArrowDown" => "↓",
        "ArrowUp" => "↑",
        "ArrowLeft" => "←",
        "ArrowRight" => "→",
        "Escape" => "Esc",
        name => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_every_command_is_one_the_window_knows() {
        for command in Command::all() {
            for keys in command.texts().keys {
                assert!(keys.key == "?" || shortcut(*keys).is_some(), "{command:?}: {}", keys.key);
            }
        }
    }

    #[test]
    fn keys_are_written_as_people_know_them() {
        for (keys, elsewhere, on_a_mac) in [
            (Shortcut::command("K"), "Ctrl+K", "⌘K"),
            (Shortcut::command(","), "Ctrl+,", "⌘,"),
            (Shortcut::command_shift("S"), "Ctrl+Shift+S", "⇧⌘S"),
            (Shortcut::alt("ArrowLeft"), "Alt+←", "⌥←"),
            (Shortcut::plain("ArrowDown"), "↓", "↓"),
            (Shortcut::plain("F5"), "F5", "F5"),
            (Shortcut::plain("Escape"), "Esc", "Esc"),
        ] {
            assert_eq!((&*label_on(keys, false), &*label_on(keys, true)), (elsewhere, on_a_mac));
            assert_eq!(label(keys), if cfg!(target_os = "macos") { on_a_mac } else { elsewhere });
        }
    }
}
