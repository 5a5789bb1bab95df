//! The open window: what the platform reports goes to egui, what egui draws goes to the painter and the screen.

use std::sync::Arc;
use std::time::{Duration, Instant};

use eframe::UserEvent;
use egui::{
    ColorImage, Context, FullOutput, RawInput, TexturesDelta, ViewportBuilder, ViewportCommand, ViewportEvent,
    ViewportId, ViewportInfo,
};
use egui_winit::accesskit_winit;
use egui_winit::{ActionRequested, EventResponse};
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::Window;

use super::events::WindowError;
use super::schedule::interval_of;
use crate::desktop::content::WindowContent;
use paydesk_painter::Painter;
use paydesk_painter::surface::WindowSurface;

/// The largest picture that may be drawn, in pixels a side; that of common graphics cards.
const LARGEST_TEXTURE: usize = 8192;

/// Whether the window is drawn, or only what is due is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    Draw,
    LogicOnly,
}

pub(super) struct OpenWindow {
    window: Arc<Window>,
    ctx: Context,
    input: egui_winit::State,
    info: ViewportInfo,
    /// What the platform reported while nothing was drawn.
    kept_input: RawInput,
    requested: Vec<ActionRequested>,
    textures: TexturesDelta,
    painter: Painter,
    surface: WindowSurface,
    on_x11: bool,
    /// The window is hidden until there is something to see.
    shown: bool,
    closing: bool,
}

impl Drop for OpenWindow {
    fn drop(&mut self) {
        // egui takes textures that were never drawn for a mistake.
        self.textures.clear();
    }
}

impl OpenWindow {
    /// Opens a window that is not seen before its first frame.
    pub fn new(
        event_loop: &ActiveEventLoop,
        builder: ViewportBuilder,
        ctx: Context,
        proxy: EventLoopProxy<UserEvent>,
    ) -> Result<Self, WindowError> {
        let builder = fitting(builder, event_loop).with_visible(false);
        let window = egui_winit::create_window(&ctx, event_loop, &builder)?;
        let window = Arc::new(window);
        let on_x11 = is_on_x11(event_loop);
        let display = event_loop.owned_display_handle();
        let surface = WindowSurface::new(display, Arc::clone(&window), on_x11 || cfg!(windows))?;
        let mut input = egui_winit::State::new(
            ctx.clone(),
            ViewportId::ROOT,
            event_loop,
            Some(window.scale_factor() as f32),
            event_loop.system_theme(),
            Some(LARGEST_TEXTURE),
        );
        input.init_accesskit(event_loop, &window, proxy);
        let mut info = ViewportInfo::default();
        egui_winit::update_viewport_info(&mut info, &ctx, &window, true);
        let pixels_per_point = egui_winit::pixels_per_point(&ctx, &window);
        ctx.input_mut(|input| {
            input.raw.viewports.insert(ViewportId::ROOT, info.clone());
            input.pixels_per_point = pixels_per_point;
        });
        Ok(Self {
            window,
            ctx,
            input,
            info,
            kept_input: RawInput::default(),
            requested: Vec::new(),
            textures: TexturesDelta::default(),
            painter: Painter::default(),
            surface,
            on_x11,
            shown: false,
            closing: false,
        })
    }

    pub fn ctx(&self) -> &Context {
        &self.ctx
    }

    /// It was asked to close, and nothing kept it open.
    pub fn is_closing(&self) -> bool {
        self.closing
    }

    /// Whether nobody sees it.
    pub fn is_hidden(&self) -> bool {
        self.window.is_visible() == Some(false) || self.window.is_minimized() == Some(true)
    }

    /// Whether the platform says when frames are to be drawn. X11 does not: a frame that is asked for there may not be
    /// told from a part of the window that was lost. Elsewhere some platforms ask none of a window that nobody sees.
    pub fn is_paced(&self) -> bool {
        !self.on_x11 && !self.is_hidden()
    }

    pub fn request_redraw(&self) {
        self.window.request_redraw();
    }

    /// The time from one picture of its screen to the next.
    pub fn screen_interval(&self) -> Option<Duration> {
        interval_of(self.window.current_monitor()?.refresh_rate_millihertz()?)
    }

    /// Takes what happened to the window; whether a frame is to follow.
    pub fn on_event(&mut self, event: &WindowEvent) -> bool {
        match event {
            WindowEvent::Occluded(occluded) => self.info.occluded = Some(*occluded),
            WindowEvent::CloseRequested => {
                self.info.events.push(ViewportEvent::Close);
                // Twice: once to be told, once to close.
                self.ctx.request_repaint();
            }
            _ => {}
        }
        let EventResponse { repaint, consumed: _ } = self.input.on_window_event(&self.window, event);
        repaint
    }

    /// Takes relative motion of the mouse; whether a frame is to follow.
    pub fn on_mouse_motion(&mut self, delta: (f64, f64)) -> bool {
        self.input.on_mouse_motion(delta)
    }

    /// Takes what a screen reader asks for; whether a frame is to follow.
    pub fn on_accesskit(&mut self, event: accesskit_winit::WindowEvent) -> bool {
        match event {
            accesskit_winit::WindowEvent::InitialTreeRequested => self.ctx.enable_accesskit(),
            accesskit_winit::WindowEvent::ActionRequested(request) => self.input.on_accesskit_action_request(request),
            accesskit_winit::WindowEvent::AccessibilityDeactivated => {
                self.ctx.disable_accesskit();
                return false;
            }
        }
        true
    }

    /// Shows the last picture again, where it fits; whether it does.
    pub fn show_again(&mut self) -> Result<bool, WindowError> {
        Ok(self.shown && self.surface.show_again(self.size())?)
    }

    /// Does what is due, and draws the window where somebody sees it; returns within which time logic is due again.
    pub fn run(
        &mut self,
        event_loop: &ActiveEventLoop,
        content: &mut dyn WindowContent,
        pass: Pass,
    ) -> Result<Option<Duration>, WindowError> {
        egui_winit::update_viewport_info(&mut self.info, &self.ctx, &self.window, false);
        let seen = self.info.visible().unwrap_or(true) || self.requested.iter().any(ActionRequested::wants_paint);
        let mut input = std::mem::take(&mut self.kept_input);
        input.append(self.input.take_egui_input(&self.window));
        input.viewports = std::iter::once((ViewportId::ROOT, self.info.clone())).collect();
        self.info.events.clear();
        let asked_to_close = input.viewport().close_requested();
        let mut within = None;
        let commands = if pass == Pass::Draw && seen {
            self.draw(event_loop, content, input, &mut within)?
        } else {
            let output = self.ctx.run_logic(&input, |ctx| within = content.logic(ctx));
            self.kept_input = input;
            self.input.handle_platform_output_with_event_loop(&self.window, event_loop, output.platform_output);
            root_of(output.viewport_commands)
        };
        if asked_to_close && !commands.contains(&ViewportCommand::CancelClose) {
            self.closing = true;
        }
        egui_winit::process_viewport_commands(&self.ctx, &mut self.info, commands, &self.window, &mut self.requested);
        Ok(within)
    }

    fn draw(
        &mut self,
        event_loop: &ActiveEventLoop,
        content: &mut dyn WindowContent,
        input: RawInput,
        within: &mut Option<Duration>,
    ) -> Result<Vec<ViewportCommand>, WindowError> {
        let began = Instant::now();
        let output = self.ctx.run_ui(input, |ui| {
            *within = content.logic(ui.ctx());
            content.ui(ui);
        });
        let FullOutput { platform_output, textures_delta, shapes, pixels_per_point, viewport_output } = output;
        self.textures.append(textures_delta);
        self.input.handle_platform_output_with_event_loop(&self.window, event_loop, platform_output);
        let ui = began.elapsed();
        let primitives = self.ctx.tessellate(shapes, pixels_per_point);
        let tessellated = began.elapsed();
        let wants_picture = self.requested.iter().any(|action| matches!(action, ActionRequested::Screenshot(_)));
        let (mut picture, mut painted, mut pixel_count) = (None, tessellated, 0);
        let (size, textures) = (self.size(), &mut self.textures);
        self.surface.draw(&mut self.painter, size, |painter, canvas| {
            let result = painter.paint(canvas, pixels_per_point, &primitives, textures);
            picture = wants_picture.then(|| Arc::new(canvas.picture()));
            (painted, pixel_count) = (began.elapsed(), result.pixel_count);
            result
        })?;
        self.do_requested(picture);
        if !self.shown {
            self.shown = true;
            self.window.set_visible(true);
            if cfg!(windows) {
                self.surface.note_loss();
                self.ctx.request_repaint();
            }
        }
        let us = |from: Duration, to: Duration| (to - from).as_micros() as u64;
        tracing::trace!(
            ui_us = us(Duration::ZERO, ui),
            tessellate_us = us(ui, tessellated),
            paint_us = us(tessellated, painted),
            pixel_count,
            show_us = us(painted, began.elapsed()),
            "painted"
        );
        Ok(root_of(viewport_output.into_iter().map(|(id, output)| (id, output.commands))))
    }

    /// Screenshots of what was just painted, and what goes to and comes from the clipboard without a key.
    fn do_requested(&mut self, picture: Option<Arc<ColorImage>>) {
        for action in std::mem::take(&mut self.requested) {
            match action {
                ActionRequested::Screenshot(callback) => {
                    if let Some(picture) = &picture {
                        callback.complete(Arc::clone(picture));
                    }
                }
                ActionRequested::PaintWhileHidden => {}
                ActionRequested::Cut => self.push(egui::Event::Cut),
                ActionRequested::Copy => self.push(egui::Event::Copy),
                ActionRequested::Paste => self.paste(),
            }
        }
    }

    fn paste(&mut self) {
        match self.input.clipboard_text().map(|text| text.replace("\r\n", "\n")) {
            Some(text) if text.is_empty() => {}
            Some(text) => self.push(egui::Event::Paste(text)),
            None => {
                if let Some(image) = self.input.clipboard_image() {
                    self.push(egui::Event::PasteImage(Arc::new(image)));
                }
            }
        }
    }

    fn push(&mut self, event: egui::Event) {
        self.input.egui_input_mut().events.push(event);
    }

    fn size(&self) -> [usize; 2] {
        let size = self.window.inner_size();
        [size.width as usize, size.height as usize]
    }
}

/// What was asked of the window. There are no others: they are drawn within it.
fn root_of(commands: impl IntoIterator<Item = (ViewportId, Vec<ViewportCommand>)>) -> Vec<ViewportCommand> {
    commands.into_iter().filter(|(id, _)| *id == ViewportId::ROOT).flat_map(|(_, commands)| commands).collect()
}

#[cfg(all(unix, not(target_os = "macos")))]
fn is_on_x11(event_loop: &ActiveEventLoop) -> bool {
    winit::platform::x11::ActiveEventLoopExtX11::is_x11(event_loop)
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn is_on_x11(_event_loop: &ActiveEventLoop) -> bool {
    false
}

/// No larger than the largest screen: some platforms show no such window.
fn fitting(builder: ViewportBuilder, event_loop: &ActiveEventLoop) -> ViewportBuilder {
    let screens =
        event_loop.available_monitors().map(|monitor| monitor.size().to_logical::<f32>(monitor.scale_factor()));
    let largest = screens.map(|size| egui::vec2(size.width, size.height)).fold(egui::Vec2::ZERO, egui::Vec2::max);
    match builder.inner_size {
        Some(size) if largest != egui::Vec2::ZERO => builder.with_inner_size(size.min(largest)),
        _ => builder,
    }
}
