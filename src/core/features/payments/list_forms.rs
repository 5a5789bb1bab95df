//! How the list is asked for once more where a service refuses it as it was asked, and what its answers teach.
//!
//! A way is remembered once it was answered, never by the refusal alone; what passes (no answer, 429, 5xx) teaches
//! nothing. Where a remembered way is refused, the other is tried again. No way is tried twice for one page.

use std::collections::BTreeMap;

use crate::context::Context;
use crate::context::request::FeatureRequest;
use crate::payment_reading::{is_list_refusal, other_list_forms};
use crate::read::{Read, RequestId};
use crate::service_traits::{PaymentListChange, PaymentListTrait, PaymentListTraits, SMALL_PAGE, TraitChange, TraitId};
use paydesk_api::error::CallError;
use paydesk_api::resources::payments::calls::{FilterWords, ListForm, ListMethod, ListPayments};
use paydesk_api::resources::payments::wire::PaymentPage;

use super::text;

/// Most ways that are tried for one page.
const WAYS_MAX: usize = 6;

/// The pages that were refused, until they are answered.
#[derive(Debug, Default)]
pub(super) struct ListFallbacks(BTreeMap<RequestId, ListFallback>);

#[derive(Debug)]
struct ListFallback {
    /// What was said of the page as it was first asked for.
    refusal: CallError,
    tried: Vec<ListForm>,
    /// What would be learned by an answer, and the refusal that it would be learned from.
    lessons: Vec<(PaymentListTrait, String)>,
}

impl ListFallbacks {
    /// A page was refused, or failed: it is asked for in another way, or the error is given back.
    pub fn refused(
        &mut self,
        request_id: RequestId,
        list: &ListPayments,
        error: CallError,
        cx: &mut Context<'_>,
    ) -> Option<CallError> {
        let before = self.0.remove(&request_id);
        let mut tried = before.as_ref().map_or_else(Vec::new, |before| before.tried.clone());
        tried.push(list.form.clone());
        let other = other_list_forms(list, &error, &cx.traits.payment_list);
        let next = other.into_iter().find(|(form, _)| !tried.contains(form)).filter(|_| tried.len() < WAYS_MAX);
        let Some((form, lesson)) = next else {
            // What passes is said as it is; else the first refusal is the one that counts.
            let is_refusal = is_list_refusal(&error);
            return Some(before.filter(|_| is_refusal).map_or(error, |before| before.refusal));
        };
        let (refusal, mut lessons) =
            before.map_or_else(|| (error.clone(), Vec::new()), |before| (before.refusal, before.lessons));
        lessons.extend(lesson.zip(error.answer_text()));
        cx.reads.ask_again(request_id, Read::Payments(ListPayments { form, ..list.clone() }), cx.view.now);
        self.0.retain(|known, _| cx.reads.is_open(*known));
        self.0.insert(request_id, ListFallback { refusal, tried, lessons });
        None
    }

    /// A page came: what it shows of the service is remembered.
    pub fn answered(&mut self, request_id: RequestId, list: &ListPayments, page: &PaymentPage, cx: &mut Context<'_>) {
        let traits = &cx.traits.payment_list;
        let fallback = self.0.remove(&request_id);
        let mut changes = fallback.map_or_else(Vec::new, |fallback| fallback.learned(&list.form, traits));
        let asks_created = list.form.asks_created && !list.form.with_sign_in;
        changes.extend(created_ignored(list, page).filter(|_| asks_created).map(TraitChange::PaymentList));
        changes.extend(spellings(page, traits).map(TraitChange::PaymentList));
        changes.into_iter().for_each(|change| cx.request(FeatureRequest::ChangeTraits(change)));
    }
}

impl ListFallback {
    /// What the answer to `form` shows, after the refusals of others.
    fn learned(self, form: &ListForm, traits: &PaymentListTraits) -> Vec<TraitChange> {
        let holds = |id: PaymentListTrait| match id {
            PaymentListTrait::AskedByQuery => form.method == ListMethod::Get,
            PaymentListTrait::SmallPages => form.page_max <= SMALL_PAGE,
            PaymentListTrait::ListsOfWords => form.method == ListMethod::Post && form.words == FilterWords::Lists,
            PaymentListTrait::CreatedIgnored | PaymentListTrait::CreatedIgnoredInQuery => {
                PaymentListTrait::created_ignored(form.method) == id && !form.asks_created
            }
            PaymentListTrait::StatusWords | PaymentListTrait::DocumentedStatusesAlone => false,
        };
        let documented = [
            (PaymentListTrait::AskedByQuery, form.method == ListMethod::Post),
            (PaymentListTrait::ListsOfWords, form.method == ListMethod::Post && form.words == FilterWords::One),
        ];
        let forgotten = documented.into_iter().filter(|(id, holds)| *holds && traits.has(*id));
        let forgotten = forgotten.map(|(id, _)| TraitChange::Reset(TraitId::PaymentList(id)));
        let learned = self.lessons.into_iter().filter(|(id, _)| holds(*id));
        let learned = learned.map(|(id, from)| TraitChange::PaymentList(PaymentListChange::Learned { id, from }));
        forgotten.chain(learned).collect()
    }
}

/// What a row outside the range that was asked for shows.
fn created_ignored(list: &ListPayments, page: &PaymentPage) -> Option<PaymentListChange> {
    let row = page.rows.iter().find(|row| list.filter.fits_created(row) == Some(false))?;
    let from = text::created_is_outside_time_asked(&row.payment_id, row.created?.to_rfc3339());
    Some(PaymentListChange::Learned { id: PaymentListTrait::created_ignored(list.form.method), from })
}

/// What the rows show of how the service spells statuses.
fn spellings(page: &PaymentPage, traits: &PaymentListTraits) -> impl Iterator<Item = PaymentListChange> {
    page.status_words.iter().filter_map(|(status, word)| {
        let (known, is_documented) = (traits.word(status), word == status.as_str());
        match (known, is_documented) {
            (Some(_), true) => Some(PaymentListChange::SpelledAsDocumented(status.clone())),
            (Some(known), false) if known == word => None,
            (_, false) => {
                let from = text::row_of_list_says(word);
                Some(PaymentListChange::Spelled { status: status.clone(), word: word.clone(), from })
            }
            (None, true) => None,
        }
    })
}
