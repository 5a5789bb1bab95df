//! Statuses and unified codes with what they mean, searched as one types. Names and codes are those of the tables that
//! the rest of Paydesk shows.

use egui::{ScrollArea, Ui};

use super::text;
use crate::status::dispute_status;
use paydesk_core::manual::glossary as meaning;
use paydesk_domain::decline::{LEGACY_CODES, UNIFIED_CODES, retry};
use paydesk_domain::dispute::{DisputeStage, DisputeStatus};
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::payout::PayoutStatus;
use paydesk_domain::refund::RefundStatus;
use paydesk_domain::subscription::{InvoiceStatus, SubscriptionStatus};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{TextField, heading_ui, label_ui};

/// One status or code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GlossaryEntry {
    pub group: &'static str,
    /// What Paydesk calls it.
    pub term: String,
    /// What the API calls it.
    pub word: String,
    pub meaning: String,
}

impl GlossaryEntry {
    fn new(group: &'static str, term: &str, word: &str, meaning: &str) -> Self {
        Self { group, term: term.to_owned(), word: word.to_owned(), meaning: meaning.to_owned() }
    }

    /// Draws the term, the word of the API and what it means.
    pub(super) fn ui(&self, ui: &mut Ui) {
        let (strong, subdued) = (tokens(ui).text, tokens(ui).subdued);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            label_ui(ui, Text::SmallStrong, strong, &self.term);
            label_ui(ui, Text::Code, subdued, &self.word);
        });
        label_ui(ui, Text::Small, subdued, &self.meaning);
    }

    fn matches(&self, wanted: &str) -> bool {
        let all = format!("{} {} {} {}", self.group, self.term, self.word, self.meaning).to_lowercase();
        wanted.to_lowercase().split_whitespace().all(|word| all.contains(word))
    }
}

/// Everything that matches `wanted`, in groups.
pub fn glossary(wanted: &str) -> Vec<GlossaryEntry> {
    let payments = PaymentStatus::NAMED.iter().chain(PaymentStatus::ALSO);
    let payments =
        payments.map(|one| GlossaryEntry::new("Payment statuses", &one.label(), one.as_str(), meaning::payment(one)));
    let refunds = RefundStatus::NAMED.iter().chain(RefundStatus::ALSO);
    let refunds =
        refunds.map(|one| GlossaryEntry::new("Refund statuses", &one.label(), one.as_str(), meaning::refund(one)));
    let disputes = DisputeStatus::NAMED.iter().chain(DisputeStatus::ALSO);
    let disputes = disputes.map(|one| {
        let look = dispute_status(one);
        GlossaryEntry::new("Dispute statuses", &look.word, one.as_str(), meaning::dispute(one))
    });
    let payouts = PayoutStatus::NAMED.iter().chain(PayoutStatus::ALSO);
    let payouts =
        payouts.map(|one| GlossaryEntry::new("Payout statuses", &one.label(), one.as_str(), meaning::payout(one)));
    let subscriptions = SubscriptionStatus::NAMED.iter().chain(SubscriptionStatus::ALSO);
    let subscriptions = subscriptions
        .map(|one| GlossaryEntry::new("Subscription statuses", &one.label(), one.as_str(), meaning::subscription(one)));
    let all = payments.chain(refunds).chain(disputes).chain(stages()).chain(payouts).chain(subscriptions);
    all.chain(invoices()).chain(codes()).filter(|entry| entry.matches(wanted)).collect()
}

fn stages() -> impl Iterator<Item = GlossaryEntry> {
    let stages = DisputeStage::NAMED.iter().chain(DisputeStage::ALSO);
    stages.map(|one| GlossaryEntry::new("Dispute stages", &one.label(), one.as_str(), meaning::dispute_stage(one)))
}

fn invoices() -> impl Iterator<Item = GlossaryEntry> {
    InvoiceStatus::NAMED
        .iter()
        .map(|one| GlossaryEntry::new("Invoice statuses", &one.label(), one.as_str(), meaning::invoice(one)))
}

/// The codes of declines and of errors, and the types of errors.
fn codes() -> impl Iterator<Item = GlossaryEntry> {
    let declines = UNIFIED_CODES
        .iter()
        .chain(&LEGACY_CODES)
        .map(|(code, message)| GlossaryEntry::new("Unified decline codes", message, code, retry(code).advice()));
    let entry =
        |group| move |(word, term, meaning): &(&str, &str, &str)| GlossaryEntry::new(group, term, word, meaning);
    let errors = meaning::ERROR_CODES.iter().map(entry(text::ERROR_CODES));
    declines.chain(errors).chain(meaning::ERROR_TYPES.iter().map(entry(text::ERROR_TYPES)))
}

/// Draws the search and what it finds.
pub(super) fn glossary_ui(ui: &mut Ui, search: &mut String, height: f32) {
    let field = TextField::bare(text::SEARCH_GLOSSARY, search).placeholder(text::SEARCH_GLOSSARY);
    field.icon(Icon::Search).clearable().ui(ui);
    ui.add_space(space::S);
    let found = glossary(search);
    let scroll = ScrollArea::vertical().id_salt("glossary").max_height(height - 2.0 * space::XXL);
    scroll.auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        let subdued = tokens(ui).subdued;
        let mut group = "";
        for entry in &found {
            if entry.group != group {
                group = entry.group;
                ui.add_space(space::S);
                heading_ui(ui, Text::Group, subdued, group);
            }
            entry.ui(ui);
        }
        if found.is_empty() {
            label_ui(ui, Text::Small, subdued, "No status or code matches");
        }
    });
}
