//! What is typed into the panel. The evidence itself is stored by the core with every change; here are the texts of the
//! fields as they are edited.

use std::collections::{BTreeMap, BTreeSet};

use strum::IntoEnumIterator as _;

use crate::list::{ColumnFacts, ListState, ListSums, Marks};
use paydesk_core::command::{CursorMove, HandlingControl};
use paydesk_core::features::disputes::{
    DisputeSortColumn, DisputesAction, EvidenceDraft, EvidenceDraftAction, EvidenceFileAction, Product,
    RequirementsTable, SubmissionAction, Template,
};
use paydesk_core::{Action, State};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::DisputeId;

/// About how many characters of a field of long text stand in a line.
const LINE_CHARS: usize = 90;

/// Which page of the workspace is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum WorkspacePage {
    #[default]
    Evidence,
    Facts,
    Submitted,
    Preview,
    Requirements,
    Library,
}

/// Texts of the evidence fields while they are edited; the evidence itself is stored by the core.
#[derive(Debug, Default)]
pub struct DisputesDraft {
    /// Another status, typed.
    pub status: String,
    pub payment: String,
    /// A deadline of our own, typed.
    pub deadline: String,
    /// Days of the policy, typed.
    pub days: String,
    /// The path of a file, typed or dropped.
    pub path: String,
    /// Files that were dropped beside the fields: each waits for the field it belongs in.
    pub dropped: Vec<String>,
    /// The name of a person that disputes are assigned to, typed.
    pub assignee: String,
    /// The day until which disputes are snoozed, typed.
    pub snooze: String,
    /// The name of a new template, typed.
    pub template: String,
    /// The name of a new case template, typed.
    pub case_template: String,
    /// What is written in the library.
    pub entry: Option<LibraryEntryDraft>,
    /// The texts of the open dispute's fields.
    pub texts: BTreeMap<EvidenceField, String>,
    /// How many lines each field of long text has room for: by what it held when it was opened, so that no field below it
    /// moves while a person types.
    pub rooms: BTreeMap<EvidenceField, usize>,
    /// The dispute they are of, and how often the core has changed them by itself.
    of: Option<(DisputeId, u64)>,
    /// How high the filters are, in points: what stands in their place is as high.
    pub filters_height: f32,
    pub list: ListState<DisputeId>,
    pub marks: Marks<DisputeId>,
    pub columns: ColumnFacts<DisputeSortColumn>,
    /// What the listed disputes come to, and what of it can still be won or lost.
    pub sums: ListSums,
    pub stake: ListSums,
    /// The open dispute is drawn for the first time: it begins at its top.
    pub is_new: bool,
    pub page: WorkspacePage,
    /// The field that the last look leads to: the form brings it into view and gives it the keyboard.
    pub go_to: Option<EvidenceField>,
    /// The switches that clear are offered at every field.
    pub all_switches: bool,
    /// All 26 fields are shown, not only those that matter for the reason.
    pub all_fields: bool,
    /// The field that has the keyboard, or had it just before a button was pressed: facts go there.
    pub keyboard: Option<EvidenceField>,
    /// Where that field was drawn: the list of facts hangs below it.
    pub keyboard_rect: Option<egui::Rect>,
    /// A key asked for the list of facts.
    pub asks_fact: bool,
    /// The list of facts is open.
    pub lists_facts: bool,
    /// A key pressed a control of how disputes are handled.
    pub asked: Option<HandlingControl>,
    /// How the keys moved through the review since it was last drawn.
    pub review_moves: Vec<CursorMove>,
    /// The evidence was reviewed when it was last drawn.
    is_reviewed: bool,
    /// The empty recommended field that the counter led to last.
    pub led_to: Option<EvidenceField>,
    /// The fields that come first in their groups, and what they were chosen for.
    first: Option<(OrderedFor, BTreeSet<EvidenceField>)>,
    /// The fields that are shown beside those that matter: they have something, or were gone to.
    also: BTreeSet<EvidenceField>,
}

/// What the order of the fields depends on: only what a person chooses, never what is typed.
#[derive(Debug, PartialEq, Eq)]
struct OrderedFor {
    dispute_id: DisputeId,
    product: Option<Product>,
    requirements: RequirementsTable,
}

/// A text or a file of the library while it is written.
#[derive(Debug, Clone)]
pub struct LibraryEntryDraft {
    /// The name of the one that is changed; absent for a new one.
    pub was: Option<String>,
    pub template: Template,
    /// It is drawn for the first time.
    pub just_opened: bool,
}

impl DisputesDraft {
    /// The fields that come first in their groups: those that are recommended when the dispute is opened, or another
    /// product type is chosen. What is typed may change what is recommended; no field moves for it.
    pub fn first_fields(
        &mut self,
        case: &EvidenceDraft,
        reason: &str,
        requirements: &RequirementsTable,
    ) -> &BTreeSet<EvidenceField> {
        let is_for = |of: &OrderedFor| {
            of.dispute_id == case.dispute_id && of.product == case.product && of.requirements == *requirements
        };
        let first = self.first.take().filter(|(of, _)| is_for(of));
        let choose = || {
            let row = case.requirements(reason, requirements);
            let (dispute_id, product) = (case.dispute_id.clone(), case.product);
            let of = OrderedFor { dispute_id, product, requirements: requirements.clone() };
            (of, EvidenceField::iter().filter(|field| row.contains(*field)).collect())
        };
        &self.first.insert(first.unwrap_or_else(choose)).1
    }

    /// The fields that are shown: all, or those that matter for the reason, and whatever has something. One that was shown
    /// stays, so that none goes away while a person types.
    pub fn shown_fields(
        &mut self,
        case: &EvidenceDraft,
        reason: &str,
        requirements: &RequirementsTable,
    ) -> BTreeSet<EvidenceField> {
        if self.all_fields {
            return EvidenceField::iter().collect();
        }
        let has_something = |field: &EvidenceField| {
            case.value(*field).is_some() || case.clears(*field) || case.fields.contains_key(&(*field).into())
        };
        self.also.extend(EvidenceField::iter().filter(has_something));
        self.also.extend(self.go_to);
        requirements.matters(reason, case.product).union(&self.also).copied().collect()
    }

    /// Leads to the next recommended field that is empty, the first again after the last.
    /// Those that went with winning before stand first, once enough disputes are decided.
    pub fn lead_to_missing(
        &mut self,
        case: &EvidenceDraft,
        reason: &str,
        requirements: &RequirementsTable,
        winning: &[EvidenceField],
    ) {
        let row = case.requirements(reason, requirements);
        let open = row.requirements.iter().filter(|need| !need.iter().any(|field| case.is_filled(*field)));
        let mut missing: Vec<EvidenceField> = open.flatten().copied().collect();
        let place =
            |field: &EvidenceField| (winning.iter().position(|known| known == field).unwrap_or(winning.len()), *field);
        missing.sort_by_key(place);
        missing.dedup();
        let led_to = self.led_to.as_ref().map(place);
        let next = missing.iter().find(|field| Some(place(field)) > led_to).or(missing.first()).copied();
        (self.led_to, self.go_to, self.page) = (next, next, WorkspacePage::Evidence);
    }

    /// A key asks for the facts, to insert one.
    pub fn ask_for_fact(&mut self) {
        (self.asks_fact, self.page) = (true, WorkspacePage::Evidence);
    }

    /// A key presses a control of how disputes are handled.
    pub fn ask(&mut self, control: HandlingControl) {
        (self.asked, self.page) = (Some(control), WorkspacePage::Evidence);
    }

    /// What was asked for and is not in view is forgotten.
    pub fn forget_asked(&mut self) {
        (self.asked, self.asks_fact) = (None, false);
        self.review_moves.clear();
    }

    /// Leads on in the dispute that is open, out of its review where that is shown.
    pub fn lead_on(&mut self, state: &State, actions: &mut Vec<Action>) {
        let disputes = &state.workspace.disputes;
        let Some(row) = disputes.open_row() else { return };
        let case = state.workspace.drafts.draft_or_new(&row.dispute.dispute_id, &state.view());
        let ranking = disputes.open_results().ranking();
        let winning: Vec<EvidenceField> =
            ranking.iter().filter(|winning| winning.helps()).map(|winning| winning.field).collect();
        self.lead_to_missing(&case, row.known, &state.evidence.requirements, &winning);
        if disputes.review.is_some() {
            actions.push(Action::Disputes(DisputesAction::Submission(SubmissionAction::LeaveReview)));
        }
    }

    /// A person asked for something: the keyboard goes to the statement that was drafted, and to the field into which a
    /// file is uploaded.
    pub fn follow_actions(&mut self, actions: &[Action]) {
        for action in actions {
            let field = match action {
                Action::Disputes(DisputesAction::Draft(EvidenceDraftAction::DraftStatement(_))) => {
                    EvidenceField::UncategorizedText
                }
                Action::Disputes(DisputesAction::File(EvidenceFileAction::Upload { field, .. })) => *field,
                _ => continue,
            };
            (self.go_to, self.page) = (Some(field), WorkspacePage::Evidence);
        }
    }

    /// The evidence was reviewed a frame ago, or is now: the field that had the keyboard before gets it back.
    pub fn follow_review(&mut self, is_reviewed: bool) {
        if std::mem::replace(&mut self.is_reviewed, is_reviewed) && !is_reviewed {
            self.go_to = self.go_to.or(self.keyboard);
        }
    }

    /// Takes the texts of the open dispute when it is another, or when the core has changed them.
    pub fn follow(&mut self, state: &State, dispute_id: &DisputeId) {
        let generation = state.workspace.drafts.entry(dispute_id).map_or(0, |entry| entry.generation);
        let of = Some((dispute_id.clone(), generation));
        self.is_new = false;
        if self.of == of {
            return;
        }
        self.is_new = self.of.as_ref().map(|(id, _)| id) != Some(dispute_id);
        if self.is_new {
            self.deadline.clear();
            self.days.clear();
            self.page = WorkspacePage::default();
            self.dropped.clear();
            self.go_to = None;
            self.entry = None;
            self.first = None;
            (self.keyboard, self.led_to, self.is_reviewed) = (None, None, false);
            self.also.clear();
        }
        let draft = state.workspace.drafts.draft_or_new(dispute_id, &state.view());
        self.texts = EvidenceField::iter().map(|field| (field, draft.text(field).to_owned())).collect();
        self.rooms = self.texts.iter().map(|(field, text)| (*field, lines_of(text))).collect();
        self.of = of;
    }
}

/// How many lines a text takes, broken where the form is about as wide as it is on most screens.
fn lines_of(text: &str) -> usize {
    text.lines().map(|line| line.chars().count().div_ceil(LINE_CHARS).max(1)).sum()
}
