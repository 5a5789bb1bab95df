//! The saved view whose payments are exported.

use paydesk_core::settings::Settings;
use paydesk_domain::export::ExportKind;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::text::visible;
use paydesk_index::payment_query::PaymentQuery;
use paydesk_index::payment_view::PaymentView;

use super::request::{ExportError, ExportRequest};

/// The view that was asked for, where one was.
pub fn find(
    request: &ExportRequest,
    settings: &Settings,
    profile_id: &ProfileId,
) -> Result<Option<PaymentView>, ExportError> {
    let Some(name) = request.view.as_deref() else { return Ok(None) };
    if request.kind != ExportKind::Payments {
        let text = format!("{} have no saved views. Leave out --view.", request.kind.word());
        return Err(ExportError::View(text));
    }
    let views = settings.views(profile_id);
    let names: Vec<String> = views.iter().map(|view| format!("“{}”", visible(&view.name, 80))).collect();
    let found = views.iter().find(|view| view.name == name).cloned();
    found.map(Some).ok_or_else(|| {
        let names = match names.is_empty() {
            true => "This profile has none.".to_owned(),
            false => format!("This profile has: {}.", names.join(", ")),
        };
        ExportError::View(format!("There is no saved view “{}”. {names}", visible(name, 80)))
    })
}

/// What the view and the query find together.
pub fn narrowed(view: Option<&PaymentView>, query: PaymentQuery) -> Result<PaymentQuery, ExportError> {
    let Some(view) = view else { return Ok(query) };
    let of_view = view.read_query().map_err(|error| {
        let place = format!("  It is: {}\n  Open the view in Paydesk, correct its search and update it", view.query);
        ExportError::Query { text: format!("The query of the view “{}” is not valid: {error}", view.name), place }
    })?;
    // Each condition by itself: values of the same key in both are no alternatives.
    Ok(PaymentQuery { conditions: of_view.conditions.into_iter().chain(query.conditions).collect() })
}
