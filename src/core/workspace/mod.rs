//! Everything that belongs to one profile: what its panels show, its connection, and what is stored on this machine of it.
//!
//! [`State`](crate::state::State) holds one workspace per profile. What arrives for one is routed to it once, by
//! [`workspaces`](crate::state::workspaces). So nothing below compares or filters by profile.

mod customer_text;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use paydesk_api::freshness::ServiceClock;
use paydesk_api::rate_limit::RateGate;
use paydesk_domain::ids::MerchantId;
use paydesk_domain::known::Known;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::PaymentRow;
use paydesk_domain::profile::{Profile, ProfileId};

use crate::context::{NeighbourProfile, Neighbours};
use crate::dialog::Dialog;
use crate::features::analytics::Analytics;
use crate::features::api_keys::ApiKeys;
use crate::features::approvals::Approvals;
use crate::features::bulk::Bulk;
use crate::features::connection::ConnectionState;
use crate::features::customers::Customers;
use crate::features::disputes::{Disputes, EvidenceDrafts};
use crate::features::forms::Forms;
use crate::features::history::{History, RelatedKnown};
use crate::features::home::{Home, HomeItem};
use crate::features::journal_copy::JournalCopy;
use crate::features::notes::ProfileNotes;
use crate::features::payment_count::PaymentCount;
use crate::features::payment_disputes::PaymentDisputes;
use crate::features::payments::Payments;
use crate::features::payouts::Payouts;
use crate::features::record_lists::RecordLists;
use crate::features::refunds::Refunds;
use crate::features::requests::Requests;
use crate::features::review_queue::ReviewQueue;
use crate::features::sending_again::SendingAgain;
use crate::features::sharing::Sharing;
use crate::features::subscriptions::Subscriptions;
use crate::features::team::Team;
use crate::features::views::Views;
use crate::features::webhooks::Webhooks;
use crate::operations::Operations;
use crate::reads::Reads;
use crate::records::{Opening, Records};
use crate::route::Route;
use crate::route::back_stack::BackStack;
use crate::route::opened_records::OpenedRecords;

/// The state of one profile.
#[derive(Debug)]
pub struct Workspace {
    pub profile_id: ProfileId,
    pub route: Route,
    /// Where *Back* leads.
    pub back: BackStack,
    /// What is before the window while the profile is shown. It is about this profile and acts in no other.
    pub dialog: Option<Dialog>,
    pub home: Home,
    /// Every payment of the service.
    pub history: History,
    pub views: Views,
    /// What people wrote.
    pub notes: ProfileNotes,
    /// Known once the service is ready; `None` again once another profile is shown.
    pub profile: Option<Profile>,
    pub connection: ConnectionState,
    pub rate: RateGate,
    /// The clock of the service, by which a read counts that settles an operation.
    pub service_clock: ServiceClock,
    /// The merchants that payments name which were read: an event of another is not of this profile.
    pub merchants: BTreeSet<MerchantId>,
    /// When it was last asked for what only measures it.
    pub measured_at: Option<DateTime<Utc>>,
    pub payments: Payments,
    /// What the service counts, where a person is signed in to its dashboard.
    pub payment_count: PaymentCount,
    pub payment_disputes: PaymentDisputes,
    pub refunds: Refunds,
    pub payouts: Payouts,
    /// How far the lists of records were read.
    pub record_lists: RecordLists,
    pub subscriptions: Subscriptions,
    pub disputes: Disputes,
    /// Evidence drafts.
    pub drafts: EvidenceDrafts,
    pub customers: Customers,
    pub api_keys: ApiKeys,
    pub analytics: Analytics,
    /// What needs a second person in a team.
    pub approvals: Approvals,
    pub bulk: Bulk,
    /// Which record is open beside each list.
    pub opened: OpenedRecords,
    pub forms: Forms,
    pub requests: Requests,
    pub review_queue: ReviewQueue,
    pub sending_again: SendingAgain,
    pub team: Team,
    /// What its team shares.
    pub sharing: Sharing,
    /// The team's copy of the journal.
    pub journal_copy: JournalCopy,
    /// Our own records of refunds, payouts and the like, which a service need not list.
    pub records: Records,
    pub operations: Operations,
    pub webhooks: Webhooks,
    /// Nothing leaves of it while another profile is shown.
    pub(crate) reads: Reads,
}

impl Workspace {
    /// How many payments the service has: by its list, or by all that are known here.
    pub fn all_payments(&self) -> Known<u64> {
        match (self.payments.total, self.history.total()) {
            (Some(listed), Known::Exact(total)) => Known::Exact(listed.max(total)),
            (listed, total) => Known::exact(listed).or(total),
        }
    }

    /// Whether more can be captured than the list of *To capture* shows: what partial captures left is not known of all
    /// payments. Home counts the same.
    pub fn may_list_fewer_to_capture(&self) -> bool {
        let entry = self.home.entry(HomeItem::ToCapture).filter(|_| self.payments.filter.to_capture);
        entry.is_some_and(|entry| !entry.waiting.count().is_exact())
    }

    /// A number or a sum of what the list shows: at least that, where it may show fewer than there are.
    pub fn as_listed<T>(&self, value: T) -> Known<T> {
        Known::Exact(value).at_least_if(self.may_list_fewer_to_capture())
    }

    /// What is known of a payment last, whoever read it: a page that was read before may say less.
    pub fn newest_row(&self, row: &PaymentRow) -> PaymentRow {
        let columns = self.history.columns();
        let known = columns.find(&row.payment_id).and_then(|place| columns.payment(place)).map(|known| known.row);
        let read = || Some(self.payments.detail(&row.payment_id)?.value()?.into());
        known.or_else(read).unwrap_or_else(|| row.clone())
    }

    /// How many payments the saved view at `place` has.
    pub fn view_count(&self, place: usize) -> Known<u64> {
        self.history.query_count(place, self.related_known())
    }

    /// Whether the refunds and the disputes of every payment are known.
    pub fn related_known(&self) -> RelatedKnown {
        related_known(&self.history, &self.records, &self.record_lists, &self.disputes, &self.payment_disputes)
    }

    /// `number` counts the workspaces of this run, so that no answer to a read of one is taken for that of another;
    /// `seed` is for the pauses between reads; `opening` and `notes` say how far the records and
    /// the notes of this machine were read.
    pub fn new(profile_id: ProfileId, number: u64, seed: u64, opening: Opening, notes: Opening) -> Self {
        Self {
            reads: Reads::of(profile_id.clone(), number),
            profile_id,
            route: Route::default(),
            back: BackStack::default(),
            dialog: None,
            home: Home::default(),
            history: History::default(),
            views: Views::default(),
            notes: ProfileNotes::new(notes),
            profile: None,
            connection: ConnectionState::default(),
            rate: RateGate::default(),
            service_clock: ServiceClock::default(),
            merchants: BTreeSet::new(),
            measured_at: None,
            payments: Payments::default(),
            payment_count: PaymentCount::default(),
            payment_disputes: PaymentDisputes::default(),
            refunds: Refunds::default(),
            payouts: Payouts::default(),
            record_lists: RecordLists::default(),
            subscriptions: Subscriptions::default(),
            disputes: Disputes::default(),
            drafts: EvidenceDrafts::default(),
            customers: Customers::default(),
            api_keys: ApiKeys::default(),
            analytics: Analytics::default(),
            approvals: Approvals::default(),
            bulk: Bulk::default(),
            opened: OpenedRecords::default(),
            forms: Forms::default(),
            requests: Requests::default(),
            review_queue: ReviewQueue::default(),
            sending_again: SendingAgain::default(),
            team: Team::default(),
            sharing: Sharing::default(),
            journal_copy: JournalCopy::default(),
            records: Records::new(opening),
            operations: Operations::new(seed),
            webhooks: Webhooks::default(),
        }
    }
}

/// Whether the refunds and the disputes of every payment are known.
pub(crate) fn related_known(
    history: &History,
    records: &Records,
    lists: &RecordLists,
    disputes: &Disputes,
    payment_disputes: &PaymentDisputes,
) -> RelatedKnown {
    let all_detailed = history.columns().detailed() == history.columns().len();
    RelatedKnown {
        refunds: lists.is_whole(ResourceKind::Refund) || records.refunds_are_in_payments && all_detailed,
        disputes: disputes.were_all_read() && payment_disputes.remembers_all(),
    }
}

/// The workspaces of the profiles that are not shown.
#[derive(Debug, Default)]
pub struct OtherWorkspaces {
    pub(crate) by_profile: BTreeMap<ProfileId, Workspace>,
    pub(crate) last_number: u64,
}

impl Neighbours for OtherWorkspaces {
    fn all(&self) -> Box<dyn Iterator<Item = NeighbourProfile<'_>> + '_> {
        Box::new(self.by_profile.values().map(|workspace| {
            let Workspace { profile_id, profile, operations, records, .. } = workspace;
            NeighbourProfile { profile_id, profile: profile.as_ref(), operations, records }
        }))
    }
}
