//! A filter that was set elsewhere, on a button that takes it away.

use egui::Ui;

use super::Button;
use super::filter::filter_width;
use super::text;
use crate::icons::Icon;
use paydesk_domain::text::visible;

/// Most of what it is set to, in characters.
const MESSAGE_CHARS: usize = 300;

/// Draws `Reason: Fraudulent ×`, with more to say under the pointer; whether it is to go.
pub fn removable_filter_ui(ui: &mut Ui, name: &str, message: &str, hint: Option<&str>) -> bool {
    let text = format!("{name}: {}", visible(message, MESSAGE_CHARS));
    let button = Button::secondary(&text).trailing(Icon::Close).max_width(filter_width(ui));
    let button = hint.into_iter().fold(button, |button, hint| button.hint(hint));
    button.name(&text::remove_filter(&text)).ui(ui).clicked()
}
