//! The window's loop, the only place that knows all the parts: events in, frame out, effects to the runtime.
//!
//! It decides nothing about payments. It sets the clock of the core once a frame, and it sleeps until
//! something is due: an idle window draws nothing.

mod content;
mod error;
mod focus;
mod gallery;
pub mod menu_bar;
mod open;
mod painted_window;
mod renderer;
mod size;
pub mod termination;

use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use egui::ViewportCommand;

use crate::crash_report::RecentKinds;
use crate::machine::{local_csv, now, start_values};
use crate::single_instance::InstanceListener;
use paydesk_core::crash_report::CrashReport;
use paydesk_core::features::views::ViewsAction;
use paydesk_core::managed::ManagedPolicy;
use paydesk_core::problem::Problem;
use paydesk_core::profiles::SavedProfiles;
use paydesk_core::route::Route;
use paydesk_core::settings::{Settings, ThemeChoice, WindowSize};
use paydesk_core::state::Start;
use paydesk_core::{Action, Effect, Message, State};
use paydesk_domain::text::visible;
use paydesk_runtime::{Runtime, RuntimeConfig, RuntimeError, Wake};
use paydesk_ui::{WindowDrafts, gallery as kit};
use paydesk_widgets::theme;

use content::WindowContent;
use focus::WindowFocus;
use gallery::GalleryWindow;
use menu_bar::MenuBar;
use open::{WindowSpec, WindowSystem};
use renderer::RendererChoice;
use size::LeastSize;
use termination::Termination;

pub use error::DesktopError;
pub use open::has_display;
pub use renderer::RendererKind;

/// Most time one frame spends on events; what is left waits for the next. A quarter of a frame at 60 Hz: a flood of
/// events leaves the window as quick as it was.
pub const EVENT_TIME_PER_FRAME: Duration = Duration::from_millis(4);
/// The window is never drawn later than this: times left are shown in minutes.
const SLEEP_MAX: Duration = Duration::from_secs(60);
/// A clock that differs by this much from the time that passed was set; less is the wandering of clocks.
const CLOCK_JUMP: TimeDelta = TimeDelta::seconds(1);
/// Window size of a first start, in points.
const FIRST_SIZE: [f32; 2] = [1440.0, 900.0];
/// What the window starts with.
pub struct Desktop {
    pub settings: Settings,
    pub profiles: SavedProfiles,
    /// What the organisation set.
    pub policy: ManagedPolicy,
    /// Problems met before the window stood.
    pub problems: Vec<Problem>,
    pub runtime: RuntimeConfig,
    /// Where the data is, to be shown.
    pub data_dir: String,
    /// Where settings and profiles are, to be shown.
    pub config_dir: String,
    /// `None`: what draws quickest here.
    pub renderer: Option<RendererKind>,
    /// Rung by a second start on the same data; `None` where there can be none.
    pub listener: Option<Arc<InstanceListener>>,
    /// A file of saved views to import.
    pub file: Option<String>,
    /// When the process started, for the log.
    pub started: Instant,
    /// Of internal errors in earlier runs.
    pub crash_reports: Vec<CrashReport>,
    /// What a report of this run says about the last messages.
    pub recent: Arc<RecentKinds>,
}

impl Desktop {
    /// Opens the window and returns when it is closed.
    pub fn run(self) -> Result<(), DesktopError> {
        let size = self.settings.window.map_or(FIRST_SIZE, |size| [size.width, size.height]);
        let window = WindowSpec { title: "Paydesk", size };
        let create = |ctx: &_, renderer: &_, wake| {
            Ok(Box::new(Window::new(&self, renderer, ctx, wake)?) as Box<dyn WindowContent>)
        };
        WindowSystem::connect()?.open(window, self.renderer, create)
    }
}

/// Opens the window of the gallery and returns when it is closed.
pub fn gallery(renderer: Option<RendererKind>) -> Result<(), DesktopError> {
    let window = WindowSpec { title: kit::TITLE, size: FIRST_SIZE };
    WindowSystem::connect()?.open(window, renderer, |ctx, _, _| Ok(Box::new(GalleryWindow::new(ctx))))
}

/// Tells when the clock of the machine was set, or the machine slept: it then went another way than time did.
struct ClockWatch {
    utc: DateTime<Utc>,
    steady: Instant,
}

impl ClockWatch {
    fn started() -> Self {
        Self { utc: now(), steady: Instant::now() }
    }

    /// The time, and how far it jumped since the last look, if it did.
    fn look(&mut self) -> (DateTime<Utc>, Option<TimeDelta>) {
        let before = std::mem::replace(self, Self::started());
        let passed = TimeDelta::from_std(self.steady - before.steady).unwrap_or_default();
        let jump = (self.utc - before.utc) - passed;
        (self.utc, Some(jump).filter(|jump| jump.abs() >= CLOCK_JUMP))
    }
}

/// The running window.
struct Window {
    clock: ClockWatch,
    state: State,
    runtime: Runtime,
    drafts: WindowDrafts,
    actions: Vec<Action>,
    focus: WindowFocus,
    menu_bar: MenuBar,
    termination: Termination,
    started: Instant,
    recent: Arc<RecentKinds>,
    shown: Shown,
    /// What is shown may be other than what was drawn last.
    may_have_changed: bool,
}

/// What was logged or applied already.
#[derive(Default)]
struct Shown {
    first_frame: bool,
    first_rows: bool,
    title: String,
    look: Option<(ThemeChoice, u16, bool)>,
    least_size: LeastSize,
}

impl Window {
    fn new(
        desktop: &Desktop,
        renderer: &RendererChoice,
        ctx: &egui::Context,
        wake: Wake,
    ) -> Result<Self, RuntimeError> {
        theme::install(ctx);
        let (settings, profiles) = (desktop.settings.clone(), desktop.profiles.clone());
        let policy = desktop.policy.clone();
        let mut state = State::new(Start { settings, profiles, policy, ..start_values() });
        state.data_dir = Some(desktop.data_dir.clone());
        state.config_dir = Some(desktop.config_dir.clone());
        state.local_csv = local_csv();
        state.renderer = Some(renderer.to_string());
        state.offer_crash_report(desktop.crash_reports.clone());
        let runtime = Runtime::new(desktop.runtime.clone(), wake)?;
        runtime.execute(state.on_start());
        for problem in &desktop.problems {
            runtime.execute(state.on_message(Message::Noticed { problem: problem.clone() }));
        }
        let import = desktop.file.clone().map(|path| Action::Views(ViewsAction::Import(Some(path))));
        Ok(Self {
            clock: ClockWatch::started(),
            state,
            runtime,
            drafts: WindowDrafts::default(),
            actions: import.into_iter().collect(),
            focus: WindowFocus::new(desktop.listener.clone(), ctx),
            menu_bar: MenuBar::show(ctx),
            termination: Termination::listen({
                let wake = ctx.clone();
                move || wake.request_repaint()
            }),
            started: desktop.started,
            recent: desktop.recent.clone(),
            shown: Shown::default(),
            may_have_changed: true,
        })
    }

    fn execute(&self, effects: Vec<Effect>) {
        if !effects.is_empty() {
            self.runtime.execute(effects);
        }
    }

    /// Takes what the outside reported, for a bounded time.
    /// The time; a jump of the clock since the last look is taken in.
    fn look_at_clock(&mut self) -> DateTime<Utc> {
        let (now, jump) = self.clock.look();
        if let Some(jump) = jump {
            tracing::warn!(seconds = jump.num_seconds(), "the clock was set, or the machine slept");
            self.state.on_clock_jump(jump);
            self.may_have_changed = true;
        }
        now
    }

    fn take_events(&mut self, ctx: &egui::Context) {
        let began = Instant::now();
        while let Some(event) = self.runtime.try_recv() {
            // Not before it came: an answer says by its `Date` when it was made.
            self.state.now = self.look_at_clock();
            self.recent.note((&event).into());
            self.may_have_changed |= self.state.may_change_view(&event);
            let effects = self.state.on_message(event);
            self.execute(effects);
            if began.elapsed() > EVENT_TIME_PER_FRAME {
                // One frame: without a delay egui draws two.
                ctx.request_repaint_after(Duration::from_millis(1));
                return;
            }
        }
    }

    fn take_actions(&mut self, ctx: &egui::Context) {
        if self.actions.is_empty() {
            return;
        }
        let actions = std::mem::take(&mut self.actions);
        actions.iter().for_each(|action| self.recent.note(action.into()));
        let effects = self.state.on_actions(actions);
        self.execute(effects);
        ctx.request_repaint();
    }

    /// How long nothing happens by itself.
    fn until_due(&self) -> Duration {
        let wait = self.state.next_due().map(|due| (due - self.state.now).to_std().unwrap_or_default());
        wait.unwrap_or(SLEEP_MAX).min(SLEEP_MAX)
    }

    /// Times left are drawn anew.
    fn keep_times_current(&self, ctx: &egui::Context) {
        ctx.request_repaint_after(if self.state.counts_seconds() { Duration::from_secs(1) } else { SLEEP_MAX });
    }

    /// Theme, text size and motion, when they changed.
    fn apply_look(&mut self, ctx: &egui::Context) {
        let settings = &self.state.settings;
        let look = (settings.theme, settings.text_percent, settings.reduced_motion);
        if self.shown.look == Some(look) {
            return;
        }
        self.shown.look = Some(look);
        ctx.set_theme(match settings.theme {
            ThemeChoice::System => egui::ThemePreference::System,
            ThemeChoice::Light => egui::ThemePreference::Light,
            ThemeChoice::Dark => egui::ThemePreference::Dark,
        });
        theme::set_text_scale(ctx, f32::from(settings.text_percent) / 100.0);
        theme::set_reduced_motion(ctx, settings.reduced_motion);
    }

    /// The title names the environment, for task bars and window lists.
    fn apply_title(&mut self, ctx: &egui::Context) {
        let profiles = &self.state.profiles;
        let name = visible(&profiles.current_name(), 60);
        let title = format!("Paydesk · {} · {name}", profiles.current_environment().word());
        if self.shown.title != title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.shown.title = title;
        }
    }

    /// Remembers the size once the person has stopped dragging.
    fn remember_size(&mut self, ctx: &egui::Context) {
        let (rect, maximized, dragging) = ctx.input(|input| {
            let viewport = input.viewport();
            (viewport.inner_rect, viewport.maximized.unwrap_or(false), input.pointer.any_down())
        });
        if let Some(rect) = rect.filter(|_| !maximized && !dragging) {
            let zoom = ctx.zoom_factor();
            let size = WindowSize { width: (rect.width() * zoom).round(), height: (rect.height() * zoom).round() };
            if self.state.settings.window != Some(size) {
                self.actions.push(Action::RememberWindow(size));
            }
        }
    }

    /// A window that is closed while something is under way waits for it, for a bounded time.
    fn follow_closing(&mut self, ctx: &egui::Context) {
        let requested = ctx.input(|input| input.viewport().close_requested());
        if requested && !self.state.on_close_requested() {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            ctx.request_repaint();
        } else if !requested && self.state.may_close() {
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
    }

    /// Whether what is in front has the first of its rows.
    fn shows_rows(&self) -> bool {
        let workspace = &self.state.workspace;
        match workspace.route {
            Route::Home => workspace.home.waiting().next().is_some(),
            _ => !workspace.payments.is_empty(),
        }
    }

    fn log_progress(&mut self) {
        if !self.shown.first_frame {
            self.shown.first_frame = true;
            tracing::info!(elapsed_ms = self.started.elapsed().as_millis() as u64, "first frame");
        }
        if !self.shown.first_rows && self.shows_rows() {
            self.shown.first_rows = true;
            tracing::info!(elapsed_ms = self.started.elapsed().as_millis() as u64, "first rows");
        }
    }
}

impl WindowContent for Window {
    fn logic(&mut self, ctx: &egui::Context) -> Option<Duration> {
        let now = self.look_at_clock();
        self.state.has_focus = ctx.input(|input| input.viewport().focused) == Some(true);
        self.may_have_changed |= self.state.may_change_view_at(now);
        let effects = self.state.on_tick(now);
        self.execute(effects);
        self.take_events(ctx);
        let drafts = self.drafts.enter(ctx, &self.state);
        self.menu_bar.run(ctx, &self.state, drafts, &mut self.actions);
        self.take_actions(ctx);
        if self.termination.take() {
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
        self.follow_closing(ctx);
        self.focus.show_if_asked(ctx);
        let files = self.focus.take_files();
        self.may_have_changed |= !files.is_empty();
        self.actions.extend(files.into_iter().map(|path| Action::Views(ViewsAction::Import(Some(path)))));
        self.take_actions(ctx);
        Some(self.until_due())
    }

    fn may_have_changed(&self) -> bool {
        self.may_have_changed
    }

    /// What was typed in the last half second is not lost by closing the window.
    fn on_exit(&mut self) {
        let effects = self.state.on_exit();
        self.execute(effects);
    }

    fn ui(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        tracing::trace!(causes = ?ctx.repaint_causes(), "frame");
        self.apply_look(&ctx);
        self.shown.least_size.apply(&ctx);
        self.apply_title(&ctx);
        self.menu_bar.edit(&ctx);
        paydesk_ui::draw(ui, &self.state, &mut self.drafts, &mut self.actions);
        self.remember_size(&ctx);
        self.log_progress();
        self.may_have_changed = false;
        self.keep_times_current(&ctx);
        self.take_actions(&ctx);
    }
}

/// What would draw a window here, and why.
pub fn renderer_here() -> Result<String, DesktopError> {
    Ok(WindowSystem::connect()?.renderer().to_string())
}
