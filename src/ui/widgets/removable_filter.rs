//! A filter that was set elsewhere, on a button that takes it away.

use egui::Ui;

use super::Button;
use super::text;
use crate::domain::text::visible;
use crate::ui::icons::Icon;

/// Draws `Reason: Fraudulent ×`, with more to say under the pointer; whether it is to go.
pub fn removable_filter_ui(ui: &mut Ui, name: &str, message: &str, hint: Option<&str>) -> bool {
    let text = format!("{name}: {}", visible(message, 60));
    let button = Button::secondary(&text).trailing(Icon::Close);
    let button = hint.into_iter().fold(button, |button, hint| button.hint(hint));
    button.name(&text::remove_filter(&text)).ui(ui).clicked()
}
