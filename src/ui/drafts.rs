//! Text being typed in the panels and dialogs of one profile, and what else only the window needs. Lost with the window.

use std::any::{Any, TypeId};
use std::collections::HashMap;

use chrono::{DateTime, Utc};

use paydesk_core::features::profiles::ProfileEditor;
use paydesk_core::profiles::{ProfileField, ProfileInput};
use paydesk_core::{Action, State};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::SecretText;

use super::back::BackOpeners;
use crate::form::{FormFieldsDraft, MetadataDraft, NamedTypeDraft};
use crate::help::HelpDraft;
use paydesk_widgets::{RawDraft, SecretInput};

/// Window state of all panels and dialogs of one profile; the core never sees it. The window has one for each
/// ([`WindowDrafts`](super::WindowDrafts)).
#[derive(Debug, Default)]
pub struct Drafts {
    pub capture: CaptureDraft,
    pub refund: RefundDraft,
    pub test_card: TestCardDraft,
    pub cancellation_reason: String,
    /// Why a second person should approve something.
    pub approval_reason: String,
    /// The amount typed again before something is sent a second time.
    pub retyped_amount: String,
    /// The word typed to confirm something in production.
    pub typed_word: String,
    pub palette: PaletteDraft,
    pub help: HelpDraft,
    pub zone: String,
    /// Another name for the status of manual review.
    pub review_status: String,
    pub profile: ProfileDraft,
    /// The rows that could not be read, where a list has no others.
    pub unreadable_payments: RawDraft,
    pub unreadable_disputes: RawDraft,
    /// The search field wants the keyboard.
    pub focus_search: bool,
    /// The menu that exports the list in front is wanted.
    pub asks_export: bool,
    /// What a command copied, on its way to the clipboard.
    pub(super) copied: Option<String>,
    /// The dialog the drafts above belong to: they are emptied for the next.
    pub dialog_opened_at: Option<DateTime<Utc>>,
    /// The notice of a key that is not saved was dismissed.
    pub(super) dismissed_key: bool,
    pub(super) has_dialog: bool,
    /// What had the keyboard when the dialog was opened.
    pub(super) dialog_opener: Option<egui::Id>,
    pub(super) back_openers: BackOpeners,
    /// The keyboard is in the pane of requests.
    pub(super) on_requests: bool,
    /// What else had the keyboard last frame.
    pub widget_focused: Option<egui::Id>,
    /// The payment whose detail was drawn last: a new one starts at its top.
    pub last_open: Option<PaymentId>,
    pub raw: RawDraft,
    panels: PanelDrafts,
}

/// What panels keep, by the type that each declares for it.
#[derive(Default)]
struct PanelDrafts(HashMap<TypeId, Box<dyn Any + Send>>);

impl std::fmt::Debug for PanelDrafts {
    /// Only how many there are: what is typed may be secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PanelDrafts({})", self.0.len())
    }
}

impl Drafts {
    /// What a panel keeps as `D`; empty at first.
    pub fn of<D: Default + Send + 'static>(&mut self) -> &mut D {
        let draft = self.panels.0.entry(TypeId::of::<D>()).or_insert_with(|| Box::<D>::default());
        match draft.downcast_mut() {
            Some(draft) => draft,
            None => unreachable!("it is stored under its own type"),
        }
    }

    /// What a panel keeps as `D`, without making it: `None` before the panel kept anything.
    pub fn find<D: 'static>(&self) -> Option<&D> {
        self.panels.0.get(&TypeId::of::<D>())?.downcast_ref()
    }
}

/// What is typed into the dialog that refunds a payment.
#[derive(Debug, Default)]
pub struct RefundDraft {
    pub amount: String,
    pub reason: String,
    /// Empty for the one that is generated.
    pub refund_id: String,
    pub shows_id: bool,
    pub refund_type: NamedTypeDraft,
    pub metadata: MetadataDraft,
    pub entry: FormFieldsDraft,
}

/// What is chosen in the dialog that confirms a payment with a test card.
#[derive(Debug, Default)]
pub struct TestCardDraft {
    /// Its index among the test cards.
    pub card: usize,
    pub entry: FormFieldsDraft,
}

impl Drafts {
    /// Another profile is shown: nothing that had the keyboard gets it back after the return.
    pub(super) fn forget_keyboard(&mut self) {
        (self.has_dialog, self.dialog_opener, self.widget_focused) = (false, None, None);
        (self.on_requests, self.focus_search, self.asks_export) = (false, false, false);
    }

    /// Whether keys are for the list of requests.
    pub fn is_on_requests(&self) -> bool {
        self.on_requests
    }
}

/// What is typed into the capture dialog.
#[derive(Debug, Default)]
pub struct CaptureDraft {
    pub amount: String,
    pub prefix: String,
    pub suffix: String,
    pub entry: FormFieldsDraft,
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
    of: Option<(Option<ProfileId>, DateTime<Utc>)>,
    pub input: ProfileInput,
    /// As it was when the editor was opened.
    opened_with: ProfileInput,
    pub key: SecretInput,
    pub proxy_password: SecretInput,
    pub sign_in: SignInDraft,
    /// The search for a zone.
    pub zone: String,
    /// It was changed since the service was tried.
    pub changed_since_test: bool,
    pub entry: FormFieldsDraft,
    /// The button that leaves without saving is to have the keyboard.
    pub wants_cancel: bool,
}

/// What is typed to sign in to the dashboard of a service: handed over once, and wiped.
#[derive(Debug, Default)]
pub struct SignInDraft {
    pub email: String,
    pub password: SecretInput,
    /// Of the second factor.
    pub code: SecretInput,
    pub entry: FormFieldsDraft,
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
            let wanted = self.entry.wanted();
            *self = Self { of, ..Self::begin(state, editor) };
            if let Some(path) = wanted {
                self.entry.focus_field(&path);
            }
        }
    }

    fn begin(state: &State, editor: &ProfileEditor) -> Self {
        let saved = editor.id.as_ref().and_then(|id| state.profiles.find(id));
        let input = saved.map(ProfileInput::of).unwrap_or_default();
        Self { opened_with: input.clone(), input, ..Self::default() }
    }

    /// The key that was typed, if one was.
    pub fn typed_key(&self) -> Option<&str> {
        (!self.key.is_empty()).then(|| self.key.text())
    }

    /// What is typed, but for the key.
    pub fn typed(&self) -> ProfileInput {
        ProfileInput { proxy_password: SecretText::new(self.proxy_password.text()), ..self.input.clone() }
    }

    /// What saving and testing hand over.
    pub fn handed_over(&self) -> (Box<ProfileInput>, Option<SecretText>) {
        (Box::new(self.typed()), self.typed_key().map(SecretText::new))
    }

    /// Whether anything would be lost.
    pub fn is_changed(&self) -> bool {
        self.input != self.opened_with || !self.key.is_empty() || !self.proxy_password.is_empty()
    }
}

impl Drafts {
    /// Opens the editor of a profile with the keyboard in the field of its key.
    pub fn give_key(&mut self, profile_id: ProfileId, actions: &mut Vec<Action>) {
        self.profile.entry.focus_field(ProfileField::Key.path());
        actions.push(Action::EditProfile(Some(profile_id)));
    }

    /// Empties what was typed into an earlier dialog; returns whether this one is drawn for the first time.
    pub fn enter_dialog(&mut self, opened_at: DateTime<Utc>) -> bool {
        let first = self.dialog_opened_at != Some(opened_at);
        if first {
            self.dialog_opened_at = Some(opened_at);
            self.capture = CaptureDraft::default();
            self.cancellation_reason.clear();
            self.approval_reason.clear();
            self.retyped_amount.clear();
        }
        first
    }
}
