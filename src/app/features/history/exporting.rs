//! Payments as a file: what the search finds, or all that are known, in the order that is shown.

use crate::app::context::Context;
use crate::app::effect::{HistoryJob, PaymentExport};
use crate::app::features::toasts::ToastKind;
use crate::app::problem::Problem;
use crate::domain::export::{ExportFormat, payments};
use crate::domain::payment_view::PaymentView;

use super::{ExportedPayments, History, HistoryPhase, text};

impl History {
    /// How many payments an export has now.
    pub fn export_count(&self) -> usize {
        if self.search.is_active() { self.search.len() } else { self.columns.newest().len() }
    }

    /// Whether a file is being written.
    pub fn is_exporting(&self) -> bool {
        self.exporting
    }

    /// Hands what is shown to the thread of the cache, one export at a time, with the columns of the saved view where it is
    /// one.
    pub(in crate::app) fn export(&mut self, format: ExportFormat, view: Option<&PaymentView>, cx: &mut Context<'_>) {
        if self.exporting || self.phase != HistoryPhase::Open {
            return;
        }
        self.exporting = true;
        let rows = if self.search.is_active() { self.search.rows().to_vec() } else { self.columns.newest().to_vec() };
        let keep_days = cx.settings.history(cx.profile_id).keep_days;
        let incomplete = text::incomplete(&self.columns, &self.place, keep_days);
        let profile = cx.saved.map_or_else(|| text::EMBEDDED.to_owned(), |saved| saved.name.clone());
        let export = PaymentExport {
            format,
            columns: self.columns.share(),
            rows,
            profile,
            query: self.search.query().to_string(),
            view: view.map(|view| (view.name.clone(), view.query.clone())),
            cells: payments::columns_of(view.map_or(&[], |view| &view.columns)),
            as_of: self.place.as_of,
            incomplete,
            at: cx.view.now,
        };
        cx.outbox.push(HistoryJob::Export { profile_id: cx.profile_id.clone(), export: Box::new(export) });
    }

    /// The file was written, or was not.
    pub(super) fn exported(&mut self, result: Result<ExportedPayments, Problem>, cx: &mut Context<'_>) {
        self.exporting = false;
        match result {
            Ok(done) => {
                let kind = if done.is_incomplete { ToastKind::Attention } else { ToastKind::Positive };
                cx.toast(kind, text::exported(&done), None);
            }
            Err(problem) => cx.toast(ToastKind::Danger, format!("{}. {}", problem.what, problem.what_to_do), None),
        }
    }
}
