//! The list: a title, the filters, the table, and a foot that says how much of it is loaded.

use std::borrow::Cow;

use egui::Ui;

use crate::back::title_of_rows_ui;
use crate::drafts::Drafts;
use crate::export_menu::ExportMenu;
use crate::list::{List, ListRows as _, ListSums, above_foot_ui, foot_ui, row_height, sums_ui};
use crate::selection::{SelectedRows, selection_ui};
use crate::unreadable::{outdated_ui, unreadable_rows_ui, unreadable_suffix};
use paydesk_core::features::bulk::BulkKind;
use paydesk_core::features::history::HistoryAction;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::payments::list::AHEAD_ROWS;
use paydesk_core::features::payments::{Pages, PaymentTableRow, PaymentsPart, new_payment_refusal};
use paydesk_core::features::table_exports::ExportList;
use paydesk_core::features::views::ViewsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::pages::STALLED;
use paydesk_core::route::Route;
use paydesk_core::service_link::ServiceLink;
use paydesk_core::{Action, State};
use paydesk_domain::export::ExportKind;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::known::{Known, known_of_listed};
use paydesk_domain::money::grouped_count;
use paydesk_domain::money_sums::MoneySums;
use paydesk_domain::text::visible;
use paydesk_index::payment_columns::{SortKey, StoredPayment};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::table::{MARKS_WIDTH, RowMarks, TableSort};
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Failed, Notice, empty_ui, failed_ui, label_ui, loading_line, loading_ui};

use super::cells::ShownPayment;
use super::columns::{cell_ui, chosen_page_columns, fit, page_columns, says};
use super::draft::{PaymentsDraft, PaymentsViewDraft};
use super::filtered_here::filtered_here_ui;
use super::filters::filters_ui;
use super::row_name::row_name;
use super::selection::bulk_kinds;
use super::{search, text, views};
use paydesk_widgets::reading_order::from_right_ui;

/// Most statuses named at once.
const UNLISTED_SHOWN: usize = 5;
/// Room that buttons at the right of the title take beside the icons of the others, in points.
const NEW_ROOM: f32 = 252.0;
const NEW_AND_REFRESH_ROOM: f32 = 314.0;
/// What the review queue and the menu of saved views take of it.
const REVIEW_QUEUE_ROOM: f32 = 166.0;
const VIEWS_ROOM: f32 = 52.0;
const NEW_REFRESH_AND_VIEWS_ROOM: f32 = 400.0;

/// Draws the list.
pub fn list_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    above_foot_ui(ui, |ui| rows_ui(ui, state, drafts, actions));
    status_line_ui(ui, state, drafts, actions);
}

fn rows_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    head_ui(ui, state, drafts, actions);
    ui.add_space(space::M);
    let filters = ui.scope(|ui| filters_ui(ui, state, drafts, actions)).response;
    ui.add_space(space::S);
    let mut line = filters.rect;
    line.max = egui::pos2(ui.max_rect().right(), line.bottom() + space::S);
    loading_line(ui, line, state.workspace.payments.pages == Pages::Loading);
    search::fault_ui(ui, state, actions);
    if state.workspace.payments.part(&state.view()).is_none() {
        search::progress_ui(ui, state, drafts, actions);
    }
    drafts.of::<PaymentsDraft>().shows_found = search::shows_found(state);
    if search::shows_found(state) {
        if search::shows_newest(state) || state.workspace.history.has_first_alone() {
            return search::found_ui(ui, state, drafts, actions);
        }
        search::chips_ui(ui, state, actions);
        return search::with_facets_ui(ui, state, drafts, actions, |ui, drafts, actions| {
            search::found_ui(ui, state, drafts, actions);
        });
    }
    review_guess_ui(ui, state, actions);
    filtered_here_ui(ui, state);
    match (&state.workspace.payments.pages, state.workspace.payments.is_empty()) {
        (_, true) if state.profiles.key_missing => {
            empty_ui(ui, Icon::ApiKey, "Payments load once the profile has a key", None);
        }
        (Pages::Failed(error), true) => {
            let (text, code) = (error.what(), error.code());
            let failed = Failed {
                title: "Payments could not be loaded",
                message: &text,
                code: code.as_deref(),
                advice: Some(error.what_to_do()),
                retrying: false,
            };
            if failed_ui(ui, &failed) {
                actions.push(Action::Payments(PaymentsAction::Refresh));
            }
        }
        (Pages::Failed(error), false) => {
            let title = text::some_payments_could(error.what());
            if Notice::new(Tone::Danger, error.what_to_do()).title(&title).action(text::RETRY).ui(ui) {
                actions.push(Action::Payments(PaymentsAction::Refresh));
            }
            table_ui(ui, state, drafts, actions);
        }
        (Pages::NotAsked, true) => not_asked_ui(ui, state, actions),
        (Pages::Loading, true) => waiting_ui(ui, state),
        (Pages::Idle, true) => nothing_ui(ui, state, drafts, actions),
        (Pages::NotAsked | Pages::Loading | Pages::Idle, false) => table_ui(ui, state, drafts, actions),
    }
}

/// The title with what can be done with the whole list.
fn head_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let title = views::title(state).map_or_else(|| state.workspace.payments.title(&state.view()).into(), Cow::Owned);
    title_of_rows_ui(ui, state, &title, actions, |ui, actions| {
        let reason = new_payment_refusal(&state.view());
        let is_review = state.workspace.payments.part(&state.view()) == Some(PaymentsPart::InReview);
        let others = if is_review { REVIEW_QUEUE_ROOM } else { VIEWS_ROOM };
        let room = ui.available_width() - others;
        if labelled("New payment…", Icon::Add, room >= NEW_ROOM).disabled(reason.as_deref()).ui(ui).clicked() {
            actions.push(Action::OpenNew(ResourceKind::Payment));
        }
        ui.add_space(space::S);
        if labelled(text::REFRESH, Icon::Refresh, room >= NEW_AND_REFRESH_ROOM).ui(ui).clicked() {
            actions.push(Action::Payments(PaymentsAction::Refresh));
        }
        if is_review {
            ui.add_space(space::S);
            let none = state.workspace.payments.is_empty().then_some(text::NOTHING_IN_REVIEW);
            if Button::primary(text::REVIEW_QUEUE).icon(Icon::Review).disabled(none).ui(ui).clicked() {
                actions.push(Action::GoTo(Route::ReviewQueue));
            }
        }
        if search::is_offered(state) {
            ui.add_space(space::S);
            let label = labelled(text::SAVED_VIEWS, Icon::Bookmark, room >= NEW_REFRESH_AND_VIEWS_ROOM);
            views::menu_ui(ui, label, state, drafts, actions);
        }
        ui.add_space(space::S);
        export_ui(ui, state, actions);
    });
}

/// A button with its label, or its icon alone where there is no room.
fn labelled(label: &str, icon: Icon, has_room: bool) -> Button<'_> {
    if has_room { Button::secondary(label).icon(icon) } else { Button::icon_only(icon, label) }
}

/// What is shown as a file: what a search found, all that are known, or the list, of which the rest is loaded first.
fn export_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let (payments, history) = (&state.workspace.payments, &state.workspace.history);
    let menu = if search::shows_found(state) {
        ExportMenu::new(ExportKind::Payments, history.search().len())
    } else if search::is_offered(state) && !payments.filter.is_active() {
        ExportMenu::new(ExportKind::Payments, history.columns().newest().len())
    } else {
        let loads_first = !payments.has_ended();
        ExportMenu { loads_first, ..ExportMenu::new(ExportKind::Payments, payments.len()) }
    };
    menu.ui(ui, state, ExportList::Payments, actions);
}

/// In front of the payments in review, as long as the name of the status is a guess that loaded payments put in doubt.
fn review_guess_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let (payments, view) = (&state.workspace.payments, state.view());
    let review = view.review_status();
    let shows_review = payments.filter.status.as_ref().is_some_and(|status| review.is(status));
    let unlisted: Vec<String> = payments
        .unlisted(review)
        .map(|(status, count)| format!("“{}” ({})", visible(status.as_str(), 40), grouped_count(count)))
        .take(UNLISTED_SHOWN)
        .collect();
    if !shows_review || !review.is_assumed() || unlisted.is_empty() {
        return;
    }
    let text = text::may_not_be_manual_review_api(review.word(), unlisted.join(", "));
    if Notice::new(Tone::Attention, &text).action("Show these payments").ui(ui) {
        actions.push(Action::Payments(PaymentsAction::ShowUnlisted));
    }
    ui.add_space(space::S);
}

fn waiting_ui(ui: &mut Ui, state: &State) {
    ui.add_space(space::S);
    loading_ui(ui, "Loading payments…", 8, row_height(state));
}

/// Before the first answer: the service starts, or could not be started.
fn not_asked_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    match &state.workspace.connection.link {
        ServiceLink::NotStarted(problem) => {
            let embedded = state.profiles.current_saved().is_none();
            let failed = Failed {
                title: if embedded { "The service did not start" } else { "The profile cannot be used" },
                message: &problem.what,
                code: None,
                advice: Some(&problem.what_to_do),
                retrying: false,
            };
            if failed_ui(ui, &failed) {
                actions.push(Action::RetryService);
            }
        }
        ServiceLink::Connecting | ServiceLink::Connected | ServiceLink::Unreachable(_) | ServiceLink::Locked(_) => {
            waiting_ui(ui, state)
        }
    }
}

fn nothing_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let payments = &state.workspace.payments;
    let filter = &payments.filter;
    let suffix = unreadable_suffix(payments.unreadable.as_ref());
    if let Some(rows) = payments.unreadable.as_ref().filter(|_| payments.loaded() == 0) {
        if unreadable_rows_ui(ui, "payments", rows, &mut drafts.unreadable_payments) {
            actions.push(Action::Payments(PaymentsAction::Refresh));
        }
    } else if payments.is_stalled {
        let sentence = text::no_payment_could_be_loaded(STALLED, &suffix);
        if empty_ui(ui, Icon::Unknown, &sentence, Some(text::REFRESH)) {
            actions.push(Action::Payments(PaymentsAction::Refresh));
        }
    } else if let Some(part) =
        payments.part(&state.view()).filter(|_| payments.has_ended() && !payments.is_narrowed(&state.view()))
    {
        let sentence = match part {
            PaymentsPart::ToCapture => {
                "Nothing to capture. Payments that you authorized appear here until they are captured."
            }
            PaymentsPart::InReview => "No payments in review. Payments that wait for your decision appear here.",
        };
        empty_ui(ui, Icon::Success, sentence, None);
    } else if !filter.is_active() {
        empty_ui(ui, Icon::Tray, "No payments yet. They appear here as customers pay.", None);
    } else if payments.filters_here() && !payments.complete {
        let loaded = grouped_count(payments.loaded() as u64);
        let sentence = text::none_among_payments_loaded(&loaded, &suffix);
        if empty_ui(ui, Icon::Search, &sentence, Some("Load more")) {
            actions.push(Action::Payments(PaymentsAction::LoadAll));
        }
    } else {
        let sentence = text::no_payment_matches_these_filters(&suffix);
        if empty_ui(ui, Icon::Search, &sentence, Some(text::CLEAR_ALL_FILTERS)) {
            actions.push(Action::Payments(PaymentsAction::ClearFilters));
        }
    }
}

fn table_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let payments = &state.workspace.payments;
    let sort = TableSort { column: payments.sort.column, ascending: !payments.sort.descending };
    let name = |index: usize| payments.row(index).map_or_else(Cow::default, |row| Cow::Owned(row_name(state, row)));
    let draft = drafts.of::<PaymentsDraft>();
    let (view, PaymentsViewDraft { list: draft, columns: facts, marks, .. }) = (draft.shown(), draft.view());
    marks.follow(payments);
    if payments.has_ended() {
        marks.keep_listed(payments);
    }
    let selected = SelectedRows {
        id: &|id: &PaymentId| id.to_string(),
        amount: &|id| payments.listed_amount(id, &state.view()),
        allows: &|id, kind: BulkKind| {
            let row = payments.listed(id);
            row.is_some_and(|row| kind.suits(&row.payment.status, row.in_review))
        },
        revision: payments.details_revision(),
    };
    selection_ui(ui, state, bulk_kinds(state), (payments, marks), selected, actions);
    let columns = page_columns(state);
    facts.follow(payments, &columns, |row, key| payments.row(row).map_or("", |row| says(row, key)).to_owned());
    let width = ui.available_width() - MARKS_WIDTH;
    let chosen = state.workspace.views.columns(&state.view());
    let fitted = match chosen.is_empty() {
        true => fit(facts, &columns, width),
        false => chosen_page_columns(state, width),
    };
    // Each view is scrolled by itself.
    let (columns, titles) = (&fitted.columns, &fitted.titles);
    let list = List { name: "Payments table", columns, titles, row_height: row_height(state), sort: Some(sort) };
    let is_marked = |row| payments.key(row).is_some_and(|key| marks.has(key));
    let shown_marks = Some(RowMarks { is_marked: &is_marked, count: marks.len() });
    // One row after the other is drawn: what is stored of the last one is kept for its next cell.
    let mut last: Option<(usize, Option<StoredPayment>)> = None;
    let salt: Vec<SortKey> = chosen.iter().map(|column| column.key).collect();
    let output = ui.push_id((view, salt), |ui| {
        list.ui_with_marks(ui, payments, payments.open.as_ref(), (draft, shown_marks), name, |cell| {
            let Some(row) = payments.row(cell.row) else { return };
            if !chosen.is_empty() && last.as_ref().is_none_or(|(place, _)| *place != cell.row) {
                last = Some((cell.row, stored(state, row)));
            }
            let stored = last.as_ref().and_then(|(_, stored)| stored.as_ref());
            cell_ui(cell, &ShownPayment { state, row, stored });
        })
    });
    let output = output.inner;
    if let Some(change) = output.marked {
        marks.change(payments, change);
    }
    if let Some(columns) = output.widths.and_then(|widths| search::resized(chosen, &widths)) {
        actions.push(Action::Views(ViewsAction::Columns(columns)));
    }
    if let Some(row) = output.opened.and_then(|index| payments.row(index)) {
        actions.push(Action::Payments(PaymentsAction::Open(row.payment.payment_id.clone())));
    }
    if output.closes {
        actions.push(Action::Payments(PaymentsAction::Close));
    }
    if let Some(sort) = output.sort {
        actions.push(Action::Payments(PaymentsAction::Sort(sort.column)));
    }
    let near_end = output.visible.end + AHEAD_ROWS > payments.len();
    if near_end && payments.pages == Pages::Idle && !payments.has_ended() && !payments.filters_here() {
        actions.push(Action::Payments(PaymentsAction::LoadMore));
    }
}

/// What is stored of a payment that is listed.
fn stored(state: &State, row: &PaymentTableRow) -> Option<StoredPayment> {
    let columns = state.workspace.history.columns();
    columns.find(&row.payment.payment_id).and_then(|place| columns.payment(place))
}

/// How much is loaded, how it is ordered, how old it is, in which zone times are.
fn status_line_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let tokens = tokens(ui);
    foot_ui(ui, |ui| {
        if search::shows_found(state) {
            label_ui(ui, Text::Caption, tokens.subdued, &search::found_text(state));
            let again = Button::link("Sort again").hint("Details have loaded since this list was sorted");
            if state.workspace.history.search().waits_for_person() && again.ui(ui).clicked() {
                actions.push(Action::History(HistoryAction::SearchAgain));
            }
            search::older_ui(ui, state, actions);
            sums_ui(ui, &search::found_sums(state));
            return;
        }
        let sums = listed_sums(state, &mut drafts.of::<PaymentsDraft>().view().sums);
        label_ui(ui, Text::Caption, tokens.subdued, &loaded_text(state));
        let payments = &state.workspace.payments;
        if payments.load_all && !payments.has_ended() {
            if Button::link(text::STOP).name("Stop loading").ui(ui).clicked() {
                actions.push(Action::Payments(PaymentsAction::StopLoading));
            }
        } else if !payments.has_ended() && payments.loaded() > 0 && Button::link(text::LOAD_ALL).ui(ui).clicked() {
            actions.push(Action::Payments(PaymentsAction::LoadAll));
        }
        let rows = payments.unreadable.as_ref().map(|rows| (rows.count, rows.first.clone()));
        for (unread, one, more) in [(&rows, "row", "rows"), (&payments.incomplete, "field", "fields")] {
            if let Some((count, first)) = unread {
                let text = text::cannot_be_read(count, if *count == 1 { one } else { more });
                let label = label_ui(ui, Text::Caption, tokens.danger.text, &text);
                label.on_hover_text(text::first(first));
            }
        }
        outdated_ui(ui, payments.outdated());
        if knows_all(state) && !payments.has_ended() {
            let all = grouped_count(state.workspace.history.columns().len() as u64);
            label_ui(ui, Text::Caption, tokens.subdued, &format!("All {all}:"));
        }
        sums_ui(ui, &sums);
        from_right_ui(ui, |ui| {
            let read = payments.read_at.filter(|_| payments.loaded() > 0);
            let read = read.map(|at| text::updated(state.zone().clock(at))).unwrap_or_default();
            let text = Text::Caption.rich(text::times_in(&read, state.zone())).color(tokens.subdued);
            ui.add(egui::Label::new(text).truncate());
        });
    });
}

/// What the listed payments come to: of those to capture, what can be captured. Of all payments, where they are known here,
/// what all of them come to, listed or not.
fn listed_sums(state: &State, sums: &mut ListSums) -> Known<MoneySums> {
    let (payments, view) = (&state.workspace.payments, state.view());
    if knows_all(state) {
        return known_of_listed(state.workspace.history.columns().sums(), true);
    }
    let is_all = payments.complete && payments.unreadable.is_none() && !state.workspace.may_list_fewer_to_capture();
    sums.known(payments, is_all, |row| payments.listed_amount(payments.key(row)?, &view))
}

/// Whether all payments are shown, in whatever order, and every one of the service is known here.
fn knows_all(state: &State) -> bool {
    let payments = &state.workspace.payments;
    let known = state.workspace.history.columns().len() as u64;
    let is_all = !payments.filter.is_active() && payments.loaded() > 0;
    is_all && state.workspace.history.knows_all() && state.workspace.all_payments().if_exact() == Some(known)
}

fn loaded_text(state: &State) -> String {
    let payments = &state.workspace.payments;
    let (loaded, shown) = (payments.loaded() as u64, payments.len() as u64);
    if loaded == 0 && matches!(state.workspace.connection.link, ServiceLink::NotStarted(_)) {
        return text::NOTHING_LOADED.to_owned();
    }
    if payments.pages == Pages::NotAsked || payments.pages == Pages::Loading && loaded == 0 {
        return text::LOADING.to_owned();
    }
    if loaded == 0 && matches!(payments.pages, Pages::Failed(_)) {
        return text::NOTHING_LOADED.to_owned();
    }
    if loaded == 0 && payments.unreadable.is_some() {
        return text::NOTHING_COULD_BE_READ.to_owned();
    }
    let all = state.workspace.all_payments().if_exact().filter(|_| !payments.filter.is_active());
    let is_picked = payments.filters_here();
    let of = match payments.total_count.max(all).filter(|_| !is_picked) {
        Some(total) if total != loaded => text::of_loaded(grouped_count(loaded), grouped_count(total)),
        Some(_) | None if state.workspace.may_list_fewer_to_capture() => text::loaded(grouped_count(loaded)),
        Some(_) | None if payments.complete && loaded == 1 => text::ONE_PAYMENT.to_owned(),
        Some(_) | None if payments.complete => text::payments(grouped_count(loaded)),
        Some(_) | None => text::loaded(grouped_count(loaded)),
    };
    let picked = if is_picked { text::shown_of(grouped_count(shown), &of) } else { of };
    let picked = if payments.is_stalled { format!("{picked}: {STALLED}") } else { picked };
    if payments.complete || payments.sort.is_service_order() { picked } else { text::ordered_among_these(&picked) }
}
