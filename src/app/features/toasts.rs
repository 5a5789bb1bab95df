//! Short messages about what just happened. They leave by themselves; what needs the person stays elsewhere too.

use chrono::{DateTime, TimeDelta, Utc};

use crate::domain::ids::{DisputeId, PaymentId};
use crate::domain::operation::ResourceKind;

/// Most toasts at once; the oldest leaves first.
const MAX: usize = 5;
/// How long a toast stays, in seconds: good news shorter than bad.
const SHORT_S: i64 = 6;
const LONG_S: i64 = 15;

/// How good the news of a toast is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToastKind {
    Neutral,
    Positive,
    Attention,
    Danger,
}

/// A short message in the corner of the window, gone by itself at `until`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toast {
    pub id: u64,
    pub kind: ToastKind,
    pub text: String,
    /// The payment it speaks of, opened from the toast.
    pub payment_id: Option<PaymentId>,
    /// The dispute it speaks of, opened from the toast instead.
    pub dispute_id: Option<DisputeId>,
    /// The record that the reported operation made or changed.
    about: Option<(ResourceKind, String)>,
    pub until: DateTime<Utc>,
}

/// The toasts that are shown, oldest first.
#[derive(Debug, Default)]
pub struct Toasts {
    last_id: u64,
    shown: Vec<Toast>,
}

impl Toasts {
    pub fn shown(&self) -> &[Toast] {
        &self.shown
    }

    /// Another profile is at work: ids of the one that was left lead nowhere here, or to a namesake.
    pub(in crate::app) fn forget_payments(&mut self) {
        for toast in &mut self.shown {
            (toast.payment_id, toast.dispute_id, toast.about) = (None, None, None);
        }
    }

    /// The same, of a dispute.
    pub(in crate::app) fn show_dispute(
        &mut self,
        now: DateTime<Utc>,
        kind: ToastKind,
        text: String,
        dispute_id: DisputeId,
    ) {
        self.shown.retain(|toast| toast.dispute_id.as_ref() != Some(&dispute_id));
        self.show(now, kind, text, None);
        if let Some(toast) = self.shown.last_mut() {
            toast.dispute_id = Some(dispute_id);
        }
    }

    /// What an operation did to `about`: what was said of the same record before gives way to it.
    pub(in crate::app) fn show_about(
        &mut self,
        now: DateTime<Utc>,
        (kind, text): (ToastKind, String),
        payment_id: Option<PaymentId>,
        about: Option<(ResourceKind, String)>,
    ) {
        self.shown.retain(|toast| about.is_none() || toast.about != about);
        self.show(now, kind, text, payment_id);
        if let Some(toast) = self.shown.last_mut() {
            toast.about = about;
        }
    }

    pub(in crate::app) fn show(
        &mut self,
        now: DateTime<Utc>,
        kind: ToastKind,
        text: String,
        payment_id: Option<PaymentId>,
    ) {
        let seconds = match kind {
            ToastKind::Neutral | ToastKind::Positive => SHORT_S,
            ToastKind::Attention | ToastKind::Danger => LONG_S,
        };
        // What was said of the same payment before is no longer its status.
        self.shown.retain(|toast| payment_id.is_none() || toast.payment_id != payment_id);
        self.last_id += 1;
        let until = now + TimeDelta::seconds(seconds);
        self.shown.push(Toast { id: self.last_id, kind, text, payment_id, dispute_id: None, about: None, until });
        if self.shown.len() > MAX {
            self.shown.remove(0);
        }
    }

    pub(in crate::app) fn dismiss(&mut self, id: u64) {
        self.shown.retain(|toast| toast.id != id);
    }

    pub(in crate::app) fn clock_jumped(&mut self, by: TimeDelta) {
        self.shown.iter_mut().for_each(|toast| toast.until += by);
    }

    pub(in crate::app) fn expire(&mut self, now: DateTime<Utc>) {
        self.shown.retain(|toast| toast.until > now);
    }

    pub(in crate::app) fn next_due(&self) -> Option<DateTime<Utc>> {
        self.shown.iter().map(|toast| toast.until).min()
    }
}
