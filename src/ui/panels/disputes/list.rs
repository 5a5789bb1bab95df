//! The inbox: filters, the table with the most pressing dispute on top, and a foot that says how much is loaded.

use std::borrow::Cow;

use egui::Ui;

use crate::back::title_of_rows_ui;
use crate::colleagues::open_at_colleagues;
use crate::drafts::Drafts;
use crate::export_menu::ExportMenu;
use crate::list::{List, ListRows as _, ListSums, above_foot_ui, amounts_ui, foot_ui, row_height, sums_ui};
use crate::status::{answer_look, dispute_status};
use crate::text::in_currency;
use crate::unreadable::{outdated_ui, unreadable_rows_ui, unreadable_suffix};
use paydesk_core::features::disputes::{
    DisputeLocalFilter, DisputeLocalFilterPart, DisputeSortColumn, DisputeTableRow, Disputes, DisputesAction,
    HandlingFilter, InboxAction,
};
use paydesk_core::features::payments::{Pages, PaymentsAction};
use paydesk_core::features::table_exports::ExportList;
use paydesk_core::pages::STALLED;
use paydesk_core::{Action, State};
use paydesk_domain::deadline::{AnswerBy, answer_by, plain_reason};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::document::UnreadableRows;
use paydesk_domain::export::ExportKind;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::known::Known;
use paydesk_domain::money::grouped_count;
use paydesk_domain::money_sums::MoneySums;
use paydesk_domain::open_item::OpenItemKind;
use paydesk_domain::text::visible_id;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::table::{MARKS_WIDTH, RowMarks, TableCell, TableSort};
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{
    Button, Chip, Choice, Failed, FilterButton, FilterChange, Notice, TextField, empty_ui, failed_ui, label_ui,
    loading_line, loading_ui, removable_filter_ui,
};

use super::columns::columns;
use super::draft::DisputesDraft;
use super::fields::field_texts;
use super::selection::selection_ui;
use super::{filters, text};
use paydesk_widgets::reading_order::from_right_ui;

/// Draws the inbox.
pub fn list_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    above_foot_ui(ui, |ui| rows_ui(ui, state, drafts, actions));
    status_line_ui(ui, state, drafts, actions);
}

fn rows_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    title_of_rows_ui(ui, state, text::DISPUTES, actions, |ui, actions| {
        if Button::secondary(text::REFRESH).icon(Icon::Refresh).ui(ui).clicked() {
            actions.push(act(DisputesAction::Inbox(InboxAction::Refresh)));
        }
        if Button::secondary(text::LIBRARY).ui(ui).clicked() {
            actions.push(act(DisputesAction::ShowLibrary(true)));
        }
        let disputes = &state.workspace.disputes;
        let loads_first = disputes.inbox.reading.pages == Pages::Loading;
        let menu = ExportMenu { loads_first, ..ExportMenu::new(ExportKind::Disputes, disputes.len()) };
        menu.ui(ui, state, ExportList::Disputes, actions);
    });
    ui.add_space(space::M);
    let filters = ui.scope(|ui| above_rows_ui(ui, state, drafts, actions)).response;
    ui.add_space(space::S);
    let mut line = filters.rect;
    line.max = egui::pos2(ui.max_rect().right(), line.bottom() + space::S);
    loading_line(ui, line, state.workspace.disputes.inbox.reading.pages == Pages::Loading);
    body_ui(ui, state, drafts, actions);
}

fn act(action: DisputesAction) -> Action {
    Action::Disputes(action)
}

fn body_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    match (&state.workspace.disputes.inbox.reading.pages, state.workspace.disputes.is_empty()) {
        (_, true) if state.profiles.key_missing => {
            empty_ui(ui, Icon::ApiKey, "Disputes load once the profile has a key", None);
        }
        (Pages::Failed(error), true) => {
            let (message, code) = (error.what(), error.code());
            let (code, advice) = (code.as_deref(), Some(error.what_to_do()));
            let title = text::DISPUTES_COULD_NOT_BE_LOADED;
            if failed_ui(ui, &Failed { title, message: &message, code, advice, retrying: false }) {
                actions.push(act(DisputesAction::Inbox(InboxAction::Refresh)));
            }
        }
        (Pages::Failed(error), false) => {
            let none = state.workspace.disputes.loaded() == 0;
            let what = if none { text::DISPUTES_COULD_NOT_BE_LOADED } else { "Some disputes could not be loaded" };
            let title = format!("{what}: {}", error.what());
            if Notice::new(Tone::Danger, error.what_to_do()).title(&title).action(text::RETRY).ui(ui) {
                actions.push(act(DisputesAction::Inbox(InboxAction::Refresh)));
            }
            ui.add_space(space::S);
            offline_ui(ui, state);
            table_ui(ui, state, drafts, actions);
        }
        (Pages::NotAsked | Pages::Loading, true) => {
            ui.add_space(space::S);
            loading_ui(ui, text::LOADING_DISPUTES, 8, row_height(state));
        }
        (Pages::Idle, true) => nothing_ui(ui, state, drafts, actions),
        (Pages::NotAsked | Pages::Loading | Pages::Idle, false) => {
            offline_ui(ui, state);
            table_ui(ui, state, drafts, actions);
        }
    }
}

/// Nothing is listed: there is none, the filters hide all, or no row could be read.
fn nothing_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let disputes = &state.workspace.disputes;
    if let Some(rows) = disputes.inbox.reading.unreadable.as_ref().filter(|_| disputes.loaded() == 0) {
        if unreadable_rows_ui(ui, "disputes", rows, &mut drafts.unreadable_disputes) {
            actions.push(act(DisputesAction::Inbox(InboxAction::Refresh)));
        }
    } else if is_filtered(state) {
        let unreadable = unreadable_suffix(disputes.inbox.reading.unreadable.as_ref());
        let sentence = match searched_without_customers(state) {
            Some(unknown) => text::no_known_dispute_matches(unknown, grouped_count(disputes.loaded() as u64)),
            None => text::no_dispute_matches_these_filters(unreadable),
        };
        if empty_ui(ui, Icon::Search, &sentence, Some(text::CLEAR_ALL_FILTERS)) {
            actions.push(act(DisputesAction::Inbox(InboxAction::ClearFilters)));
        }
    } else if state.workspace.disputes.inbox.reading.is_stalled {
        let sentence = text::no_dispute_could_be_loaded(STALLED);
        if empty_ui(ui, Icon::Unknown, &sentence, Some(text::REFRESH)) {
            actions.push(act(DisputesAction::Inbox(InboxAction::Refresh)));
        }
    } else {
        let sentence = "No disputes. A dispute appears here when a cardholder's bank opens one.";
        empty_ui(ui, Icon::Tray, sentence, None);
    }
}

/// Of how many disputes the customer is not known, while a search may be for one.
fn searched_without_customers(state: &State) -> Option<usize> {
    let disputes = &state.workspace.disputes;
    let searches = !disputes.inbox.local_filter.search.trim().is_empty();
    Some(disputes.unknown_customers()).filter(|unknown| searches && *unknown > 0)
}

/// What those are that the list did not bring: drafts begun here, to be gone on with.
fn offline_ui(ui: &mut Ui, state: &State) {
    let offline = state.workspace.disputes.offline().len();
    if offline == 0 {
        return;
    }
    let is = if offline == 1 { "is" } else { "are" };
    let title = text::you_worked_on_shown(disputes_text(offline as u64), is);
    let text = "Open a dispute to continue its draft, which is saved on this computer. Submit it when you are \
        connected again.";
    Notice::new(Tone::Attention, text).title(&title).ui(ui);
    ui.add_space(space::S);
}

fn is_filtered(state: &State) -> bool {
    let disputes = &state.workspace.disputes;
    let filter = &disputes.inbox.filter;
    filter.status.is_some()
        || filter.payment_id.is_some()
        || disputes.inbox.local_filter != DisputeLocalFilter::default()
}

/// The filters, or in their place what can be done to the selected rows: the list below does not move.
fn above_rows_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let draft = drafts.of::<DisputesDraft>();
    draft.marks.follow::<Disputes>(&state.workspace.disputes);
    draft.marks.keep_listed::<Disputes>(&state.workspace.disputes);
    if draft.marks.is_empty() {
        let shown = ui.scope(|ui| filters_ui(ui, state, drafts, actions)).response;
        drafts.of::<DisputesDraft>().filters_height = shown.rect.height();
    } else {
        ui.set_min_height(draft.filters_height);
        selection_ui(ui, state, drafts, actions);
    }
}

fn filters_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        filters::search_ui(ui, state, drafts, actions);
        status_filter_ui(ui, state, drafts, actions);
        payment_filter_ui(ui, state, drafts, actions);
        filters::local_filters_ui(ui, state, actions);
        let parts = state.workspace.disputes.inbox.local_filter.parts(state.zone()).into_iter();
        for (part, text) in parts.filter(|(part, _)| !filters::OFFERED.contains(part)) {
            let plain = plain_text(state, part).unwrap_or_else(|| text.clone());
            let hint = text::original(&text);
            if removable_filter_ui(ui, part.name(), &plain, (plain != text).then_some(&*hint)) {
                actions.push(act(DisputesAction::Inbox(InboxAction::RemoveLocalFilter(part))));
            }
        }
        if is_filtered(state) && Button::link(text::CLEAR).name(text::CLEAR_FILTERS).ui(ui).clicked() {
            actions.push(act(DisputesAction::Inbox(InboxAction::ClearFilters)));
        }
    });
}

/// The statuses and the field that it is narrowed to, as the screen calls them.
fn plain_text(state: &State, part: DisputeLocalFilterPart) -> Option<String> {
    let filter = &state.workspace.disputes.inbox.local_filter;
    match part {
        DisputeLocalFilterPart::Status => {
            let statuses = filter.statuses.iter().map(|status| dispute_status(status).word);
            Some(statuses.collect::<Vec<_>>().join(", "))
        }
        DisputeLocalFilterPart::Submitted => Some(filter.submitted?.text(|field| field_texts(field).label)),
        _ => None,
    }
}

/// The named statuses, and any other word: the service's list is not complete.
fn status_filter_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let current = state.workspace.disputes.inbox.filter.status.as_ref();
    let word = current.map(|status| dispute_status(status).word);
    let change = FilterButton::new(text::STATUS, word.as_deref()).width(280.0).ui(ui, |body| {
        let mut chosen = None;
        for status in DisputeStatus::NAMED {
            let look = dispute_status(&status);
            let choice = Choice::new(&look.word).note(status.as_str(), Tone::Neutral);
            if body.offer(choice, current == Some(&status)) {
                chosen = Some(status);
            }
        }
        body.divider();
        chosen.or_else(|| {
            body.form(|ui| {
                let text = &mut drafts.of::<DisputesDraft>().status;
                let field = TextField::labelled("Another status", text).placeholder("dispute_accepted");
                let shown = field.hint("Status as the API writes it, then Enter").mono().ui(ui);
                let typed = text.trim();
                (shown.submitted && !typed.is_empty()).then(|| DisputeStatus::from_word(typed))
            })
        })
    });
    push(change, actions, |it| DisputesAction::Inbox(InboxAction::FilterStatus(it)));
}

fn payment_filter_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let current = state.workspace.disputes.inbox.filter.payment_id.as_ref().map(|id| visible_id(id.as_str(), 24));
    let change = FilterButton::new(text::PAYMENT, current.as_deref()).width(240.0).ui(ui, |body| {
        let just_opened = body.just_opened;
        body.form(|ui| {
            let text = &mut drafts.of::<DisputesDraft>().payment;
            let shown = TextField::labelled(text::PAYMENT_ID, text).placeholder("pay_…").mono().ui(ui);
            if just_opened {
                shown.response.request_focus();
            }
            let id = text.trim();
            let blocked = id.is_empty().then_some("Enter a payment ID");
            let clicked = Button::secondary("Show its disputes").disabled(blocked).ui(ui).clicked();
            ((clicked || shown.submitted) && !id.is_empty()).then(|| PaymentId::new(id))
        })
    });
    push(change, actions, |it| DisputesAction::Inbox(InboxAction::FilterPayment(it)));
}

fn push<T>(change: Option<FilterChange<T>>, to: &mut Vec<Action>, action: impl FnOnce(Option<T>) -> DisputesAction) {
    match change {
        Some(FilterChange::Set(value)) => to.push(act(action(Some(value)))),
        Some(FilterChange::Cleared) => to.push(act(action(None))),
        None => {}
    }
}

fn table_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let disputes = &state.workspace.disputes;
    let draft = drafts.of::<DisputesDraft>();
    let says = |row: usize, column| disputes.row(row).map(|row| text_of(row, column)).unwrap_or_default();
    draft.columns.follow(disputes, &columns(true), says);
    let has_customers = draft.columns.same(DisputeSortColumn::Customer) != Some("");
    let mut fitted = draft.columns.fit(&columns(has_customers), ui.available_width() - MARKS_WIDTH);
    let code = draft.columns.same(DisputeSortColumn::Currency);
    if let Some(code) = code.filter(|_| !fitted.has(DisputeSortColumn::Currency)) {
        fitted.retitle(DisputeSortColumn::Amount, |title| in_currency(title, code));
    }
    let (columns, titles) = (&fitted.columns, &fitted.titles);
    let shown = ShownColumns {
        status: fitted.has(DisputeSortColumn::Status),
        payment: fitted.has(DisputeSortColumn::PaymentId),
    };
    let sort = TableSort { column: disputes.inbox.sort.column, ascending: !disputes.inbox.sort.descending };
    let mut payment = None;
    let list = List { name: "Disputes table", columns, titles, row_height: row_height(state), sort: Some(sort) };
    let name = |index: usize| disputes.row(index).map_or_else(Cow::default, |row| row_name(state, row).into());
    let marks = &mut draft.marks;
    let is_marked = |row| disputes.key(row).is_some_and(|key| marks.has(key));
    let shown_marks = RowMarks { is_marked: &is_marked, count: marks.len() };
    let (open, state_of_list) = (disputes.open.id.as_ref(), (&mut draft.list, Some(shown_marks)));
    let output = list.ui_with_marks(ui, disputes, open, state_of_list, name, |cell| {
        if let Some(row) = disputes.row(cell.row) {
            payment = payment.take().or(cell_ui(cell, state, row, shown));
        }
    });
    if let Some(change) = output.marked {
        marks.change(disputes, change);
    }
    match (payment, output.opened.and_then(|index| disputes.row(index))) {
        (Some(payment_id), _) => actions.push(Action::Payments(PaymentsAction::Open(payment_id))),
        (None, Some(row)) => actions.push(act(DisputesAction::Open(Some(row.dispute.dispute_id.clone())))),
        (None, None) if output.closes => actions.push(act(DisputesAction::Open(None))),
        (None, None) => {}
    }
    if let Some(sort) = output.sort {
        actions.push(act(DisputesAction::Inbox(InboxAction::Sort(sort.column))));
    }
}

/// Whether columns are shown that others stand in for where they are not.
#[derive(Debug, Clone, Copy)]
struct ShownColumns {
    status: bool,
    payment: bool,
}

/// What a row says in a column, to be compared with the others.
fn text_of(row: &DisputeTableRow, column: DisputeSortColumn) -> String {
    match column {
        DisputeSortColumn::TimeLeft => row.deadline.map(|deadline| format!("{deadline:?}")).unwrap_or_default(),
        DisputeSortColumn::DisputeId => row.id_text.clone(),
        DisputeSortColumn::PaymentId => row.payment_text.clone(),
        DisputeSortColumn::Customer => row.customer_text.clone(),
        DisputeSortColumn::Amount => row.amount_text.clone(),
        DisputeSortColumn::Currency => row.currency_text.clone(),
        DisputeSortColumn::Status => row.status_text.clone(),
        DisputeSortColumn::Reason => row.reasons_text.clone(),
        DisputeSortColumn::Progress => row.progress_text.clone(),
        DisputeSortColumn::Assignee => row.assignee_text.clone(),
        DisputeSortColumn::Note => row.note_text.clone(),
        DisputeSortColumn::Created => row.created_text.clone(),
    }
}

/// What a screen reader says of a row.
fn row_name(state: &State, row: &DisputeTableRow) -> String {
    let status = dispute_status(&row.dispute.status).word;
    let left = row.due().and(row.deadline).map(|deadline| deadline.left(state.now));
    let left = handled_text(state, row).or(left).map(|left| format!(", {left}")).unwrap_or_default();
    let (id, amount, currency) = (&row.id_text, &row.amount_text, &row.currency_text);
    let progress = open_elsewhere(state, row).unwrap_or_else(|| row.progress_text.clone());
    text::evidence(id, amount, currency, &status, &left, &row.reasons_text, &progress)
}

/// Draws a cell; returns the payment whose link was clicked.
fn cell_ui(
    cell: &mut TableCell<'_, DisputeSortColumn>,
    state: &State,
    row: &DisputeTableRow,
    shown: ShownColumns,
) -> Option<PaymentId> {
    match cell.column {
        DisputeSortColumn::TimeLeft => time_left_ui(cell, state, row, shown.status),
        DisputeSortColumn::DisputeId => drop(cell.mono(&row.id_text)),
        DisputeSortColumn::PaymentId => {
            let name = text::open_payment(&row.payment_text);
            let link = cell.ui(|ui| Button::link(&row.payment_text).mono().name(&name).ui(ui));
            return link.clicked().then(|| row.dispute.payment_id.clone());
        }
        // The payment stands for a customer that is not known.
        DisputeSortColumn::Customer if row.customer_text.is_empty() && !shown.payment => {
            drop(cell.mono(&row.payment_text));
        }
        DisputeSortColumn::Customer => drop(cell.text(&row.customer_text).on_hover_text(&row.customer_text)),
        DisputeSortColumn::Amount => drop(cell.amount(&row.amount_text)),
        DisputeSortColumn::Currency => drop(cell.currency(&row.currency_text)),
        DisputeSortColumn::Status => {
            let look = dispute_status(&row.dispute.status);
            let word = text::status_at_service(&row.status_text);
            cell.chip(Chip::new(look.icon, &look.word, look.tone)).on_hover_text(word);
        }
        DisputeSortColumn::Reason => {
            let text = plain_reason(row.known).text;
            cell.text(&row.reasons_text).on_hover_text(format!("{}\n{text}", row.reasons_text));
        }
        DisputeSortColumn::Progress => match open_elsewhere(state, row) {
            Some(open) => drop(cell.toned(Icon::Edit, &open, Tone::Attention).on_hover_text(&row.progress_text)),
            None => drop(cell.subdued(&row.progress_text)),
        },
        DisputeSortColumn::Assignee => drop(cell.text(&row.assignee_text)),
        DisputeSortColumn::Note => drop(cell.subdued(&row.note_text).on_hover_text(&row.note_text)),
        DisputeSortColumn::Created => drop(cell.time(&row.created_text, row.dispute.created, state.zone())),
    }
    None
}

fn time_left_ui(cell: &mut TableCell<'_, DisputeSortColumn>, state: &State, row: &DisputeTableRow, has_status: bool) {
    if let Some(handled) = handled_text(state, row) {
        return drop(cell.subdued(&handled));
    }
    let (Some(due), Some(deadline)) = (row.due(), row.deadline) else {
        // Nothing is due, and nothing looks so: where there is room, the status is in a column of its own.
        if !has_status {
            cell.subdued(&dispute_status(&row.dispute.status).word);
        }
        return;
    };
    let answer = answer_by(due, state.now);
    let (icon, tone) = answer_look(answer);
    let text = deadline.left(state.now);
    let response = if tone == Tone::Neutral { cell.subdued(&text) } else { cell.chip(Chip::new(icon, &text, tone)) };
    let overdue = if answer == AnswerBy::Overdue { "\nThe service may refuse evidence now" } else { "" };
    let rule = deadline.rule(row.known);
    response.on_hover_text(format!("{}\n{rule}{overdue}", text::respond_by(deadline.respond_by(state.zone()))));
}

/// Which colleagues have its evidence open.
fn open_elsewhere(state: &State, row: &DisputeTableRow) -> Option<String> {
    open_at_colleagues(state, OpenItemKind::Draft, row.dispute.dispute_id.as_str())
}

/// That nothing is done about it now, by a decision of the team.
fn handled_text(state: &State, row: &DisputeTableRow) -> Option<String> {
    if row.not_contested.is_some() && row.dispute.status.takes_evidence() {
        return Some(text::WONT_CONTEST.to_owned());
    }
    let until = row.snoozed_until.filter(|_| row.is_snoozed(state.now))?;
    Some(text::snoozed_until(state.zone().short(until, state.now)))
}

fn status_line_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let tokens = tokens(ui);
    foot_ui(ui, |ui| {
        let sums = listed_sums(state, &mut drafts.of::<DisputesDraft>().sums);
        label_ui(ui, Text::Caption, tokens.subdued, &loaded_text(state));
        if let Some(unknown) = searched_without_customers(state) {
            let text = text::customers_not_known_yet(unknown);
            label_ui(ui, Text::Caption, tokens.attention.text, &text).on_hover_text(
                "A search by name, e-mail or customer ID finds a dispute once its payment has been loaded",
            );
        }
        if let Some(UnreadableRows { count, first, .. }) = &state.workspace.disputes.inbox.reading.unreadable {
            let rows = if *count == 1 { "row" } else { "rows" };
            let text = text::cannot_be_read(count, rows);
            label_ui(ui, Text::Caption, tokens.danger.text, &text).on_hover_text(text::first(first));
        }
        outdated_ui(ui, state.workspace.disputes.outdated());
        let snoozed = state.workspace.disputes.hidden_snoozed(state.now);
        if snoozed > 0 && Button::link(&text::snoozed(snoozed)).hint("Show snoozed disputes").ui(ui).clicked() {
            let local_filter = state.workspace.disputes.inbox.local_filter.clone();
            let filter = DisputeLocalFilter { handling: Some(HandlingFilter::Snoozed), ..local_filter };
            actions.push(act(DisputesAction::Inbox(InboxAction::SetLocalFilter(filter))));
        }
        stake_ui(ui, state, &sums, drafts);
        from_right_ui(ui, |ui| {
            let read = state.workspace.disputes.inbox.reading.read_at.map(|at| text::updated(state.zone().clock(at)));
            let deadlines = match state.workspace.disputes.reports_deadlines() {
                true => "Deadlines reported by the service, unless marked est.",
                false => "Deadlines are estimates: the service reports none",
            };
            let text = text::times_in(read.unwrap_or_default(), deadlines, state.zone());
            ui.add(egui::Label::new(Text::Caption.rich(text).color(tokens.subdued)).truncate());
        });
    });
}

/// What can still be won or lost of what is listed; where nothing of it can, what it comes to.
fn stake_ui(ui: &mut Ui, state: &State, sums: &Known<MoneySums>, drafts: &mut Drafts) {
    let disputes = &state.workspace.disputes;
    let is_at_stake = |row: &DisputeTableRow| row.dispute.status.takes_evidence() && row.not_contested.is_none();
    let stake = drafts.of::<DisputesDraft>().stake.known_among(
        disputes,
        is_all(state),
        |row| disputes.row(row).is_some_and(is_at_stake),
        |row| disputes.row(row).map(|row| row.dispute.amount.clone()),
    );
    let mut amounts = stake.amounts();
    match amounts.first_mut() {
        Some(first) => *first = text::at_stake(&*first),
        None => return sums_ui(ui, sums),
    }
    amounts_ui(ui, &amounts, &text::at_stake_of_listed(stake.text(), sums.text()));
}

fn is_all(state: &State) -> bool {
    let reading = &state.workspace.disputes.inbox.reading;
    reading.complete && reading.unreadable.is_none()
}

fn listed_sums(state: &State, sums: &mut ListSums) -> Known<MoneySums> {
    let disputes = &state.workspace.disputes;
    sums.known(disputes, is_all(state), |row| disputes.row(row).map(|row| row.dispute.amount.clone()))
}

fn loaded_text(state: &State) -> String {
    let disputes = &state.workspace.disputes;
    let (loaded, shown) = (disputes.loaded() as u64, disputes.len() as u64);
    let offline = disputes.offline().len() as u64;
    match (&disputes.inbox.reading.pages, disputes.inbox.reading.total_count) {
        (Pages::NotAsked, _) if offline == 0 => text::LOADING.to_owned(),
        (Pages::Failed(_), _) if loaded == 0 && offline == 0 => text::NOTHING_LOADED.to_owned(),
        (_, _) if loaded == 0 && offline == 0 && disputes.inbox.reading.unreadable.is_some() => {
            text::NOTHING_COULD_BE_READ.to_owned()
        }
        (_, _) if loaded == 0 && offline > 0 => text::as_last_loaded(disputes_text(offline)),
        (_, _) if disputes.inbox.reading.is_stalled => text::loaded(grouped_count(loaded), STALLED),
        (_, Some(total)) if !disputes.inbox.reading.complete => {
            text::of_loaded_ordered_among_these(grouped_count(loaded), grouped_count(total))
        }
        (_, _) if !disputes.inbox.reading.complete => text::loaded_ordered_among_these(grouped_count(loaded)),
        (_, _) if is_filtered_here(state) => text::of_filtered_in_paydesk(grouped_count(shown), disputes_text(loaded)),
        (_, _) if is_filtered(state) => match disputes.count.all.filter(|all| *all >= shown) {
            Some(all) => text::of(grouped_count(shown), disputes_text(all)),
            None => text::with_these_filters(disputes_text(shown)),
        },
        (_, Some(total)) if total > loaded => text::service_counts(disputes_text(loaded), grouped_count(total)),
        // Those that are snoozed are not listed.
        (_, _) if shown < loaded => text::of(grouped_count(shown), disputes_text(loaded)),
        (_, _) => disputes_text(loaded),
    }
}

/// Whether the service refuses the filter by status that is set.
fn is_filtered_here(state: &State) -> bool {
    let disputes = &state.workspace.disputes;
    disputes.inbox.filter.status.is_some() && !disputes.filters_at_service(&state.view())
}

fn disputes_text(count: u64) -> String {
    if count == 1 { "1 dispute".to_owned() } else { text::disputes(grouped_count(count)) }
}
