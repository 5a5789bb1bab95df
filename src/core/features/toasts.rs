//! Short messages about what just happened. They leave by themselves; what needs the person stays elsewhere too.

use std::path::Path;

use chrono::{DateTime, TimeDelta, Utc};

use paydesk_domain::ids::{DisputeId, OperationId, PaymentId};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::profile::ProfileId;

pub use crate::operations::news::ToastKind;

/// Most toasts at once; the oldest leaves first.
const MAX: usize = 5;
/// How long a toast stays, in seconds: good news shorter than bad.
const SHORT_S: i64 = 6;
const LONG_S: i64 = 15;

/// A short message in the corner of the window, gone by itself at `until`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toast {
    pub id: u64,
    pub kind: ToastKind,
    pub text: String,
    /// The profile that it is about.
    pub profile_id: ProfileId,
    payment_id: Option<PaymentId>,
    dispute_id: Option<DisputeId>,
    /// The folder with the files that it reports, opened from the toast instead.
    pub folder: Option<String>,
    /// What it reports.
    about: ToastSubject,
    /// It is shown in the panel in front, or was: there alone.
    seen: bool,
    pub until: DateTime<Utc>,
}

/// What a toast reports, so that it gives way to what is reported of the same later.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ToastSubject {
    pub payment_id: Option<PaymentId>,
    /// The record that changed.
    pub record: Option<(ResourceKind, String)>,
    /// The operation whose outcome it is, or whose outcome is not known.
    pub operation: Option<OperationId>,
}

impl Toast {
    /// The payment it is about, opened from the toast while its profile is on screen: another has none, or a namesake.
    pub fn payment_id(&self, shown: &ProfileId) -> Option<&PaymentId> {
        self.payment_id.as_ref().filter(|_| self.profile_id == *shown)
    }

    /// The dispute it is about, opened from the toast instead.
    pub fn dispute_id(&self, shown: &ProfileId) -> Option<&DisputeId> {
        self.dispute_id.as_ref().filter(|_| self.profile_id == *shown)
    }
}

/// The toasts that are shown, oldest first.
#[derive(Debug)]
pub struct Toasts {
    last_id: u64,
    shown: Vec<Toast>,
    /// The profile that whatever happens now is about.
    profile_id: ProfileId,
}

impl Toasts {
    pub(crate) fn of(profile_id: ProfileId) -> Self {
        Self { last_id: 0, shown: Vec::new(), profile_id }
    }

    /// What is reported from now on is about another profile.
    pub(crate) fn begin_about(&mut self, profile_id: &ProfileId) {
        self.profile_id = profile_id.clone();
    }

    /// Takes away what was reported of the same object of the same profile before.
    fn give_way(&mut self, is_same: impl Fn(&Toast) -> bool) {
        self.shown.retain(|toast| toast.profile_id != self.profile_id || !is_same(toast));
    }

    pub fn shown(&self) -> &[Toast] {
        &self.shown
    }

    /// Those that say what no panel in front says.
    pub fn unseen(&self) -> impl Iterator<Item = &Toast> {
        self.shown.iter().filter(|toast| !toast.seen)
    }

    /// The operations that are reported, each with its toast.
    pub(crate) fn of_operations(&self) -> Vec<(u64, OperationId)> {
        self.shown.iter().filter_map(|toast| Some((toast.id, toast.about.operation.clone()?))).collect()
    }

    /// What a toast reported is known otherwise now.
    pub(crate) fn correct(&mut self, id: u64, (kind, text): (ToastKind, String)) {
        if let Some(toast) = self.shown.iter_mut().find(|toast| toast.id == id) {
            (toast.kind, toast.text) = (kind, text);
        }
    }

    /// The panel in front shows what the toast reports.
    pub(crate) fn note_seen(&mut self, id: u64) {
        self.shown.iter_mut().filter(|toast| toast.id == id).for_each(|toast| toast.seen = true);
    }

    /// Shows a toast about a dispute.
    pub(crate) fn show_dispute(&mut self, now: DateTime<Utc>, kind: ToastKind, text: String, dispute_id: DisputeId) {
        self.give_way(|toast| toast.dispute_id.as_ref() == Some(&dispute_id));
        self.show(now, kind, text, None);
        if let Some(toast) = self.shown.last_mut() {
            toast.dispute_id = Some(dispute_id);
        }
    }

    /// Files were saved into a folder, which is opened from the toast.
    pub(crate) fn show_saved(&mut self, now: DateTime<Utc>, (kind, text): (ToastKind, String), folder: Option<String>) {
        self.show(now, kind, text, None);
        if let Some(toast) = self.shown.last_mut() {
            toast.folder = folder;
        }
    }

    /// Shows a toast about `about`, in place of the earlier one about it.
    pub(crate) fn show_about(&mut self, now: DateTime<Utc>, (kind, text): (ToastKind, String), about: ToastSubject) {
        let is_same = |known: &ToastSubject| {
            about.record.is_some() && known.record == about.record
                || about.operation.is_some() && known.operation == about.operation
        };
        self.give_way(|toast| is_same(&toast.about));
        self.show(now, kind, text, about.payment_id.clone());
        if let Some(toast) = self.shown.last_mut() {
            toast.about = about;
        }
    }

    pub(crate) fn show(&mut self, now: DateTime<Utc>, kind: ToastKind, text: String, payment_id: Option<PaymentId>) {
        let seconds = match kind {
            ToastKind::Neutral | ToastKind::Positive => SHORT_S,
            ToastKind::Attention | ToastKind::Danger => LONG_S,
        };
        // What was said of the same payment before is no longer its status.
        self.give_way(|toast| payment_id.is_some() && toast.payment_id == payment_id);
        self.last_id += 1;
        let until = now + TimeDelta::seconds(seconds);
        self.shown.push(Toast {
            id: self.last_id,
            kind,
            text,
            profile_id: self.profile_id.clone(),
            payment_id,
            dispute_id: None,
            folder: None,
            about: ToastSubject::default(),
            seen: false,
            until,
        });
        if self.shown.len() > MAX {
            self.shown.remove(0);
        }
    }

    pub(crate) fn dismiss(&mut self, id: u64) {
        self.shown.retain(|toast| toast.id != id);
    }

    pub(crate) fn clock_jumped(&mut self, by: TimeDelta) {
        self.shown.iter_mut().for_each(|toast| toast.until += by);
    }

    pub(crate) fn expire(&mut self, now: DateTime<Utc>) {
        self.shown.retain(|toast| toast.until > now);
    }

    pub(crate) fn next_due(&self) -> Option<DateTime<Utc>> {
        self.shown.iter().map(|toast| toast.until).min()
    }
}

/// The folder of a file that was saved.
pub(crate) fn folder_of(path: &str) -> Option<String> {
    Path::new(path).parent().map(|folder| folder.display().to_string())
}
