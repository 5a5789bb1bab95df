//! What the board of disputes opens with: sentences that lead to their rows, goals, and what is folded away.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use chrono::TimeDelta;
use egui::accesskit::Role;
use egui::{Key, Modifiers, Theme};
use egui_kittest::kittest::Queryable as _;
use paydesk_api::error::{ApiError, CallError};
use paydesk_core::features::analytics::{
    AnalyticsAction, Board, CardId, Dimension, DisputeGoals, DrillDown, RangeChoice,
};
use paydesk_core::features::disputes::{DisputesAction, HandlingAction, InboxAction};
use paydesk_core::operations::ResourceKind;
use paydesk_core::read::ReadAnswer;
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::ids::DisputeId;
use paydesk_domain::money::Money;
use paydesk_test_desk::shop::Shop;

use super::panels::{Window, act, assert_hides, assert_shows, click, click_role, names, press, window_of_state};
use super::subscriptions::fill;

static RUNTIME: LazyLock<tokio::runtime::Runtime> = LazyLock::new(|| tokio::runtime::Runtime::new().unwrap());

fn shop_of_disputes(goals: DisputeGoals) -> Shop {
    RUNTIME.block_on(async {
        let mut shop = Shop::seeded(2_000, "Europe/Berlin").await;
        shop.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
        shop.serve().await;
        shop.ask(AnalyticsAction::SetGoals(goals));
        shop
    })
}

fn shop(goals: DisputeGoals) -> Shop {
    let mut shop = shop_of_disputes(goals);
    RUNTIME.block_on(shop.show(Board::Disputes));
    shop
}

fn window(goals: DisputeGoals) -> Window {
    window_of_state(shop(goals).state, Theme::Light, [1440.0, 1_600.0])
}

fn goals(by_count: i64) -> DisputeGoals {
    DisputeGoals { by_count: Some(by_count), by_amount: None }
}

#[test]
fn a_previous_period_that_could_not_be_read_is_not_called_one_without_payments() {
    for fails in [false, true] {
        let mut shop = shop_of_disputes(DisputeGoals::default());
        let shop = RUNTIME.block_on(async {
            shop.show_without_answers(Board::Disputes);
            let plan = shop.card(CardId::SucceededOverTime).plan.clone().unwrap();
            let of_before = plan.read(plan.query_before()).unwrap();
            let mut held = None;
            while !shop.reads.is_empty() {
                let (request_id, read) = shop.reads.remove(0);
                if read == of_before {
                    held = Some(request_id);
                } else {
                    shop.answer(request_id, read).await;
                }
            }
            let request_id = held.expect("the period before is asked for");
            if fails {
                let error = ApiError { kind: String::new(), code: "HE_02".to_owned(), message: "no".to_owned() };
                let answer = ReadAnswer::Metrics(Box::new(Err(CallError::Service { status: 403, error })));
                shop.event(Message::ReadAnswered { request_id, answer, rate: None });
            }
            shop
        });
        let mut window = window_of_state(shop.state, Theme::Light, [1440.0, 1_600.0]);
        window.run_steps(2);
        assert_shows(&window, &["The dispute rate is "]);
        assert_hides(&window, &["payments in the previous period"]);
        let sentence = sentence(&window, "The dispute rate is ");
        assert_eq!(sentence.contains("The previous period could not be loaded"), fails, "{sentence}");
    }
}

/// The whole sentence with these words.
fn sentence(window: &Window, words: &str) -> String {
    names(window).lines().find(|name| name.contains(words)).expect("the sentence is there").to_owned()
}

/// What the sentence with these words leads to.
fn rows_of(window: &mut Window, words: &str) -> DrillDown {
    let sentence = sentence(window, words);
    match click_role(window, Role::Button, &sentence).as_slice() {
        [Action::Analytics(AnalyticsAction::ShowRows(rows))] => rows.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_board_opens_with_what_matters_most_each_with_its_rows() {
    let mut window = window(DisputeGoals::default());
    let content = |window: &Window, id: CardId| {
        window.state().state.workspace.analytics.card(id).unwrap().remote.value().unwrap().clone()
    };
    let rate = content(&window, CardId::DisputeRate);
    assert_eq!(rows_of(&mut window, "The dispute rate is "), rate.drill_total(0, 0).unwrap());
    let open = content(&window, CardId::OpenDisputes);
    assert_eq!(rows_of(&mut window, "at risk in the next 7 days"), open.drill_total(0, 1).unwrap());
    rows_of(&mut window, "The win rate is ");
    let reasons = content(&window, CardId::DisputeReasons);
    let (pane, series, slot) = reasons.group_changes()[0].place;
    assert_eq!(rows_of(&mut window, "disputes, 39 before"), reasons.drill(pane, series, slot).unwrap());
}

#[test]
fn a_sentence_tells_how_many_it_is_of_and_what_was_before() {
    let window = window(DisputeGoals::default());
    assert_shows(
        &window,
        &[
            "The dispute rate is 7.07%. Down from 7.62%, not a significant change. 41 disputes opened, 580 payments succeeded",
            "The win rate is 60%. 6 of 10 that were won or lost. Outcomes are not compared: 10 of 41 disputes are decided, 38 of 39 \
             in the previous period (both need 80%)",
            "No significant change in the disputes by ",
            "41 disputes, 39 before. Disputed amount (not tested): 1,287.800 KWD (+1,963.8%)",
            "Groups with fewer than 10 disputes are not compared",
            "1,287.800 KWD (+1,963.8%)",
            "By reason: Product not received +8",
        ],
    );
    // The highest rate of a currency is named only where that is more than chance.
    assert_hides(&window, &["Significantly higher in"]);
}

#[test]
fn a_period_that_has_next_to_no_payments_is_not_compared_with() {
    let mut shop = shop(DisputeGoals::default());
    shop.ask(AnalyticsAction::SetRange(RangeChoice::LastDays(91)));
    RUNTIME.block_on(shop.serve());
    let window = window_of_state(shop.state, Theme::Light, [1440.0, 1_600.0]);
    assert_shows(&window, &["Not compared: the first payments are from ", ", within the previous period"]);
    assert_hides(&window, &["up from", "down from", ", from 0", "Change ↓", "No significant change"]);
}

#[test]
fn a_month_is_compared_with_the_month_before() {
    let mut shop = shop(DisputeGoals::default());
    shop.ask(AnalyticsAction::SetRange(RangeChoice::LastMonth));
    RUNTIME.block_on(shop.serve());
    let window = window_of_state(shop.state, Theme::Light, [1440.0, 1_600.0]);
    assert_shows(&window, &["1 Oct – 31 Oct 2026 · dates in Europe/Berlin · vs 1 Sep – 30 Sep 2026"]);
}

#[test]
fn a_goal_by_amount_that_is_missed_is_in_the_sentence_and_few_payments_miss_none() {
    let both = DisputeGoals { by_count: Some(90_000), by_amount: Some(1_000) };
    let window = window(both);
    assert_shows(&window, &["within your limit of 9.00% but above your limit by amount in "]);
}

#[test]
fn what_a_chart_compares_with_says_which_days_it_is_and_leads_to_the_rows_it_is_compared_to() {
    let mut window = window(DisputeGoals::default());
    let analytics = &window.state().state.workspace.analytics;
    let rate = analytics.card(CardId::DisputeRate).unwrap().remote.value().unwrap().clone();
    let slots = &rate.panes[0].slots;
    let last = slots.len() - 1;
    assert!(slots.iter().all(|slot| !slot.label_before.is_empty() && slot.label_before != slot.full_label));
    window.get_by_label("Dispute rate, chart").focus();
    window.run_steps(2);
    for _ in 0..2 {
        press(&mut window, Modifiers::NONE, Key::ArrowDown);
    }
    assert_shows(&window, &[&format!("Before: {}", slots[last].label_before)]);
    let opened = press(&mut window, Modifiers::NONE, Key::Enter);
    let rows = rate.drill(0, 0, last).unwrap();
    assert_eq!(opened, [Action::Analytics(AnalyticsAction::ShowRows(rows))]);
}

/// The disputes that a sentence leads to: how many, and their sums, as a sentence writes them.
fn opened(window: &mut Window, words: &str) -> (usize, Vec<String>) {
    let rows = rows_of(window, words);
    act(window, rows.into());
    let disputes = &window.state().state.workspace.disputes;
    let rows = || (0..disputes.len()).filter_map(|index| disputes.row(index));
    let mut sums: BTreeMap<&str, Money> = BTreeMap::new();
    for amount in rows().map(|row| &row.dispute.amount) {
        let sum = sums.entry(amount.currency.code()).or_insert_with(|| Money::new(0, amount.currency.clone()));
        sum.minor += amount.minor;
    }
    (rows().count(), sums.values().map(Money::to_string).collect())
}

fn handle(shop: &mut Shop, action: HandlingAction) {
    shop.act(Action::Disputes(DisputesAction::Handling(action)));
}

#[test]
fn money_at_risk_is_named_by_currency_and_opens_exactly_its_disputes_whatever_is_snoozed_or_not_contested() {
    let mut shop = shop(DisputeGoals::default());
    let soon = shop.state.now + TimeDelta::days(7);
    let due = |shop: &Shop| -> Vec<DisputeId> {
        let rows = shop.state.workspace.disputes.all().iter();
        let due = rows.filter(|row| row.due().is_some_and(|at| shop.state.now <= at && at < soon));
        due.map(|row| row.dispute.dispute_id.clone()).collect()
    };
    let before = due(&shop);
    let snoozed = before.iter().find(|id| {
        let row = shop.state.workspace.disputes.find(id).unwrap();
        row.snooze_blocker(shop.state.now).is_none()
    });
    let snoozed = snoozed.expect("one can be snoozed").clone();
    let dropped = before.iter().find(|id| **id != snoozed).expect("another").clone();
    handle(&mut shop, HandlingAction::Snooze { disputes: vec![snoozed.clone()], until: soon });
    handle(&mut shop, HandlingAction::SetContested { disputes: vec![dropped.clone()], contested: false });
    let expected = due(&shop);
    assert!(expected.contains(&snoozed) && !expected.contains(&dropped) && expected.len() > 3);
    let mut window = window_of_state(shop.state, Theme::Light, [1440.0, 1_600.0]);
    let said = sentence(&window, "at risk in the next 7 days").replace('\u{a0}', " ");
    let (count, amounts) = opened(&mut window, "at risk in the next 7 days");
    assert_eq!(count, expected.len());
    assert!(said.contains(&format!(". {count} disputes")), "{said}");
    let named = said.split(" at risk").next().unwrap().replace(" and ", ", ");
    let amounts: Vec<String> = amounts.iter().map(|amount| amount.replace('\u{a0}', " ")).collect();
    assert_eq!(named.split(", ").collect::<Vec<_>>(), amounts);
    let shown = names(&window);
    assert!(shown.contains(snoozed.as_str()) && !shown.contains(dropped.as_str()));
}

#[test]
fn of_a_list_that_the_service_filters_no_money_at_risk_is_told() {
    let mut shop = shop(DisputeGoals::default());
    let filter = InboxAction::FilterStatus(Some(DisputeStatus::Won));
    shop.act(Action::Disputes(DisputesAction::Inbox(filter)));
    RUNTIME.block_on(shop.serve());
    let mut window = window_of_state(shop.state, Theme::Light, [1440.0, 1_600.0]);
    assert_hides(&window, &["due in the next 7 days"]);
    let rows = rows_of(&mut window, "Amount at risk unknown");
    assert!(matches!(rows, DrillDown::Disputes(filter) if filter.due.is_some()));
}

#[test]
fn a_goal_is_in_the_sentence_and_a_line_in_the_chart() {
    assert_shows(&window(goals(9_000)), &["The dispute rate is 7.07%, above your limit of 0.90%", "Limit 0.90%"]);
    assert_shows(&window(goals(90_000)), &["The dispute rate is 7.07%, within your limit of 9.00%"]);
    let by_amount = DisputeGoals { by_count: None, by_amount: Some(1_000) };
    assert_shows(&window(by_amount), &["Above your limit of 0.10% by amount in EUR ("]);
}

#[test]
fn the_rate_of_each_currency_has_the_goal_that_is_for_it() {
    let mut window = window(DisputeGoals { by_count: Some(9_000), by_amount: Some(12_500) });
    let rates = ["By count", "By amount"].map(|shown| {
        let choices = sentence(&window, "Dispute rate”: ");
        click(&mut window, &choices);
        assert_eq!(click_role(&mut window, Role::ListBoxOption, shown), []);
        window.run_steps(2);
        let goal = if shown == "By count" { "Show Limit 0.90%" } else { "Show Limit 1.25%" };
        assert_shows(&window, &[goal, "EUR: "]);
        sentence(&window, "EUR: ")
    });
    assert!(rates.iter().all(|rate| rate.contains('%')), "{rates:?}");
}

#[test]
fn goals_are_typed_in_percent_and_checked() {
    let mut window = window(DisputeGoals::default());
    click(&mut window, "Limit");
    fill(&mut window, "Maximum dispute rate by count", "much");
    assert_eq!(click(&mut window, "Save limits"), []);
    assert_shows(&window, &["Enter a percentage such as 0.9, at most 100"]);
    fill(&mut window, "Maximum dispute rate by count", "0.9");
    let saved = click(&mut window, "Save limits");
    assert_eq!(saved, [Action::Analytics(AnalyticsAction::SetGoals(goals(9_000)))]);
}

#[test]
fn only_a_table_that_compares_groups_is_shown_and_the_rest_of_the_board_is_folded() {
    let mut window = window(DisputeGoals::default());
    assert_shows(&window, &["Disputes by currency, EUR: ", "Disputes by stage, Dispute: "]);
    assert_hides(&window, &["Disputes by profile", "Age of open disputes, chart", "Succeeded payments over time"]);
    click(&mut window, "Show more numbers and charts");
    window.run_steps(4);
    assert!(window.query_by_label("Show fewer numbers and charts").is_some());
    assert_shows(&window, &["Disputed amount, EUR: "]);
}

#[test]
fn a_line_of_a_table_opens_its_disputes() {
    let mut window = window(DisputeGoals::default());
    let analytics = &window.state().state.workspace.analytics;
    let content = analytics.card(CardId::DisputesByCurrency).unwrap().remote.value().unwrap().clone();
    let groups = content.group_changes();
    let (pane, series, slot) = groups.iter().find(|group| group.label == "EUR").unwrap().place;
    let rows = content.drill(pane, series, slot).unwrap();
    assert_eq!(rows_of(&mut window, "Disputes by currency, EUR: "), rows);
}

#[test]
fn what_has_no_number_says_why_in_the_place_of_its_sentence() {
    let mut shop = shop(DisputeGoals::default());
    shop.ask(AnalyticsAction::SetFilter(Dimension::DisputeStatus, vec!["won".to_owned()]));
    shop.ask(AnalyticsAction::SetRange(RangeChoice::LastDays(7)));
    let window = window_of_state(shop.state, Theme::Light, [1440.0, 1_600.0]);
    assert_shows(&window, &["Payments are not filtered by the status of their disputes"]);
}

#[test]
fn a_board_of_payments_that_are_read_in_part_shows_least_numbers_and_no_rate_or_sentence_of_them() {
    use paydesk_test_core::known_boards::{desk, place, show, stored};
    let shown = |is_whole: bool| {
        let mut desk = desk();
        desk.event(stored(place(is_whole)));
        show(&mut desk, Board::Payments, 30);
        names(&window_of_state(desk.into_state(), Theme::Light, [1440.0, 1_600.0])).replace('\u{a0}', " ")
    };
    let (part, whole) = (shown(false), shown(true));
    for said in ["10+", "at least 100.00", "Succeeded payments: not available until this period has loaded"] {
        assert!(part.contains(said) && !whole.contains(said), "“{said}” in {part}\n\n{whole}");
    }
    for said in ["10 payments succeeded", "100.00%"] {
        assert!(!part.contains(said) && whole.contains(said), "“{said}” in {part}\n\n{whole}");
    }
}
