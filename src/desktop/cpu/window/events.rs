//! What reaches a window from outside the platform, and what ends it.

use std::time::Instant;

use egui_winit::accesskit_winit;

/// Why there is nothing to show.
pub type ContentError = Box<dyn std::error::Error + Send + Sync>;

/// Why there is no window, or none any more.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    #[error(transparent)]
    EventLoop(#[from] winit::error::EventLoopError),
    #[error(transparent)]
    Window(#[from] winit::error::OsError),
    #[error(transparent)]
    Surface(#[from] softbuffer::SoftBufferError),
    #[error(transparent)]
    Content(ContentError),
}

/// What reaches the window from outside the platform.
#[derive(Debug)]
pub(super) enum UserEvent {
    Repaint {
        at: Instant,
        /// How many passes there had been when it was asked for.
        pass: u64,
    },
    /// Something waits for whoever fills the window, which need not be seen.
    Wake {
        at: Instant,
    },
    AccessKit(accesskit_winit::Event),
}

impl From<accesskit_winit::Event> for UserEvent {
    fn from(event: accesskit_winit::Event) -> Self {
        Self::AccessKit(event)
    }
}
