//! How many payments of a period are disputed, by card brand, country of the card, method and amount: as far as their
//! details are known here.

use paydesk_core::Action;
use paydesk_core::features::analytics::{AnalyticsAction, CardContent, CardId, DrillDown, NotCountable, ValueUnit};
use paydesk_core::features::history::ReadPlace;
use paydesk_domain::analytics::Dimension;
use paydesk_domain::ids::PaymentId;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::disputed_groups::{board, serve};
use paydesk_test_core::known_boards::place;

fn content(desk: &Desk, id: CardId) -> &CardContent {
    let card = desk.state.workspace.analytics.card(id).unwrap_or_else(|| panic!("{id:?} is not on the board"));
    card.remote.value().unwrap_or_else(|| panic!("{id:?}: {:?}", card.remote))
}

/// The rates as they are written: `Visa 1.00% of 200`.
fn rates(content: &CardContent) -> Vec<String> {
    let rates = content.panes.iter().filter(|pane| pane.unit == ValueUnit::Rate);
    let texts = rates.flat_map(|pane| {
        let values = pane.slots.iter().zip(&pane.series[0].values);
        values.map(|(slot, value)| format!("{} {}", slot.label, value.map_or("–".into(), |it| it.text(&pane.unit))))
    });
    texts.collect()
}

#[test]
fn disputed_payments_are_counted_by_what_is_known_of_each_payment() {
    let desk = board(place(true));
    let brands = content(&desk, CardId::DisputedByBrand);
    assert_eq!(rates(brands), ["Visa 1.00% of 200", "mastercard 50.00% of 60", "Odd 50.00% of 4"]);
    assert_eq!(brands.notes, ["Card brand known for 264 of 274 payments · 30 payments without a card"]);
    let countries = content(&desk, CardId::DisputedByCountry);
    assert_eq!(rates(countries), ["DE 1.00% of 200", "FR 50.00% of 60", "US 50.00% of 4"]);
    let methods = content(&desk, CardId::DisputedByMethod);
    assert_eq!(rates(methods), ["Card 12.88% of 264", "Wallet 3.33% of 30"]);
    assert_eq!(methods.notes, ["Payment method known for 294 of 304 payments"]);
}

#[test]
fn amounts_stand_in_round_bands_each_currency_by_itself() {
    let desk = board(place(true));
    let amounts = content(&desk, CardId::DisputedByAmount);
    assert_eq!(rates(amounts)[0], "Under 10.00 EUR 3.33% of 30");
    assert!(rates(amounts).contains(&"All amounts in JPY 50.00% of 4".to_owned()), "{:?}", rates(amounts));
    let all: i64 = amounts.panes.iter().filter_map(|pane| Some(pane.series.get(1)?.total?.least())).sum();
    assert_eq!(all, 304, "every payment is in one band");
}

#[test]
fn where_not_every_payment_of_the_period_is_known_there_is_no_rate() {
    let unread = ReadPlace { after: Some(PaymentId::new("pay_visa_5")), ..place(false) };
    let desk = board(unread);
    let brands = content(&desk, CardId::DisputedByBrand);
    assert!(brands.is_part && rates(brands).iter().all(|rate| rate.ends_with('–')), "{:?}", rates(brands));
    assert!(brands.notes[0].starts_with("Card brand known for 264 of 274+ payments"), "{:?}", brands.notes);
}

#[test]
fn a_group_leads_to_a_search_that_finds_its_payments() {
    let mut desk = board(place(true));
    let methods = content(&desk, CardId::DisputedByMethod);
    let Ok(DrillDown::Search(disputed)) = methods.drill(1, 0, 1) else { panic!("it has rows") };
    assert!(disputed.contains("method:wallet") && disputed.contains("disputed:yes"), "{disputed}");
    let brands = content(&desk, CardId::DisputedByBrand);
    assert!(brands.drill(1, 0, 0).is_err(), "no search finds exactly the payments of a brand");
    desk.act(Action::Analytics(AnalyticsAction::ShowRows(DrillDown::Search(disputed.clone()))));
    assert_eq!(desk.state.workspace.history.search().text(), disputed);
}

#[test]
fn filters_by_currency_hold_and_others_leave_nothing_to_count() {
    let mut desk = board(place(true));
    let filter = |dimension, value: &str| AnalyticsAction::SetFilter(dimension, vec![value.to_owned()]);
    desk.act(Action::Analytics(filter(Dimension::Currency, "JPY")));
    serve(&mut desk);
    assert_eq!(rates(content(&desk, CardId::DisputedByBrand)), ["Odd 50.00% of 4"]);
    desk.act(Action::Analytics(filter(Dimension::DisputeStatus, "won")));
    serve(&mut desk);
    let why = NotCountable::NotOfPayments(Dimension::DisputeStatus);
    assert_eq!(desk.state.workspace.analytics.card(CardId::DisputedByBrand).unwrap().uncounted, Some(why));
}

#[test]
fn a_search_for_the_payments_of_a_filtered_board_has_its_currencies() {
    let mut desk = board(place(true));
    desk.act(Action::Analytics(AnalyticsAction::SetFilter(Dimension::Currency, vec!["EUR".to_owned()])));
    serve(&mut desk);
    for (id, pane) in [(CardId::DisputedByMethod, 1), (CardId::DisputedByTime, 0)] {
        let Ok(DrillDown::Search(found)) =
            content(&desk, id).drill_total(pane, 0).or(content(&desk, id).drill(pane, 0, 0))
        else {
            panic!("{id:?} has rows")
        };
        assert!(found.contains("currency:eur"), "{id:?}: {found}");
    }
}
