//! Opens a window with the renderer of choice.

use std::cell::RefCell;
use std::sync::Arc;

use eframe::{NativeOptions, UserEvent};
use egui::{Context, ViewportBuilder};
use winit::event_loop::EventLoop;
use winit::platform::run_on_demand::EventLoopExtRunOnDemand as _;

use super::content::{EframeContent, WindowContent};
use super::error::DesktopError;
use super::painted_window::{self as window, ContentError, CreateContent, WindowError};
use super::renderer::{RendererChoice, RendererKind, why_no_opengl};
use super::size::SMALLEST_SIZE;
use paydesk_runtime::Wake;

/// The icon of the window; the other sizes are for packages.
const ICON: &[u8] = include_bytes!("../../assets/icon/paydesk-256.png");

#[cfg(not(any(windows, feature = "wgpu")))]
const NOT_BUILT: &str = "this program was built without it (cargo build --features wgpu)";

/// Which window is opened.
#[derive(Debug, Clone, Copy)]
pub(super) struct WindowSpec<'a> {
    pub title: &'a str,
    /// In points.
    pub size: [f32; 2],
}

/// The connection to the display. A process has one; every renderer opens its window with it.
pub(super) struct WindowSystem {
    event_loop: EventLoop<UserEvent>,
}

impl WindowSystem {
    pub fn connect() -> Result<Self, DesktopError> {
        if !has_display() {
            return Err(DesktopError::NoDisplay);
        }
        let event_loop = EventLoop::with_user_event().build();
        let event_loop = event_loop.map_err(|error| DesktopError::NoWindow(last_text(&error.to_string())))?;
        Ok(Self { event_loop })
    }

    /// What would draw a window here, and why.
    pub fn renderer(&self) -> RendererChoice {
        RendererChoice::new(None, &self.event_loop)
    }

    /// Opens a window with the renderer that was asked for, or else the one that draws quickest here, and returns when it
    /// is closed. `create` fills it and is told the renderer.
    pub fn open(
        &mut self,
        spec: WindowSpec<'_>,
        asked: Option<RendererKind>,
        create: impl Fn(&Context, &RendererChoice, Wake) -> Result<Box<dyn WindowContent>, ContentError>,
    ) -> Result<(), DesktopError> {
        let choice = RendererChoice::new(asked, &self.event_loop);
        in_turn(choice, |choice| {
            tracing::info!("renderer: {choice}");
            self.open_with(spec, choice.kind, &|ctx, wake| create(ctx, choice, wake))
        })
    }

    fn open_with(
        &mut self,
        spec: WindowSpec<'_>,
        renderer: RendererKind,
        create: CreateContent<'_>,
    ) -> Result<(), OpenError> {
        match renderer {
            RendererKind::Cpu => Ok(window::run(&mut self.event_loop, spec.title, viewport_of(spec), create)?),
            RendererKind::Glow => self.open_with_eframe(spec, eframe::Renderer::Glow, create),
            #[cfg(any(windows, feature = "wgpu"))]
            RendererKind::Wgpu => self.open_with_eframe(spec, eframe::Renderer::Wgpu, create),
            #[cfg(not(any(windows, feature = "wgpu")))]
            RendererKind::Wgpu => Err(OpenError::Renderer(NOT_BUILT.to_owned())),
        }
    }

    fn open_with_eframe(
        &mut self,
        spec: WindowSpec<'_>,
        renderer: eframe::Renderer,
        create: CreateContent<'_>,
    ) -> Result<(), OpenError> {
        // Where eframe cannot draw, it ends the loop without a word and never asks for the content.
        let created: RefCell<Option<Result<(), String>>> = RefCell::new(None);
        let options = NativeOptions { viewport: viewport_of(spec), renderer, ..NativeOptions::default() };
        let create: eframe::AppCreator<'_> = Box::new(|creation| {
            let woken = creation.egui_ctx.clone();
            let wake = Arc::new(move |within| woken.request_repaint_after(within));
            let content = create(&creation.egui_ctx, wake);
            created.replace(Some(content.as_ref().map(|_| ()).map_err(ToString::to_string)));
            Ok(Box::new(EframeContent(content?)))
        });
        let mut app = eframe::create_native(spec.title, options, create, &self.event_loop);
        let ran = self.event_loop.run_app_on_demand(&mut app);
        drop(app);
        ran.map_err(|error| OpenError::Window(last_text(&error.to_string())))?;
        match created.into_inner() {
            Some(created) => created.map_err(OpenError::Content),
            None => Err(OpenError::Renderer(self.why_eframe_cannot_draw(renderer))),
        }
    }

    fn why_eframe_cannot_draw(&self, renderer: eframe::Renderer) -> String {
        let opengl = (renderer == eframe::Renderer::Glow).then(|| why_no_opengl(&self.event_loop)).flatten();
        opengl.unwrap_or_else(|| "the graphics driver could not open a window".to_owned())
    }
}

/// With the renderer of choice; where OpenGL was found and does not work after all, with the next.
fn in_turn(
    choice: RendererChoice,
    mut open: impl FnMut(&RendererChoice) -> Result<(), OpenError>,
) -> Result<(), DesktopError> {
    let mut failed = Vec::new();
    let mut next = Some(choice);
    while let Some(choice) = next {
        let text = match open(&choice) {
            Ok(()) => return Ok(()),
            Err(OpenError::Window(text)) => return Err(DesktopError::NoWindow(text)),
            Err(OpenError::Content(text)) => return Err(DesktopError::NoContent(text)),
            Err(OpenError::Renderer(text)) => text,
        };
        let renderer = choice.kind;
        if choice.asked_for {
            return Err(DesktopError::Renderer { renderer, text });
        }
        tracing::warn!("the {renderer} renderer does not work here: {text}");
        failed.push(format!("\n  {renderer}: {text}"));
        next = choice.after_failure(&text);
    }
    Err(DesktopError::NoRenderer(failed.concat()))
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
            tracing::warn!("the window icon cannot be read: {error}");
            viewport
        }
    }
}

enum OpenError {
    Window(String),
    Renderer(String),
    Content(String),
}

impl From<WindowError> for OpenError {
    fn from(error: WindowError) -> Self {
        match error {
            WindowError::EventLoop(_) | WindowError::Window(_) => Self::Window(last_text(&error.to_string())),
            WindowError::Surface(_) => Self::Renderer(error.to_string()),
            WindowError::Content(_) => Self::Content(error.to_string()),
        }
    }
}

/// The library's reason without the place in its source that it puts before it.
fn last_text(text: &str) -> String {
    text.rsplit_once(".rs:").and_then(|(_, rest)| rest.split_once(": ")).map_or(text, |(_, why)| why).to_owned()
}

/// Whether this session has a place for windows; elsewhere than on Linux and the BSDs it always has.
pub fn has_display() -> bool {
    let is_always_there = cfg!(any(windows, target_os = "macos"));
    is_always_there
        || ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"]
            .iter()
            .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The renderers that were tried with the reasons, where these work.
    fn tried(choice: RendererChoice, works: &[RendererKind]) -> (Vec<String>, Result<(), DesktopError>) {
        let mut tried = Vec::new();
        let result = in_turn(choice, |choice| {
            tried.push(choice.to_string());
            works.contains(&choice.kind).then_some(()).ok_or(OpenError::Renderer("no driver".to_owned()))
        });
        (tried, result)
    }

    #[test]
    fn where_opengl_was_found_and_does_not_work_the_processor_draws_at_last() {
        let found = RendererChoice { asked_for: false, ..RendererChoice::asked(RendererKind::Glow) };
        let (order, result) = tried(found.clone(), &[RendererKind::Cpu]);
        assert!(result.is_ok());
        assert_eq!(order.len(), if RendererKind::Wgpu.is_built() { 3 } else { 2 }, "{order:?}");
        let before = if RendererKind::Wgpu.is_built() { "wgpu" } else { "OpenGL" };
        let reason = format!("CPU: {before} does not work here");
        assert!(order.last().is_some_and(|last| last.starts_with(&reason)), "{order:?}");
        let (_, result) = tried(found, &[]);
        let said = result.map_err(|error| error.to_string()).unwrap_err();
        assert!(said.contains("OpenGL: no driver") && said.contains("CPU: no driver"), "{said}");
    }

    #[test]
    fn the_renderer_that_was_asked_for_is_the_only_one_tried() {
        for renderer in [RendererKind::Glow, RendererKind::Wgpu, RendererKind::Cpu] {
            let (order, result) = tried(RendererChoice::asked(renderer), &[]);
            assert_eq!(order.len(), 1, "{order:?}");
            assert!(matches!(result, Err(DesktopError::Renderer { .. })), "{result:?}");
        }
    }

    #[test]
    fn content_that_cannot_be_created_is_no_fault_of_the_renderer() {
        let found = RendererChoice { asked_for: false, ..RendererChoice::asked(RendererKind::Glow) };
        let result = in_turn(found, |_| Err(OpenError::Content("no threads".to_owned())));
        assert!(matches!(&result, Err(DesktopError::NoContent(text)) if text == "no threads"), "{result:?}");
    }
}
