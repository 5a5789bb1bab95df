//! Text being typed and other things only the window needs. Owned by the window, lost with it.

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::app::features::profiles::Editor;
use crate::app::profiles::{ProfileField, ProfileInput};
use crate::app::{Action, State};
use crate::domain::ids::PaymentId;
use crate::domain::secret::SecretText;

use super::panels::api_keys::ApiKeysDraft;
use super::panels::customers::CustomersDraft;
use super::panels::disputes::DisputesDraft;
use super::panels::events::EventsDraft;
use super::panels::payment_links::PaymentLinksDraft;
use super::panels::payouts::PayoutsDraft;
use super::panels::refunds::RefundsDraft;
use super::panels::subscriptions::SubscriptionsDraft;
use super::widgets::SecretInput;

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
    pub refund: RefundDraft,
    pub cancellation_reason: String,
    /// The amount typed again before something is sent a second time.
    pub retyped_amount: String,
    /// The word typed to confirm something in production.
    pub typed_word: String,
    pub palette: PaletteDraft,
    pub zone: String,
    pub profile: ProfileDraft,
    pub refunds: RefundsDraft,
    pub payouts: PayoutsDraft,
    pub disputes: DisputesDraft,
    pub customers: CustomersDraft,
    pub subscriptions: SubscriptionsDraft,
    pub payment_links: PaymentLinksDraft,
    pub api_keys: ApiKeysDraft,
    pub events: EventsDraft,
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

/// What is typed into the dialog that refunds a payment.
#[derive(Debug, Default)]
pub struct RefundDraft {
    pub amount: String,
    pub reason: String,
    pub instant: bool,
    /// One pair a line.
    pub metadata: String,
    pub wants_keyboard: bool,
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

/// What is typed into the editor of a profile. It stays while the editor is open, also when its panel is left, and is
/// wiped when the editor is closed.
#[derive(Debug, Default)]
pub struct ProfileDraft {
    /// The editor it belongs to.
    of: Option<(Option<String>, DateTime<Utc>)>,
    pub input: ProfileInput,
    /// As it was when the editor was opened.
    opened_with: ProfileInput,
    pub key: SecretInput,
    /// The search for a zone.
    pub zone: String,
    /// The fields that were filled in: what is wrong with the others is told when the profile is saved.
    pub filled: BTreeSet<ProfileField>,
    /// It was changed since the service was tried.
    pub changed_since_test: bool,
    /// The field that is to have the keyboard.
    pub wants_keyboard: Option<ProfileField>,
    /// The button that leaves without saving is to have the keyboard.
    pub wants_cancel: bool,
}

impl ProfileDraft {
    /// Begins with the texts of the editor that is open, and ends with it. To be called once a frame.
    pub fn follow(&mut self, state: &State) {
        let Some(editor) = &state.profiles.editor else {
            if self.of.is_some() {
                *self = Self::default();
            }
            return;
        };
        let of = Some((editor.id.clone(), editor.opened_at));
        if self.of != of {
            let wants_keyboard = self.wants_keyboard.take().or(Some(ProfileField::Name));
            *self = Self { of, wants_keyboard, ..Self::begin(state, editor) };
        }
    }

    fn begin(state: &State, editor: &Editor) -> Self {
        let saved = editor.id.as_deref().and_then(|id| state.profiles.find(id));
        let input = saved.map(ProfileInput::of).unwrap_or_default();
        Self { opened_with: input.clone(), input, ..Self::default() }
    }

    /// The key that was typed, if one was.
    pub fn typed_key(&self) -> Option<&str> {
        (!self.key.is_empty()).then(|| self.key.text())
    }

    /// What saving and testing hand over.
    pub fn handed_over(&self) -> (Box<ProfileInput>, Option<SecretText>) {
        (Box::new(self.input.clone()), self.typed_key().map(SecretText::new))
    }

    /// Whether anything would be lost.
    pub fn is_changed(&self) -> bool {
        self.input != self.opened_with || !self.key.is_empty()
    }
}

impl Drafts {
    /// Closes a form in which nothing was changed; otherwise the keyboard is led to the button that does.
    pub fn leave_form(&mut self, actions: &mut Vec<Action>) {
        if self.profile.is_changed() {
            self.profile.wants_cancel = true;
        } else {
            actions.push(Action::CloseProfileEditor);
        }
    }

    /// Opens the editor of a profile with the keyboard in the field of its key.
    pub fn give_key(&mut self, profile_id: String, actions: &mut Vec<Action>) {
        self.profile.wants_keyboard = Some(ProfileField::Key);
        actions.push(Action::EditProfile(Some(profile_id)));
    }

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
