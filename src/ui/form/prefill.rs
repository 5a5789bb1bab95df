//! The customer that a form was begun for: filled in once, so that what is typed over it stays.

use chrono::{DateTime, Utc};
use paydesk_core::features::forms::FormSession;
use paydesk_domain::ids::CustomerId;

/// Time and customer that a form was begun with; `None` before the first.
#[derive(Debug, Default)]
pub struct Prefill(Option<(DateTime<Utc>, CustomerId)>);

impl Prefill {
    /// The id to be filled in; once for each time that a form was begun.
    pub fn customer(&mut self, form: Option<&FormSession>) -> Option<String> {
        let form = form?;
        let begun = (form.opened_at, form.customer_id.clone()?);
        let is_new = self.0.as_ref() != Some(&begun);
        let id = begun.1.as_str().to_owned();
        self.0 = Some(begun);
        is_new.then_some(id)
    }
}
