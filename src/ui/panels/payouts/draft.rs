//! What is typed into the panel, kept when it is left. Numbers that money is sent to are wiped when they were sent or the
//! form is closed.

use std::collections::{BTreeMap, BTreeSet};

use crate::api::calls::payouts::PayoutMethod;
use crate::app::State;
use crate::domain::ids::PayoutId;
use crate::domain::payout::{FieldKind, Payout, PayoutVariant};
use crate::ui::drafts::RawDraft;
use crate::ui::pairs::lines_of;
use crate::ui::widgets::SecretInput;

/// See the module.
#[derive(Debug, Default)]
pub struct PayoutsDraft {
    /// What is looked for in the list.
    pub search: String,
    pub form: FormDraft,
    pub raw: RawDraft,
}

/// How the money is to go, of which exactly one is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum MethodChoice {
    /// Said later: by the recipient on the page of the payout link, or at the service.
    #[default]
    Later,
    Variant(&'static PayoutVariant),
    Token,
    Saved,
}

/// What is typed into a form. Fields have the names they have in the API.
#[derive(Debug, Default)]
pub struct FormDraft {
    /// What the form is for; `None` while none is filled in.
    of: Option<Option<PayoutId>>,
    texts: BTreeMap<String, String>,
    secrets: BTreeMap<String, SecretInput>,
    checked: BTreeSet<&'static str>,
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
    empty: String,
}

impl FormDraft {
    /// Begins with the form that is open, and ends with it. To be called once a frame.
    pub fn follow(&mut self, state: &State) {
        let of = state.payouts.form.as_ref().map(|_| state.payouts.edits.clone());
        if self.of == of {
            return;
        }
        *self = Self { of: of.clone(), ..Self::default() };
        match of {
            Some(Some(payout_id)) => {
                if let Some((_, payout)) = state.known_payout(&payout_id) {
                    self.begin_with(payout);
                }
            }
            Some(None) => self.wants_keyboard = Some("amount".to_owned()),
            None => {}
        }
    }

    fn begin_with(&mut self, payout: &Payout) {
        *self.text("description") = payout.description.clone().unwrap_or_default();
        *self.text("metadata") = lines_of(&payout.metadata);
        self.wants_keyboard = Some("description".to_owned());
    }

    pub fn text(&mut self, path: &str) -> &mut String {
        self.texts.entry(path.to_owned()).or_default()
    }

    pub fn get(&self, path: &str) -> &str {
        self.texts.get(path).unwrap_or(&self.empty).trim()
    }

    pub fn secret(&mut self, path: &str) -> &mut SecretInput {
        self.secrets.entry(path.to_owned()).or_default()
    }

    pub fn get_secret(&self, path: &str) -> &str {
        self.secrets.get(path).map_or("", |secret| secret.text().trim())
    }

    pub fn is_checked(&self, path: &str) -> bool {
        self.checked.contains(path)
    }

    pub fn check(&mut self, path: &'static str, checked: bool) {
        if checked {
            self.checked.insert(path);
        } else {
            self.checked.remove(path);
        }
    }

    /// Whether anything would be lost.
    pub fn is_empty(&self) -> bool {
        self.texts.values().all(|text| text.trim().is_empty()) && self.secrets.values().all(SecretInput::is_empty)
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

    /// The method as far as it is filled in.
    pub fn payout_method(&self) -> Option<PayoutMethod> {
        match self.method {
            MethodChoice::Later => None,
            MethodChoice::Variant(variant) => Some(PayoutMethod::Data(self.destination(variant, "method"))),
            MethodChoice::Token => Some(PayoutMethod::Token(self.get("payout_token").to_owned())),
            MethodChoice::Saved => Some(PayoutMethod::Saved(self.get("payout_method_id").to_owned())),
        }
    }

    /// A variant with what was typed for it below `place`.
    pub fn destination(&self, variant: &'static PayoutVariant, place: &str) -> crate::api::calls::payouts::Destination {
        let empty = crate::api::calls::payouts::Destination::new(variant);
        variant.fields().fold(empty, |destination, field| {
            let path = format!("{place}.{}", field.name);
            let typed = if is_hidden(field.kind) { self.get_secret(&path) } else { self.get(&path) };
            destination.with(field.name, typed)
        })
    }
}

/// Whether a field is typed into a field of its own that keeps no copies.
pub fn is_hidden(kind: FieldKind) -> bool {
    kind.is_masked()
}
