//! Saved views of payments: what they show, how they are changed, counted, exported and imported.

use chrono::TimeDelta;
use paydesk_core::effect::{Effect, HistoryJob, StoreJob, SystemEffect, TableJob};
use paydesk_core::features::history::{HistoryAction, HistoryReport, OpenedHistory, ReadPlace};
use paydesk_core::features::home::{HomeAction, HomeItem};
use paydesk_core::features::payments::{PaymentsAction, PaymentsFilter};
use paydesk_core::features::table_exports::{ExportList, TableExportAction};
use paydesk_core::features::views::{ViewsAction, ViewsFile, file};
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::export::ExportFormat;
use paydesk_domain::ids::CustomerId;
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::profile::ProfileId;
use paydesk_index::payment_columns::{KnownPayments, SortKey, SortOrder, StoredPayment};
use paydesk_index::payment_view::{PaymentView, ViewColumn};
use paydesk_test_core::desk::{Desk, eur, problem, succeeded_row};
use paydesk_test_core::service::{Pay, start_time};
use paydesk_test_core::text_of;

fn opened(columns: KnownPayments, place: ReadPlace) -> Message {
    let opened = OpenedHistory { columns, place, is_written: true };
    Message::History { profile_id: ProfileId::embedded(), report: HistoryReport::Opened(Ok(Box::new(opened))) }
}

/// Nine payments: succeeded, failed, to capture, in turn; their amounts grow.
fn desk() -> Desk {
    let status = |number: usize| ["succeeded", "failed", "requires_capture"][number % 3];
    let pay = |number: usize| Pay::with_status(&format!("pay_{number}"), status(number), 100_000 * number as i64);
    let mut desk = Desk::ready((0..9).map(pay).collect());
    desk.event(opened(KnownPayments::default(), ReadPlace::default()));
    desk.serve();
    desk
}

fn act(desk: &mut Desk, action: ViewsAction) {
    desk.act(Action::Views(action));
}

fn show(desk: &mut Desk, name: &str) {
    act(desk, ViewsAction::Show(name.to_owned()));
}

fn search(desk: &mut Desk, text: &str) {
    desk.act(Action::History(HistoryAction::Search(text.to_owned())));
}

fn views(desk: &Desk) -> Vec<PaymentView> {
    desk.state.settings.views(&ProfileId::embedded()).to_vec()
}

fn names(desk: &Desk) -> Vec<String> {
    views(desk).into_iter().map(|view| view.name).collect()
}

fn shown(desk: &Desk) -> Option<String> {
    let workspace = &desk.state.workspace;
    workspace.views.shown(&workspace.history, &desk.state.view()).map(|view| view.name.clone())
}

fn is_changed(desk: &Desk) -> bool {
    let workspace = &desk.state.workspace;
    let view = workspace.views.shown(&workspace.history, &desk.state.view()).unwrap();
    workspace.views.is_changed(view, &workspace.history)
}

fn found(desk: &Desk) -> Vec<String> {
    let history = &desk.state.workspace.history;
    let found = (0..history.search().len()).filter_map(|place| history.found(place));
    found.map(|found| found.row.payment_id.to_string()).collect()
}

fn counts(desk: &Desk) -> Vec<String> {
    (0..views(desk).len()).map(|place| desk.state.workspace.view_count(place).text()).collect()
}

fn import(desk: &mut Desk, content: &str) {
    let file = ViewsFile { path: "views.json".to_owned(), content: content.to_owned() };
    desk.event(Message::ViewsRead { profile_id: ProfileId::embedded(), result: Ok(Some(file)) });
}

#[test]
fn a_profile_begins_with_three_views_which_are_counted() {
    let mut desk = desk();
    assert_eq!(names(&desk), ["Recent declines", "Large payments", "Disputed"]);
    desk.pass(2);
    assert_eq!(counts(&desk), ["3", "8", "–"]);
    show(&mut desk, "Large payments");
    assert_eq!(shown(&desk).as_deref(), Some("Large payments"));
    assert_eq!(found(&desk)[..2], ["pay_8", "pay_7"], "the largest first");
    assert!(!is_changed(&desk));
    assert!(desk.saved.is_empty(), "showing one changes nothing");
}

#[test]
fn what_is_searched_for_is_saved_with_its_order_and_found_again() {
    let mut desk = desk();
    search(&mut desk, "status:failed");
    desk.act(Action::History(HistoryAction::Sort(SortKey::Amount)));
    let before = found(&desk);
    act(&mut desk, ViewsAction::Save("  My failed  ".to_owned()));
    assert_eq!(shown(&desk).as_deref(), Some("My failed"));
    assert_eq!(desk.saved.last().unwrap(), &desk.state.settings);
    desk.act(Action::Payments(PaymentsAction::ShowAll));
    assert_eq!((shown(&desk), desk.state.workspace.history.search().is_active()), (None, false));
    show(&mut desk, "My failed");
    assert_eq!(found(&desk), before);
    desk.pass(2);
    assert_eq!(counts(&desk)[3], "3");
    act(&mut desk, ViewsAction::Save("My failed".to_owned()));
    assert_eq!(views(&desk).len(), 4, "the name is taken");
}

#[test]
fn the_payments_of_a_customer_or_of_a_number_are_not_hidden_behind_the_view_that_was_open() {
    let theirs = PaymentsFilter::of_customer(CustomerId::new("cus_1"));
    let only = |filter: &PaymentsFilter| Action::Payments(PaymentsAction::ShowOnly(Box::new(filter.clone())));
    let asked = [
        (only(&theirs), theirs),
        (only(&PaymentsFilter::failed()), PaymentsFilter::failed()),
        (Action::Home(HomeAction::Open(HomeItem::Declines)), PaymentsFilter::worth_retry()),
    ];
    for (action, filter) in asked {
        let mut desk = desk();
        desk.act(Action::Payments(PaymentsAction::FilterCurrency(Some(CurrencyCode::new("USD")))));
        show(&mut desk, "Large payments");
        desk.act(Action::GoTo(Route::List(ResourceKind::Customer)));
        desk.act(action);
        let workspace = &desk.state.workspace;
        assert_eq!(workspace.route, Route::List(ResourceKind::Payment));
        assert_eq!((shown(&desk), workspace.history.search().is_active()), (None, false), "{filter:?}");
        assert_eq!(workspace.payments.filter, filter);
    }
}

#[test]
fn another_order_of_all_payments_is_a_view_too() {
    let mut desk = desk();
    desk.act(Action::Payments(PaymentsAction::Sort(SortKey::Amount)));
    act(&mut desk, ViewsAction::Save("By amount".to_owned()));
    let view = views(&desk).pop().unwrap();
    assert_eq!((view.query.as_str(), view.sort.key), ("", SortKey::Amount));
    assert_eq!((shown(&desk).as_deref(), found(&desk).len()), (Some("By amount"), 9));
    search(&mut desk, "");
    assert_eq!((shown(&desk), desk.state.workspace.history.search().is_active()), (None, false));
}

#[test]
fn a_view_that_was_changed_is_updated_and_only_then_saved() {
    let mut desk = desk();
    show(&mut desk, "Disputed");
    search(&mut desk, "disputed:yes status:failed");
    assert!(is_changed(&desk));
    assert!(desk.saved.is_empty());
    act(&mut desk, ViewsAction::Update);
    assert!(!is_changed(&desk));
    assert_eq!(views(&desk)[2].query, "disputed:yes status:failed");
    act(&mut desk, ViewsAction::Columns(vec![ViewColumn::new(SortKey::Amount), ViewColumn::new(SortKey::Email)]));
    assert!(is_changed(&desk), "columns are of the view");
    assert!(desk.state.settings.payment_columns(&ProfileId::embedded()).is_empty());
    act(&mut desk, ViewsAction::Update);
    assert_eq!(views(&desk)[2].columns.len(), 2);
}

#[test]
fn columns_that_are_chosen_without_a_view_are_those_of_the_profile() {
    let mut desk = desk();
    search(&mut desk, "status:failed");
    act(&mut desk, ViewsAction::Columns(vec![ViewColumn::new(SortKey::Email)]));
    let of_profile = [ViewColumn::new(SortKey::Email)];
    assert_eq!(desk.state.settings.payment_columns(&ProfileId::embedded()), of_profile);
    assert_eq!(desk.state.workspace.views.columns(&desk.state.view()), of_profile);
    show(&mut desk, "Disputed");
    assert!(desk.state.workspace.views.columns(&desk.state.view()).is_empty());
    act(&mut desk, ViewsAction::Columns(Vec::new()));
    desk.act(Action::Payments(PaymentsAction::ShowAll));
    act(&mut desk, ViewsAction::Columns(Vec::new()));
    assert!(desk.state.settings.payment_columns.is_empty(), "the usual ones are not stored");
}

#[test]
fn a_view_is_renamed_and_deleted_and_what_it_showed_stays() {
    let mut desk = desk();
    show(&mut desk, "Large payments");
    act(&mut desk, ViewsAction::Rename { from: "Large payments".to_owned(), to: "Disputed".to_owned() });
    assert_eq!(shown(&desk).as_deref(), Some("Large payments"), "the name is taken");
    act(&mut desk, ViewsAction::Rename { from: "Large payments".to_owned(), to: "Largest".to_owned() });
    assert_eq!(shown(&desk).as_deref(), Some("Largest"));
    act(&mut desk, ViewsAction::Delete("Largest".to_owned()));
    assert_eq!(names(&desk), ["Recent declines", "Disputed"]);
    assert_eq!((shown(&desk), found(&desk).len()), (None, 8), "it can be saved again");
    for name in ["Recent declines", "Disputed"] {
        act(&mut desk, ViewsAction::Delete(name.to_owned()));
    }
    assert!(views(&desk).is_empty(), "those to begin with do not come again");
}

#[test]
fn views_are_those_of_their_profile() {
    let mut desk = desk();
    search(&mut desk, "pay_1");
    act(&mut desk, ViewsAction::Save("One".to_owned()));
    assert_eq!(desk.state.settings.views(&ProfileId::new("shop")), PaymentView::first_ones());
    let text = serde_json::to_string(&desk.state.settings).unwrap();
    let read: paydesk_core::settings::Settings = serde_json::from_str(&text).unwrap();
    assert_eq!(read.bounded(), desk.state.settings, "as the file holds it");
}

#[test]
fn counts_follow_what_comes_and_what_is_saved() {
    let mut desk = desk();
    desk.pass(2);
    assert_eq!(counts(&desk)[0], "3");
    search(&mut desk, "status:succeeded");
    act(&mut desk, ViewsAction::Save("Good".to_owned()));
    assert_eq!(counts(&desk), ["3", "8", "–", "3"], "at once");
    act(&mut desk, ViewsAction::Delete("Large payments".to_owned()));
    assert_eq!(counts(&desk), ["3", "–", "3"]);
    let columns = desk.state.workspace.history.columns().len();
    desk.service.payments.push(Pay::with_status("pay_new", "succeeded", 500));
    desk.pass(130);
    assert_eq!(desk.state.workspace.history.columns().len(), columns + 1);
    assert_eq!(counts(&desk), ["3", "–", "4"]);
}

/// A desk that knows so many payments.
fn with_many(count: usize) -> Desk {
    let mut columns = KnownPayments::default();
    for number in 0..count {
        let created = start_time() - TimeDelta::days(40) - TimeDelta::seconds(number as i64);
        let row = succeeded_row(&format!("pay_{number:05}"), eur(100_000), created);
        columns.put(&StoredPayment { detailed_at: Some(start_time()), ..StoredPayment::listed(row, start_time()) });
    }
    columns.order_new();
    let as_of = Some(start_time());
    let place =
        ReadPlace { is_whole: true, is_read: true, current_to: as_of, as_of, swept_at: as_of, ..ReadPlace::default() };
    let mut desk = Desk::ready(Vec::new());
    desk.event(opened(columns, place));
    desk
}

fn counting(desk: &Desk) -> Vec<&HistoryJob> {
    desk.history.iter().filter(|job| matches!(job, HistoryJob::Count { .. })).collect()
}

#[test]
fn many_payments_are_counted_by_the_thread_of_the_cache_once() {
    let mut desk = with_many(20_001);
    for _ in 0..5 {
        desk.tick(0);
    }
    let [HistoryJob::Count { nth, input, .. }] = counting(&desk)[..] else { panic!("{:?}", counting(&desk).len()) };
    let (nth, found) = (*nth, input.count());
    assert_eq!(counts(&desk), ["–"; 3]);
    let report = |report| Message::History { profile_id: ProfileId::embedded(), report };
    desk.history.clear();
    desk.event(report(HistoryReport::Counted { nth, counts: Some(found) }));
    assert_eq!(counts(&desk), ["0", "20,001", "–"]);
    desk.pass(60);
    assert!(counting(&desk).is_empty(), "nothing changed");
    search(&mut desk, "pay_00001");
    act(&mut desk, ViewsAction::Save("One".to_owned()));
    assert_eq!(counting(&desk).len(), 1);
    desk.history.clear();
    act(&mut desk, ViewsAction::Delete("One".to_owned()));
    desk.event(report(HistoryReport::Counted { nth: nth + 1, counts: Some(vec![Some(7); 4]) }));
    assert_eq!(counts(&desk), ["–"; 3], "a count of other views is not shown");
    desk.tick(1);
    assert_eq!(counting(&desk).len(), 1, "and those that are there are counted");
}

#[test]
fn a_view_is_exported_with_its_columns() {
    let mut desk = desk();
    show(&mut desk, "Large payments");
    act(&mut desk, ViewsAction::Columns(vec![ViewColumn::new(SortKey::Created), ViewColumn::new(SortKey::Amount)]));
    desk.history.clear();
    let start = TableExportAction::Start(ExportList::Payments, ExportFormat::Csv);
    desk.act(Action::TableExport(start));
    let [TableJob::Write(export)] = &desk.tables[..] else { panic!("{:?}", desk.tables) };
    let (titles, manifest) = (export.rows.columns(), &export.manifest);
    assert_eq!(titles, ["created", "amount", "currency"], "an amount has its currency");
    assert_eq!(export.rows.len(), 8);
    assert_eq!(manifest.view, Some(("Large payments".to_owned(), "amount:>=1000 -currency:jpy,krw".to_owned())));
}

#[test]
fn views_are_written_into_a_file_and_read_from_it_in_another_profile() {
    let mut desk = desk();
    search(&mut desk, "status:failed");
    act(&mut desk, ViewsAction::Save("Mine".to_owned()));
    act(&mut desk, ViewsAction::Export);
    let files = desk.other.iter().find_map(|effect| match effect {
        Effect::Store(StoreJob::SaveExports { files, .. }) => Some(files.clone()),
        _ => None,
    });
    let content = text_of(&files.unwrap()[0]);
    let mut other = self::desk();
    act(&mut other, ViewsAction::Import(None));
    let asked = SystemEffect::ReadViews { profile_id: ProfileId::embedded(), path: None };
    assert!(other.other.contains(&Effect::System(asked)));
    import(&mut other, &content);
    assert_eq!(views(&other), views(&desk), "those that were there are not there twice");
    import(&mut other, &content);
    assert_eq!(views(&other).len(), 4);
    let mut mine = views(&desk).pop().unwrap();
    mine.sort = SortOrder { key: SortKey::Email, descending: false };
    import(&mut other, &file::write(&[mine]));
    assert_eq!(names(&other)[3..], ["Mine", "Mine (2)"]);
}

#[test]
fn a_bad_file_changes_nothing_and_the_message_says_what_and_where() {
    let mut desk = desk();
    let content = r#"{"format": "paydesk-payment-views", "version": 1,
        "views": [{"name": "A"}, {"name": "Big", "query": "status:failed amount:>x"}]}"#;
    import(&mut desk, content);
    assert_eq!(
        desk.toasts(),
        ["views.json was not imported: view 2 (“Big”), “query”, column 22: “>x” is not an amount; write it as \
          1234.50, >100, <=20 or 10..20. Correct the file, then import it again."]
    );
    import(&mut desk, "no");
    assert!(desk.toasts()[1].contains("it is not JSON (line 1, column 2)"), "{:?}", desk.toasts());
    let many: Vec<PaymentView> =
        (0..48).map(|number| PaymentView { name: format!("V{number}"), ..PaymentView::default() }).collect();
    import(&mut desk, &file::write(&many));
    assert!(desk.toasts()[2].contains("more than 50"), "{:?}", desk.toasts());
    desk.event(Message::ViewsRead { profile_id: ProfileId::embedded(), result: Err(problem("It cannot be read")) });
    desk.event(Message::ViewsRead { profile_id: ProfileId::embedded(), result: Ok(None) });
    assert!(desk.saved.is_empty());
}

#[test]
fn without_a_payment_history_a_view_says_what_it_needs() {
    let mut desk = desk();
    desk.act(Action::History(HistoryAction::TurnOff));
    show(&mut desk, "Disputed");
    assert_eq!(shown(&desk), None);
    assert!(desk.toasts().iter().any(|toast| toast.contains("need the payment history")), "{:?}", desk.toasts());
}
