//! What a window shows, whichever renderer draws it.

use std::time::Duration;

use egui::{Context, Ui};

/// What eframe's windows and those of the processor have in common for who fills them.
pub(super) trait WindowContent {
    /// What is due whether the window is seen or not, before each frame and whenever it asked to be woken; returns within
    /// which time it is to be called again.
    fn logic(&mut self, _ctx: &Context) -> Option<Duration> {
        None
    }

    /// Whether what is shown may be other than what was drawn last; asked after `logic` alone.
    fn may_have_changed(&self) -> bool {
        true
    }

    /// Draws the window.
    fn ui(&mut self, ui: &mut Ui);

    /// The window closes.
    fn on_exit(&mut self) {}
}

/// Content in a window of eframe.
pub(super) struct EframeContent(pub Box<dyn WindowContent>);

impl eframe::App for EframeContent {
    fn logic(&mut self, ctx: &Context, _frame: &mut eframe::Frame) {
        // Its windows have no logic of their own but before a frame.
        if let Some(within) = self.0.logic(ctx) {
            ctx.request_repaint_after(within);
        }
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.0.ui(ui);
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.0.on_exit();
    }
}
