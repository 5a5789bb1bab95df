//! What the hub that leads reads next, and what an answer means for it. Neither asks nor stores anything.
//!
//! Of all payments it holds only those that are under way: ids that wait for their details are few, and what came is
//! handed on at once.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use chrono::{DateTime, Utc};

use paydesk_api::error::CallError;
use paydesk_api::resources::payments::calls::{ListForm, ListPayments, PAGE_MAX, PaymentListFilter};
use paydesk_api::resources::payments::wire::PaymentPage;
use paydesk_core::payment_reading::{
    PageEnd, PagesAhead, ReadPlace, ReadTimes, Sweep, SweepEnd, TeamReadPlace, UNDER_WAY_MAX, URGENT_MAX,
    is_list_refusal, retry_pause, untried_list_forms,
};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::{Payment, PaymentFilterPart, PaymentStatus};
use paydesk_index::payment_columns::StoredPayment;

use super::named::NamedPayment;

/// Ids without details that are looked for at a time.
const DETAILS_AT_ONCE: usize = 200;
/// Payments whose details the service does not give, and that are not asked for again; with more, only those that events
/// name are read.
const UNREADABLE_MAX: usize = 5_000;

/// A payment whose read failed so often, while others came, is not asked for again.
const DETAIL_FAILURES_MAX: u32 = 3;

/// A request to the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HubRead {
    /// The page of the whole list that begins behind so many rows.
    Page(u32),
    /// A page of what is read again.
    Sweep,
    Detail(NamedPayment),
}

/// A request that is under way. Those that are asked for later have larger numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedRead {
    pub nth: u64,
    pub read: HubRead,
    /// In which form, where it is of the list.
    form: ListForm,
}

/// Decides what the leading hub reads next.
#[derive(Debug, Default)]
pub struct ReadingPlan {
    place: ReadPlace,
    statuses_read_at: Option<DateTime<Utc>>,
    /// The stored events up to this change were looked at.
    events_upto: i64,
    pages_ahead: PagesAhead,
    sweep: Option<Sweep>,
    under_way: Vec<AskedRead>,
    asked: u64,
    /// Read before all others.
    urgent: VecDeque<NamedPayment>,
    /// The newest payments without details.
    details: VecDeque<PaymentId>,
    /// There may be payments without details in the database.
    may_lack_details: bool,
    unreadable: BTreeSet<PaymentId>,
    /// Those that are in a status that changes are to be read.
    wants_changing: bool,
    /// Which request brought a payment last, as long as an earlier one is under way.
    brought_by: BTreeMap<PaymentId, u64>,
    failures: u32,
    retry_at: Option<DateTime<Utc>>,
    /// How the service takes the list, as far as is known.
    form: ListForm,
    /// The forms that it refused since it answered one.
    refused_forms: Vec<ListForm>,
}

impl ReadingPlan {
    /// Goes on where a hub was. `last_change` is where events are followed from, where none were.
    pub fn resume(stored: TeamReadPlace, last_change: i64) -> Self {
        Self {
            place: stored.list,
            statuses_read_at: stored.statuses_read_at,
            events_upto: stored.events_upto.unwrap_or(last_change),
            may_lack_details: true,
            ..Self::default()
        }
    }

    /// As it is to be stored with all that came so far.
    pub fn place(&self) -> TeamReadPlace {
        let list = self.place.clone();
        TeamReadPlace { list, statuses_read_at: self.statuses_read_at, events_upto: Some(self.events_done()) }
    }

    /// How many payments the service has, where it says so.
    pub fn total(&self) -> Option<u64> {
        self.place.total
    }

    /// The payments of all events up to this change were read.
    fn events_done(&self) -> i64 {
        let of_details = self.under_way.iter().filter_map(|asked| match &asked.read {
            HubRead::Detail(named) => named.change,
            HubRead::Page(_) | HubRead::Sweep => None,
        });
        let waiting = self.urgent.iter().filter_map(|named| named.change).chain(of_details).min();
        waiting.map_or(self.events_upto, |first| self.events_upto.min(first - 1))
    }

    /// The stored events up to here were looked at.
    pub fn events_upto(&self) -> i64 {
        self.events_upto
    }

    /// Whether so many more payments can be read before all others.
    pub fn has_room_for(&self, count: usize) -> bool {
        self.urgent.len() + count <= URGENT_MAX
    }

    /// Events up to a change name these payments.
    pub fn events_came(&mut self, named: Vec<NamedPayment>, upto: i64) {
        named.into_iter().for_each(|named| self.read_first(named));
        self.events_upto = self.events_upto.max(upto);
    }

    /// The details of a payment are read before those of others.
    pub fn read_first(&mut self, named: NamedPayment) {
        match self.urgent.iter_mut().find(|known| known.payment_id == named.payment_id) {
            Some(known) => known.join(named),
            None => self.urgent.push_back(named),
        }
    }

    /// The details of a payment are read soon, where there is room.
    pub fn read_soon(&mut self, payment_id: PaymentId) {
        if self.has_room_for(1) {
            self.read_first(NamedPayment::of(payment_id));
        }
    }

    /// What is asked for next; it is under way from now on.
    pub fn next(&mut self, now: DateTime<Utc>) -> Option<AskedRead> {
        if self.under_way.len() >= UNDER_WAY_MAX || self.retry_at.is_some_and(|at| at > now) {
            return None;
        }
        let read = self.next_read(now)?;
        self.asked += 1;
        let asked = AskedRead { nth: self.asked, read, form: self.form.clone() };
        self.under_way.push(asked.clone());
        Some(asked)
    }

    /// Pages of one kind at a time, and of a sweep one alone, since it begins where the one before ended; details beside
    /// them.
    fn next_read(&mut self, now: DateTime<Utc>) -> Option<HubRead> {
        let is_any = |is_it: fn(&HubRead) -> bool| self.under_way.iter().any(|asked| is_it(&asked.read));
        let reads_page = is_any(|read| matches!(read, HubRead::Page(_)));
        let sweeps = is_any(|read| *read == HubRead::Sweep);
        self.begin_due_sweep(now);
        if self.sweep.is_some() && !sweeps && !reads_page {
            return Some(HubRead::Sweep);
        }
        if let Some(named) = self.urgent.pop_front() {
            return Some(HubRead::Detail(named));
        }
        if !self.place.has_ended() {
            // A sweep that is due begins once the pages under way came.
            return self.next_page().filter(|_| self.sweep.is_none()).map(HubRead::Page);
        }
        self.details.pop_front().map(|payment_id| HubRead::Detail(NamedPayment::of(payment_id)))
    }

    fn begin_due_sweep(&mut self, now: DateTime<Utc>) {
        let due = |plan: &Self| {
            let times = ReadTimes { statuses: plan.statuses_read_at, read_now: None };
            plan.place.due_sweep(times, now)
        };
        let sweep = self.sweep.take().or_else(|| due(self));
        if sweep.as_ref().is_some_and(|sweep| sweep.status.is_some()) && !self.filters_by_status() {
            self.leave_statuses(now);
            self.sweep = due(self);
        } else {
            self.sweep = sweep;
        }
    }

    fn next_page(&self) -> Option<u32> {
        let is_under_way = |offset| self.under_way.iter().any(|asked| asked.read == HubRead::Page(offset));
        self.pages_ahead.next(&self.place, self.form.clone(), is_under_way)
    }

    /// The list as it is asked for.
    pub fn list(&self, read: &HubRead) -> ListPayments {
        let (status, offset, after) = match (read, &self.sweep) {
            (HubRead::Sweep, Some(sweep)) => (sweep.status.clone(), sweep.offset, sweep.after.clone()),
            (HubRead::Page(offset), _) => (None, *offset, self.place.after.clone()),
            (HubRead::Sweep | HubRead::Detail(_), _) => (None, 0, None),
        };
        let filter = PaymentListFilter { status, ..PaymentListFilter::default() };
        ListPayments { filter, limit: PAGE_MAX, offset, after, form: self.form.clone() }
    }

    fn ended(&mut self, nth: u64) {
        self.under_way.retain(|asked| asked.nth != nth);
        let oldest = self.under_way.iter().map(|asked| asked.nth).min();
        self.brought_by.retain(|_, by| oldest.is_some_and(|oldest| oldest < *by));
    }

    /// It was not sent: it is asked for later.
    pub fn give_back(&mut self, asked: AskedRead) {
        self.ended(asked.nth);
        if let HubRead::Detail(named) = asked.read {
            self.urgent.push_front(named);
        }
    }

    /// It came to nothing: after a pause it is asked for again; a payment that fails again and again while others come is
    /// left out.
    pub fn failed(&mut self, mut asked: AskedRead, now: DateTime<Utc>) {
        if let HubRead::Detail(named) = &mut asked.read {
            named.failures += u32::from(self.failures == 0);
            if named.failures >= DETAIL_FAILURES_MAX {
                return self.detail_refused(asked);
            }
        }
        self.give_back(asked);
        self.failures = self.failures.saturating_add(1);
        self.retry_at = Some(now + retry_pause(self.failures));
    }

    /// The service does not give this payment: it is not asked for again.
    pub fn detail_refused(&mut self, asked: AskedRead) {
        self.ended(asked.nth);
        self.failures = 0;
        if let HubRead::Detail(named) = asked.read {
            self.unreadable.insert(named.payment_id);
        }
    }

    /// The service refused the list as it was asked for: whether it is asked for in another form, or without what was
    /// refused.
    pub fn list_refused(&mut self, asked: &AskedRead, error: &CallError, now: DateTime<Utc>) -> bool {
        if matches!(asked.read, HubRead::Detail(_)) || !is_list_refusal(error) {
            return false;
        }
        if asked.form != self.form {
            self.ended(asked.nth);
            return true;
        }
        let list = self.list(&asked.read);
        self.refused_forms.push(list.form.clone());
        let next = untried_list_forms(&list, error).into_iter().find(|form| !self.refused_forms.contains(form));
        match next {
            Some(form) => self.form = form,
            // It does not list by status in any form.
            None if list.filter.status.is_some() => self.leave_statuses(now),
            None => {
                (self.form, self.refused_forms) = (ListForm::default(), Vec::new());
                return false;
            }
        }
        self.ended(asked.nth);
        true
    }

    fn filters_by_status(&self) -> bool {
        let filter = PaymentListFilter { status: Some(PaymentStatus::Processing), ..PaymentListFilter::default() };
        self.form.asks(PaymentFilterPart::Status, &filter)
    }

    /// Those in a status that changes are read one by one, where the service does not list them.
    fn leave_statuses(&mut self, now: DateTime<Utc>) {
        (self.sweep, self.statuses_read_at, self.wants_changing) = (None, Some(now), true);
    }

    /// A page came: the payments to be stored.
    pub fn page_came(&mut self, asked: AskedRead, page: &PaymentPage, now: DateTime<Utc>) -> Vec<StoredPayment> {
        let listed = page.rows.iter().map(|row| StoredPayment::listed(row.clone(), now));
        let whole = page.whole.iter().map(|payment| StoredPayment::read(payment, now));
        let mut came: Vec<StoredPayment> = listed.chain(whole).collect();
        came.retain(|payment| self.is_newest(&payment.row.payment_id, asked.nth));
        self.ended(asked.nth);
        (self.failures, self.retry_at) = (0, None);
        self.refused_forms.clear();
        let end = PageEnd::of(page);
        match asked.read {
            HubRead::Page(offset) => {
                self.pages_ahead.add(offset, end);
                self.pass_pages(now);
            }
            HubRead::Sweep => self.pass_sweep(&end, now),
            HubRead::Detail(_) => {}
        }
        came
    }

    /// Whether no later request has brought the payment already: what an earlier one shows may be outdated.
    fn is_newest(&self, payment_id: &PaymentId, nth: u64) -> bool {
        self.brought_by.get(payment_id).is_none_or(|by| *by < nth)
    }

    /// What came is passed over in the order of the list.
    fn pass_pages(&mut self, now: DateTime<Utc>) {
        while !self.place.has_ended()
            && let Some(page) = self.pages_ahead.take(self.place.offset)
        {
            self.wants_changing |= self.place.pass_page(page, now);
        }
    }

    fn pass_sweep(&mut self, page: &PageEnd, now: DateTime<Utc>) {
        let Some(sweep) = self.sweep.take() else { return };
        match self.place.pass_sweep(sweep, page, now) {
            SweepEnd::GoesOn(sweep) => self.sweep = Some(sweep),
            SweepEnd::ListRead => {}
            SweepEnd::StatusesRead => {
                self.statuses_read_at = Some(now);
                self.wants_changing = true;
            }
        }
    }

    /// A whole payment came: what is to be stored of it.
    pub fn payment_came(&mut self, asked: AskedRead, payment: &Payment, now: DateTime<Utc>) -> Option<StoredPayment> {
        let is_newest = self.is_newest(&payment.payment_id, asked.nth);
        self.brought_by.insert(payment.payment_id.clone(), asked.nth);
        self.ended(asked.nth);
        (self.failures, self.retry_at) = (0, None);
        self.unreadable.remove(&payment.payment_id);
        let HubRead::Detail(named) = asked.read else { return None };
        let read = StoredPayment::read(payment, now);
        let (refunded, disputed) = (read.refunded || named.refunded, read.disputed || named.disputed);
        is_newest.then_some(StoredPayment { refunded, disputed, ..read })
    }

    /// Payments were stored that have no details yet.
    pub fn stored_without_details(&mut self) {
        self.may_lack_details = true;
    }

    /// How many payments without details are to be looked for in the database; none where there is enough to do.
    pub fn details_wanted(&self) -> Option<usize> {
        let is_idle = self.place.has_ended() && self.details.is_empty() && self.unreadable.len() < UNREADABLE_MAX;
        let reads_details = || self.under_way.iter().any(|asked| matches!(asked.read, HubRead::Detail(_)));
        (self.may_lack_details && is_idle && !reads_details()).then(|| DETAILS_AT_ONCE + self.unreadable.len())
    }

    /// So many were looked for, and these were found.
    pub fn details_found(&mut self, found: Vec<PaymentId>, wanted: usize) {
        self.may_lack_details = found.len() >= wanted;
        self.details = found.into_iter().filter(|payment_id| !self.unreadable.contains(payment_id)).collect();
    }

    /// Whether the payments in a status that changes are to be looked for in the database.
    pub fn take_wants_changing(&mut self) -> bool {
        std::mem::take(&mut self.wants_changing)
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use paydesk_api::error::ApiError;
    use paydesk_api::resources::payments::calls::ListMethod;
    use paydesk_domain::money::{Currency, MinorUnits, Money};
    use paydesk_domain::payment::PaymentRow;

    fn now() -> DateTime<Utc> {
        "2026-11-21T10:00:00Z".parse().unwrap()
    }

    fn row(number: u32) -> PaymentRow {
        PaymentRow {
            payment_id: PaymentId::new(format!("pay_{number}")),
            status: PaymentStatus::Succeeded,
            amount: Money::new(500, Currency::iso4217("EUR")),
            created: Some(now() - TimeDelta::minutes(number.into())),
            capturable_minor: None,
            received_minor: None,
            customer_id: None,
            payment_method: None,
            unified_code: None,
            unified_message: None,
        }
    }

    /// The page of a list of so many payments.
    fn page(begin: u32, of: u32) -> PaymentPage {
        let rows: Vec<PaymentRow> = (begin..of.min(begin + 100)).map(row).collect();
        let last_id = rows.last().map(|row| row.payment_id.clone());
        PaymentPage { rows, last_id, total_count: Some(of.into()), limit: 100, ..PaymentPage::default() }
    }

    fn named(number: u32, change: i64) -> NamedPayment {
        NamedPayment { change: Some(change), ..NamedPayment::of(PaymentId::new(format!("pay_{number}"))) }
    }

    fn payment(number: u32) -> Payment {
        let body = format!(r#"{{"payment_id":"pay_{number}","status":"succeeded","amount":500,"currency":"EUR"}}"#);
        paydesk_api::resources::payments::wire::decode_payment(
            paydesk_api::json::parse(body.as_bytes()).unwrap(),
            MinorUnits::Iso4217,
        )
        .unwrap()
    }

    fn begun() -> ReadingPlan {
        ReadingPlan::resume(TeamReadPlace::default(), 0)
    }

    /// Everything that is asked for at this moment.
    fn all_next(plan: &mut ReadingPlan) -> Vec<AskedRead> {
        std::iter::from_fn(|| plan.next(now())).collect()
    }

    #[test]
    fn pages_are_read_ahead_and_passed_over_in_their_order() {
        let mut plan = begun();
        let first = all_next(&mut plan);
        assert_eq!(first.iter().map(|asked| &asked.read).collect::<Vec<_>>(), [&HubRead::Page(0)]);
        assert_eq!(plan.page_came(first[0].clone(), &page(0, 350), now()).len(), 100);
        let mut rest = all_next(&mut plan);
        assert_eq!(rest.len(), 3);
        // The last comes first: the place stays before what is missing.
        let third = rest.pop().unwrap();
        assert_eq!(plan.page_came(third, &page(300, 350), now()).len(), 50);
        assert_eq!((plan.place().list.offset, plan.place().list.is_whole), (100, false));
        for asked in rest {
            let HubRead::Page(begin) = asked.read else { panic!("{asked:?}") };
            plan.page_came(asked, &page(begin, 350), now());
        }
        assert_eq!((plan.place().list.offset, plan.place().list.is_whole), (350, true));
    }

    #[test]
    fn another_hub_goes_on_where_the_list_was_read_to() {
        let mut plan = begun();
        let asked = plan.next(now()).unwrap();
        plan.page_came(asked, &page(0, 1_000), now());
        let mut other = ReadingPlan::resume(TeamReadPlace::from_json(plan.place().to_json()), 9);
        assert_eq!(other.next(now()).unwrap().read, HubRead::Page(100));
        assert_eq!(other.events_upto(), 0, "events are followed from where they were");
    }

    #[test]
    fn an_event_counts_as_done_once_its_payment_came_and_not_before() {
        let mut plan = begun();
        plan.events_came(vec![named(1, 5), named(2, 7), named(1, 8)], 10);
        assert_eq!(plan.place().events_upto, Some(4));
        let asked = all_next(&mut plan);
        let details: Vec<&AskedRead> = asked.iter().filter(|asked| matches!(asked.read, HubRead::Detail(_))).collect();
        assert_eq!(details.len(), 2, "one payment is read once");
        assert_eq!(plan.place().events_upto, Some(4), "it is under way");
        plan.payment_came(details[0].clone(), &payment(1), now());
        assert_eq!(plan.place().events_upto, Some(6));
        plan.failed(details[1].clone(), now());
        assert_eq!(plan.place().events_upto, Some(6), "it is read again");
        assert_eq!(plan.next(now()), None, "after a pause");
        let again = plan.next(now() + TimeDelta::seconds(10)).unwrap();
        plan.payment_came(again, &payment(2), now());
        assert_eq!(plan.place().events_upto, Some(10));
    }

    #[test]
    fn what_was_asked_for_before_a_payment_was_read_does_not_take_its_place() {
        let mut plan = begun();
        let list = plan.next(now()).unwrap();
        plan.events_came(vec![named(3, 1)], 1);
        let detail = plan.next(now()).unwrap();
        assert!(plan.payment_came(detail, &payment(3), now()).is_some());
        let came = plan.page_came(list, &page(0, 50), now());
        assert_eq!(came.len(), 49);
        assert!(came.iter().all(|payment| payment.row.payment_id.as_str() != "pay_3"));
        assert!(plan.brought_by.is_empty(), "nothing earlier is under way");
    }

    #[test]
    fn details_are_read_once_the_list_is_whole_and_one_that_is_gone_is_not_asked_for_again() {
        let mut plan = begun();
        assert_eq!(plan.details_wanted(), None);
        let asked = plan.next(now()).unwrap();
        plan.page_came(asked, &page(0, 2), now());
        // The statuses that change and the last days come first.
        while let Some(asked) = plan.next(now()) {
            plan.page_came(asked, &page(0, 0), now());
        }
        let wanted = plan.details_wanted().unwrap();
        plan.details_found(vec![PaymentId::new("pay_0"), PaymentId::new("pay_1")], wanted);
        let asked = all_next(&mut plan);
        plan.detail_refused(asked[0].clone());
        assert!(plan.payment_came(asked[1].clone(), &payment(1), now()).unwrap().detailed_at.is_some());
        assert_eq!(plan.details_wanted(), None, "all were found");
        plan.stored_without_details();
        let wanted = plan.details_wanted().unwrap();
        plan.details_found(vec![PaymentId::new("pay_0"), PaymentId::new("pay_9")], wanted);
        let asked: Vec<HubRead> = all_next(&mut plan).into_iter().map(|asked| asked.read).collect();
        assert_eq!(asked, [HubRead::Detail(NamedPayment::of(PaymentId::new("pay_9")))]);
    }

    fn refused(status: u16, message: &str) -> CallError {
        let error = ApiError { kind: String::new(), code: "IR_17".to_owned(), message: message.to_owned() };
        CallError::Service { status, error }
    }

    #[test]
    fn a_list_that_is_refused_is_asked_for_in_the_other_form_and_then_without_statuses() {
        let mut plan = begun();
        let asked = plan.next(now()).unwrap();
        assert!(!plan.list_refused(&asked, &refused(500, ""), now()), "what passes says nothing of the form");
        assert!(plan.list_refused(&asked, &refused(401, "log in"), now()));
        let asked = plan.next(now()).unwrap();
        assert_eq!(plan.list(&asked.read).form.method, ListMethod::Get);
        plan.page_came(asked, &page(0, 2), now());
        assert_eq!(plan.next(now()).map(|asked| plan.list(&asked.read).filter.status), Some(None));
        assert!(plan.take_wants_changing(), "it filters by no status");
        let mut plan = begun();
        let asked = plan.next(now()).unwrap();
        assert!(plan.list_refused(&asked, &refused(404, ""), now()));
        let asked = plan.next(now()).unwrap();
        assert!(!plan.list_refused(&asked, &refused(404, ""), now()), "both are refused");
    }

    #[test]
    fn where_the_service_does_not_list_by_status_the_newest_are_read_all_the_same() {
        let mut plan = begun();
        let asked = plan.next(now()).unwrap();
        plan.page_came(asked, &page(0, 2), now());
        for _ in 0..4 {
            let asked = plan.next(now()).unwrap();
            if plan.list(&asked.read).filter.status.is_none() {
                assert!(asked.read == HubRead::Sweep && plan.take_wants_changing());
                return;
            }
            assert!(plan.list_refused(&asked, &refused(400, "unknown variant"), now()));
        }
        panic!("{plan:?}");
    }

    #[test]
    fn a_payment_that_fails_while_others_come_is_left_out_and_none_is_while_the_service_is_away() {
        let mut plan = begun();
        plan.events_came(vec![named(1, 1)], 1);
        let mut at = now();
        let next_detail = |plan: &mut ReadingPlan, at| {
            let asked: Vec<AskedRead> = std::iter::from_fn(|| plan.next(at)).collect();
            let (details, pages): (Vec<_>, Vec<_>) =
                asked.into_iter().partition(|asked| matches!(asked.read, HubRead::Detail(_)));
            (details.into_iter().next(), pages)
        };
        for _ in 0..5 {
            let (detail, pages) = next_detail(&mut plan, at);
            plan.failed(detail.unwrap(), at);
            pages.into_iter().for_each(|page| plan.failed(page, at));
            at += TimeDelta::seconds(300);
        }
        for _ in 0..DETAIL_FAILURES_MAX {
            let (detail, pages) = next_detail(&mut plan, at);
            pages.into_iter().for_each(|asked| drop(plan.page_came(asked, &page(0, 0), at)));
            let Some(detail) = detail else { break };
            plan.failed(detail, at);
            at += TimeDelta::seconds(300);
        }
        assert_eq!(plan.place().events_upto, Some(1), "it is waited for no more");
    }

    #[test]
    fn no_more_is_under_way_or_waits_than_is_bounded() {
        let mut plan = begun();
        let many = (0..URGENT_MAX as u32).map(|number| named(number, number.into())).collect();
        assert!(plan.has_room_for(URGENT_MAX));
        plan.events_came(many, 1);
        assert!(!plan.has_room_for(1));
        assert_eq!(all_next(&mut plan).len(), UNDER_WAY_MAX);
    }
}
