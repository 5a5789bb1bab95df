//! What is typed into the panel, kept when it is left. Numbers that money is sent to are wiped when they were sent or the
//! form is closed.

use std::collections::{BTreeMap, BTreeSet};

use super::refresh::StalePayouts;
use crate::form::{BrowserDraft, FormFieldsDraft, MetadataDraft, Prefill};
use crate::record_list::RecordListDraft;
use paydesk_core::State;
use paydesk_core::browser_texts::BrowserTexts;
use paydesk_core::features::forms::{Billing, FormKind};
use paydesk_core::features::payouts::input::{MethodChoice, PayoutFormValues, payout_texts};
use paydesk_core::features::payouts::known_payout;
use paydesk_core::operations::{Outcome, Phase, ResourceKind};
use paydesk_domain::ids::{OperationId, PayoutId};
use paydesk_domain::payment::Pair;
use paydesk_domain::payout::{Payout, PayoutVariant};
use paydesk_widgets::RawDraft;
use paydesk_widgets::SecretInput;

/// Texts of the payout forms and of the search.
#[derive(Debug, Default)]
pub struct PayoutsDraft {
    pub list: RecordListDraft,
    pub(super) stale_payouts: StalePayouts,
    pub form: PayoutFormDraft,
    pub raw: RawDraft,
}

/// What is typed into a form. Fields have the names they have in the API.
#[derive(Debug, Default)]
pub struct PayoutFormDraft {
    /// What the form is for; `None` while none is filled in.
    of: Option<FormKind>,
    /// The operation it is filled in for.
    operation_id: Option<OperationId>,
    customer: Prefill,
    texts: BTreeMap<String, String>,
    /// As they were when the form was opened.
    prefill: BTreeMap<String, String>,
    secrets: BTreeMap<String, SecretInput>,
    checked: BTreeSet<&'static str>,
    pub metadata: MetadataDraft,
    pub billing: Billing,
    pub browser: BrowserDraft,
    pub entry: FormFieldsDraft,
    pub method: MethodChoice,
    /// The account the money comes from; a bank transfer.
    pub source: Option<&'static PayoutVariant>,
    /// The button that leaves the form is to have the keyboard.
    pub wants_close: bool,
    /// The refused try after which the priority was asked for.
    priority_asked_for: Option<OperationId>,
    /// Groups that are unfolded.
    pub unfolded: BTreeSet<&'static str>,
}

impl PayoutFormDraft {
    /// Begins with the form that is open. A creation that is closed keeps its texts until it took effect or may have,
    /// but no number that money is sent to; a change is begun again, as the payout may be another by then. To be called
    /// once a frame.
    pub fn follow(&mut self, state: &State) {
        let Some(form) = state.form(ResourceKind::Payout) else {
            if self.is_change() || self.is_over(state) {
                *self = Self::default();
            }
            self.wipe_secrets();
            return;
        };
        let of = Some(form.kind.clone());
        let is_next = self.operation_id.as_ref() != Some(&form.operation_id);
        if self.of != of || is_next && self.is_over(state) {
            *self = Self { of, ..Self::default() };
            let edited = form.kind.changes().and_then(|id| known_payout(&state.workspace.records, &PayoutId::new(id)));
            if let Some((_, payout)) = edited {
                self.begin_with(payout);
            }
        }
        self.operation_id = Some(form.operation_id.clone());
        if let Some(id) = self.customer.customer(Some(form)) {
            *self.text("customer.id") = id;
        }
    }

    fn is_change(&self) -> bool {
        self.of.as_ref().is_some_and(|kind| kind.changes().is_some())
    }

    fn is_over(&self, state: &State) -> bool {
        let operation = self.operation_id.as_ref().and_then(|id| state.workspace.operations.find(id));
        operation
            .is_some_and(|operation| matches!(operation.phase, Phase::Unknown(_) | Phase::Ended(Outcome::Done { .. })))
    }

    fn begin_with(&mut self, payout: &Payout) {
        *self.text("description") = payout.description.clone().unwrap_or_default();
        self.metadata = MetadataDraft::of(&payout_texts(payout));
        self.prefill = self.texts.clone();
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

    /// The priority is asked for after this try; whether it was not before.
    pub(super) fn asked_for_priority(&mut self, last_try: Option<&OperationId>) -> bool {
        let is_new = self.priority_asked_for.as_ref() != last_try;
        self.priority_asked_for = last_try.cloned();
        is_new
    }

    /// Whether anything would be lost by leaving it.
    pub fn would_lose(&self) -> bool {
        let is_typed = |path: &String| self.get(path) != self.prefill.get(path).map_or("", |text| text.trim());
        let is_changed = self.is_change() && (self.texts.keys().any(is_typed) || self.metadata.is_changed());
        is_changed || self.secrets.values().any(|secret| !secret.is_empty())
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
    }
}

impl PayoutFormValues for PayoutFormDraft {
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

    fn billing(&self) -> Billing {
        self.billing.trimmed()
    }

    fn browser(&self) -> &BrowserTexts {
        &self.browser.texts
    }

    fn method(&self) -> MethodChoice {
        self.method
    }

    fn source(&self) -> Option<&'static PayoutVariant> {
        self.source
    }
}
