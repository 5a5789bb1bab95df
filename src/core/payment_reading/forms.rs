//! In which other forms the list may be asked for where a service refuses it as it was asked.

use crate::service_traits::{PaymentListTrait, PaymentListTraits, SMALL_PAGE};
use paydesk_api::error::CallError;
use paydesk_api::resources::payments::calls::{FilterWords, ListForm, ListMethod, ListPayments};
use paydesk_domain::payment::PaymentFilterPart;

/// Whether another form may not be refused.
pub fn is_list_refusal(error: &CallError) -> bool {
    refusal(error).is_some()
}

/// The other forms where nothing is known of the service.
pub fn untried_list_forms(list: &ListPayments, error: &CallError) -> Vec<ListForm> {
    other_list_forms(list, error, &PaymentListTraits::USUAL).into_iter().map(|(form, _)| form).collect()
}

/// Status and message of a refusal that another way may not meet. A key that is refused, or has not the permission, is
/// refused whichever way.
fn refusal(error: &CallError) -> Option<(u16, &str)> {
    let (status, text) = match error {
        CallError::Service { status, error } => (*status, error.message.as_str()),
        CallError::Foreign { status, excerpt } => (*status, excerpt.as_str()),
        CallError::Unreachable(_) | CallError::NoKey(_) | CallError::Lost(_) => return None,
        CallError::Decode(_) | CallError::Outdated => return None,
    };
    let is_of_key = error.locks_profile() || error.lacks_permission();
    (matches!(status, 400 | 401 | 403 | 404 | 405 | 422) && !is_of_key).then_some((status, text))
}

/// In which other forms a page may be asked for after this refusal, and what an answer would teach of the service.
pub fn other_list_forms(
    list: &ListPayments,
    error: &CallError,
    traits: &PaymentListTraits,
) -> Vec<(ListForm, Option<PaymentListTrait>)> {
    let Some((status, text)) = refusal(error) else { return Vec::new() };
    let form = &list.form;
    if form.with_sign_in {
        return vec![(traits.form(), None)];
    }
    let is_of_content = matches!(status, 400 | 422);
    let mut ways = Vec::new();
    if is_of_content && text.contains("limit") && list.rows_asked() > SMALL_PAGE {
        ways.push((ListForm { page_max: SMALL_PAGE, ..form.clone() }, Some(PaymentListTrait::SmallPages)));
    }
    let asks_created = form.asks_created && list.filter.parts().any(|part| part == PaymentFilterPart::Created);
    if is_of_content && text.contains("created") && asks_created {
        let lesson = PaymentListTrait::created_ignored(form.method);
        ways.push((ListForm { asks_created: false, ..form.clone() }, Some(lesson)));
    }
    if is_of_content && form.method == ListMethod::Post && sends_words(list) {
        ways.extend(other_words(form));
    }
    let other_method = match form.method {
        ListMethod::Post if !is_of_content || error.wants_login() => {
            Some((ListMethod::Get, Some(PaymentListTrait::AskedByQuery)))
        }
        ListMethod::Get if status != 422 => Some((ListMethod::Post, None)),
        ListMethod::Post | ListMethod::Get => None,
    };
    ways.extend(other_method.map(|(method, lesson)| (traits.form_of(method), lesson)));
    ways
}

fn sends_words(list: &ListPayments) -> bool {
    let words = [PaymentFilterPart::Status, PaymentFilterPart::Currency, PaymentFilterPart::Method];
    list.filter.parts().any(|part| words.contains(&part) && list.form.asks(part, &list.filter))
}

/// The last of them is never remembered: the word itself may have been refused.
fn other_words(form: &ListForm) -> [(ListForm, Option<PaymentListTrait>); 3] {
    let way = |words| ListForm { words, ..form.clone() };
    [
        (way(FilterWords::Lists), Some(PaymentListTrait::ListsOfWords)),
        (way(FilterWords::One), None),
        (way(FilterWords::Unasked), None),
    ]
}
