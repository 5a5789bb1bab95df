//! Brings the window to the front when a second instance asks for it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Context, UserAttentionType, ViewportCommand};

use crate::single_instance::InstanceListener;

/// How long the platform may take to give the window the keyboard. Many refuse that to a program which asks by itself.
const FOCUS_TIMEOUT: Duration = Duration::from_millis(500);

/// Handle to the window that a second start brings to the front.
pub struct WindowFocus {
    listener: Option<Arc<InstanceListener>>,
    asked_at: Option<Instant>,
}

impl WindowFocus {
    /// Has the window of `ctx` woken by `listener`, where there is one.
    pub fn new(listener: Option<Arc<InstanceListener>>, ctx: &Context) -> Self {
        if let Some(listener) = &listener {
            let wake = ctx.clone();
            listener.on_notify(move || wake.request_repaint());
        }
        Self { listener, asked_at: None }
    }

    /// Files that other starts asked to open.
    pub fn take_files(&self) -> Vec<String> {
        self.listener.as_ref().map(|listener| listener.take_files()).unwrap_or_default()
    }

    /// Shows the window if that was asked for; where it does not come to the front, its entry in the task bar flashes.
    pub fn show_if_asked(&mut self, ctx: &Context) {
        if self.listener.as_ref().is_some_and(|listener| listener.was_notified()) {
            tracing::info!("Paydesk was started again: showing this window");
            ctx.send_viewport_cmd(ViewportCommand::Visible(true));
            ctx.send_viewport_cmd(ViewportCommand::Minimized(false));
            ctx.send_viewport_cmd(ViewportCommand::Focus);
            self.asked_at = Some(Instant::now());
        }
        let Some(asked_at) = self.asked_at else { return };
        let focused = ctx.input(|input| input.viewport().focused) == Some(true);
        let left = FOCUS_TIMEOUT.saturating_sub(asked_at.elapsed());
        if left > Duration::ZERO {
            ctx.request_repaint_after(left);
            return;
        }
        self.asked_at = None;
        if !focused {
            tracing::info!("the window did not get the focus: requesting attention");
            ctx.send_viewport_cmd(ViewportCommand::RequestUserAttention(UserAttentionType::Informational));
        }
    }
}
