//! A window whose pixels the processor paints: events of the platform in, frames out.
//!
//! It does for [`WindowContent`] what eframe does for its apps, in the same order: input methods, clipboard, screen
//! readers, scaling and commands to the window go through egui-winit as there.

mod events;
mod frame;
mod schedule;

use std::sync::Arc;
use std::time::{Duration, Instant};

use eframe::UserEvent;
use egui::{Context, ViewportBuilder, ViewportId};
use egui_system_font_provider::SystemFontProvider;
use winit::application::ApplicationHandler;
use winit::event::{DeviceEvent, DeviceId, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, EventLoopProxy};
use winit::platform::run_on_demand::EventLoopExtRunOnDemand as _;
use winit::window::WindowId;

pub use self::events::{ContentError, WindowError};
use self::frame::{OpenWindow, Pass};
use self::schedule::{FrameDue, Schedule};
use crate::desktop::content::WindowContent;
use paydesk_runtime::Wake;

/// What asks to be called again gets at least this pause.
const LOGIC_PAUSE: Duration = Duration::from_millis(10);

/// The events of a loop that eframe's windows share have none for what waits without a frame: it comes as a request to
/// repaint a viewport that there is not.
fn wake_id() -> ViewportId {
    ViewportId::from_hash_of("paydesk.wake")
}

/// Fills a window that was just opened; it is woken by the [`Wake`].
pub type CreateContent<'a> = &'a dyn Fn(&Context, Wake) -> Result<Box<dyn WindowContent>, ContentError>;

/// Opens a window and returns when it is closed.
pub fn run(
    event_loop: &mut EventLoop<UserEvent>,
    title: &str,
    builder: ViewportBuilder,
    create: CreateContent<'_>,
) -> Result<(), WindowError> {
    let mut host = Host {
        title,
        builder,
        create,
        proxy: event_loop.create_proxy(),
        open: None,
        schedule: Schedule::new(),
        failed: None,
    };
    event_loop.run_app_on_demand(&mut host)?;
    host.failed.map_or(Ok(()), Err)
}

struct Host<'a> {
    title: &'a str,
    builder: ViewportBuilder,
    create: CreateContent<'a>,
    proxy: EventLoopProxy<UserEvent>,
    open: Option<(OpenWindow, Box<dyn WindowContent>)>,
    schedule: Schedule,
    failed: Option<WindowError>,
}

impl Host<'_> {
    fn open(&self, event_loop: &ActiveEventLoop) -> Result<(OpenWindow, Box<dyn WindowContent>), WindowError> {
        let ctx = Context::default();
        // As eframe: a layout may ask to be done a second time.
        ctx.options_mut(|options| options.max_passes = std::num::NonZeroUsize::MIN.saturating_add(1));
        ctx.add_font_provider(Arc::new(SystemFontProvider::new()));
        let window = OpenWindow::new(event_loop, self.builder.clone(), ctx.clone(), self.proxy.clone())?;
        let proxy = self.proxy.clone();
        ctx.set_request_repaint_callback(move |info| {
            let (when, cumulative_pass_nr) = (Instant::now() + info.delay, info.current_cumulative_pass_nr);
            let viewport_id = info.viewport_id;
            // Nobody is left to hear it where it fails.
            let _ = proxy.send_event(UserEvent::RequestRepaint { viewport_id, when, cumulative_pass_nr });
        });
        attach_inspection(&ctx, self.title);
        let proxy = self.proxy.clone();
        let wake = Arc::new(move |within| {
            let (viewport_id, when) = (wake_id(), Instant::now() + within);
            let _ = proxy.send_event(UserEvent::RequestRepaint { viewport_id, when, cumulative_pass_nr: 0 });
        });
        let content = (self.create)(&ctx, wake).map_err(WindowError::Content)?;
        Ok((window, content))
    }

    /// Draws a frame, or does what is due, and closes the window if it is to be closed.
    fn run(&mut self, event_loop: &ActiveEventLoop, pass: Pass) {
        let Some((window, content)) = &mut self.open else { return };
        let result = window.run(event_loop, content.as_mut(), pass);
        let closing = window.is_closing();
        if let Ok(Some(within)) = result {
            let hidden = window.is_hidden();
            self.schedule.ask_logic(Instant::now() + within.max(LOGIC_PAUSE), hidden);
        }
        self.end_if(event_loop, result.map(drop), closing);
    }

    fn end_if(&mut self, event_loop: &ActiveEventLoop, result: Result<(), WindowError>, closing: bool) {
        if let Err(error) = result {
            tracing::error!("the window cannot be drawn: {error}");
            self.failed = Some(error);
        } else if !closing {
            return;
        }
        self.close();
        event_loop.exit();
    }

    fn close(&mut self) {
        if let Some((window, mut content)) = self.open.take() {
            window.ctx().on_exit();
            content.on_exit();
        }
    }

    fn ask(&mut self, at: Instant) {
        if let Some((window, _)) = &self.open {
            self.schedule.ask(at, window.is_hidden());
        }
    }

    /// Does what is due, and asks for a frame where that changed what is seen.
    fn do_logic(&mut self, event_loop: &ActiveEventLoop) {
        self.run(event_loop, Pass::LogicOnly);
        if let Some((window, content)) = &self.open
            && content.may_have_changed()
            && !window.is_hidden()
        {
            self.ask(Instant::now());
        }
    }

    fn do_due(&mut self, event_loop: &ActiveEventLoop) {
        if self.schedule.take_logic(Instant::now()) {
            self.do_logic(event_loop);
        }
        let Some((window, _)) = &self.open else { return };
        match self.schedule.due(Instant::now()) {
            FrameDue::Nothing => {}
            FrameDue::Ask if window.is_paced() => window.request_redraw(),
            FrameDue::Ask => {
                self.schedule.begin(Instant::now());
                self.run(event_loop, Pass::Draw);
            }
            FrameDue::Overdue => self.run(event_loop, Pass::LogicOnly),
        }
        event_loop.set_control_flow(self.schedule.wake().map_or(ControlFlow::Wait, ControlFlow::WaitUntil));
    }

    fn redraw(&mut self, event_loop: &ActiveEventLoop) {
        let asked = self.schedule.begin(Instant::now());
        let Some((window, content)) = &mut self.open else { return };
        if !asked {
            // A part of the window was lost, whatever else there is to draw.
            match window.show_again() {
                Ok(true) if !content.may_have_changed() => return,
                Ok(_) => {}
                Err(error) => return self.end_if(event_loop, Err(error), false),
            }
        }
        self.run(event_loop, Pass::Draw);
    }
}

impl ApplicationHandler<UserEvent> for Host<'_> {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.open.is_some() {
            return;
        }
        match self.open(event_loop) {
            Ok(open) => {
                self.schedule.set_interval(open.0.screen_interval());
                self.open = Some(open);
                self.schedule.begin(Instant::now());
                self.run(event_loop, Pass::Draw);
            }
            Err(error) => {
                self.failed = Some(error);
                event_loop.exit();
            }
        }
    }

    /// All that was reported is taken, so that one frame shows all of it.
    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        self.do_due(event_loop);
    }

    fn user_event(&mut self, _event_loop: &ActiveEventLoop, event: UserEvent) {
        match event {
            UserEvent::RequestRepaint { viewport_id, when, .. } if viewport_id == wake_id() => {
                if let Some((window, _)) = &self.open {
                    self.schedule.ask_logic(when, window.is_hidden());
                }
            }
            UserEvent::RequestRepaint { when, cumulative_pass_nr: pass, .. } => {
                let passes =
                    self.open.as_ref().map_or(0, |(window, _)| window.ctx().cumulative_pass_nr_for(ViewportId::ROOT));
                // Older requests were met by a frame since.
                if passes == pass || passes == pass + 1 {
                    self.ask(when);
                }
            }
            UserEvent::AccessKitActionRequest(event) => {
                if self.open.as_mut().is_some_and(|(window, _)| window.on_accesskit(event.window_event)) {
                    self.ask(Instant::now());
                }
            }
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _id: WindowId, event: WindowEvent) {
        if event == WindowEvent::RedrawRequested {
            self.redraw(event_loop);
        } else if let Some((window, _)) = &mut self.open {
            let wants_frame = window.on_event(&event);
            if matches!(event, WindowEvent::Moved(_) | WindowEvent::ScaleFactorChanged { .. }) {
                self.schedule.set_interval(window.screen_interval());
            }
            if wants_frame {
                self.ask(Instant::now());
            }
            // The window is stretched there until it is drawn in its new size.
            if cfg!(windows) && matches!(event, WindowEvent::Resized(_)) {
                self.schedule.begin(Instant::now());
                self.run(event_loop, Pass::Draw);
            }
        }
    }

    fn device_event(&mut self, _event_loop: &ActiveEventLoop, _id: DeviceId, event: DeviceEvent) {
        if let DeviceEvent::MouseMotion { delta } = event
            && self.open.as_mut().is_some_and(|(window, _)| window.on_mouse_motion(delta))
        {
            self.ask(Instant::now());
        }
    }

    fn exiting(&mut self, _event_loop: &ActiveEventLoop) {
        self.close();
    }
}

#[cfg(feature = "inspection")]
fn attach_inspection(ctx: &Context, title: &str) {
    if let Err(error) = egui_inspection::attach_from_env(ctx, Some(title.to_owned())) {
        tracing::warn!("the window cannot be inspected: {error}");
    }
}

#[cfg(not(feature = "inspection"))]
fn attach_inspection(_ctx: &Context, _title: &str) {}
