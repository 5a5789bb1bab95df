//! Home: one list of what waits, what hurries first. Each row leads to exactly the rows that it counts. Below it stand the last
//! days and the operations that ended; in a wide window these are beside it.

mod amounts;
mod days;
mod recent;
mod text;

use std::collections::BTreeSet;

use egui::{CentralPanel, Frame, Rect, ScrollArea, Ui, UiBuilder, vec2};

use crate::drafts::Drafts;
use crate::list::{List, ListRows as _, ListState};
use crate::panel_view::PanelView;
use crate::status::{environment_chip_ui, profile_name};
use paydesk_core::features::home::{HomeAction, HomeEntry, HomeItem};
use paydesk_core::route::Route;
use paydesk_core::service_link::ServiceLink;
use paydesk_core::{Action, State};
use paydesk_domain::money::{Currency, Money};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::{LANE, in_margin_ui};
use paydesk_widgets::table::{ColumnWidth, TableCell};
use paydesk_widgets::title::{margin, title_ui};
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Button, Notice, TableColumn, empty_ui, label_ui, loading_line, loading_ui, text_width};

use amounts::amounts_ui;
use recent::{activity_ui, recent_ui};

/// Widest list, in points: beyond, the eye loses the row.
const LIST_MAX: f32 = 1_400.0;
/// With as much room as this beside the list, recent activity stands there, in points.
const ACTIVITY_WIDTHS: std::ops::RangeInclusive<f32> = 480.0..=860.0;
/// What the list keeps of its width for that, in points.
const LIST_BESIDE_MIN: f32 = 1_100.0;
const ROW: f32 = 44.0;
const ROW_OF_TWO_LINES: f32 = 54.0;
/// Of the titles of the columns, in points.
const HEADER: f32 = 36.0;
/// With less room what was done stands below the last days, in points.
const BESIDE_DAYS_MIN: f32 = 1_000.0;
/// The room in which it is said that nothing waits, in points.
const CAUGHT_UP: f32 = 160.0;
/// With less room the columns are narrower, in points.
const WIDE_MIN: f32 = 940.0;
const NARROW_MIN: f32 = 610.0;
const SMALL_MIN: f32 = 510.0;

/// How the panel is drawn.
pub const VIEW: PanelView =
    PanelView::new(Route::Home, Icon::Home, panel_ui).with_list(|drafts| &mut drafts.of::<HomeDraft>().list.keys);

/// What the window knows of Home.
#[derive(Debug, Default)]
pub struct HomeDraft {
    list: ListState<HomeItem>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HomeColumn {
    Work,
    /// The details below what it is, in a window that has no room for a column of them.
    WorkAndDetails,
    Count,
    Details,
    Amounts,
    /// The sum in the currency of this place among those of all rows.
    Currency(usize),
    /// The button that leads to the work.
    Action,
}

/// Currencies that have a column each; of more, the sums of a row stand in one.
const CURRENCIES_MAX: usize = 5;

/// Between the texts of two columns, in points.
const COLUMN_GAP: f32 = 24.0;
/// Of the amounts in a wide window, in points.
const AMOUNTS_MIN: f32 = 420.0;

/// Of the counts, in points.
const COUNT: f32 = 60.0;
/// Of the column of buttons, and of each, in points.
const ACTION: f32 = 112.0;
const BUTTON: f32 = 96.0;

const SMALL: [TableColumn<HomeColumn>; 3] = two_lines(140.0);
const NARROW: [TableColumn<HomeColumn>; 3] = two_lines(210.0);

const fn two_lines(amounts: f32) -> [TableColumn<HomeColumn>; 3] {
    [
        TableColumn::new(HomeColumn::WorkAndDetails, text::WORK, ColumnWidth::Remainder { min: 180.0 }),
        TableColumn::new(HomeColumn::Count, text::COUNT, ColumnWidth::Exact(COUNT)).right(),
        TableColumn::new(HomeColumn::Amounts, text::AMOUNTS, ColumnWidth::Exact(amounts)).right(),
    ]
}

const fn columns(work: f32, details_min: f32, amounts: f32) -> [TableColumn<HomeColumn>; 5] {
    [
        TableColumn::new(HomeColumn::Work, text::WORK, ColumnWidth::Exact(work)),
        TableColumn::new(HomeColumn::Count, text::COUNT, ColumnWidth::Exact(COUNT)).right(),
        TableColumn::new(HomeColumn::Details, text::DETAILS, ColumnWidth::Remainder { min: details_min }),
        TableColumn::new(HomeColumn::Amounts, text::AMOUNTS, ColumnWidth::Exact(amounts)).right(),
        TableColumn::new(HomeColumn::Action, "", ColumnWidth::Exact(ACTION)).right(),
    ]
}

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin());
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        parts_ui(ui, state, drafts, actions);
    });
}

fn parts_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let (list, activity) = parts(ui.available_rect_before_wrap());
    let is_beside = activity.is_some();
    ui.scope_builder(UiBuilder::new().max_rect(list), |ui| list_ui(ui, state, is_beside, drafts, actions));
    if let Some(activity) = activity {
        ui.scope_builder(UiBuilder::new().max_rect(activity), |ui| activity_ui(ui, state, actions));
    }
}

/// Where the list is, and recent activity where there is room for it.
fn parts(room: Rect) -> (Rect, Option<Rect>) {
    const GAP: f32 = 2.0 * space::XXL;
    let left = room.width() - LIST_BESIDE_MIN - GAP;
    if left < *ACTIVITY_WIDTHS.start() {
        return (room.with_max_x(room.right().min(room.left() + LIST_MAX)), None);
    }
    let beside = (room.width() * 0.35).clamp(*ACTIVITY_WIDTHS.start(), *ACTIVITY_WIDTHS.end()).min(left);
    let list = room.with_max_x((room.right() - beside - GAP).min(room.left() + LIST_MAX));
    let activity = room.with_min_x(list.right() + GAP).with_max_x(list.right() + GAP + beside);
    (list, Some(activity))
}

fn list_ui(ui: &mut Ui, state: &State, has_activity: bool, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = space::S;
    title_ui(ui, text::HOME, |ui| {
        if Button::secondary(text::REFRESH).icon(Icon::Refresh).ui(ui).clicked() {
            actions.push(Action::Home(HomeAction::Refresh));
        }
    });
    head_ui(ui, state, actions);
    let area = ScrollArea::vertical().id_salt("home").auto_shrink([false, false]);
    in_margin_ui(ui, LANE, area, |ui| {
        waiting_ui(ui, state, drafts, actions);
        elsewhere_ui(ui, state, actions);
        if !state.profiles.key_missing {
            ui.add_space(space::L);
            below_ui(ui, state, has_activity, actions);
        }
    });
}

/// How it is going; beside it what was done, where that is not beside the list.
fn below_ui(ui: &mut Ui, state: &State, has_activity: bool, actions: &mut Vec<Action>) {
    let room = ui.available_rect_before_wrap();
    if has_activity {
        return days::days_ui(ui, state, actions);
    }
    if room.width() < BESIDE_DAYS_MIN {
        days::days_ui(ui, state, actions);
        ui.add_space(space::L);
        return recent_ui(ui, state, actions);
    }
    let middle = room.left() + (room.width() * 0.58).round();
    let (days, recent) = (room.with_max_x(middle - space::XXL), room.with_min_x(middle + space::S));
    let days = ui.scope_builder(UiBuilder::new().max_rect(days), |ui| days::days_ui(ui, state, actions)).response.rect;
    let recent = ui.scope_builder(UiBuilder::new().max_rect(recent), |ui| recent_ui(ui, state, actions)).response.rect;
    ui.expand_to_include_rect(days.union(recent));
}

/// The operations of other profiles: nothing above counts them.
fn elsewhere_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    for elsewhere in state.attention_elsewhere() {
        ui.push_id(elsewhere.profile_id, |ui| {
            ui.horizontal_wrapped(|ui| {
                environment_chip_ui(ui, elsewhere.environment);
                let name = profile_name(state, elsewhere.profile_id);
                if Button::link(&text::attention_elsewhere(elsewhere.count, name)).ui(ui).clicked() {
                    actions.push(Action::GoTo(Route::OpenOperations));
                }
            });
        });
    }
}

/// How old it is, and what stands in the way of knowing more.
fn head_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let payments = &state.workspace.payments;
    if let Some(at) = payments.work_read_at() {
        let zone = state.zone();
        label_ui(ui, Text::Small, tokens(ui).subdued, &text::updated(zone.clock(at), zone));
    }
    let mut line = ui.cursor();
    line.max = egui::pos2(ui.max_rect().right(), line.top() + space::XS);
    loading_line(ui, line, payments.is_reading_work());
    let connection = &state.workspace.connection;
    if let (ServiceLink::Unreachable(_), Some(at)) = (&connection.link, connection.heard_at()) {
        let since = text::no_response_since(state.zone().short(at, state.now));
        label_ui(ui, Text::Body, tokens(ui).danger.text, &since);
    }
    if let Some(error) = payments.work_failed().filter(|_| !payments.is_reading_work()) {
        let title = format!("{}: {}", "Some items could not be loaded", error.what());
        let notice = Notice::new(Tone::Attention, error.what_to_do()).title(&title);
        if notice.action(text::RETRY).ui(ui) {
            actions.push(Action::Home(HomeAction::Refresh));
        }
    }
}

fn waiting_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    if state.profiles.key_missing {
        empty_ui(ui, Icon::ApiKey, "Home loads once the profile has a key", None);
        return;
    }
    let home = &state.workspace.home;
    let titles = |items: Vec<HomeItem>| items.into_iter().map(HomeItem::title).collect::<Vec<_>>();
    let (quiet, unread) = (titles(home.quiet().collect()), titles(home.unread().collect()));
    let unlisted = titles(home.unlisted().collect());
    let is_caught_up = home.is_empty() && unread.is_empty();
    if is_caught_up {
        let others_wait = state.attention_elsewhere().next().is_some();
        let room = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), CAUGHT_UP));
        ui.scope_builder(UiBuilder::new().max_rect(room), |ui| {
            empty_ui(ui, Icon::Success, text::caught_up(others_wait), None);
        });
    } else if !home.is_empty() {
        table_ui(ui, state, drafts, actions);
    } else if state.workspace.payments.is_reading_work() {
        ui.add_space(space::S);
        loading_ui(ui, text::LOADING, 5, ROW);
        return;
    }
    let quiet = if is_caught_up { Vec::new() } else { quiet };
    let lines =
        [(quiet, text::no_items as fn(&[&str]) -> String), (unread, text::not_loaded_yet), (unlisted, text::unlisted)];
    for (items, line) in lines.iter().filter(|(items, _)| !items.is_empty()) {
        label_ui(ui, Text::Small, tokens(ui).subdued, &line(items));
    }
}

fn table_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let home = &state.workspace.home;
    let entries: Vec<&HomeEntry> = home.waiting().collect();
    let currencies = currencies_of(&entries);
    let (mut fitted, mut titles) = (Vec::new(), Vec::new());
    let columns: &[TableColumn<HomeColumn>] = match ui.available_width() {
        width if width < SMALL_MIN => &SMALL,
        width if width < NARROW_MIN => &NARROW,
        width => {
            match currency_columns(ui, &entries, &currencies, width) {
                Some(columns) => fitted = columns,
                None => fitted.extend(fitted_columns(ui, &entries, width)),
            }
            titles.extend(fitted.iter().map(|column| title_of(column, &currencies)));
            &fitted
        }
    };
    let row_height = if columns.len() == SMALL.len() { ROW_OF_TWO_LINES } else { ROW };
    // With room for the bar where it scrolls sideways.
    let height = HEADER + row_height * entries.len() as f32 + LANE;
    let room = vec2(ui.available_width(), height);
    let list = List { name: "To do", columns, titles: &titles, row_height, sort: None };
    let mut asked = None;
    let output = ui
        .allocate_ui(room, |ui| {
            ui.set_min_size(room);
            let name = |row: usize| entries.get(row).map(|entry| row_name(entry)).unwrap_or_default();
            list.ui(ui, home, None, &mut drafts.of::<HomeDraft>().list, name, |cell| match entries.get(cell.row) {
                Some(entry) if cell.column == HomeColumn::Action => {
                    let is_first = cell.row == 0;
                    asked = cell.ui(|ui| action_ui(ui, entry, is_first)).or(asked.take());
                }
                Some(entry) => cell_ui(cell, entry, &currencies),
                None => {}
            })
        })
        .inner;
    if asked.is_some() {
        actions.extend(asked);
    } else if let Some(entry) = output.opened.and_then(|row| entries.get(row)) {
        actions.push(Action::Home(HomeAction::Open(entry.item)));
    }
}

/// The currencies of all rows.
fn currencies_of(entries: &[&HomeEntry]) -> Vec<Currency> {
    let known = entries.iter().filter_map(|entry| entry.sums.known());
    let all: BTreeSet<Currency> = known.flat_map(|sums| sums.currencies().cloned()).collect();
    all.into_iter().collect()
}

/// A column for each currency, as wide as its widest sum; `None` where there is no room for them.
fn currency_columns(
    ui: &Ui,
    entries: &[&HomeEntry],
    currencies: &[Currency],
    room: f32,
) -> Option<Vec<TableColumn<HomeColumn>>> {
    const WORK: f32 = 220.0;
    const LEAST: f32 = 72.0;
    let widest = |text: &dyn Fn(&HomeEntry) -> String| {
        let widths = entries.iter().map(|entry| text_width(ui, Text::Body, &text(entry)) + COLUMN_GAP);
        widths.fold(LEAST, f32::max)
    };
    let amounts: Vec<f32> = currencies.iter().map(|currency| widest(&|entry| amount_in(entry, currency))).collect();
    let details = widest(&|entry| entry.fact.clone()) + size::ICON_LARGE + space::S;
    let fits = WORK + COUNT + details + amounts.iter().sum::<f32>() + ACTION <= room;
    let of_currency = amounts
        .into_iter()
        .enumerate()
        .map(|(place, width)| TableColumn::new(HomeColumn::Currency(place), "", ColumnWidth::Exact(width)).right());
    let [work, count, details, _, action] = columns(WORK, 120.0, 0.0);
    let columns = || [work, count, details].into_iter().chain(of_currency).chain([action]).collect();
    (fits && currencies.len() <= CURRENCIES_MAX).then(columns)
}

fn title_of(column: &TableColumn<HomeColumn>, currencies: &[Currency]) -> String {
    match column.id {
        HomeColumn::Currency(place) => currencies.get(place).map(|currency| currency.code().to_owned()),
        _ => None,
    }
    .unwrap_or_else(|| column.title.to_owned())
}

/// `1,203.40`, or `1,203.40+` where it may be more.
fn amount_in(entry: &HomeEntry, currency: &Currency) -> String {
    let Some(sum) = entry.sums.known().and_then(|sums| sums.of(currency)) else { return String::new() };
    let text = sum.map_or_else(|| "–".to_owned(), |minor| Money::new(minor, currency.clone()).amount_text());
    if entry.sums.is_exact() { text } else { format!("{text}+") }
}

/// The amounts take what the details of these rows leave: sums of many currencies are not cut beside an empty column.
fn fitted_columns(ui: &Ui, entries: &[&HomeEntry], width: f32) -> [TableColumn<HomeColumn>; 5] {
    const DETAILS_MIN: f32 = 120.0;
    let (work, amounts_min) = if width < WIDE_MIN { (190.0, 200.0) } else { (220.0, AMOUNTS_MIN) };
    let widest = |text: fn(&HomeEntry) -> String| {
        let widths = entries.iter().map(|entry| text_width(ui, Text::Body, &text(entry)) + COLUMN_GAP);
        widths.fold(0.0, f32::max)
    };
    let details = widest(|entry| entry.fact.clone()).max(DETAILS_MIN) + size::ICON_LARGE + space::S;
    let room = width - work - COUNT - details - ACTION - 2.0 * COLUMN_GAP;
    let amounts = widest(|entry| entry.sums.text()).min(room).max(amounts_min);
    columns(work, DETAILS_MIN, amounts)
}

/// What a screen reader says of a row.
fn row_name(entry: &HomeEntry) -> String {
    let count = entry.waiting.spoken();
    let parts = [entry.item.title().to_owned(), count, entry.fact.clone(), entry.sums.text()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

fn cell_ui(cell: &mut TableCell<'_, HomeColumn>, entry: &HomeEntry, currencies: &[Currency]) {
    let is_urgent = entry.waiting.is_urgent;
    match cell.column {
        HomeColumn::Work => cell.ui(|ui| work_ui(ui, entry)),
        HomeColumn::WorkAndDetails => cell.ui(|ui| {
            ui.vertical(|ui| {
                let tokens = tokens(ui);
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.spacing_mut().interact_size.y = 0.0;
                ui.add_space(space::S);
                ui.horizontal(|ui| work_ui(ui, entry));
                let color = if is_urgent { tokens.tone(urgent_tone(entry.item)).text } else { tokens.subdued };
                ui.horizontal(|ui| {
                    ui.add_space(size::ICON_LARGE + ui.spacing().item_spacing.x);
                    label_ui(ui, Text::Small, color, &entry.fact);
                });
            });
        }),
        HomeColumn::Count => cell.ui(|ui| {
            let count = entry.waiting.text();
            let color = tokens(ui).text;
            label_ui(ui, Text::Strong, color, &count);
        }),
        HomeColumn::Details if is_urgent => {
            let tone = urgent_tone(entry.item);
            let icon = if tone == Tone::Danger { Icon::Warning } else { Icon::Clock };
            drop(cell.toned(icon, &entry.fact, tone));
        }
        HomeColumn::Details => drop(cell.subdued(&entry.fact)),
        HomeColumn::Amounts => amounts_ui(cell, entry),
        HomeColumn::Currency(place) => {
            let text = currencies.get(place).map(|currency| amount_in(entry, currency)).unwrap_or_default();
            cell.amount(&text);
        }
        // Drawn by its own function: it is clicked.
        HomeColumn::Action => {}
    }
}

/// The step that the work begins with: filled in the first row, which hurries most.
fn action_ui(ui: &mut Ui, entry: &HomeEntry, is_first: bool) -> Option<Action> {
    let (label, action) = match entry.item {
        HomeItem::ToReview => ("Review", Action::GoTo(Route::ReviewQueue)),
        HomeItem::ToCapture | HomeItem::Remainders => (text::CAPTURE, Action::Home(HomeAction::Open(entry.item))),
        HomeItem::OutcomeUnknown => ("Settle", Action::Home(HomeAction::Open(entry.item))),
        HomeItem::PausedRun => (text::RESUME, Action::Home(HomeAction::Open(entry.item))),
        HomeItem::Approvals => ("Decide", Action::Home(HomeAction::Open(entry.item))),
        HomeItem::DisputesToAnswer => ("Respond", Action::Home(HomeAction::Open(entry.item))),
        HomeItem::PayoutsToFulfil => (text::FULFIL, Action::Home(HomeAction::Open(entry.item))),
        HomeItem::Declines => (text::TRY_AGAIN, Action::Home(HomeAction::Open(entry.item))),
        HomeItem::RefundsPending => ("Check", Action::Home(HomeAction::Open(entry.item))),
    };
    let button = if is_first { Button::primary(label) } else { Button::secondary(label) };
    let name = format!("{label}: {}", entry.item.title());
    button.name(&name).min_width(BUTTON).ui(ui).clicked().then_some(action)
}

fn work_ui(ui: &mut Ui, entry: &HomeEntry) {
    let tokens = tokens(ui);
    let is_urgent = entry.waiting.is_urgent;
    let color = if is_urgent { tokens.tone(urgent_tone(entry.item)).text } else { tokens.subdued };
    icon_of(entry.item).ui(ui, size::ICON_LARGE, color);
    label_ui(ui, Text::Strong, tokens.text, entry.item.title());
}

/// As in the lists it leads to: what ends within a day is in danger.
fn urgent_tone(item: HomeItem) -> Tone {
    match item {
        HomeItem::ToCapture | HomeItem::Remainders | HomeItem::DisputesToAnswer => Tone::Danger,
        HomeItem::ToReview
        | HomeItem::OutcomeUnknown
        | HomeItem::PausedRun
        | HomeItem::Approvals
        | HomeItem::PayoutsToFulfil
        | HomeItem::Declines
        | HomeItem::RefundsPending => Tone::Attention,
    }
}

fn icon_of(item: HomeItem) -> Icon {
    match item {
        HomeItem::ToReview => Icon::Review,
        HomeItem::ToCapture | HomeItem::Remainders => Icon::Clock,
        HomeItem::OutcomeUnknown => Icon::Unknown,
        HomeItem::PausedRun => Icon::Pause,
        HomeItem::Approvals => Icon::Shield,
        HomeItem::DisputesToAnswer => Icon::Dispute,
        HomeItem::PayoutsToFulfil => Icon::Payout,
        HomeItem::Declines => Icon::Failure,
        HomeItem::RefundsPending => Icon::Refund,
    }
}
