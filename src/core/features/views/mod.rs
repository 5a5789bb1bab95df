//! Saved views of payments: a search, its order and its columns under a name. They are in the settings, per profile;
//! here is which one is shown, and what a person does with them. How many payments each finds is counted by the history.

mod change;
mod columns;
mod fault;
pub mod file;
pub mod text;

use crate::context::fact::FeatureFact;
use crate::context::{Context, WorkspaceView};
use crate::effect::SystemEffect;
use crate::features::history::{History, HistoryPhase};
use crate::features::payments::{Payments, PaymentsAction};
use crate::features::toasts::ToastKind;
use paydesk_index::payment_columns::SortOrder;
use paydesk_index::payment_query::PaymentQuery;
use paydesk_index::payment_view::{PaymentView, ViewColumn};

pub use change::view_name_problem;
pub use file::ViewsFile;

/// What the person does with views.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ViewsAction {
    /// Shows a view by its name.
    Show(String),
    /// Saves what is shown under a name.
    Save(String),
    /// Replaces the view that is shown by what is shown now.
    Update,
    Rename {
        from: String,
        to: String,
    },
    Delete(String),
    /// Writes all views into a file.
    Export,
    /// Reads views from a file: the one at this path, or one that the person chooses.
    Import(Option<String>),
    /// Shows these columns; none for the usual ones.
    Columns(Vec<ViewColumn>),
}

/// The saved view that is shown, with changes of its columns that are not saved yet.
#[derive(Debug, Default)]
pub struct Views {
    shown: Option<String>,
    /// What the view that is shown searches for, as it is saved.
    query: PaymentQuery,
    /// The columns of the view that is shown, as they were changed since.
    columns: Vec<ViewColumn>,
    /// The views that are counted.
    counted: Option<Vec<PaymentView>>,
}

impl Views {
    /// The view that is shown, as it is saved.
    pub fn shown<'a>(&self, history: &History, view: &WorkspaceView<'a>) -> Option<&'a PaymentView> {
        let name = self.shown.as_ref().filter(|_| history.search().is_active())?;
        view.settings.views(view.profile_id).iter().find(|saved| saved.name == *name)
    }

    /// The columns that are shown; none for the usual ones.
    pub fn columns<'a>(&'a self, view: &WorkspaceView<'a>) -> &'a [ViewColumn] {
        match self.shown {
            Some(_) => &self.columns,
            None => view.settings.payment_columns(view.profile_id),
        }
    }

    /// The view that is shown, with the columns as they are now.
    pub fn to_export(&self, history: &History, view: &WorkspaceView<'_>) -> Option<PaymentView> {
        self.shown(history, view).map(|saved| PaymentView { columns: self.columns.clone(), ..saved.clone() })
    }

    /// Whether something else is shown than what is saved under the name.
    pub fn is_changed(&self, saved: &PaymentView, history: &History) -> bool {
        let search = history.search();
        self.query != *search.query() || saved.sort != search.sort() || saved.columns != self.columns
    }

    /// What would be saved now; `None` where all payments are shown as they usually are.
    pub fn to_save(&self, history: &History, payments: &Payments, view: &WorkspaceView<'_>) -> Option<PaymentView> {
        let search = history.search();
        let columns = self.columns(view).to_vec();
        if search.error().is_some() || history.phase() != HistoryPhase::Open || payments.part(view).is_some() {
            return None;
        }
        let (query, sort) = match search.is_active() {
            true => (search.query().to_string(), search.sort()),
            false if payments.filter.is_active() => return None,
            false => (String::new(), order_of_list(payments)?),
        };
        Some(PaymentView { name: String::new(), query, sort, columns })
    }

    pub(crate) fn handle(
        &mut self,
        action: ViewsAction,
        (history, payments): (&mut History, &mut Payments),
        cx: &mut Context<'_>,
    ) {
        match action {
            ViewsAction::Show(name) => self.show(&name, history, payments, cx),
            ViewsAction::Save(name) => {
                if let Some(view) = self.to_save(history, payments, cx)
                    && let Some(saved) = change::save(&name, view, cx)
                {
                    if !history.search().is_active() {
                        history.show_search(&saved.query, saved.sort, &cx.view);
                    }
                    self.note_shown(saved);
                }
            }
            ViewsAction::Update => {
                let now = self.to_save(history, payments, cx);
                if let Some((name, now)) = self.shown.clone().zip(now) {
                    let now = PaymentView { name, ..now };
                    change::update(&now, cx);
                    self.note_shown(now);
                }
            }
            ViewsAction::Rename { from, to } => {
                if let Some(to) = change::rename(&from, &to, cx)
                    && self.shown.as_ref() == Some(&from)
                {
                    self.shown = Some(to);
                }
            }
            ViewsAction::Delete(name) => {
                change::delete(&name, cx);
                if self.shown.as_ref() == Some(&name) {
                    self.shown = None;
                }
            }
            ViewsAction::Export => change::export(cx),
            ViewsAction::Import(path) => {
                cx.outbox.push(SystemEffect::ReadViews { profile_id: cx.profile_id.clone(), path });
            }
            ViewsAction::Columns(columns) => self.choose_columns(columns, cx),
        }
    }

    fn show(&mut self, name: &str, history: &mut History, payments: &mut Payments, cx: &mut Context<'_>) {
        let Some(view) = cx.settings.views(cx.profile_id).iter().find(|view| view.name == name).cloned() else {
            return;
        };
        if history.phase() == HistoryPhase::Off {
            cx.toast(
                ToastKind::Attention,
                "Saved views need the payment history. Turn it on above the list of payments.",
                None,
            );
            return;
        }
        payments.handle(PaymentsAction::ShowAll, cx);
        history.show_search(&view.query, view.sort, &cx.view);
        self.note_shown(view);
    }

    /// This view is shown, as it is saved.
    fn note_shown(&mut self, view: PaymentView) {
        self.query = view.read_query().unwrap_or_default();
        (self.shown, self.columns) = (Some(view.name), view.columns);
    }

    /// Shows that what is found is this view again, or no view.
    pub(crate) fn return_to(&mut self, name: Option<&str>, cx: &Context<'_>) {
        if self.shown.as_deref() == name {
            return;
        }
        let saved = cx.settings.views(cx.profile_id).iter().find(|view| Some(&*view.name) == name);
        match saved {
            Some(view) => self.note_shown(view.clone()),
            None => self.shown = None,
        }
    }

    /// All payments were asked for: they are no view.
    pub(crate) fn leave(&mut self, history: &mut History, cx: &mut Context<'_>) {
        if self.shown.take().is_some() {
            history.end_search(&cx.view);
        }
    }

    /// Takes in what is known now.
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact, history: &mut History, cx: &mut Context<'_>) {
        if *fact == FeatureFact::Settled {
            self.follow(history, cx);
        }
    }

    /// Has the views counted where they changed; a view whose search was ended is not shown.
    fn follow(&mut self, history: &mut History, cx: &mut Context<'_>) {
        if history.phase() == HistoryPhase::Open && !history.search().is_active() && history.search().error().is_none()
        {
            self.leave(history, cx);
        }
        let views = cx.settings.views(cx.profile_id);
        if self.counted.as_deref() != Some(views) {
            // What cannot be read finds nothing, and its place is kept.
            history.count_queries(views.iter().map(|view| view.read_query().ok()).collect());
            self.counted = Some(views.to_vec());
        }
    }

    /// A file of views was read, or could not be.
    pub(crate) fn file_read(&mut self, file: &ViewsFile, cx: &mut Context<'_>) {
        match file::read(&file.content) {
            Ok(views) => change::import(views, &file.path, cx),
            Err(fault) => cx.toast(ToastKind::Danger, text::not_imported(&file.path, &fault), None),
        }
    }
}

/// The order of the list of the service, where it is not the usual one and what is known here has it, too.
pub(crate) fn order_of_list(payments: &Payments) -> Option<SortOrder> {
    let key = payments.sort.column;
    let order = SortOrder { key, descending: payments.sort.descending };
    (key.is_stored() && order != SortOrder::default()).then_some(order)
}
