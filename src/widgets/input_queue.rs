//! Gives each frame only the keys and clicks that were meant for what it shows.
//!
//! What is typed while a frame is drawn arrives all at once in the next one. A frame gets it up to the first key or click
//! that may move the keyboard; the rest waits for the frames after it, in order. So `5`, Tab, `12` writes 5 into one field
//! and 12 into the next, however fast it is typed. After a key that may open or close something, one frame gets no input:
//! it draws what opened, which takes the keyboard.
//!
//! It also drops letters that were meant for a dialog or a text field that has just closed: they would be commands. And it
//! drops what a held Enter or Space repeats: the first press was meant, and what the next one would meet was not yet seen.

use std::collections::{BTreeSet, VecDeque};

use egui::accesskit::Action;
use egui::{Context, Event, Id, Key, Modifiers, Plugin, PointerButton, Pos2, RawInput, Ui};

/// For how long letters are dropped after a dialog or a text field closed, in seconds.
const DROPS_LETTERS_S: f64 = 0.3;
/// Two clicks no further apart than this may be a double click, in points.
const DOUBLE_CLICK_DISTANCE: f32 = 6.0;

/// What arrived and was not given to a frame yet.
#[derive(Debug, Default)]
pub struct InputQueue {
    waiting: VecDeque<QueuedEvent>,
    /// Keys that press a button, and are held down since they arrived.
    held: BTreeSet<Key>,
    /// The last frame got a key that may have opened something.
    pauses: bool,
    /// Letters that arrived before this are dropped where no text field has the keyboard, in seconds of the window.
    drops_letters_until_s: f64,
    /// When what the frame got arrived, in seconds of the window.
    arrived_s: f64,
    /// The last frame that got input: a frame that is laid out twice gets it once.
    frame: Option<u64>,
    /// The text field that had the keyboard before the last frame.
    text_field: Option<Id>,
    had_dialog: bool,
}

#[derive(Debug)]
struct QueuedEvent {
    event: Event,
    /// When it arrived, in seconds of the window.
    at_s: f64,
    /// A key that presses a button is held down and repeats itself.
    is_repetition: bool,
}

/// When the key or click of this frame arrived, in seconds of the window: before the frame began, where it had to wait.
pub fn arrived_s(ctx: &Context) -> f64 {
    ctx.with_plugin(|queue: &mut InputQueue| queue.arrived_s).unwrap_or_else(|| ctx.input(|input| input.time))
}

impl Plugin for InputQueue {
    fn debug_name(&self) -> &'static str {
        "input_queue"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        let last_s = ctx.input(|input| input.time);
        let at_s = input.time.unwrap_or(last_s + f64::from(input.predicted_dt));
        input.events.drain(..).for_each(|event| self.put(event, at_s));
        if self.frame.replace(ctx.cumulative_frame_nr()) == Some(ctx.cumulative_frame_nr()) {
            return;
        }
        self.arrived_s = at_s;
        let in_text = ctx.text_edit_focused();
        self.look_for_closed(ctx, in_text, last_s);
        input.events = self.take(in_text);
    }

    fn on_end_pass(&mut self, ui: &mut Ui) {
        if !self.waiting.is_empty() {
            ui.ctx().request_repaint();
        }
    }
}

impl InputQueue {
    fn put(&mut self, event: Event, at_s: f64) {
        let is_repetition = match &event {
            Event::Key { key, pressed: true, .. } => presses_button(*key) && !self.held.insert(*key),
            Event::Key { key, pressed: false, .. } => {
                self.held.remove(key);
                false
            }
            Event::WindowFocused(false) => {
                self.held.clear();
                false
            }
            _ => false,
        };
        self.waiting.push_back(QueuedEvent { event, at_s, is_repetition });
    }

    /// Notices that a dialog, or the text field that had the keyboard, is not drawn any more since `last_s`.
    fn look_for_closed(&mut self, ctx: &Context, in_text: bool, last_s: f64) {
        let has_dialog = ctx.memory(|memory| memory.top_modal_layer().is_some());
        let dialog_closed = std::mem::replace(&mut self.had_dialog, has_dialog) && !has_dialog;
        let focused = ctx.memory(|memory| memory.focused()).filter(|_| in_text);
        let before = std::mem::replace(&mut self.text_field, focused).filter(|_| !in_text);
        let is_drawn = |id: Id| ctx.viewport(|viewport| viewport.prev_pass.widgets.contains(id));
        if dialog_closed || before.is_some_and(|id| !is_drawn(id)) {
            self.drops_letters_until_s = last_s + DROPS_LETTERS_S;
        }
        // What opened the dialog gets the keyboard back in this frame.
        self.pauses |= dialog_closed;
    }

    /// What the next frame gets; `in_text` is whether a text field has the keyboard when it begins.
    fn take(&mut self, in_text: bool) -> Vec<Event> {
        let mut taken = Vec::new();
        let (mut typed, pauses) = (false, std::mem::take(&mut self.pauses));
        // In a text field Enter may write a new line, as often as it comes.
        let writes_line =
            |queued: &QueuedEvent| in_text && pressed_key(&queued.event).is_some_and(|(_, with)| is_plain(with));
        self.waiting.retain(|queued| !queued.is_repetition || writes_line(queued));
        while let Some(next) = self.waiting.front() {
            if !in_text && writes(&next.event) && next.at_s < self.drops_letters_until_s {
                self.waiting.pop_front();
                continue;
            }
            let moves = moves_keyboard(&next.event, in_text);
            if (moves || is_typed(&next.event)) && pauses || moves && typed {
                return taken;
            }
            if moves {
                self.take_step(&mut taken);
                break;
            }
            typed |= is_typed(&next.event);
            taken.extend(self.pop());
        }
        // A modifier that is let go after the key was held with it.
        let is_after = |event: &Event| matches!(event, Event::ModifiersChanged(_));
        self.take_while(&mut taken, |event| !is_after(event) && !is_typed(event) && !moves_keyboard(event, in_text));
        taken
    }

    /// Takes the key in front with the text that it writes, and its repetitions while it is held down; or the click in
    /// front, and a second one at the same place.
    fn take_step(&mut self, taken: &mut Vec<Event>) {
        let Some(first) = self.pop() else { return };
        let (begin, key, click) = (taken.len(), pressed_key(&first), clicked_at(&first));
        taken.push(first);
        if let Some((key, modifiers)) = key {
            self.take_repetitions(taken, key, modifiers);
        } else if let Some((at, button)) = click {
            let is_near = |to: Pos2| at.distance(to) <= DOUBLE_CLICK_DISTANCE;
            self.take_while(taken, |event| match event {
                Event::PointerMoved(to) => is_near(*to),
                event => clicked_at(event).is_some_and(|(to, with)| with == button && is_near(to)),
            });
        }
        self.pauses |= taken[begin..].iter().any(opens_something);
    }

    fn take_repetitions(&mut self, taken: &mut Vec<Event>, key: Key, modifiers: Modifiers) {
        let mut awaits_text = writes_text(key, modifiers);
        self.take_while(taken, |event| match event {
            Event::Text(_) => std::mem::take(&mut awaits_text),
            Event::Key { key: same, pressed: false, .. } => *same == key && leads_through_rows(key),
            event => {
                let is_held = pressed_key(event) == Some((key, modifiers));
                awaits_text |= is_held && writes_text(key, modifiers);
                is_held
            }
        });
    }

    fn take_while(&mut self, taken: &mut Vec<Event>, mut is_taken: impl FnMut(&Event) -> bool) {
        while self.waiting.front().is_some_and(|next| is_taken(&next.event)) {
            taken.extend(self.pop());
        }
    }

    fn pop(&mut self) -> Option<Event> {
        let QueuedEvent { event, at_s, .. } = self.waiting.pop_front()?;
        self.arrived_s = at_s;
        Some(event)
    }
}

/// Whether another widget may have the keyboard after it, or another thing be in front.
fn moves_keyboard(event: &Event, in_text: bool) -> bool {
    match event {
        Event::Key { key, modifiers, pressed: true, .. } => {
            !(is_modifier(*key) || in_text && edits_text(*key, *modifiers))
        }
        Event::Text(_) => !in_text,
        Event::PointerButton { .. } | Event::MiddleClickPaste { .. } | Event::AccessKitActionRequest(_) => true,
        _ => false,
    }
}

/// Whether it is for what has the keyboard.
fn is_typed(event: &Event) -> bool {
    pressed_key(event).is_some_and(|(key, _)| !is_modifier(key))
        || matches!(
            event,
            Event::Text(_) | Event::Ime(_) | Event::Paste(_) | Event::PasteImage(_) | Event::Cut | Event::Copy
        )
}

/// Whether what it leads to may be drawn a frame later.
fn opens_something(event: &Event) -> bool {
    match event {
        Event::AccessKitActionRequest(request) => request.action == Action::Click,
        Event::PointerButton { pressed, .. } => !pressed,
        event => is_typed(event),
    }
}

/// Whether it is a letter, a digit, a sign or a blank, as a key or as its text.
fn writes(event: &Event) -> bool {
    let is_key = pressed_key(event).is_some_and(|(key, modifiers)| writes_text(key, modifiers));
    is_key || matches!(event, Event::Text(_) | Event::Ime(_))
}

fn clicked_at(event: &Event) -> Option<(Pos2, PointerButton)> {
    match event {
        Event::PointerButton { pos, button, .. } => Some((*pos, *button)),
        _ => None,
    }
}

fn pressed_key(event: &Event) -> Option<(Key, Modifiers)> {
    match event {
        Event::Key { key, modifiers, pressed: true, .. } => Some((*key, *modifiers)),
        _ => None,
    }
}

/// Whether a text field uses the key without giving the keyboard away.
fn edits_text(key: Key, modifiers: Modifiers) -> bool {
    let moves_cursor = matches!(key, Key::ArrowLeft | Key::ArrowRight | Key::Home | Key::End);
    let deletes = matches!(key, Key::Backspace | Key::Delete);
    writes_text(key, modifiers) || is_plain(modifiers) && (moves_cursor || deletes)
}

fn presses_button(key: Key) -> bool {
    matches!(key, Key::Enter | Key::Space)
}

fn leads_through_rows(key: Key) -> bool {
    matches!(key, Key::ArrowDown | Key::ArrowUp | Key::PageDown | Key::PageUp)
}

fn is_plain(modifiers: Modifiers) -> bool {
    !modifiers.command && !modifiers.ctrl && !modifiers.alt
}

/// Whether the key writes text with these modifiers: with all others it is a command.
fn writes_text(key: Key, modifiers: Modifiers) -> bool {
    let writes = key == Key::Space || key == Key::IntlBackslash || (Key::Colon..=Key::Z).contains(&key);
    writes && is_plain(modifiers)
}

/// Whether the key does nothing alone.
fn is_modifier(key: Key) -> bool {
    (Key::ShiftLeft..=Key::SuperRight).contains(&key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Event {
        Event::Text(text.to_owned())
    }

    fn pressed(key: Key) -> Event {
        key_event(key, Modifiers::NONE, true)
    }

    fn released(key: Key) -> Event {
        key_event(key, Modifiers::NONE, false)
    }

    fn key_event(key: Key, modifiers: Modifiers, pressed: bool) -> Event {
        Event::Key { key, physical_key: None, pressed, repeat: false, modifiers }
    }

    fn mouse(x: f32, is_down: bool) -> Event {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        Event::PointerButton { pos: Pos2::new(x, 0.0), button, pressed: is_down, modifiers }
    }

    /// What each frame gets of events that arrived at once, while a text field has the keyboard or while none has.
    fn frames(events: &[Event], in_text: bool) -> Vec<Vec<Event>> {
        let mut queue = InputQueue::default();
        events.iter().for_each(|event| queue.put(event.clone(), 0.0));
        let mut frames = Vec::new();
        while !queue.waiting.is_empty() {
            frames.push(queue.take(in_text));
            assert!(frames.len() < 100, "it goes on");
        }
        frames
    }

    #[test]
    fn what_is_typed_after_a_key_that_moves_the_keyboard_waits_until_it_has_moved() {
        for key in [Key::Tab, Key::Enter, Key::Escape, Key::ArrowDown, Key::F12] {
            let (five, twelve) = (text("5"), text("12"));
            let expected = [vec![five.clone()], vec![pressed(key)], vec![], vec![twelve.clone()]];
            assert_eq!(frames(&[five, pressed(key), twelve], true), expected, "{key:?}");
        }
        let shortcut = key_event(Key::K, Modifiers::COMMAND, true);
        let expected = [vec![text("5")], vec![shortcut.clone()], vec![], vec![text("12")]];
        assert_eq!(frames(&[text("5"), shortcut, text("12")], true), expected);
    }

    #[test]
    fn a_modifier_is_held_in_the_frame_of_its_key() {
        let (held, back) = (Event::ModifiersChanged(Modifiers::SHIFT), key_event(Key::Tab, Modifiers::SHIFT, true));
        let let_go = Event::ModifiersChanged(Modifiers::NONE);
        let expected = [vec![held.clone(), back.clone()], vec![let_go.clone()], vec![text("5")]];
        assert_eq!(frames(&[held, back, let_go, text("5")], true), expected);
    }

    #[test]
    fn what_is_typed_before_and_after_a_click_does_not_share_its_frames() {
        let click = [mouse(0.0, true), mouse(0.0, false)];
        let expected = [vec![text("5")], click.to_vec(), vec![], vec![text("12")]];
        assert_eq!(frames(&[vec![text("5")], click.to_vec(), vec![text("12")]].concat(), true), expected);
    }

    #[test]
    fn a_double_click_is_one_frame_and_clicks_at_two_places_are_not() {
        let click = |x| vec![mouse(x, true), mouse(x, false)];
        assert_eq!(frames(&[click(0.0), click(2.0)].concat(), false), [[click(0.0), click(2.0)].concat()]);
        assert_eq!(frames(&[click(0.0), click(90.0)].concat(), false), [click(0.0), vec![], click(90.0)]);
    }

    #[test]
    fn what_is_typed_pasted_and_deleted_in_one_field_is_one_frame() {
        let commit = Event::Ime(egui::ImeEvent::Commit("é".to_owned()));
        let paste = Event::Paste("two\nlines".to_owned());
        let typed = [pressed(Key::A), text("a"), released(Key::A), commit, paste, pressed(Key::Backspace), text("b")];
        assert_eq!(frames(&typed, true), [typed.to_vec()]);
    }

    #[test]
    fn a_command_takes_the_text_of_its_key_along_and_no_other() {
        let keys = [pressed(Key::C), text("c"), released(Key::C), pressed(Key::Num1), text("1")];
        let expected =
            [vec![pressed(Key::C), text("c"), released(Key::C)], vec![], vec![pressed(Key::Num1), text("1")]];
        assert_eq!(frames(&keys, false), expected);
        assert_eq!(frames(&[pressed(Key::Tab), text("1")], false)[0], [pressed(Key::Tab)]);
    }

    #[test]
    fn a_key_that_is_held_down_is_one_step_and_each_press_of_it_another() {
        let held = [pressed(Key::J), text("j"), pressed(Key::J), text("j")];
        assert_eq!(frames(&held, false), [held.to_vec()]);
        let twice = [pressed(Key::Tab), released(Key::Tab), pressed(Key::Tab), released(Key::Tab)];
        let press = twice[..2].to_vec();
        assert_eq!(frames(&twice, true), [press.clone(), vec![], press]);
        let rows = [pressed(Key::ArrowDown), released(Key::ArrowDown), pressed(Key::ArrowDown)];
        assert_eq!(frames(&rows, false), [rows.to_vec()], "moves through rows are counted, however slow a frame is");
    }

    /// Found by an attacker: a held Enter confirmed "This is another payout" and then sent it.
    #[test]
    fn a_key_that_is_held_down_presses_a_button_once() {
        for key in [Key::Enter, Key::Space] {
            let mut queue = InputQueue::default();
            let mut frame = |event: Event, in_text: bool| {
                queue.put(event, 0.0);
                queue.take(in_text)
            };
            assert_eq!(frame(pressed(key), false), [pressed(key)]);
            for _ in 0..3 {
                assert_eq!(frame(pressed(key), false), []);
            }
            assert_eq!(frame(pressed(key), true), [pressed(key)], "it writes");
            assert_eq!(frame(key_event(key, Modifiers::COMMAND, true), true), [], "it sends");
            assert_eq!(frame(released(key), false), [released(key)]);
            assert_eq!(frame(pressed(key), false), [pressed(key)]);
            frame(Event::WindowFocused(false), false);
            assert_eq!(frame(pressed(key), false), [pressed(key)], "it was let go over another window");
        }
    }

    #[test]
    fn nothing_is_lost_and_the_order_stays() {
        let all =
            [text("a"), pressed(Key::Tab), released(Key::Tab), mouse(0.0, true), Event::PointerGone, pressed(Key::X)];
        for nth in 0..all.len().pow(5) {
            let events: Vec<Event> = (0..5).map(|at| all[nth / all.len().pow(at) % all.len()].clone()).collect();
            for in_text in [true, false] {
                assert_eq!(frames(&events, in_text).concat(), events);
            }
        }
    }

    #[test]
    fn a_frame_without_keys_gets_the_moves_of_the_mouse() {
        let mut queue = InputQueue { pauses: true, ..InputQueue::default() };
        let events = [Event::PointerGone, released(Key::A), pressed(Key::B)];
        events.into_iter().for_each(|event| queue.put(event, 0.0));
        assert_eq!(queue.take(false), [Event::PointerGone, released(Key::A)]);
        assert_eq!(queue.take(false), [pressed(Key::B)]);
    }

    #[test]
    fn letters_right_after_something_closed_are_dropped_and_commands_are_not() {
        let command = key_event(Key::K, Modifiers::COMMAND, true);
        let (dropped, kept) = ([pressed(Key::S), text("s"), pressed(Key::Space)], [command, pressed(Key::Escape)]);
        let take = |event: &Event, at_s: f64, in_text: bool| {
            let mut queue = InputQueue { drops_letters_until_s: 1.3, ..InputQueue::default() };
            queue.put(event.clone(), at_s);
            queue.take(in_text)
        };
        for event in &dropped {
            assert_eq!(take(event, 1.2, false), [], "{event:?}");
            assert_eq!(take(event, 1.4, false), std::slice::from_ref(event), "{event:?} later");
            assert_eq!(take(event, 1.2, true), std::slice::from_ref(event), "{event:?} in a text field");
        }
        for event in &kept {
            assert_eq!(take(event, 1.2, false), std::slice::from_ref(event));
        }
    }
}
