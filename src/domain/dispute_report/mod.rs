//! The report of disputes that a manager reads on Monday: the last full week or month on one page.
//!
//! [`DisputeFacts`] are plain records; what is counted of them stands in [`counts`], what is said of that in [`sentences`],
//! what is drawn in [`charts`] and [`tables`]. A report is made of whole lists alone: numbers that may be too small have no
//! place in it. It shares no code with the boards, so that one can be checked against the other.

mod charts;
mod counts;
mod facts;
mod largest;
mod money;
mod period;
mod sentences;
mod tables;
mod text;

use crate::report_page::ReportPage;

pub use counts::counted_from;
pub use facts::{DisputeFacts, DisputeResult, ReportDeadline, ReportDispute};
pub use largest::{LARGEST_MAX, OpenDisputeRow, largest_open};
pub use period::{ReportPeriod, ReportSpan};

use counts::Counts;

/// The page of a week or month.
pub fn dispute_report(facts: &DisputeFacts<'_>, span: &ReportSpan) -> ReportPage {
    let counts = Counts::of(facts, span);
    ReportPage {
        title: text::title(span),
        period: span.label(),
        about: text::about(facts, span),
        sentences: sentences::of(facts, span, &counts),
        charts: charts::of(facts, span, &counts),
        tables: tables::of(facts, span, &counts),
        definitions: text::definitions(facts, span, &counts),
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Utc};

    use super::*;
    use crate::dispute::DisputeStatus;
    use crate::ids::DisputeId;
    use crate::money::MinorUnits;
    use crate::money::Money;
    use crate::report_page::{ReportPlot, ReportTable};

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn dispute(opened: &str, minor: i64, code: &str, status: DisputeStatus, reason: &str) -> ReportDispute {
        ReportDispute {
            dispute_id: DisputeId::new("dsp_1"),
            opened: at(opened),
            amount: Money::new(minor, MinorUnits::Iso4217.currency(code)),
            status,
            reason: reason.to_owned(),
            decided_at: None,
            customer: Some("Ada".to_owned()),
            payment: "pay_1".to_owned(),
            deadline: None,
            has_evidence: false,
        }
    }

    /// So many disputes of a reason, on the Wednesday of the week so many weeks before the reported one.
    fn of_week(back: i64, many: usize, reason: &str) -> Vec<ReportDispute> {
        let day = at("2026-11-18T12:00:00Z") - chrono::TimeDelta::weeks(back);
        vec![dispute(&day.to_rfc3339(), 1_000, "EUR", DisputeStatus::DisputeOpened, reason); many]
    }

    fn payments(back: i64, many: usize) -> Vec<DateTime<Utc>> {
        vec![at("2026-11-19T12:00:00Z") - chrono::TimeDelta::weeks(back); many]
    }

    struct Story {
        disputes: Vec<ReportDispute>,
        succeeded: Vec<DateTime<Utc>>,
        first: &'static str,
        goal: Option<i64>,
    }

    impl Story {
        fn new(disputes: Vec<ReportDispute>, succeeded: Vec<DateTime<Utc>>) -> Self {
            Self { disputes, succeeded, first: "2026-01-01T00:00:00Z", goal: None }
        }

        fn page(&self) -> ReportPage {
            let facts = DisputeFacts {
                profile: "Nordlicht Goods",
                zone: "Europe/Berlin".parse().unwrap(),
                now: at("2026-11-23T05:00:00Z"),
                read_at: at("2026-11-23T04:58:00Z"),
                disputes: &self.disputes,
                succeeded: &self.succeeded,
                first: Some(at(self.first)),
                goal: self.goal,
            };
            dispute_report(&facts, &ReportPeriod::LastWeek.last_before(facts.now, facts.zone))
        }
    }

    fn statements(page: &ReportPage) -> Vec<&str> {
        page.sentences.iter().map(|sentence| sentence.statement.as_str()).collect()
    }

    fn cells(table: &ReportTable) -> Vec<Vec<&str>> {
        table.rows.iter().map(|row| row.iter().map(|cell| cell.text.as_str()).collect()).collect()
    }

    /// The story of the drawing: 31 disputes after 14, most of the rise by one reason.
    fn rise() -> Story {
        let disputes = [
            of_week(0, 17, "Product not received"),
            of_week(0, 14, "Fraudulent"),
            of_week(1, 3, "Product not received"),
            of_week(1, 11, "Fraudulent"),
        ];
        Story::new(disputes.concat(), [payments(0, 2_514), payments(1, 2_466)].concat())
    }

    #[test]
    fn the_page_says_how_many_were_opened_why_and_what_is_open() {
        let page = Story { goal: Some(9_000), ..rise() }.page();
        assert_eq!(
            (page.title.as_str(), page.period.as_str()),
            ("Disputes, week 47", "Monday 16 – Sunday 22 November 2026")
        );
        assert_eq!(page.about[1], "Dates in Europe/Berlin (UTC+1)");
        assert_eq!(
            statements(&page),
            [
                "31 disputes were opened, more than twice as many as the week before (14).",
                "“Product not received” accounted for most of the rise: 17, up from 3.",
                "45 disputes were open on Mon 23 Nov, 05:58: 450.00 EUR.",
            ]
        );
        let proof = &page.sentences[0].proof;
        assert!(
            proof.starts_with(
                "Dispute rate 1.23% (2,514 succeeded payments), up from 0.57% (2,466): a significant change (p\u{a0}=\u{a0}0.0"
            ),
            "{proof}"
        );
        assert!(page.sentences[1].proof.contains("corrected for 3 comparisons"), "{}", page.sentences[1].proof);
        let [by_day, rate, by_reason, outcomes] = &page.charts[..] else { panic!("{:?}", page.charts) };
        assert_eq!([&*by_day.legend[0].1, &*by_day.legend[1].1], ["Week 47: 31", "Week 46: 14"]);
        assert!(
            rate.legend[0].1.ends_with("Above your limit of 0.90% for the first time in 12 weeks."),
            "{:?}",
            rate.legend
        );
        let ReportPlot::Rows { slots } = &by_reason.plot else { panic!("{by_reason:?}") };
        assert_eq!((slots[0].label.as_str(), slots[0].now, slots[0].before), ("Product not received", 17, Some(3)));
        let ReportPlot::Outcomes { slots } = &outcomes.plot else { panic!("{outcomes:?}") };
        assert_eq!(slots.last().map(|slot| slot.above.as_str()), Some("0 of 31"));
    }

    #[test]
    fn a_change_that_chance_makes_often_is_not_called_significant() {
        let disputes = [of_week(0, 16, "Fraudulent"), of_week(1, 12, "Fraudulent")].concat();
        let page = Story::new(disputes, [payments(0, 2_000), payments(1, 2_000)].concat()).page();
        assert!(page.sentences[0].proof.contains("not a significant change"), "{}", page.sentences[0].proof);
        assert_eq!(page.sentences[1].statement, "No dispute reason changed significantly.");
        assert_eq!(page.sentences[1].proof, "“Fraudulent” changed most: 16, up from 12.");
    }

    #[test]
    fn nothing_is_compared_with_a_week_of_which_not_all_is_known() {
        let page = Story { first: "2026-11-12T00:00:00Z", ..rise() }.page();
        assert_eq!(statements(&page)[0], "31 disputes were opened.");
        assert!(
            page.sentences[0].proof.ends_with("Not compared with the week before: data begins on 12 November 2026.")
        );
        assert_eq!(page.sentences.len(), 2, "no reason is said to have changed");
        assert_eq!(page.charts[0].legend.len(), 2);
    }

    #[test]
    fn money_is_by_the_day_of_decision_where_that_is_known_and_never_added_over_currencies() {
        let decided = |status, minor, code, day: &str| ReportDispute {
            decided_at: Some(at(day)),
            ..dispute("2026-10-01T00:00:00Z", minor, code, status, "Fraudulent")
        };
        let mut disputes = of_week(0, 2, "Fraudulent");
        disputes.push(decided(DisputeStatus::Won, 38_200, "EUR", "2026-11-17T10:00:00Z"));
        disputes.push(decided(DisputeStatus::Lost, 61_490, "EUR", "2026-11-22T22:30:00Z"));
        disputes.push(decided(DisputeStatus::Lost, 5_000, "JPY", "2026-11-22T23:30:00Z"));
        let page = Story::new(disputes.clone(), payments(0, 100)).page();
        let eur = ["EUR", "2", "20.00", "+382.00", "−614.90", "−232.90", "2", "20.00"];
        assert_eq!(cells(&page.tables[0]), [eur], "what was decided on Monday in Berlin is of the next week");
        assert!(page.sentences[2].proof.contains("Decided in this week: 382.00 EUR won back, 614.90 EUR lost."));

        disputes[2].decided_at = None;
        let page = Story::new(disputes, payments(0, 100)).page();
        assert_eq!(page.tables[0].columns[3].title, "Of these won");
        assert_eq!(cells(&page.tables[0]), [["EUR", "2", "20.00", "–", "–", "–", "2", "20.00"]]);
        assert!(!page.sentences[2].proof.contains("Decided"), "{}", page.sentences[2].proof);
    }

    #[test]
    fn the_largest_open_dispute_of_every_currency_comes_before_the_second_of_any() {
        let open = |minor, code| dispute("2026-11-18T12:00:00Z", minor, code, DisputeStatus::Challenged, "Fraudulent");
        let mut disputes: Vec<ReportDispute> = (1..=20).map(|number| open(number * 100, "EUR")).collect();
        disputes.push(open(50, "USD"));
        let page = Story::new(disputes, payments(0, 100)).page();
        let rows = cells(&page.tables[1]);
        assert_eq!(rows.len(), 10);
        assert!(rows.iter().any(|row| row[0] == "0.50"), "{rows:?}");
        assert!(rows.iter().any(|row| row[0] == "20.00") && !rows.iter().any(|row| row[0] == "11.00"), "{rows:?}");
    }

    #[test]
    fn what_is_open_says_as_of_when_and_how_many_of_it_are_of_the_period() {
        let disputes = [of_week(1, 3, "Fraudulent"), of_week(0, 2, "Fraudulent"), of_week(-1, 4, "Fraudulent")];
        let page = Story::new(disputes.concat(), payments(0, 100)).page();
        assert_eq!(page.sentences[2].statement, "9 disputes were open on Mon 23 Nov, 05:58: 90.00 EUR.");
        assert!(page.sentences[2].proof.starts_with("2 of these were opened in week 47."), "{:?}", page.sentences[2]);
        assert_eq!(page.tables[0].columns[6].title, "Open on 23 Nov");
        assert_eq!(page.tables[1].title, "Open disputes, as of 23 Nov");
        let complete = &page.definitions.last().unwrap().1;
        assert!(complete.contains("by Mon 23 Nov, 05:58: 100 succeeded payments and 2 disputes."), "{complete}");
    }

    #[test]
    fn a_deadline_that_the_service_does_not_report_says_that_it_is_an_estimate() {
        let mut disputes = of_week(0, 3, "Fraudulent");
        let deadline = |at: &str, is_estimated: bool| Some(ReportDeadline { at: self::at(at), is_estimated });
        disputes[0].deadline = deadline("2026-11-22T12:00:00Z", true);
        disputes[1].deadline = deadline("2026-11-21T12:00:00Z", false);
        disputes[2].deadline = deadline("2026-11-24T12:00:00Z", true);
        let page = Story::new(disputes.clone(), payments(0, 100)).page();
        let respond_by: Vec<&str> = cells(&page.tables[1]).into_iter().map(|row| row[3]).collect();
        assert_eq!(respond_by, ["Sat 21 Nov, overdue", "Sun 22 Nov (est.), overdue", "Tue 24 Nov (est.)"]);
        let proof = &page.sentences[2].proof;
        assert!(proof.contains("2 are overdue (1 est.)."), "{proof}");
        assert!(proof.contains("due on Tue 24 Nov, 13:00 (est.), for 10.00 EUR."), "{proof}");
        disputes[1].deadline = deadline("2026-11-30T12:00:00Z", false);
        disputes[2].deadline = None;
        let proof = &Story::new(disputes, payments(0, 100)).page().sentences[2].proof;
        assert!(proof.contains("1 is overdue (est.).") && proof.contains("Mon 30 Nov, 13:00, for"), "{proof}");
    }

    #[test]
    fn reasons_with_too_few_disputes_are_not_said_to_be_unchanged() {
        let said = |disputes: Vec<ReportDispute>| {
            let page = Story::new(disputes, [payments(0, 400), payments(1, 400)].concat()).page();
            (page.sentences[1].statement.clone(), page.sentences[1].proof.clone())
        };
        let few = [of_week(0, 5, "Fraudulent"), of_week(1, 7, "Fraudulent")].concat();
        let (statement, proof) = said(few.clone());
        assert_eq!(statement, "Too few disputes of any reason to compare with the week before.");
        assert_eq!(proof, "“Fraudulent” changed most: 5, down from 7.");
        let some = [few.clone(), of_week(0, 12, "Duplicate"), of_week(1, 11, "Duplicate")].concat();
        let (statement, proof) = said(some);
        assert_eq!(statement, "No dispute reason changed significantly.");
        assert!(proof.ends_with("Reasons with fewer than 10 disputes are not compared."), "{proof}");
        let (_, proof) = said([few, of_week(0, 60, "Duplicate"), of_week(1, 11, "Duplicate")].concat());
        assert!(proof.ends_with("Too few disputes of other reasons to compare."), "{proof}");
    }

    #[test]
    fn what_was_won_and_what_was_lost_have_their_signs_and_so_has_what_is_left() {
        let decided = |status, minor, code| ReportDispute {
            ..dispute("2026-11-18T12:00:00Z", minor, code, status, "Fraudulent")
        };
        let (won, lost) = (DisputeStatus::Won, DisputeStatus::Lost);
        let disputes =
            vec![decided(won.clone(), 900, "EUR"), decided(lost.clone(), 900, "EUR"), decided(lost, 50, "USD")];
        let page = Story::new(disputes, payments(0, 100)).page();
        let rows = cells(&page.tables[0]);
        assert_eq!(rows[0][3..6], ["+9.00", "−9.00", "0.00"], "nothing is left, which is not nothing known");
        assert_eq!(rows[1][3..6], ["–", "−0.50", "−0.50"]);
    }

    #[test]
    fn the_id_of_a_payment_is_not_called_a_customer() {
        let mut disputes = of_week(0, 2, "Fraudulent");
        let whose = |disputes: &[ReportDispute]| {
            let table = &Story::new(disputes.to_vec(), payments(0, 100)).page().tables[1];
            (table.columns[1].title.clone(), cells(table).into_iter().map(|row| row[1].to_owned()).collect::<Vec<_>>())
        };
        disputes[1].customer = None;
        assert_eq!(whose(&disputes), ("Customer".to_owned(), vec!["Ada".to_owned(), "–".to_owned()]));
        disputes[0].customer = None;
        assert_eq!(whose(&disputes), ("Payment".to_owned(), vec!["pay_1".to_owned(); 2]));
    }

    #[test]
    fn times_of_the_report_in_the_hour_that_comes_twice_say_their_offset() {
        let story = Story::new(of_week(0, 1, "Fraudulent"), payments(0, 100));
        let facts = DisputeFacts {
            profile: "Nordlicht Goods",
            zone: "Europe/Berlin".parse().unwrap(),
            now: at("2026-10-25T01:10:00Z"),
            read_at: at("2026-10-25T00:50:00Z"),
            disputes: &story.disputes,
            succeeded: &story.succeeded,
            first: Some(at(story.first)),
            goal: None,
        };
        let page = dispute_report(&facts, &ReportPeriod::LastWeek.last_before(facts.now, facts.zone));
        assert_eq!(page.about[2], "Created by Paydesk on Sun 25 Oct 2026, 02:10 (UTC+1)");
        let complete = &page.definitions.last().unwrap().1;
        assert!(complete.contains("by Sun 25 Oct, 02:50 (UTC+2)"), "{complete}");
    }

    #[test]
    fn rates_are_written_so_that_a_change_and_a_limit_are_seen() {
        let said = |now: usize, before: usize, goal: Option<i64>| {
            let disputes = [of_week(0, now, "Fraudulent"), of_week(1, before, "Fraudulent")].concat();
            let page =
                Story { goal, ..Story::new(disputes, [payments(0, 10_000), payments(1, 9_999)].concat()) }.page();
            (page.sentences[0].proof.clone(), page.charts[1].legend[0].1.clone())
        };
        let (proof, _) = said(64, 58, None);
        assert!(proof.starts_with("Dispute rate 0.64% (10,000 succeeded payments), up from 0.58% (9,999)"), "{proof}");
        let (proof, _) = said(64, 64, None);
        assert!(proof.contains(", as before: 0.64% (9,999)"), "{proof}");
        let (_, legend) = said(68, 58, Some(6_500));
        assert!(legend.ends_with("Above your limit of 0.65% for the first time in 12 weeks."), "{legend}");
    }

    #[test]
    fn a_limit_says_how_many_of_the_weeks_drawn_are_above_it() {
        let said = |weeks: &[i64]| {
            let disputes = weeks.iter().flat_map(|back| of_week(*back, 5, "Fraudulent"));
            let succeeded = (0..12).flat_map(|back| payments(back, 100));
            let story = Story { goal: Some(9_000), ..Story::new(disputes.collect(), succeeded.collect()) };
            story.page().charts[1].legend[0].1.replace("Disputes opened per 100 succeeded payments. ", "")
        };
        assert_eq!(said(&[]), "Within your limit of 0.90%.");
        assert_eq!(said(&[0]), "Above your limit of 0.90% for the first time in 12 weeks.");
        assert_eq!(said(&[0, 5]), "Above your limit of 0.90%, as in 1 of the 11 weeks before.");
        assert_eq!(said(&[1, 2, 5]), "Within your limit of 0.90%; above it in 3 of the 11 weeks before.");
    }

    #[test]
    fn no_reason_is_most_of_a_rise_that_others_made_smaller() {
        let disputes = [
            of_week(0, 60, "Fraudulent"),
            of_week(1, 12, "Fraudulent"),
            of_week(0, 10, "Duplicate"),
            of_week(1, 40, "Duplicate"),
        ];
        let page = Story::new(disputes.concat(), [payments(0, 2_000), payments(1, 2_000)].concat()).page();
        assert_eq!(statements(&page)[1], "“Fraudulent” rose significantly: 60, up from 12.");
    }

    #[test]
    fn the_largest_disputes_of_some_currencies_are_not_called_those_of_each() {
        let codes = ["EUR", "USD", "GBP", "JPY", "KWD", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK"];
        let open = |code: &&str| {
            vec![dispute("2026-11-18T12:00:00Z", 900, code, DisputeStatus::DisputeOpened, "Fraudulent"); 2]
        };
        let title = |codes: &[&str]| {
            let page = Story::new(codes.iter().flat_map(open).collect(), payments(0, 100)).page();
            page.tables[1].title.clone()
        };
        assert_eq!(title(&codes), "Largest open disputes in 3 of 11 currencies, as of 23 Nov");
        assert_eq!(title(&codes[..5]), "Largest open disputes in each currency, as of 23 Nov");
        assert_eq!(title(&codes[..1]), "Open disputes, as of 23 Nov");
    }

    #[test]
    fn a_period_in_which_the_clocks_change_has_both_offsets() {
        let story = Story::new(of_week(0, 1, "Fraudulent"), payments(0, 100));
        let facts = DisputeFacts {
            profile: "Nordlicht Goods",
            zone: "Europe/Berlin".parse().unwrap(),
            now: at("2026-11-02T09:00:00Z"),
            read_at: at("2026-11-02T09:00:00Z"),
            disputes: &story.disputes,
            succeeded: &story.succeeded,
            first: Some(at(story.first)),
            goal: None,
        };
        let dates =
            |period: ReportPeriod| dispute_report(&facts, &period.last_before(facts.now, facts.zone)).about[1].clone();
        assert_eq!(dates(ReportPeriod::LastMonth), "Dates in Europe/Berlin (UTC+2, then UTC+1)");
        assert_eq!(dates(ReportPeriod::LastWeek), "Dates in Europe/Berlin (UTC+1)");
    }

    #[test]
    fn a_week_without_anything_is_a_page_without_false_numbers() {
        let page = Story::new(Vec::new(), Vec::new()).page();
        assert_eq!(statements(&page)[0], "No dispute was opened, and none the week before.");
        assert_eq!(page.charts[1].plot, ReportPlot::Nothing("No payments succeeded.".to_owned()));
        assert_eq!(page.tables, []);
    }

    /// Reports of weeks between which nothing truly changed.
    #[test]
    fn chance_alone_makes_at_most_one_report_in_twenty_claim_a_change() {
        let mut seed = 20_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as u32
        };
        let (mut claims, reports) = (0, 10_000);
        for _ in 0..reports {
            // Of 400 payments of either week one in 16 is disputed, for one of four reasons.
            let mut disputes = Vec::new();
            for back in [0, 1] {
                for _ in 0..400 {
                    if random() % 16 == 0 {
                        disputes.extend(of_week(back, 1, ["A", "B", "C", "D"][random() as usize % 4]));
                    }
                }
            }
            let page = Story::new(disputes, [payments(0, 400), payments(1, 400)].concat()).page();
            let is_claimed = |sentence: &crate::report_page::ReportSentence| {
                sentence.proof.to_lowercase().contains(" a significant change")
                    || sentence.proof.starts_with("A significant")
            };
            claims += usize::from(
                page.sentences
                    .iter()
                    .any(|sentence| is_claimed(sentence) && !sentence.proof.contains("not a significant change")),
            );
        }
        println!("{claims} of {reports} claim a change");
        assert!(claims * 20 <= reports, "{claims} of {reports} claim a change");
        assert!(claims > 0, "the test can see a claim");
    }
}
