//! Why there is no window, and what to do about it.

use super::renderer::RendererKind;

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum DesktopError {
    #[error(
        "No display was found: neither WAYLAND_DISPLAY nor DISPLAY is set.\n\
         Paydesk is a program with a window. Start it from a desktop session, or install one:\n\
         \x20 Debian, Ubuntu: apt-get install libxkbcommon-x11-0 libxcursor1 libxi6 libxrandr2 libx11-xcb1 libgl1 libegl1 (and a desktop, or xvfb to try it without)\n\
         \x20 Fedora: dnf install libxkbcommon-x11 libXcursor libXi libXrandr libX11-xcb mesa-libGL mesa-libEGL (and a desktop, or xorg-x11-server-Xvfb)\n\
         The sandbox needs no display: paydesk sandbox"
    )]
    NoDisplay,
    #[error(
        "The display was found, but no window could be opened: {0}\n\
         A window on X11 needs: libxkbcommon-x11-0 libxcursor1 libxi6 libxrandr2 libx11-xcb1 (Debian, Ubuntu), libxkbcommon-x11 libXcursor libXi libXrandr libX11-xcb (Fedora)"
    )]
    NoWindow(String),
    #[error("No renderer can draw the window:{0}")]
    NoRenderer(String),
    #[error("The {renderer} renderer does not work here: {text}\nTry without --renderer: Paydesk picks one")]
    Renderer { renderer: RendererKind, text: String },
    #[error("The window was opened, but Paydesk could not start in it: {0}")]
    NoContent(String),
}
