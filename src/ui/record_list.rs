//! The list of records of one kind: what is looked for in it, its rows, and its table. The rows are written by the core
//! when a record comes or changes; here they are picked and ordered, once for each change of records or question.

use std::borrow::Cow;
use std::collections::BTreeSet;

use egui::Ui;

use paydesk_core::features::record_lists::Listing;
use paydesk_core::features::refunds::{CurrencyTotal, totals};
use paydesk_core::features::table_exports::{ExportList, TableExportAction};
use paydesk_core::operations::ResourceKind;
use paydesk_core::records::{
    CachedRecord, CollectionEntry, Opening, RecordColumn, RecordQuery, RecordRow, RecordSort, Records,
};
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_domain::export::ExportKind;
use paydesk_domain::known::known_of_listed;
use paydesk_domain::money_sums::MoneySums;
use paydesk_domain::object_ref::ObjectRef;
use paydesk_domain::text::capitalized;

use super::export_menu::{ExportChoice, ExportMenu};
use super::list::{
    ColumnFacts, List, ListColumn, ListRows, ListState, Marks, above_foot_ui, amounts_ui, foot_ui, row_height, sums_ui,
};
use super::list_search::list_search_ui;
use super::open_operation::open_operations_ui;
use super::status::record_status;
use super::text;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::table::{MARKS_WIDTH, RowMarks, TableCell, TableSort};
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{
    Button, Chip, FilterChange, FilterMenu, Notice, TextField, empty_ui, label_ui, loading_line, loading_ui,
};

/// Widest search field, in points.
const SEARCH_WIDTH: f32 = 320.0;

/// A column that the list can be ordered by: how wide it is at least, with nothing cut, and at most.
pub const fn column(id: RecordColumn, title: &'static str, room: [f32; 3]) -> ListColumn<RecordColumn> {
    ListColumn::new(id, title, room)
}

/// The column of amounts, right-aligned.
pub const fn amount(width: f32) -> ListColumn<RecordColumn> {
    ListColumn::new(RecordColumn::Amount, text::AMOUNT, [width - 10.0, width, width + 40.0]).right()
}

/// The currency behind its amount.
pub const fn currency() -> ListColumn<RecordColumn> {
    ListColumn::exact(RecordColumn::Currency, "", 36.0).named(text::CURRENCY).unsorted().where_same()
}

/// What the window knows of a list of records.
#[derive(Debug, Default)]
pub struct RecordListDraft {
    /// What is looked for.
    pub search: String,
    /// The word of the only status that is listed.
    pub status: Option<String>,
    pub state: ListState<String>,
    /// Rows that are selected.
    marks: Marks<String>,
    sort: Option<TableSort<RecordColumn>>,
    picked: PickedRecords,
    columns: ColumnFacts<RecordColumn>,
    /// The number of what was asked for on Home and is shown here since.
    asked: u64,
    /// The status is the one asked for there: it is given up with the way back.
    is_asked: bool,
}

/// The records that are listed.
#[derive(Debug, Default)]
pub struct PickedRecords {
    entries: Vec<CollectionEntry>,
    /// What they come to.
    sums: MoneySums,
    /// It is not known of every one.
    has_unknown_amounts: bool,
    /// Of refunds, what they gave back and will give back, by currency.
    refunds: Vec<String>,
    /// The values of all statuses there are, listed or not.
    statuses: Vec<String>,
    /// What they were picked from and by.
    revision: Option<u64>,
    of: RecordQuery,
    /// How often they were picked.
    times: u64,
    /// How often other records were asked for.
    questions: u64,
}

impl ListRows for PickedRecords {
    type Key = String;

    fn len(&self) -> usize {
        self.entries.len()
    }

    fn key(&self, row: usize) -> Option<&String> {
        self.entries.get(row).map(|entry| &entry.known.record.id)
    }

    fn object(&self, row: usize) -> Option<ObjectRef> {
        let record = &self.entries.get(row)?.known.record;
        Some(ObjectRef::new(record.kind, &*record.id))
    }

    fn position(&self, key: &String) -> Option<usize> {
        self.entries.iter().position(|entry| entry.known.record.id == *key)
    }

    fn revision(&self) -> u64 {
        self.times
    }

    fn questions(&self) -> u64 {
        self.questions
    }
}

impl RecordListDraft {
    /// The rows that are listed, and which of them are selected.
    pub fn selection(&mut self) -> (&PickedRecords, &mut Marks<String>) {
        self.marks.follow(&self.picked);
        (&self.picked, &mut self.marks)
    }
}

impl PickedRecords {
    /// In the order they are listed.
    pub fn entries(&self) -> &[CollectionEntry] {
        &self.entries
    }

    /// The values to filter by.
    pub fn statuses(&self) -> &[String] {
        &self.statuses
    }

    /// How often they were picked: what is summed of them is as old as that.
    pub fn times(&self) -> u64 {
        self.times
    }

    fn pick(&mut self, records: &Records, kind: ResourceKind, query: RecordQuery) {
        let revision = Some(records.revision(kind));
        self.entries = records.listed(kind, &query);
        self.sums = self.entries.iter().filter_map(|entry| entry.known.amount()).collect();
        self.has_unknown_amounts = self.entries.iter().any(|entry| entry.known.amount().is_none());
        let refunds = self.entries.iter().filter(|_| kind == ResourceKind::Refund).map(|entry| &*entry.known);
        self.refunds = totals(refunds).iter().filter_map(refunds_text).collect();
        if self.revision != revision {
            let statuses: BTreeSet<_> = records.entries(kind).map(|entry| entry.row.status.label()).collect();
            self.statuses = statuses.into_iter().map(Into::into).collect();
        }
        let asked = self.of.search != query.search || self.of.status != query.status;
        self.questions += u64::from(asked);
        self.times += 1;
        (self.revision, self.of) = (revision, query);
    }
}

impl RecordListDraft {
    /// Lists all records of a status that was asked for, whatever was looked for before.
    fn follow_asked(&mut self, state: &State, kind: ResourceKind) {
        if let Some(asked) = state.workspace.home.asked_records(kind, self.asked) {
            self.asked = asked.nth;
            self.search.clear();
            self.choose_status(Some(asked.status.label().into_owned()));
            self.is_asked = true;
        } else if self.is_asked && !state.workspace.back.leads_to(Route::Home) {
            self.choose_status(None);
        }
    }

    fn choose_status(&mut self, status: Option<String>) {
        (self.status, self.is_asked) = (status, false);
    }

    /// The records that are listed now: picked again where one came or changed, or others are asked for.
    pub fn follow(&mut self, state: &State, kind: ResourceKind) -> &PickedRecords {
        self.follow_asked(state, kind);
        let is_current = self.picked.revision == Some(state.workspace.records.revision(kind));
        let RecordQuery { search, status, sort } = &self.picked.of;
        if !is_current || *search != self.search || *status != self.status || *sort != self.order() {
            let query = self.query();
            self.picked.pick(&state.workspace.records, kind, query);
        }
        &self.picked
    }

    /// What is asked of the list.
    fn query(&self) -> RecordQuery {
        RecordQuery { search: self.search.clone(), status: self.status.clone(), sort: self.order() }
    }

    fn order(&self) -> Option<RecordSort> {
        self.sort.map(|sort| RecordSort { column: sort.column, ascending: sort.ascending })
    }

    /// As [`Self::follow`] left them.
    pub fn picked(&self) -> &PickedRecords {
        &self.picked
    }
}

/// The button in the head of the list that exports it as it is shown.
pub fn export_ui(ui: &mut Ui, state: &State, kind: ExportKind, draft: &mut RecordListDraft, actions: &mut Vec<Action>) {
    let rows = kind.record_kind().map_or(0, |kind| draft.follow(state, kind).len());
    if let Some(ExportChoice::Format(format)) = ExportMenu::new(kind, rows).choice_ui(ui, state, actions) {
        let list = ExportList::Records(kind, draft.query());
        actions.push(Action::TableExport(TableExportAction::Start(list, format)));
    }
}

/// The operations of a kind that are open: there may be no record of them yet.
pub fn operations_ui(ui: &mut Ui, state: &State, kind: ResourceKind, actions: &mut Vec<Action>) {
    let open = state.workspace.operations.open().iter();
    open_operations_ui(ui, state, open.filter(|operation| operation.plan.target.kind == kind), actions);
}

/// The field that looks through the list; `what` is what is listed: `payouts`.
pub fn search_ui(ui: &mut Ui, what: &str, placeholder: &str, draft: &mut RecordListDraft) {
    let width = SEARCH_WIDTH.min(ui.available_width());
    let name = text::search(what);
    let field = TextField::bare(&name, &mut draft.search).placeholder(placeholder);
    list_search_ui(ui, field.icon(Icon::Search).clearable().width(width));
}

/// The search field of the list, and the filter by status.
pub fn filters_ui(ui: &mut Ui, what: &str, placeholder: &str, draft: &mut RecordListDraft) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        search_ui(ui, what, placeholder, draft);
        let mut statuses = draft.picked.statuses().to_vec();
        if let Some(gone) = draft.status.as_ref().filter(|status| !statuses.contains(status)) {
            statuses.push(gone.clone());
        }
        let chosen = statuses.iter().position(|word| Some(word) == draft.status.as_ref());
        match FilterMenu::new(text::STATUS, &statuses, chosen).ui(ui) {
            Some(FilterChange::Set(index)) => draft.choose_status(statuses.get(index).cloned()),
            Some(FilterChange::Cleared) => draft.choose_status(None),
            None => {}
        }
    });
}

/// Nothing has what is looked for; the button lists all again. `what` is one of what is listed: `payout`.
pub fn nothing_found_ui(ui: &mut Ui, what: &str, draft: &mut RecordListDraft) {
    let sentence = text::no_matches_search(what);
    if empty_ui(ui, Icon::Search, &sentence, Some(&text::show_all_s(what))) {
        draft.search.clear();
        draft.choose_status(None);
    }
}

/// What is where the list of `what` (`refunds`) would be while it has no record: they are being read, could not be
/// read, or there are none, as `empty` says. Whether its `action` was asked for.
pub fn none_known_ui(ui: &mut Ui, state: &State, what: &str, icon: Icon, empty: &str, action: Option<&str>) -> bool {
    let is_reading = state
        .workspace
        .route
        .resource()
        .is_some_and(|kind| state.workspace.record_lists.is_loading(kind, &state.view()));
    match &state.workspace.records.opening {
        Opening::Ready if is_reading => {
            loading_ui(ui, &text::reading(what), 8, row_height(state));
            false
        }
        Opening::Reading => {
            loading_ui(ui, &text::reading(what), 8, row_height(state));
            false
        }
        Opening::Ready => empty_ui(ui, icon, empty, action),
        Opening::Failed(problem) => {
            let title = text::stored_could_not_be_read(what, &problem.what);
            Notice::new(Tone::Danger, &problem.what_to_do).title(&title).ui(ui)
        }
    }
}

/// How far the service's list of a kind was read, where it has one: a line while pages come, why it could not be read, and
/// that rows may be missing. `what` is what is listed, as it begins a sentence: `Refunds`.
pub fn reading_ui(ui: &mut Ui, state: &State, kind: ResourceKind, what: &str, actions: &mut Vec<Action>) {
    let lists = &state.workspace.record_lists;
    let mut line = ui.cursor();
    line.max = egui::pos2(ui.max_rect().right(), line.top() + space::XS);
    loading_line(ui, line, lists.is_loading(kind, &state.view()));
    let asked = match lists.listing(kind, &state.view()) {
        Listing::Failed(error) => {
            let title = text::could_not_be_loaded(what, error.what());
            Notice::new(Tone::Attention, error.what_to_do()).title(&title).action(text::RETRY).ui(ui)
        }
        Listing::Partial => {
            let title = text::some_may_be_missing(what);
            Notice::new(Tone::Attention, "The service stopped sending pages before the end of its list")
                .title(&title)
                .action(text::RETRY)
                .ui(ui)
        }
        Listing::None(_) | Listing::Unread | Listing::Whole(_) => return,
    };
    ui.add_space(space::S);
    if asked {
        actions.push(Action::ReadRecords(kind));
    }
}

/// The button in the head of a list that reads it again, where the service has it.
pub fn read_again_ui(ui: &mut Ui, state: &State, kind: ResourceKind, actions: &mut Vec<Action>) {
    let lists = &state.workspace.record_lists;
    let is_known = !matches!(lists.listing(kind, &state.view()), Listing::None(_) | Listing::Unread);
    if is_known && Button::secondary(text::REFRESH).icon(Icon::Refresh).busy(lists.is_reading(kind)).ui(ui).clicked() {
        actions.push(Action::ReadRecords(kind));
    }
}

/// Whether all that the service has is listed: what was made elsewhere is not missing.
pub fn is_whole(state: &State, kind: ResourceKind) -> bool {
    state.workspace.record_lists.is_whole(kind)
}

/// How many records are listed and what they come to: at least that, where the service may have more.
fn foot_content_ui(ui: &mut Ui, state: &State, kind: ResourceKind, picked: &PickedRecords) {
    let is_all = is_whole(state, kind);
    let count = known_of_listed(picked.len() as u64, is_all).spoken();
    let text = format!("{count} {}{}", kind.noun(), if picked.len() == 1 { "" } else { "s" });
    label_ui(ui, Text::Caption, tokens(ui).subdued, &capitalized(&text));
    if kind == ResourceKind::Refund {
        let mut refunds = picked.refunds.clone();
        if let Some(first) = refunds.first_mut().filter(|_| !is_all) {
            *first = format!("at least {first}");
        }
        return amounts_ui(ui, &refunds, &refunds.join(" · "));
    }
    sums_ui(ui, &known_of_listed(picked.sums.clone(), is_all && !picked.has_unknown_amounts));
}

/// What the refunds of a currency gave back and will give back. One that failed moves no money.
fn refunds_text(total: &CurrencyTotal) -> Option<String> {
    let parts = [
        (&total.refunded, "refunded"),
        (&total.pending, "pending"),
        (&total.in_review, "in review"),
        (&total.status_unknown, "with an unknown status"),
    ];
    let parts = parts.into_iter().filter(|(amount, _)| amount.minor > 0);
    let parts: Vec<String> = parts.map(|(amount, word)| format!("{amount} {word}")).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// The table of a list of records.
pub struct RecordTable<'a> {
    pub kind: ResourceKind,
    /// For screen readers: `Payouts table`.
    pub name: &'a str,
    pub columns: &'a [ListColumn<RecordColumn>],
    /// The id of the record that is open beside the list.
    pub open: Option<&'a str>,
    /// Whether rows can be selected for a bulk operation.
    pub is_selectable: bool,
}

impl RecordTable<'_> {
    /// Draws the rows and the line below them; gives what opens a record or closes the one that is open. `row_name` is what a
    /// screen reader says of a row, `next` draws what can be done with one.
    pub fn ui(
        self,
        ui: &mut Ui,
        state: &State,
        draft: &mut RecordListDraft,
        row_name: impl Fn(&RecordRow) -> String,
        next: impl FnMut(&mut TableCell<'_, RecordColumn>, &CachedRecord),
    ) -> Option<Action> {
        let (kind, mut shows) = (self.kind, None);
        above_foot_ui(ui, |ui| shows = self.rows_ui(ui, state, draft, row_name, next));
        foot_ui(ui, |ui| foot_content_ui(ui, state, kind, &draft.picked));
        shows
    }

    fn rows_ui(
        self,
        ui: &mut Ui,
        state: &State,
        draft: &mut RecordListDraft,
        row_name: impl Fn(&RecordRow) -> String,
        mut next: impl FnMut(&mut TableCell<'_, RecordColumn>, &CachedRecord),
    ) -> Option<Action> {
        let RecordListDraft { picked, state: list, sort, columns: facts, marks, .. } = draft;
        let texts = |row: usize, column| picked.entries.get(row).map(|entry| text_of(&entry.row, column));
        facts.follow(picked, self.columns, |row, column| texts(row, column).unwrap_or_default().into_owned());
        let room = if self.is_selectable { MARKS_WIDTH } else { 0.0 };
        let mut fitted = facts.fit(self.columns, ui.available_width() - room);
        if let Some(code) = facts.same(RecordColumn::Currency).filter(|_| !fitted.has(RecordColumn::Currency)) {
            fitted.retitle(RecordColumn::Amount, |title| text::in_currency(title, code));
        }
        let (columns, titles) = (&fitted.columns, &fitted.titles);
        let table = List { name: self.name, columns, titles, row_height: row_height(state), sort: *sort };
        let name = |row: usize| picked.entries.get(row).map(|entry| row_name(&entry.row)).unwrap_or_default();
        let open = self.open.map(str::to_owned);
        let is_marked = |row| picked.key(row).is_some_and(|key| marks.has(key));
        let shown_marks = self.is_selectable.then_some(RowMarks { is_marked: &is_marked, count: marks.len() });
        let output = table.ui_with_marks(ui, picked, open.as_ref(), (list, shown_marks), name, |cell| {
            if let Some(entry) = picked.entries.get(cell.row) {
                match cell.column {
                    RecordColumn::Next => next(cell, &entry.known),
                    RecordColumn::Created => {
                        drop(cell.time(&entry.row.created, entry.known.record.created_at(), state.zone()));
                    }
                    column => cell_ui(cell, column, &entry.row),
                }
            }
        });
        if let Some(change) = output.marked {
            marks.change(picked, change);
        }
        *sort = output.sort.or(*sort);
        let opened = output.opened.and_then(|row| picked.key(row)).cloned();
        (opened.is_some() || output.closes).then(|| Action::ShowRecord(self.kind, opened))
    }
}

fn cell_ui(cell: &mut TableCell<'_, RecordColumn>, column: RecordColumn, row: &RecordRow) {
    match column {
        RecordColumn::Title => drop(cell.text(&row.title)),
        RecordColumn::Id => drop(cell.mono(&row.id)),
        RecordColumn::PlainId => drop(cell.subdued_mono(&row.id)),
        RecordColumn::TitleId => drop(cell.mono(&row.title)),
        RecordColumn::Note => drop(cell.text(&row.note)),
        // Where nothing is known of the customer, an ID tells the record from others.
        RecordColumn::Customer if row.is_anonymous() => drop(cell.subdued_mono(&row.customer)),
        RecordColumn::Customer => drop(cell.text(&row.customer)),
        RecordColumn::Amount => drop(cell.amount(&row.amount)),
        RecordColumn::Currency => drop(cell.currency(&row.currency)),
        RecordColumn::Status => {
            if let Some(look) = record_status(&row.status) {
                cell.chip(Chip::new(look.icon, &look.word, look.tone));
            }
        }
        RecordColumn::Next | RecordColumn::Created => {}
        RecordColumn::Expires => drop(cell.subdued(&row.expires)),
        RecordColumn::By => drop(cell.subdued(&row.by)),
    }
}

/// What a row says in a column, to be compared with the others.
fn text_of(row: &RecordRow, column: RecordColumn) -> Cow<'_, str> {
    match column {
        RecordColumn::Title | RecordColumn::TitleId => (&row.title).into(),
        // Something can be done with one of them, or not: it stays.
        RecordColumn::Id | RecordColumn::PlainId | RecordColumn::Next => (&row.id).into(),
        RecordColumn::Note => (&row.note).into(),
        RecordColumn::Customer => (&row.customer).into(),
        RecordColumn::Amount => (&row.amount).into(),
        RecordColumn::Currency => (&row.currency).into(),
        RecordColumn::Status => row.status.label(),
        RecordColumn::Created => (&row.created).into(),
        RecordColumn::Expires => (&row.expires).into(),
        RecordColumn::By => (&row.by).into(),
    }
}

/// The amount of a row with its currency; `unknown` where it has none.
pub fn amount_text(row: &RecordRow, unknown: &str) -> String {
    if row.amount.is_empty() { unknown.to_owned() } else { format!("{} {}", row.amount, row.currency) }
}
