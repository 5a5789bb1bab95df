//! Text being typed and other things only the window needs. Owned by the window, lost with it.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::domain::ids::PaymentId;

/// See the module.
#[derive(Debug, Default)]
pub struct Drafts {
    /// The search field of the payments panel.
    pub search: String,
    pub customer: String,
    pub currency: String,
    pub from: String,
    pub to: String,
    pub capture: CaptureDraft,
    pub cancellation_reason: String,
    /// The amount typed again before something is sent a second time.
    pub retyped_amount: String,
    /// The word typed to confirm something in production.
    pub typed_word: String,
    pub palette: PaletteDraft,
    pub zone: String,
    /// The search field wants the keyboard.
    pub focus_search: bool,
    /// The dialog the drafts above belong to: they are emptied for the next.
    pub dialog_opened_at: Option<DateTime<Utc>>,
    /// Where the cursor was last frame: when a key has moved it, the table gives its row the keyboard.
    pub last_cursor: Option<usize>,
    /// A key moved the cursor.
    pub follow_cursor: bool,
    /// What else had the keyboard last frame.
    pub widget_focused: Option<egui::Id>,
    /// How many columns the table had last frame.
    pub last_columns: usize,
    /// A row of the table has the keyboard: arrows and Enter are the table's.
    pub row_focused: bool,
    /// The payment whose detail was drawn last: a new one starts at its top.
    pub last_open: Option<PaymentId>,
    pub raw: RawDraft,
}

/// Whether the raw answer is unfolded, and its text, written anew only when the answer is another.
#[derive(Debug, Default)]
pub struct RawDraft {
    pub open: bool,
    text: String,
    of: Option<Arc<serde_json::Value>>,
}

impl RawDraft {
    /// `raw` as indented text.
    pub fn text(&mut self, raw: &Arc<serde_json::Value>) -> &str {
        if !self.of.as_ref().is_some_and(|of| Arc::ptr_eq(of, raw)) {
            self.text = serde_json::to_string_pretty(&**raw).unwrap_or_default();
            self.of = Some(Arc::clone(raw));
        }
        &self.text
    }
}

/// What is typed into the capture dialog.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct CaptureDraft {
    pub amount: String,
    pub prefix: String,
    pub suffix: String,
    /// The amount wants the keyboard.
    pub wants_keyboard: bool,
}

/// What is typed into the palette, and which hit is chosen.
#[derive(Debug, Default)]
pub struct PaletteDraft {
    pub text: String,
    pub chosen: usize,
}

impl Drafts {
    /// Empties what was typed into an earlier dialog; tells whether this one is drawn for the first time.
    pub fn enter_dialog(&mut self, opened_at: DateTime<Utc>) -> bool {
        let first = self.dialog_opened_at != Some(opened_at);
        if first {
            self.dialog_opened_at = Some(opened_at);
            self.capture = CaptureDraft::default();
            self.cancellation_reason.clear();
            self.retyped_amount.clear();
        }
        first
    }
}
