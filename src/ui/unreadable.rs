//! What of an answer could not be read: said where the answer is shown, so that a gap is not taken for an absence.

use egui::Ui;

use crate::domain::document::DecodeError;
use crate::domain::text::visible;

use super::icons::Icon;
use super::tokens::Tone;
use super::widgets::Notice;

/// Most fields named one by one.
const NAMED_MAX: usize = 3;

/// Draws a notice that names the fields, where there are any.
pub fn unreadable_ui(ui: &mut Ui, errors: &[DecodeError]) {
    if errors.is_empty() {
        return;
    }
    let title = match errors.len() {
        1 => "One field could not be read and is not shown".to_owned(),
        count => format!("{count} fields could not be read and are not shown"),
    };
    let mut words: Vec<String> = errors.iter().take(NAMED_MAX).map(words).collect();
    words.extend((errors.len() > NAMED_MAX).then(|| "…".to_owned()));
    words.push("Raw JSON has them as they came".to_owned());
    Notice::new(Tone::Attention, &words.join("\n")).icon(Icon::Warning).title(&title).ui(ui);
}

fn words(error: &DecodeError) -> String {
    format!("{}: {}, where {} was expected", visible(&error.path, 60), visible(&error.found, 60), error.expected)
}
