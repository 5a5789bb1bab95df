//! Opens a window with the renderer of choice.

use std::sync::Arc;

use eframe::NativeOptions;
use egui::ViewportBuilder;

use super::content::EframeContent;
use super::cpu::window::{self, CreateContent, WindowError};
use super::error::DesktopError;
use super::renderer::{RendererChoice, RendererKind};
use super::size::SMALLEST_SIZE;

/// The icon of the window; the other sizes are for packages.
const ICON: &[u8] = include_bytes!("../../assets/icon/paydesk-256.png");

/// Which window is opened.
#[derive(Debug, Clone, Copy)]
pub(super) struct WindowSpec<'a> {
    pub title: &'a str,
    /// In points.
    pub size: [f32; 2],
}

/// Opens a window and returns when it is closed.
pub(super) fn open(
    spec: WindowSpec<'_>,
    choice: &RendererChoice,
    create: CreateContent<'_>,
) -> Result<(), DesktopError> {
    if cfg!(target_os = "linux") && !has_display() {
        return Err(DesktopError::NoDisplay);
    }
    tracing::info!("renderer: {choice}");
    in_turn(choice, |renderer| open_with(spec, renderer, create))
}

/// With the renderer of choice; where OpenGL was found and does not work after all, with wgpu. The processor cannot be
/// the next: a process has one event loop, and it is eframe's by then.
fn in_turn(choice: &RendererChoice, open: impl Fn(RendererKind) -> Result<(), OpenError>) -> Result<(), DesktopError> {
    let renderer = choice.kind;
    let glow = match open(renderer) {
        Ok(()) => return Ok(()),
        Err(OpenError::Window(text)) => return Err(DesktopError::NoWindow(text)),
        Err(OpenError::Renderer(text)) if choice.asked_for || renderer != RendererKind::Glow => {
            return Err(DesktopError::Renderer { renderer, text });
        }
        Err(OpenError::Renderer(text)) => text,
    };
    tracing::warn!("OpenGL does not work here, trying wgpu: {glow}");
    open(RendererKind::Wgpu).map_err(|error| {
        let (OpenError::Window(wgpu) | OpenError::Renderer(wgpu)) = error;
        DesktopError::NoRenderer { glow, wgpu }
    })
}

fn open_with(spec: WindowSpec<'_>, renderer: RendererKind, create: CreateContent<'_>) -> Result<(), OpenError> {
    let viewport = viewport_of(spec);
    let renderer = match renderer {
        RendererKind::Cpu => return Ok(window::run(spec.title, viewport, create)?),
        RendererKind::Glow => eframe::Renderer::Glow,
        RendererKind::Wgpu => eframe::Renderer::Wgpu,
    };
    let options = NativeOptions { viewport, renderer, ..NativeOptions::default() };
    let create: eframe::AppCreator<'_> = Box::new(|creation| {
        let woken = creation.egui_ctx.clone();
        let wake = Arc::new(move |within| woken.request_repaint_after(within));
        Ok(Box::new(EframeContent(create(&creation.egui_ctx, wake)?)))
    });
    eframe::run_native(spec.title, options, create).map_err(|error| OpenError::from(&error))
}

fn viewport_of(spec: WindowSpec<'_>) -> ViewportBuilder {
    let viewport = ViewportBuilder::default()
        .with_title(spec.title)
        .with_app_id("paydesk")
        .with_inner_size(spec.size)
        .with_min_inner_size(SMALLEST_SIZE);
    match eframe::icon_data::from_png_bytes(ICON) {
        Ok(icon) => viewport.with_icon(icon),
        Err(error) => {
            tracing::warn!("the icon of the window cannot be read: {error}");
            viewport
        }
    }
}

enum OpenError {
    Window(String),
    Renderer(String),
}

impl From<&eframe::Error> for OpenError {
    fn from(error: &eframe::Error) -> Self {
        match error {
            eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => Self::Window(last_text(&error.to_string())),
            _ => Self::Renderer(error.to_string()),
        }
    }
}

impl From<WindowError> for OpenError {
    fn from(error: WindowError) -> Self {
        match error {
            WindowError::EventLoop(_) | WindowError::Window(_) => Self::Window(last_text(&error.to_string())),
            WindowError::Surface(_) | WindowError::Content(_) => Self::Renderer(error.to_string()),
        }
    }
}

/// The library's reason without the place in its source that it puts before it.
fn last_text(text: &str) -> String {
    text.rsplit_once(".rs:").and_then(|(_, rest)| rest.split_once(": ")).map_or(text, |(_, why)| why).to_owned()
}

fn has_display() -> bool {
    ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    fn tried(choice: &RendererChoice, works: &[RendererKind]) -> (Vec<RendererKind>, Result<(), DesktopError>) {
        let tried = RefCell::new(Vec::new());
        let result = in_turn(choice, |renderer| {
            tried.borrow_mut().push(renderer);
            works.contains(&renderer).then_some(()).ok_or(OpenError::Renderer("no driver".to_owned()))
        });
        (tried.into_inner(), result)
    }

    #[test]
    fn where_opengl_was_found_and_does_not_work_wgpu_is_next() {
        let found = RendererChoice { asked_for: false, ..RendererChoice::new(Some(RendererKind::Glow)) };
        let (order, result) = tried(&found, &[RendererKind::Wgpu]);
        assert_eq!(order, [RendererKind::Glow, RendererKind::Wgpu]);
        assert!(result.is_ok());
        let (_, result) = tried(&found, &[]);
        let said = result.map_err(|error| error.to_string()).unwrap_err();
        assert!(said.contains("glow (OpenGL): no driver") && said.contains("--renderer cpu"), "{said}");
    }

    #[test]
    fn the_renderer_that_was_asked_for_is_the_only_one_tried() {
        for renderer in [RendererKind::Glow, RendererKind::Wgpu, RendererKind::Cpu] {
            let (order, result) = tried(&RendererChoice::new(Some(renderer)), &[]);
            assert_eq!(order, [renderer]);
            assert!(matches!(result, Err(DesktopError::Renderer { .. })), "{result:?}");
        }
    }
}
