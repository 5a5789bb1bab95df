//! The way back: to what something was opened from, step by step, also to another panel.

use paydesk_core::Action;
use paydesk_core::command::{Command, CommandEffect};
use paydesk_core::features::disputes::DisputesAction;
use paydesk_core::features::history::HistoryAction;
use paydesk_core::features::home::{HomeAction, HomeItem};
use paydesk_core::features::payments::{PaymentSort, PaymentsAction, PaymentsFilter};
use paydesk_core::features::views::ViewsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_index::payment_columns::SortKey;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::disputes::{dispute, dsp, inbox};
use paydesk_test_core::service::Pay;

use super::history;

const PAYMENTS: Route = Route::List(ResourceKind::Payment);

const CUSTOMERS: Route = Route::List(ResourceKind::Customer);

const DISPUTES: Route = Route::List(ResourceKind::Dispute);

fn pays(action: PaymentsAction) -> Action {
    Action::Payments(action)
}

fn open(id: &str) -> Action {
    pays(PaymentsAction::Open(PaymentId::new(id)))
}

fn record(kind: ResourceKind, id: &str) -> Action {
    Action::OpenRecord(kind, id.to_owned())
}

fn their_payments() -> Action {
    pays(PaymentsAction::ShowOnly(Box::new(PaymentsFilter::of_customer(CustomerId::new("cus_1")))))
}

/// What the key of *Back* does now; whether it does anything.
fn back(desk: &mut Desk) -> bool {
    match Command::Back.effect(&desk.state) {
        Some(CommandEffect::Act(action)) => {
            desk.act(action);
            desk.serve();
            true
        }
        _ => false,
    }
}

/// The panel in front, and what is open in it.
fn front(desk: &Desk) -> (Route, Option<&str>) {
    let workspace = &desk.state.workspace;
    let open = match workspace.route {
        PAYMENTS => workspace.payments.open.as_ref().map(PaymentId::as_str),
        DISPUTES => workspace.disputes.open.id.as_ref().map(|id| id.as_str()),
        Route::List(kind) => workspace.opened.get(kind),
        _ => None,
    };
    (workspace.route, open)
}

#[test]
fn back_leads_through_all_that_was_opened_to_where_it_began() {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 12_840), Pay::captured("pay_2", 700)]);
    desk.act(pays(PaymentsAction::ShowToCapture));
    desk.act(open("pay_1"));
    desk.act(record(ResourceKind::Customer, "cus_1"));
    desk.act(their_payments());
    desk.serve();
    desk.act(record(ResourceKind::Refund, "ref_1"));
    assert_eq!(front(&desk), (Route::List(ResourceKind::Refund), Some("ref_1")));
    assert!(back(&mut desk));
    assert_eq!(desk.state.workspace.payments.filter.customer_id, Some(CustomerId::new("cus_1")));
    assert!(back(&mut desk));
    assert_eq!(front(&desk), (CUSTOMERS, Some("cus_1")));
    assert!(back(&mut desk));
    assert_eq!(front(&desk), (PAYMENTS, Some("pay_1")));
    let payments = &desk.state.workspace.payments;
    assert_eq!((&payments.filter, payments.sort), (&PaymentsFilter::to_capture(), PaymentSort::MOST_URGENT_FIRST));
    assert!(!back(&mut desk), "it began in a panel that was gone to by its name");
}

#[test]
fn from_a_dispute_back_leads_to_the_payment_or_the_list_that_it_was_opened_from() {
    let mut desk = inbox(vec![dispute("dsp_1", "dispute_opened", "fraudulent", 24)]);
    desk.act(pays(PaymentsAction::ShowAll));
    desk.act(open("pay_1"));
    desk.act(record(ResourceKind::Dispute, "dsp_1"));
    assert_eq!(front(&desk), (DISPUTES, Some("dsp_1")));
    assert!(back(&mut desk));
    assert_eq!(front(&desk), (PAYMENTS, Some("pay_1")));
    desk.act(Action::Home(HomeAction::Open(HomeItem::DisputesToAnswer)));
    desk.act(Action::Disputes(DisputesAction::Open(Some(dsp("dsp_1")))));
    desk.act(open("pay_1"));
    assert!(back(&mut desk));
    assert_eq!(front(&desk), (DISPUTES, Some("dsp_1")), "from the payment that was opened from it");
    assert!(back(&mut desk));
    assert_eq!(front(&desk), (DISPUTES, None));
    assert!(!desk.state.workspace.disputes.inbox.local_filter.statuses.is_empty(), "listed as they were");
    assert!(back(&mut desk));
    assert_eq!(front(&desk).0, PAYMENTS);
}

#[test]
fn closing_what_was_opened_is_the_step_back() {
    let mut desk = inbox(vec![dispute("dsp_1", "dispute_opened", "fraudulent", 24)]);
    desk.act(Action::Disputes(DisputesAction::Open(Some(dsp("dsp_1")))));
    desk.act(Action::Disputes(DisputesAction::Open(None)));
    assert!(!back(&mut desk));
    assert_eq!(front(&desk), (DISPUTES, None));
}

#[test]
fn a_panel_that_is_gone_to_by_its_name_begins_anew() {
    let names = [
        Action::GoTo(CUSTOMERS),
        pays(PaymentsAction::ShowAll),
        pays(PaymentsAction::ShowToCapture),
        pays(PaymentsAction::ShowInReview),
    ];
    for name in names {
        let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 12_840)]);
        desk.act(Action::Home(HomeAction::Open(HomeItem::ToCapture)));
        desk.act(name.clone());
        assert!(!back(&mut desk), "{name:?}");
    }
}

#[test]
fn a_row_that_is_chosen_in_its_list_is_no_step() {
    let mut desk = Desk::ready(vec![Pay::captured("pay_1", 12_840), Pay::captured("pay_2", 700)]);
    desk.act(pays(PaymentsAction::ShowAll));
    desk.act(open("pay_1"));
    desk.act(open("pay_2"));
    assert!(!back(&mut desk));
    desk.act(record(ResourceKind::Customer, "cus_1"));
    desk.act(Action::ShowRecord(ResourceKind::Customer, Some("cus_2".to_owned())));
    assert!(back(&mut desk));
    assert_eq!(front(&desk), (PAYMENTS, Some("pay_2")));
}

#[test]
fn back_brings_the_saved_view_and_what_was_searched_for() {
    let mut desk = history::opening(history::many(9));
    history::settle(&mut desk);
    desk.act(Action::Views(ViewsAction::Show("Large payments".to_owned())));
    let query = desk.state.workspace.history.search().text().to_owned();
    assert!(!query.is_empty());
    desk.act(record(ResourceKind::Customer, "cus_1"));
    desk.act(their_payments());
    assert!(!desk.state.workspace.history.search().is_active());
    assert!(back(&mut desk) && back(&mut desk));
    let workspace = &desk.state.workspace;
    let view = workspace.views.shown(&workspace.history, &desk.state.view());
    assert_eq!(view.map(|view| view.name.as_str()), Some("Large payments"));
    assert_eq!(workspace.history.search().text(), query);
    assert!(!workspace.views.is_changed(view.unwrap(), &workspace.history));
}

#[test]
fn what_was_searched_for_in_all_payments_is_still_there_after_another_panel() {
    let mut desk = history::opening(history::many(9));
    history::settle(&mut desk);
    let text = |desk: &Desk| desk.state.workspace.history.search().text().to_owned();
    desk.act(pays(PaymentsAction::ShowAll));
    desk.act(Action::History(HistoryAction::Search("status:succeeded".to_owned())));
    let questions = desk.state.workspace.history.search().questions();
    for elsewhere in [Action::GoTo(DISPUTES), pays(PaymentsAction::ShowToCapture)] {
        desk.act(elsewhere.clone());
        desk.act(pays(PaymentsAction::ShowAll));
        assert_eq!(text(&desk), "status:succeeded", "{elsewhere:?}");
        assert_eq!(desk.state.workspace.history.search().questions(), questions, "scroll and selection stay");
    }
    desk.act(pays(PaymentsAction::ShowAll));
    assert_eq!(text(&desk), "", "asked for once more");
    desk.act(Action::Views(ViewsAction::Show("Large payments".to_owned())));
    desk.act(Action::GoTo(DISPUTES));
    desk.act(pays(PaymentsAction::ShowAll));
    assert_eq!(text(&desk), "", "a saved view is no search of a person");
}

#[test]
fn the_order_of_a_list_is_there_again() {
    let mut desk = Desk::ready(vec![Pay::captured("pay_1", 12_840), Pay::captured("pay_2", 700)]);
    desk.act(pays(PaymentsAction::ShowAll));
    desk.act(pays(PaymentsAction::Sort(SortKey::Amount)));
    let sort = desk.state.workspace.payments.sort;
    desk.act(record(ResourceKind::Customer, "cus_1"));
    desk.act(their_payments());
    assert_ne!(desk.state.workspace.payments.sort, sort);
    assert!(back(&mut desk) && back(&mut desk));
    assert_eq!(desk.state.workspace.payments.sort, sort);
}

#[test]
fn a_search_in_all_payments_leads_back_to_where_it_was_asked_for() {
    let mut desk = history::opening(history::many(9));
    history::settle(&mut desk);
    desk.act(Action::GoTo(Route::ReviewQueue));
    desk.act(Action::SearchPayments("status:failed".to_owned()));
    assert_eq!(front(&desk).0, PAYMENTS);
    assert!(back(&mut desk));
    assert_eq!(front(&desk).0, Route::ReviewQueue);
}

/// Found by a clerk: Ctrl+N and then Esc led from anywhere to the payments in review.
#[test]
fn leaving_a_form_leads_back_to_where_it_was_opened() {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 12_840)]);
    let leave = |desk: &mut Desk| desk.act(pays(PaymentsAction::CloseForm));
    desk.act(record(ResourceKind::Customer, "cus_1"));
    for _ in 0..2 {
        desk.act(Action::OpenNew(ResourceKind::Payment));
        assert_eq!(front(&desk).0, PAYMENTS);
        leave(&mut desk);
        assert_eq!(front(&desk), (CUSTOMERS, Some("cus_1")));
    }
    desk.act(Action::OpenNew(ResourceKind::Payout));
    desk.act(Action::LeaveForm(ResourceKind::Payout));
    assert_eq!(front(&desk), (CUSTOMERS, Some("cus_1")));
    desk.act(pays(PaymentsAction::ShowToCapture));
    desk.act(Action::OpenNew(ResourceKind::Payment));
    leave(&mut desk);
    assert!(desk.state.workspace.payments.filter.to_capture);
    desk.act(Action::OpenNew(ResourceKind::Payment));
    desk.act(Action::GoTo(DISPUTES));
    desk.act(pays(PaymentsAction::ShowAll));
    leave(&mut desk);
    assert_eq!(front(&desk).0, PAYMENTS, "somebody went on to it by its name");
}

/// Found by a clerk: a payment of a bulk run stood beside a search that had nothing to do with it.
#[test]
fn a_payment_is_never_opened_beside_a_list_that_leaves_it_out() {
    let mut desk = history::opening(history::many(9));
    history::settle(&mut desk);
    let ids = ["pay_0000", "pay_0001", "pay_0002"].map(PaymentId::new);
    let search = |desk: &Desk| desk.state.workspace.history.search().text().to_owned();
    desk.act(pays(PaymentsAction::ShowAll));
    desk.act(Action::History(HistoryAction::Search(ids[1].to_string())));
    for opens in [pays(PaymentsAction::Open(ids[1].clone())), record(ResourceKind::Payment, ids[1].as_str())] {
        desk.act(opens);
        assert_eq!(search(&desk), ids[1].as_str(), "it is found");
    }
    let others = [
        pays(PaymentsAction::Open(ids[2].clone())),
        pays(PaymentsAction::LookUp(ids[2].to_string())),
        record(ResourceKind::Payment, ids[2].as_str()),
    ];
    for opens in others {
        desk.act(opens.clone());
        assert_eq!((search(&desk), front(&desk)), (String::new(), (PAYMENTS, Some(ids[2].as_str()))), "{opens:?}");
        assert!(back(&mut desk), "{opens:?}");
        assert_eq!((search(&desk), front(&desk)), (ids[1].to_string(), (PAYMENTS, Some(ids[1].as_str()))));
    }
    desk.act(Action::Views(ViewsAction::Show("Large payments".to_owned())));
    desk.act(record(ResourceKind::Payment, "pay_elsewhere"));
    let workspace = &desk.state.workspace;
    assert_eq!((search(&desk), workspace.views.shown(&workspace.history, &desk.state.view())), (String::new(), None));
    desk.act(pays(PaymentsAction::ShowOnly(Box::new(PaymentsFilter::failed()))));
    desk.act(pays(PaymentsAction::Open(ids[2].clone())));
    assert_eq!(desk.state.workspace.payments.filter, PaymentsFilter::default());
}
