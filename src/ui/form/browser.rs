//! The browser of a customer or a recipient: the fifteen fields of `browser_info`, the same in every form.

use egui::Ui;
use paydesk_core::browser_texts::{BrowserTexts, YES_NO};
use paydesk_core::features::forms::InputError;

use super::{FormFields, fold_ui, halves_ui, text};

/// Where the browser is in a body.
const PLACE: &str = "browser_info";

/// What is typed of a browser, and whether its fields are shown.
#[derive(Debug, Default)]
pub struct BrowserDraft {
    pub texts: BrowserTexts,
    pub is_open: bool,
}

impl BrowserDraft {
    /// Shows the fields where something is wrong with one: the form was to be sent.
    pub fn show_faults(&mut self, errors: &[InputError]) {
        self.is_open |= errors.iter().any(|error| error.refuses() && error.field.starts_with(PLACE));
    }
}

/// A field: its name in the API, its label and its hint.
type BrowserField = (&'static str, &'static str, &'static str);

const TYPED: [BrowserField; 13] = [
    ("ip_address", text::IP_ADDRESS, text::SUCH_AS_203_0_113),
    ("user_agent", "User agent", text::ITS_USER_AGENT),
    ("accept_header", "Accept header", ""),
    ("accept_language", "Accepted languages", "Such as de-DE, en"),
    ("language", "Language", "Such as de-DE"),
    ("referer", "Referer", "The page it came from"),
    ("os_type", "Operating system", ""),
    ("os_version", "System version", ""),
    ("device_model", "Device model", ""),
    ("time_zone", text::TIME_ZONE, "Minutes from UTC"),
    ("screen_width", "Screen width", text::IN_PIXELS),
    ("screen_height", "Screen height", text::IN_PIXELS),
    ("color_depth", "Colour depth", "In bits"),
];

const ASKED: [(&str, &str); 2] = [("java_enabled", "Java enabled"), ("java_script_enabled", "JavaScript enabled")];

impl FormFields<'_> {
    /// The fields of a browser, folded below `title` until they are wanted.
    pub fn browser(&mut self, ui: &mut Ui, title: &str, draft: &mut BrowserDraft) {
        let BrowserDraft { texts, is_open } = draft;
        fold_ui(ui, title, is_open, !texts.is_empty(), |ui| self.browser_fields(ui, texts));
    }

    fn browser_fields(&mut self, ui: &mut Ui, texts: &mut BrowserTexts) {
        for pair in TYPED.chunks(2) {
            halves_ui(ui, |ui, column| {
                if let Some((name, label, hint)) = pair.get(column) {
                    self.text(ui, &format!("{PLACE}.{name}"), label, texts.text(name), hint);
                }
            });
        }
        halves_ui(ui, |ui, column| {
            let (name, label) = ASKED[column];
            self.answer(ui, (&format!("{PLACE}.{name}"), label), &YES_NO, texts.text(name));
        });
    }

    /// One of a few answers, or none.
    fn answer(&mut self, ui: &mut Ui, (path, label): (&str, &str), answers: &[&'static str], text: &mut String) {
        let shown = if text.is_empty() { text::DEFAULT } else { text.as_str() };
        let taken = self.choice(ui, path, label, shown, |body| {
            let none = body.choice(text::DEFAULT, text.is_empty()).then_some("");
            answers.iter().copied().filter(|answer| body.choice(answer, *answer == text)).last().or(none)
        });
        if let Some(taken) = taken {
            taken.clone_into(text);
        }
    }
}
