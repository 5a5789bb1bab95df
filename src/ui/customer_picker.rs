//! The customers, plans and prices known here, offered below the field of a form that takes the id of one, and in the
//! filter of the payments.

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use egui::Ui;

use paydesk_core::State;
use paydesk_core::operations::ResourceKind;
use paydesk_core::records::CachedRecord;
use paydesk_domain::subscription::Subscription;
use paydesk_domain::text::visible;

use crate::form::{FormFields, PickerTexts};
use paydesk_widgets::picker_list::PickerItem;
use paydesk_widgets::{FilterChange, FilterPicker, FilterPickerDraft};

/// Most characters of a name or an e-mail in the list.
const NAME_MAX: usize = 40;

/// The field for a customer's id at `path`.
pub fn customer_ui(
    ui: &mut Ui,
    state: &State,
    entry: &mut FormFields<'_>,
    (path, label, hint): (&str, &str, &str),
    text: &mut String,
) {
    let texts = PickerTexts { label, hint, open: "Show known customers" };
    entry.known(ui, path, texts, text, (stamp(state, ResourceKind::Customer), || customers(state)));
}

/// A filter by customer: one of those known here, or any id.
pub fn customer_filter_ui(
    ui: &mut Ui,
    state: &State,
    filter: FilterPicker<'_>,
    draft: &mut FilterPickerDraft,
) -> Option<FilterChange<String>> {
    filter.ui(ui, draft, || {
        let mut customers = customers(state);
        customers.sort_by(|one, other| one.sort_key().cmp(&other.sort_key()));
        customers
    })
}

fn customers(state: &State) -> Vec<PickerItem> {
    state.workspace.records.of(ResourceKind::Customer).map(customer_item).collect()
}

/// The field for the id of a plan or price at `path`: `id_of` takes it from a subscription, `note_of` what goes with it.
pub fn plan_ui(
    ui: &mut Ui,
    state: &State,
    entry: &mut FormFields<'_>,
    texts: PickerTexts<'_>,
    (path, text): (&str, &mut String),
    id_of: fn(&Subscription) -> Option<&str>,
    note_of: fn(&Subscription) -> Option<String>,
) {
    let items = || {
        let known = state.workspace.records.of(ResourceKind::Subscription).filter_map(CachedRecord::subscription);
        let mut ids: Vec<(&str, String)> =
            known.filter_map(|one| Some((id_of(one)?, note_of(one).unwrap_or_default()))).collect();
        // The newest with a note comes first.
        ids.sort_by_key(|(id, note)| (*id, note.is_empty()));
        ids.dedup_by_key(|(id, _)| *id);
        ids.into_iter()
            .map(|(id, note)| PickerItem::known(id, &visible(&note, NAME_MAX), &visible(&note, NAME_MAX)))
            .collect()
    };
    entry.known(ui, path, texts, text, (stamp(state, ResourceKind::Subscription), items));
}

/// What distinguishes a price from others of its plan: the amount it was charged with, then the plan.
pub fn price_note(subscription: &Subscription) -> Option<String> {
    let invoiced = subscription.invoice.as_ref().map(|invoice| &invoice.amount);
    let amount = invoiced.or_else(|| subscription.payment.as_ref().map(|payment| &payment.amount));
    let parts = [amount.map(ToString::to_string), subscription.plan_id.clone()];
    let note = parts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    (!note.is_empty()).then_some(note)
}

fn customer_item(known: &CachedRecord) -> PickerItem {
    let customer = known.read_or_named_customer();
    let name = customer.and_then(|customer| customer.name.as_deref());
    let email = customer.and_then(|customer| customer.email.as_deref());
    let parts = [name, email].into_iter().flatten().filter(|text| !text.is_empty());
    let text = parts.map(|text| visible(text, NAME_MAX)).collect::<Vec<_>>().join(" · ");
    PickerItem::known(&known.record.id, &text, &text)
}

/// Another number once other records are known, or those of another profile.
fn stamp(state: &State, kind: ResourceKind) -> u64 {
    let profile = state.workspace.profile.as_ref().map(|profile| profile.id.clone());
    BuildHasherDefault::<DefaultHasher>::default().hash_one((profile, state.workspace.records.revision(kind)))
}
