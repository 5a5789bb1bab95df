//! The field for keys: what is typed arrives, and stays nowhere else.

use egui::epaint::Shape;
use egui::{Event, Id, Key, Modifiers, OutputCommand, PointerButton, Theme, accesskit};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use paydesk_widgets::tokens::{space, tokens};
use paydesk_widgets::{Button, SecretField, SecretInput, TextField};

use super::kit::{self, harness};
use paydesk_test_desk::vulkan::needs_vulkan;

/// A form with a key, a field after it, and what happened.
#[derive(Default)]
struct Form {
    input: SecretInput,
    note: String,
    changed: u32,
    submitted: u32,
    cancelled: u32,
    cleared: u32,
    disabled: bool,
    error: Option<&'static str>,
    plain_keys_are_text: bool,
}

fn form() -> Harness<'static, Form> {
    harness(Form::default(), |ui, form| {
        let reason = form.disabled.then_some("The profile is being tested");
        let field = SecretField::labelled("Secret key", &mut form.input).hint("snd_… or prd_…").error(form.error);
        let output = field.disabled(reason).id(Id::unique("key")).ui(ui);
        form.changed += u32::from(output.changed);
        form.submitted += u32::from(output.submitted);
        form.cancelled += u32::from(output.cancelled);
        form.cleared += u32::from(output.cleared);
        form.plain_keys_are_text = ui.ctx().text_edit_focused();
        TextField::labelled("Note", &mut form.note).ui(ui);
        Button::secondary("Test").ui(ui);
    })
}

fn focused() -> Harness<'static, Form> {
    let mut form = form();
    form.get_by_label("Secret key").focus();
    form.run();
    form
}

fn paste(form: &mut Harness<'_, Form>, text: &str) {
    form.event(Event::Paste(text.to_owned()));
    form.run();
}

fn select_all(form: &mut Harness<'_, Form>) {
    form.key_press_modifiers(Modifiers::COMMAND, Key::A);
    form.run();
}

/// Every text that is painted.
fn painted(form: &Harness<'_, Form>) -> Vec<String> {
    fn texts(shape: &Shape, found: &mut Vec<String>) {
        match shape {
            Shape::Text(text) => found.push(text.galley.text().to_owned()),
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts(shape, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    form.output().shapes.iter().for_each(|clipped| texts(&clipped.shape, &mut found));
    found
}

#[test]
fn a_key_is_typed_pasted_and_taken_back() {
    let mut form = focused();
    form.event(Event::Text("snd_a".to_owned()));
    form.event(Event::Text("b".to_owned()));
    form.run();
    assert_eq!(form.state().input.text(), "snd_ab");
    paste(&mut form, "cd\n");
    assert_eq!(form.state().input.text(), "snd_abcd", "a paste goes to the end, its line break is dropped");
    form.key_press(Key::Backspace);
    form.run();
    assert_eq!(form.state().input.text(), "snd_abc");
    select_all(&mut form);
    paste(&mut form, " prd_x \r\n");
    assert_eq!(form.state().input.text(), "prd_x", "what is selected is replaced");
    select_all(&mut form);
    form.key_press(Key::Backspace);
    form.run();
    assert!(form.state().input.is_empty());
    assert_eq!(form.state().changed, 6);
}

#[test]
fn a_key_in_several_lines_is_kept_so_that_it_can_be_reported() {
    let mut form = focused();
    paste(&mut form, "snd_a\nsnd_b\n");
    assert_eq!(form.state().input.text(), "snd_a\nsnd_b");
}

#[test]
fn enter_submits_and_esc_leaves_with_the_text_kept() {
    let mut form = focused();
    paste(&mut form, "snd_a");
    form.key_press(Key::Enter);
    form.run();
    assert_eq!((form.state().submitted, form.state().cancelled), (1, 0));
    form.get_by_label("Secret key").focus();
    form.run();
    form.key_press(Key::Escape);
    form.run();
    assert_eq!((form.state().submitted, form.state().cancelled), (1, 1));
    assert_eq!(form.state().input.text(), "snd_a");
}

#[test]
fn the_keyboard_goes_from_the_field_to_its_buttons_and_on() {
    let mut form = focused();
    paste(&mut form, "snd_a");
    for label in ["Show secret key while held", "Clear secret key", "Note"] {
        form.key_press(Key::Tab);
        form.run();
        assert!(form.get_by_label(label).is_focused(), "{label}");
    }
}

#[test]
fn it_is_cleared_and_keeps_the_keyboard() {
    let mut form = form();
    assert!(form.query_by_label("Clear secret key").is_none(), "nothing to clear yet");
    form.get_by_label("Secret key").click();
    form.run();
    assert!(form.get_by_label("Secret key").is_focused());
    paste(&mut form, "snd_a");
    form.get_by_label("Clear secret key").click();
    form.run();
    assert!(form.state().input.is_empty() && form.state().cleared == 1);
    assert!(form.get_by_label("Secret key").is_focused());
}

#[test]
fn the_text_is_shown_only_while_the_button_is_held() {
    let mut form = focused();
    paste(&mut form, "snd_Q7");
    let shows = |form: &Harness<'_, Form>| painted(form).iter().any(|text| text == "Q");
    assert!(!shows(&form));
    let at = form.get_by_label("Show secret key while held").rect().center();
    let press =
        |pressed| Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    form.event(Event::PointerMoved(at));
    form.event(press(true));
    form.run();
    assert!(shows(&form));
    assert!(painted(&form).iter().all(|text| !text.contains("snd_Q7")), "never laid out in one piece");
    form.event(press(false));
    form.run();
    assert!(!shows(&form));
    // The same with the keyboard.
    form.get_by_role_and_label(accesskit::Role::Button, "Show secret key while held").focus();
    form.run();
    form.key_down(Key::Space);
    form.run();
    assert!(shows(&form));
    form.key_up(Key::Space);
    form.run();
    assert!(!shows(&form) && form.state().input.text() == "snd_Q7");
}

#[test]
fn a_screen_reader_hears_the_name_and_what_is_wrong_but_never_the_text() {
    let mut form = focused();
    assert_eq!(form.get_by_label("Secret key").accesskit_node().data().state_description(), Some("Empty"));
    paste(&mut form, "snd_topsecret");
    form.state_mut().error = Some("A secret key starts with snd_");
    form.run();
    let node = form.get_by_label("Secret key");
    let node = node.accesskit_node();
    assert_eq!(node.role(), accesskit::Role::PasswordInput);
    assert_eq!(node.data().value(), None);
    assert_eq!(node.data().description(), Some("A secret key starts with snd_"));
    assert_eq!(node.data().invalid(), Some(accesskit::Invalid::True));
    assert_eq!(node.data().state_description(), Some("13 characters"));
}

#[test]
fn nothing_of_a_key_is_in_what_the_frame_puts_out_or_keeps() {
    let mut form = focused();
    for event in [Event::Text("topsecret".to_owned()), Event::Paste("topsecret\n".to_owned())] {
        form.event(event);
        form.step();
        let (left, raw) = form.ctx.input(|input| (format!("{:?}", input.events), format!("{:?}", input.raw.events)));
        assert!(!left.contains("topsecret") && !raw.contains("topsecret"), "{left} {raw}");
        let output = form.output();
        let reported = format!("{:?} {:?} {:?}", form.root(), output.platform_output.events, painted(&form));
        assert!(reported.contains("Secret key") && !reported.contains("topsecret"), "{reported}");
        let memory = form.ctx.memory(|memory| format!("{:?}", memory.data));
        assert!(!memory.contains("topsecret"), "{memory}");
    }
    assert!(!format!("{:?}", form.state().input).contains("topsecret"));
    assert_eq!(form.state().input.text(), "topsecrettopsecret");
}

#[test]
fn nothing_is_copied_out_of_it_and_nothing_undone_into_it() {
    let mut form = focused();
    paste(&mut form, "topsecret");
    select_all(&mut form);
    for event in [Event::Copy, Event::Cut] {
        form.event(event);
        form.step();
        let commands = &form.output().platform_output.commands;
        assert!(!commands.iter().any(|command| matches!(command, OutputCommand::CopyText(_))));
    }
    assert_eq!(form.state().input.text(), "topsecret");
    form.get_by_label("Clear secret key").click();
    form.run();
    form.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    form.run();
    assert!(form.state().input.is_empty());
}

#[test]
fn another_field_gets_nothing_of_it_and_it_nothing_of_another() {
    let mut form = focused();
    assert!(form.state().plain_keys_are_text, "plain keys are no shortcuts here");
    paste(&mut form, "topsecret");
    form.get_by_label("Note").focus();
    form.run();
    form.event(Event::Text("hello".to_owned()));
    form.run();
    assert_eq!((form.state().note.as_str(), form.state().input.text()), ("hello", "topsecret"));
    form.get_by_label("Test").focus();
    form.run();
    paste(&mut form, "more");
    assert_eq!(form.state().input.text(), "topsecret");
}

#[test]
fn a_field_that_cannot_be_used_takes_nothing_and_an_error_moves_nothing() {
    let mut form = form();
    let before = form.get_by_label("Note").rect();
    form.state_mut().disabled = true;
    form.state_mut().error = Some("There is a space in this secret key");
    form.run();
    form.get_by_label("Secret key").click();
    form.run();
    paste(&mut form, "topsecret");
    assert!(form.state().input.is_empty());
    assert_eq!(form.get_by_label("Note").rect(), before);
}

/// Reads the memory of this very process: the one judge of what is stored.
#[cfg(target_os = "linux")]
mod memory {
    use std::fs::File;
    use std::io::{Read as _, Seek as _, SeekFrom};

    /// So that neither this program nor the search itself holds what is searched for.
    const MASK: u8 = 0x55;

    /// Made without an allocation that is thrown away.
    pub fn unmasked(masked: &[u8]) -> String {
        let mut text = String::with_capacity(masked.len());
        masked.iter().for_each(|byte| text.push(char::from(byte ^ MASK)));
        text
    }

    /// How often it lies in what this process can write to.
    pub fn count(masked: &[u8]) -> usize {
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
        let mut memory = File::open("/proc/self/mem").unwrap();
        let (mut chunk, zeros) = (vec![0_u8; 1024 * 1024], vec![0_u8; 1024 * 1024]);
        let mut found = 0;
        for line in maps.lines().filter(|line| line.contains(" rw") && !line.contains("[v")) {
            let (from, to) = line.split_whitespace().next().unwrap().split_once('-').unwrap();
            let (mut at, to) = (u64::from_str_radix(from, 16).unwrap(), u64::from_str_radix(to, 16).unwrap());
            while at < to {
                let len = chunk.len().min((to - at) as usize);
                memory.seek(SeekFrom::Start(at)).unwrap();
                if memory.read_exact(&mut chunk[..len]).is_err() {
                    break;
                }
                // The allocator reserves far more than it hands out.
                if chunk[..len] != zeros[..len] {
                    let hit = |part: &&[u8]| part.iter().zip(masked).all(|(byte, masked)| byte ^ MASK == *masked);
                    found += chunk[..len].windows(masked.len()).filter(hit).count();
                    chunk.fill(0);
                }
                // What lies across two chunks is found in the second.
                at += if at + len as u64 == to { len } else { len - masked.len() + 1 } as u64;
            }
        }
        found
    }
}

#[cfg(target_os = "linux")]
#[test]
fn after_a_key_was_pasted_shown_and_cleared_the_process_holds_it_nowhere() {
    const INSIDE: &str = "PAYDESK_TEST_MEMORY";
    let name = "secret_field::after_a_key_was_pasted_shown_and_cleared_the_process_holds_it_nowhere";
    if std::env::var_os(INSIDE).is_some() {
        return paste_show_and_clear();
    }
    // In a process of its own, whose memory no other test changes meanwhile.
    let mut alone = std::process::Command::new(std::env::current_exe().unwrap());
    let output = alone.args(["--exact", name]).env(INSIDE, "1").output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

#[cfg(target_os = "linux")]
fn paste_show_and_clear() {
    // “snd_7f3c9b0e51d84a26” in a form that does not stand in the program.
    let marker = [0x26, 0x3b, 0x31, 0x0a, 0x62, 0x33, 0x66, 0x36, 0x6c, 0x37, 0x65, 0x30, 0x60, 0x64, 0x31, 0x6d];
    let planted = memory::unmasked(&marker);
    assert!(memory::count(&marker) >= 1, "the search finds what is there");
    drop(zeroize::Zeroizing::new(planted));
    let mut form = focused();
    form.event(Event::Paste(memory::unmasked(&marker)));
    form.run();
    let at = form.get_by_label("Show secret key while held").rect().center();
    form.drag_at(at);
    form.run();
    assert_eq!(memory::count(&marker), 1, "one buffer holds it");
    form.drop_at(at);
    form.get_by_label("Clear secret key").click();
    form.run();
    assert!(form.state().input.is_empty());
    assert_eq!(memory::count(&marker), 0);
}

fn draw(theme: Theme, name: &str) {
    let Some(()) = needs_vulkan("the picture of the field for keys") else { return };
    let mut inputs: [SecretInput; 5] = Default::default();
    let labels = ["Secret key", "Admin key", "Webhook secret", "Test key", "Old key"];
    let mut page = kit::builder::<()>(theme, [420.0, 400.0]).build_ui(|ui| {
        ui.painter().rect_filled(ui.ctx().content_rect(), 0.0, tokens(ui).surface);
        ui.spacing_mut().item_spacing.y = space::XS;
        let [empty, focused, wrong, shown, disabled] = &mut inputs;
        SecretField::labelled(labels[0], empty).placeholder("snd_… or prd_…").hint("Kept in the keyring").ui(ui);
        SecretField::labelled(labels[1], focused).hint("Only for creating API keys").ui(ui);
        let error = Some("There is a space in this webhook secret: copy only the key, without spaces");
        SecretField::labelled(labels[2], wrong).error(error).ui(ui);
        SecretField::labelled(labels[3], shown).ui(ui);
        SecretField::labelled(labels[4], disabled).disabled(Some("Being tested")).placeholder("None").ui(ui);
    });
    for (label, text) in labels.iter().zip(["", "admin_8f2c", "whsec_a b", "snd_51Hq9TfK2wYvLmZx7PbR0", ""]) {
        page.get_by_label(label).focus();
        page.run();
        page.event(Event::Paste(text.to_owned()));
        page.run();
    }
    page.get_by_label(labels[1]).focus();
    page.run();
    let eye = page.get_by_label("Show test key while held").rect().center();
    page.drag_at(eye);
    page.run();
    kit::widget_snapshot(&mut page, name);
}

#[test]
fn the_field_for_keys_in_light() {
    draw(Theme::Light, "secret-field-light");
}

#[test]
fn the_field_for_keys_in_dark() {
    draw(Theme::Dark, "secret-field-dark");
}

#[test]
fn a_key_is_typed_also_into_a_window_that_is_not_in_front() {
    let mut form = focused();
    form.input_mut().focused = false;
    paste(&mut form, "snd_a");
    assert_eq!(form.state().input.text(), "snd_a");
}
