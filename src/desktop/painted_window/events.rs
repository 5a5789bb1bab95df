//! What ends a window.

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
    Surface(#[from] paydesk_painter::surface::SurfaceError),
    #[error(transparent)]
    Content(ContentError),
}
