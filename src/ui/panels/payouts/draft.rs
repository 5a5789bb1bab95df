//! What is typed into the panel, kept when it is left. Numbers that money is sent to are wiped when they were sent or the
//! form is closed.

use std::collections::{BTreeMap, BTreeSet};

use crate::app::State;
use crate::app::features::payouts::input::{MethodChoice, Typed, payout_texts};
use crate::domain::ids::PayoutId;
use crate::domain::payment::Pair;
use crate::domain::payout::{Payout, PayoutVariant};
use crate::ui::drafts::RawDraft;
use crate::ui::panels::record_list::RecordListDraft;
use crate::ui::widgets::SecretInput;
use crate::ui::widgets::form::{EntryDraft, MetadataDraft};

/// See the module.
#[derive(Debug, Default)]
pub struct PayoutsDraft {
    pub list: RecordListDraft,
    pub form: FormDraft,
    pub raw: RawDraft,
}

/// What is typed into a form. Fields have the names they have in the API.
#[derive(Debug, Default)]
pub struct FormDraft {
    /// The profile the form is for, and the payout it changes; `None` while none is filled in.
    of: Option<(String, Option<PayoutId>)>,
    texts: BTreeMap<String, String>,
    /// As they were when the form was opened.
    begun: BTreeMap<String, String>,
    secrets: BTreeMap<String, SecretInput>,
    checked: BTreeSet<&'static str>,
    pub metadata: MetadataDraft,
    pub entry: EntryDraft,
    pub method: MethodChoice,
    /// The account the money comes from; a bank transfer.
    pub source: Option<&'static PayoutVariant>,
    /// Fields that were left with something in them: what is wrong with the others is told when the form is sent.
    pub filled: BTreeSet<String>,
    /// It was sent once: everything wrong is told.
    pub tried: bool,
    /// The field that is to have the keyboard.
    pub wants_keyboard: Option<String>,
    /// Groups that are unfolded.
    pub unfolded: BTreeSet<&'static str>,
}

impl FormDraft {
    /// Begins with the form that is open, and ends with it. To be called once a frame.
    pub fn follow(&mut self, state: &State) {
        let of = state.payouts.form.as_ref().map(|_| (state.profiles.current.clone(), state.payouts.edits.clone()));
        if self.of == of {
            return;
        }
        *self = Self { of: of.clone(), ..Self::default() };
        match of {
            Some((_, Some(payout_id))) => {
                if let Some((_, payout)) = state.known_payout(&payout_id) {
                    self.begin_with(payout);
                }
            }
            Some((_, None)) => self.wants_keyboard = Some("amount".to_owned()),
            None => {}
        }
    }

    fn begin_with(&mut self, payout: &Payout) {
        *self.text("description") = payout.description.clone().unwrap_or_default();
        self.metadata = MetadataDraft::of(&payout_texts(payout));
        self.begun = self.texts.clone();
        self.wants_keyboard = Some("description".to_owned());
    }

    pub fn text(&mut self, path: &str) -> &mut String {
        self.texts.entry(path.to_owned()).or_default()
    }

    pub fn secret(&mut self, path: &str) -> &mut SecretInput {
        self.secrets.entry(path.to_owned()).or_default()
    }

    pub fn check(&mut self, path: &'static str, checked: bool) {
        if checked {
            self.checked.insert(path);
        } else {
            self.checked.remove(path);
        }
    }

    /// Whether anything would be lost.
    pub fn is_changed(&self) -> bool {
        let is_typed = |path: &str| self.get(path) != self.begun.get(path).map_or("", |text| text.trim());
        self.texts.keys().any(|path| is_typed(path))
            || self.metadata.is_changed()
            || self.secrets.values().any(|secret| !secret.is_empty())
    }

    /// The numbers were sent, or belong to a method that is not meant any more.
    pub fn wipe_secrets(&mut self) {
        self.secrets.values_mut().for_each(SecretInput::clear);
    }

    /// Another method: what was typed for the one before is wiped, so that exactly one is there.
    pub fn choose_method(&mut self, method: MethodChoice) {
        if self.method != method {
            self.method = method;
            self.forget_below("method.");
        }
    }

    pub fn choose_source(&mut self, source: Option<&'static PayoutVariant>) {
        if self.source != source {
            self.source = source;
            self.forget_below("source.");
        }
    }

    fn forget_below(&mut self, place: &str) {
        self.texts.retain(|path, _| !path.starts_with(place));
        self.secrets.retain(|path, _| !path.starts_with(place));
        self.filled.retain(|path| !path.starts_with(place));
    }
}

impl Typed for FormDraft {
    fn get(&self, path: &str) -> &str {
        self.texts.get(path).map_or("", |text| text.trim())
    }

    fn get_secret(&self, path: &str) -> &str {
        self.secrets.get(path).map_or("", |secret| secret.text().trim())
    }

    fn is_checked(&self, path: &str) -> bool {
        self.checked.contains(path)
    }

    fn metadata(&self) -> Vec<Pair> {
        self.metadata.rows()
    }

    fn method(&self) -> MethodChoice {
        self.method
    }

    fn source(&self) -> Option<&'static PayoutVariant> {
        self.source
    }
}
