//! Which evidence won, on the board: counted of what was submitted from here, as the hint at a field is.

use paydesk_core::features::analytics::{AnalyticsAction, Board, CardId, NotCountable, RangeChoice, ValueUnit};
use paydesk_domain::analytics::Dimension;
use paydesk_domain::evidence::EvidenceField;
use paydesk_test_core::dispute_views::results_of;
use paydesk_test_desk::shop::{Shop, with_submitted_evidence};

use super::drill_down::follow_all;

#[tokio::test]
async fn without_evidence_submitted_from_here_there_is_none_to_count() {
    let mut shop = Shop::seeded(600, "UTC").await;
    shop.show(Board::Disputes).await;
    let picture = shop.picture(CardId::EvidenceResults);
    assert!(picture.empty && picture.panes.iter().all(|pane| pane.slots.is_empty()));
    assert!(picture.notes[0].contains("the service does not return evidence"), "{:?}", picture.notes);
}

#[tokio::test]
async fn every_number_opens_the_rows_it_counts_with_a_field_and_without_it() {
    let mut shop = with_submitted_evidence().await;
    let picture = shop.picture(CardId::EvidenceResults).clone();
    let followed = follow_all(&mut shop, CardId::EvidenceResults, &picture).await;
    let with_value =
        picture.panes.iter().flat_map(|pane| &pane.series).flat_map(|series| series.values.iter().flatten());
    assert_eq!(followed, with_value.count(), "each number has rows");
    assert!(followed > 20, "{followed}");
}

#[tokio::test]
async fn it_counts_what_the_hint_at_the_field_counts() {
    let shop = with_submitted_evidence().await;
    let picture = shop.picture(CardId::EvidenceResults);
    let number = |pane: usize, series: usize, label: &str| {
        let slot = picture.panes[pane].slots.iter().position(|slot| slot.label == label);
        picture.panes[pane].series[series].values[slot.unwrap_or_else(|| panic!("no {label}"))]
    };
    let all = results_of(&shop.state, "fraudulent");
    let presence = all.fields.iter().find(|presence| presence.field == EvidenceField::Receipt).unwrap();
    let count = |series: usize, label: &str| number(0, series, label).unwrap().least() as usize;
    assert_eq!((count(1, "Fraudulent"), count(2, "Fraudulent")), (all.won, all.lost));
    assert_eq!(count(0, "Fraudulent"), all.won + all.lost);
    let receipt = "Fraudulent · Receipt";
    assert_eq!((count(1, receipt), count(2, receipt)), (presence.won, presence.lost));
    let effect = all.effect(EvidenceField::Receipt).expect("enough of both");
    let of = |series: usize, label: &str| number(1, series, label).and_then(|rate| rate.of).unwrap() as usize;
    assert_eq!((of(0, receipt), of(1, receipt)), (effect.with.1, effect.without.1));
    assert_eq!(number(1, 1, "Fraudulent · Customer name"), None, "no dispute is without it");
    let place = |label: &str| picture.panes[0].slots.iter().position(|slot| slot.label == label);
    assert!(place(receipt) < place("Fraudulent · Customer name"), "what can be compared stands first");
}

#[tokio::test]
async fn it_is_of_the_range_and_of_the_currencies_and_needs_both_won_and_lost() {
    let mut shop = with_submitted_evidence().await;
    let decided = |shop: &Shop| {
        let picture = shop.picture(CardId::EvidenceResults);
        let pane = picture.panes.iter().find(|pane| pane.unit == ValueUnit::Count).unwrap();
        pane.series[0].total.unwrap().least()
    };
    let all = decided(&shop);
    shop.ask(AnalyticsAction::SetFilter(Dimension::Currency, vec!["EUR".into()]));
    shop.serve().await;
    let euros = decided(&shop);
    assert!(0 < euros && euros < all, "{euros} of {all}");
    shop.ask(AnalyticsAction::SetFilter(Dimension::DisputeStatus, vec!["won".into()]));
    shop.serve().await;
    let why = shop.card(CardId::EvidenceResults).uncounted;
    assert_eq!(why, Some(NotCountable::NotBothDecided));
    shop.ask(AnalyticsAction::ClearFilters);
    shop.ask(AnalyticsAction::SetRange(RangeChoice::LastDays(7)));
    shop.serve().await;
    assert!(decided(&shop) < all);
}
