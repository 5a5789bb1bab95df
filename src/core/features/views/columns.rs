//! The columns that payments can be shown with.

use crate::context::Context;
use crate::context::request::FeatureRequest;
use crate::settings::SettingsChange;
use paydesk_index::payment_view::{ViewColumn, bounded_columns};

use super::Views;

impl Views {
    /// Shows these columns: of the view that is shown, until it is updated, or else of all payments of the profile.
    pub(super) fn choose_columns(&mut self, columns: Vec<ViewColumn>, cx: &mut Context<'_>) {
        let columns = bounded_columns(columns);
        match self.shown {
            Some(_) => self.columns = columns,
            None => {
                let change = SettingsChange::PaymentColumns(cx.profile_id.clone(), columns);
                cx.request(FeatureRequest::ChangeSettings(change));
            }
        }
    }
}
