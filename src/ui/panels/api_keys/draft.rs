//! What is typed into the panel, kept when it is left.

use chrono::{DateTime, NaiveDate, Utc};

use crate::form::FormFieldsDraft;
use crate::record_list::RecordListDraft;
use paydesk_core::State;
use paydesk_core::features::api_keys::{CreateApiKeyInput, KeyExpiration};
use paydesk_core::features::forms::{InputError, Rule};
use paydesk_core::operations::{Operation, Outcome, Phase, ResourceKind};
use paydesk_domain::ids::{MerchantId, OperationId};
use paydesk_widgets::RawDraft;
use paydesk_widgets::SecretInput;

use super::text;

/// Texts of the form for a new API key.
#[derive(Debug, Default)]
pub struct ApiKeysDraft {
    pub list: RecordListDraft,
    pub form: KeyDraft,
    /// The admin key on its way to the keyring.
    pub admin_key: SecretInput,
    pub raw: RawDraft,
    /// The new key whose value was looked at.
    pub seen_value: Option<OperationId>,
}

/// What is typed into the form for a new key.
#[derive(Debug, Default)]
pub struct KeyDraft {
    pub entry: FormFieldsDraft,
    pub name: String,
    pub description: String,
    pub expires: Expires,
    /// `2027-01-31`.
    pub date: String,
    of: Option<OperationId>,
}

/// Until when the key is to be good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Expires {
    #[default]
    OnADate,
    Never,
}

impl KeyDraft {
    /// Emptied once what it was filled in for took effect, or may have. To be called once a frame.
    pub fn follow(&mut self, state: &State) {
        let open = state.form(ResourceKind::ApiKey).map(|form| &form.operation_id);
        let before = self.of.as_ref().filter(|id| open != Some(*id));
        let operation = before.and_then(|id| state.workspace.operations.find(id));
        let done =
            |operation: &Operation| matches!(operation.phase, Phase::Unknown(_) | Phase::Ended(Outcome::Done { .. }));
        if operation.is_some_and(done) {
            *self = Self::default();
        }
        if let Some(id) = open {
            self.of = Some(id.clone());
        }
    }

    /// The input as it would be sent, and everything that is wrong.
    pub fn input(&self, state: &State) -> (CreateApiKeyInput, Vec<InputError>) {
        let (expiration, wrong) = match self.expiration(state) {
            Ok(expiration) => (Some(expiration), None),
            Err(rule) => (None, Some(InputError::new("expiration", rule))),
        };
        let input = CreateApiKeyInput {
            merchant_id: state.view().merchant_id().cloned().unwrap_or_else(|| MerchantId::new("")),
            name: self.name.trim().to_owned(),
            description: self.description.trim().to_owned(),
            expiration,
        };
        let mut errors = input.check(state.now);
        errors.extend(wrong);
        (input, errors)
    }

    fn expiration(&self, state: &State) -> Result<KeyExpiration, Rule> {
        match self.expires {
            Expires::Never => Ok(KeyExpiration::Never),
            Expires::OnADate if self.date.trim().is_empty() => Err(Rule::Required),
            Expires::OnADate => {
                let date = NaiveDate::parse_from_str(self.date.trim(), "%Y-%m-%d");
                date.map(|date| KeyExpiration::At(last_second(state, date)))
                    .map_err(|_| text::DATE_LIKE_2027_01_31.into())
            }
        }
    }
}

/// The end of a day in the zone that times are shown in.
fn last_second(state: &State, date: NaiveDate) -> DateTime<Utc> {
    use chrono::SubsecRound as _;
    state.zone().day_end(date).trunc_subsecs(0)
}
