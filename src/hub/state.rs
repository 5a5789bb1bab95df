//! What the parts of a hub know of each other: whether events can be stored, and whether this hub leads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use tokio::time::Instant;

use super::metrics::HubMetrics;

/// Shared by the parts of a hub: whether it can store events, and whether it leads.
#[derive(Default)]
pub struct HubState {
    is_storing: AtomicBool,
    /// Until when this hub leads, unless it is confirmed again.
    leads_until: Mutex<Option<Instant>>,
    pub metrics: HubMetrics,
}

impl HubState {
    pub fn set_storing(&self, is_storing: bool) {
        self.is_storing.store(is_storing, Ordering::Release);
    }

    /// Whether what is received now is likely to be stored.
    pub fn is_storing(&self) -> bool {
        self.is_storing.load(Ordering::Acquire)
    }

    /// This hub leads until then, or not at all.
    pub fn set_leading(&self, until: Option<Instant>) {
        *self.leads_until.lock().unwrap_or_else(PoisonError::into_inner) = until;
    }

    /// Whether this hub leads at this moment.
    pub fn is_leading(&self) -> bool {
        let until = *self.leads_until.lock().unwrap_or_else(PoisonError::into_inner);
        until.is_some_and(|until| until > Instant::now())
    }
}
