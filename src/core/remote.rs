//! A value that lives at the service: never asked for, on its way, here, or not to be had.
//! The previous value stays visible while a new one is on its way.

use chrono::{DateTime, TimeDelta, Utc};

use paydesk_api::error::CallError;

/// A value of the service with its loading state.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Remote<T> {
    #[default]
    NotAsked,
    Loading {
        previous: Option<T>,
    },
    Ready {
        value: T,
        read_at: DateTime<Utc>,
    },
    Failed {
        error: CallError,
        previous: Option<T>,
    },
}

impl<T> Remote<T> {
    /// The newest value there is, even while another is on its way.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::NotAsked => None,
            Self::Loading { previous } | Self::Failed { previous, .. } => previous.as_ref(),
            Self::Ready { value, .. } => Some(value),
        }
    }

    fn into_value(self) -> Option<T> {
        match self {
            Self::NotAsked => None,
            Self::Loading { previous } | Self::Failed { previous, .. } => previous,
            Self::Ready { value, .. } => Some(value),
        }
    }

    pub fn is_loading(&self) -> bool {
        matches!(self, Self::Loading { .. })
    }

    pub fn error(&self) -> Option<&CallError> {
        match self {
            Self::Failed { error, .. } => Some(error),
            Self::NotAsked | Self::Loading { .. } | Self::Ready { .. } => None,
        }
    }

    /// When the value was read, if nothing has failed since.
    pub fn read_at(&self) -> Option<DateTime<Utc>> {
        match self {
            Self::Ready { read_at, .. } => Some(*read_at),
            Self::NotAsked | Self::Loading { .. } | Self::Failed { .. } => None,
        }
    }

    /// A new value is on its way; the old one stays.
    pub fn start_loading(&mut self) {
        let previous = std::mem::take(self).into_value();
        *self = Self::Loading { previous };
    }

    /// The answer is here.
    pub fn settle(&mut self, result: Result<T, CallError>, now: DateTime<Utc>) {
        match result {
            Ok(value) => *self = Self::Ready { value, read_at: now },
            Err(error) => self.fail(error),
        }
    }

    /// Nobody waits for the new value any more; the old one stays, as it was read at `read_at`.
    pub fn stop_loading(&mut self, read_at: Option<DateTime<Utc>>) {
        if self.is_loading() {
            *self = match (std::mem::take(self).into_value(), read_at) {
                (Some(value), Some(read_at)) => Self::Ready { value, read_at },
                (_, _) => Self::NotAsked,
            };
        }
    }

    /// The clock jumped by `by`: what was read stays as old as it was.
    pub fn clock_jumped(&mut self, by: TimeDelta) {
        if let Self::Ready { read_at, .. } = self {
            *read_at += by;
        }
    }

    /// A newer value than the one shown, while one newer still is on its way.
    pub fn replace_previous(&mut self, value: T) {
        if let Self::Loading { previous } = self {
            *previous = Some(value);
        }
    }

    /// The value is known better, without having been read: how old it counts stays.
    pub fn amend(&mut self, newer: T) {
        match self {
            Self::NotAsked => {}
            Self::Loading { previous } | Self::Failed { previous, .. } => *previous = Some(newer),
            Self::Ready { value, .. } => *value = newer,
        }
    }

    /// No answer is to be had; the old value stays.
    pub fn fail(&mut self, error: CallError) {
        let previous = std::mem::take(self).into_value();
        *self = Self::Failed { error, previous };
    }
}
