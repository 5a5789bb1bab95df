//! What of an answer could not be read: said where the answer is shown, so that a gap is not taken for an absence.

use egui::Ui;

use paydesk_domain::document::{DecodeError, UnreadableRows};
use paydesk_domain::money::grouped_count;
use paydesk_domain::text::visible;

use super::text;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Failed, Notice, RawDraft, RawJson, failed_ui, label_ui};

/// Most fields named one by one.
const NAMED_MAX: usize = 3;
/// Height of the raw rows in points; more is scrolled.
const RAW_HEIGHT: f32 = 320.0;

/// Draws a notice that names the fields, where there are any.
pub fn unreadable_ui(ui: &mut Ui, errors: &[DecodeError]) {
    if errors.is_empty() {
        return;
    }
    let title = match errors.len() {
        1 => "1 field could not be read and is not shown".to_owned(),
        count => text::fields_could_not_be_read(count),
    };
    let mut message: Vec<String> = errors.iter().take(NAMED_MAX).map(message).collect();
    message.extend((errors.len() > NAMED_MAX).then(|| "…".to_owned()));
    message.push("Raw JSON shows everything as received".to_owned());
    Notice::new(Tone::Attention, &message.join("\n")).icon(Icon::Warning).title(&title).ui(ui);
}

/// Where the rows of a list would be, when none of them could be read. True where Retry was used. `what` is what
/// the rows are: `disputes`.
pub fn unreadable_rows_ui(ui: &mut Ui, what: &str, rows: &UnreadableRows, raw: &mut RawDraft) -> bool {
    let title = match rows.count {
        1 => text::one_row_of_could(what),
        count => text::rows_of_could(grouped_count(count as u64), what),
    };
    let first = visible(&rows.first.to_string(), 200);
    let message = if rows.count == 1 { text::reason(&first) } else { text::first_reason(&first) };
    let advice = Some("Nothing readable was received, so nothing is listed. Raw JSON shows the rows as received.");
    let retry = failed_ui(ui, &Failed { title: &title, message: &message, code: None, advice, retrying: false });
    ui.add_space(space::M);
    let mut open = raw.open;
    let text = if open { raw.text(&rows.raw) } else { "" };
    RawJson { title: text::RAW_JSON, text, max_height: RAW_HEIGHT }.ui(ui, &mut open);
    raw.open = open;
    retry
}

/// What is added to “nothing matches”, where rows are missing from what was searched.
pub fn unreadable_suffix(rows: Option<&UnreadableRows>) -> String {
    match rows.map(|rows| rows.count) {
        None => String::new(),
        Some(1) => "; 1 row could not be read".to_owned(),
        Some(count) => text::rows_could_not_be_read(grouped_count(count as u64)),
    }
}

fn message(error: &DecodeError) -> String {
    text::where_was_expected(visible(&error.path, 60), visible(&error.found, 60), error.expected)
}

/// Below a list, that rows were answered that are older than what is known: they replace nothing.
pub fn outdated_ui(ui: &mut Ui, count: usize) {
    if count > 0 {
        let label = label_ui(ui, Text::Caption, tokens(ui).attention.text, &text::outdated_rows(count));
        label.on_hover_text("A proxy may have answered from its cache. Paydesk keeps its newer data.");
    }
}
