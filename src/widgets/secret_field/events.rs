//! Takes what is typed and pasted out of the window's input, and wipes both copies that lie there for a frame.

use egui::{Event, ImeEvent, Key, Modifiers, Pos2, Ui};
use zeroize::Zeroize as _;

use super::SecretInput;

/// Gives `input` everything meant for it; returns whether it was changed.
pub(super) fn take(ui: &Ui, input: &mut SecretInput) -> bool {
    ui.input_mut(|state| {
        let before = input.text().len();
        let mut changed = false;
        state.events.retain_mut(|event| !take_one(event, input, &mut changed));
        state.raw.events.iter_mut().for_each(wipe);
        state.raw.events.retain(|event| !is_text(event));
        changed || before != input.text().len()
    })
}

/// Gives `input` what is pasted with the middle button on the field (X11, Wayland).
pub(super) fn take_middle_click(ui: &Ui, input: &mut SecretInput, hits: impl Fn(Pos2) -> bool) -> bool {
    ui.input_mut(|state| {
        let mut taken = false;
        let mut meant = |event: &mut Event| match event {
            Event::MiddleClickPaste { pos, text } if hits(*pos) => {
                if !taken {
                    input.paste(text);
                    taken = true;
                }
                text.zeroize();
                true
            }
            _ => false,
        };
        state.events.retain_mut(|event| !meant(event));
        state.raw.events.retain_mut(|event| !meant(event));
        taken
    })
}

/// Whether the event was the field's own; then nothing of it is left.
fn take_one(event: &mut Event, input: &mut SecretInput, changed: &mut bool) -> bool {
    match event {
        Event::Text(text) | Event::Ime(ImeEvent::Commit(text)) => {
            input.type_text(text);
            *changed = true;
        }
        Event::Paste(text) => {
            input.paste(text);
            *changed = true;
        }
        Event::Key { key, pressed: true, modifiers, .. } => return take_key(*key, *modifiers, input),
        // Nothing is copied out of it.
        Event::Copy | Event::Cut => return true,
        _ => {}
    }
    wipe(event);
    is_text(event)
}

fn take_key(key: Key, modifiers: Modifiers, input: &mut SecretInput) -> bool {
    match key {
        Key::Backspace if modifiers.command || modifiers.alt => input.clear(),
        Key::Backspace => input.backspace(),
        Key::Delete if input.all_selected => input.clear(),
        Key::A if modifiers.command => input.all_selected = !input.is_empty(),
        Key::ArrowLeft | Key::ArrowRight | Key::Home | Key::End => input.all_selected = false,
        _ => return false,
    }
    true
}

fn is_text(event: &Event) -> bool {
    matches!(event, Event::Text(_) | Event::Paste(_) | Event::Ime(_))
}

fn wipe(event: &mut Event) {
    if let Event::Text(text)
    | Event::Paste(text)
    | Event::Ime(ImeEvent::Commit(text) | ImeEvent::Preedit { text, .. }) = event
    {
        text.zeroize();
    }
}
