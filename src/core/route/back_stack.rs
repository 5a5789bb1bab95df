//! The way back: where something was opened from. *Back* leads there step by step, also to another panel.

use paydesk_domain::operation::ResourceKind;
use paydesk_index::payment_columns::SortOrder;

use crate::features::history::History;
use crate::features::payments::{PaymentSort, PaymentsFilter};
use crate::route::Route;

/// Most places kept; beyond, the first is forgotten.
const PLACES_MAX: usize = 50;

/// The places that *Back* leads to, the next one last.
#[derive(Debug, Default)]
pub struct BackStack {
    places: Vec<BackPlace>,
    /// How many steps led back when a form was opened from another place; none while no such form is in front.
    before_form: Option<usize>,
}

/// What was in front.
#[derive(Debug, Clone, PartialEq)]
pub struct BackPlace {
    pub route: Route,
    /// What it is called.
    pub title: String,
    /// The id of what was open beside the list, or in its place.
    pub(crate) open: Option<String>,
    /// Which payments were listed, where they were.
    pub(crate) payments: Option<PaymentsPlace>,
}

/// Which payments are listed, and in which order.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PaymentsPlace {
    pub filter: PaymentsFilter,
    pub sort: PaymentSort,
    pub search: Option<ListedSearch>,
    /// The saved view that is shown.
    pub view: Option<String>,
}

/// What is searched for in all payments.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ListedSearch {
    pub text: String,
    pub sort: SortOrder,
}

/// What an action means for the way back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BackStep {
    /// It opens something from what is in front.
    Opens,
    /// It opens a form, and leaving that leads back.
    OpensForm,
    /// It opens something in another panel; in its own list it only chooses a row.
    OpensElsewhere,
    /// It goes to a panel by its name: what was opened before is done with.
    StartsAnew,
    Stays,
}

impl BackStack {
    /// Where *Back* leads.
    pub fn last(&self) -> Option<&BackPlace> {
        self.places.last()
    }

    /// How many steps lead back.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Whether *Back* leads to this panel, in however many steps.
    pub fn leads_to(&self, route: Route) -> bool {
        self.places.iter().any(|place| place.route == route)
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// No form is in front.
    pub(crate) fn form_is_gone(&mut self) {
        self.before_form = None;
    }

    /// Whether the last step led from another place to the form in front.
    pub(crate) fn leads_out_of_form(&self) -> bool {
        self.before_form == Some(self.places.len())
    }

    pub(crate) fn pop(&mut self) -> Option<BackPlace> {
        self.places.pop()
    }

    /// An action that means `step` led from `before` to what is in front `now`.
    pub(crate) fn follow(&mut self, step: BackStep, before: BackPlace, now: &BackPlace) {
        let opens = match step {
            BackStep::Opens => before != *now,
            BackStep::OpensForm | BackStep::OpensElsewhere => before.lists_other_than(now),
            BackStep::StartsAnew | BackStep::Stays => false,
        };
        if opens {
            self.places.push(before);
            let beyond = self.places.len().saturating_sub(PLACES_MAX);
            self.places.drain(..beyond);
        }
        if step == BackStep::OpensForm {
            self.before_form = opens.then_some(self.places.len());
        }
        // What was opened was closed: a person is there already.
        while self.places.pop_if(|place| place == now).is_some() {}
    }
}

impl BackPlace {
    /// Whether it is the list of this kind with nothing open.
    pub fn is_list_of(&self, kind: ResourceKind) -> bool {
        self.route == Route::List(kind) && self.open.is_none()
    }

    /// Whether another panel is in front now, or other payments are listed.
    fn lists_other_than(&self, now: &Self) -> bool {
        self.route != now.route || self.payments != now.payments
    }
}

impl ListedSearch {
    pub fn of(history: &History) -> Option<Self> {
        let search = history.search();
        search.is_active().then(|| Self { text: search.text().to_owned(), sort: search.sort() })
    }
}
