//! How small the window may be made. Text at 200% enlarges everything, so that a window has half the points.

use egui::{Context, Vec2, ViewportCommand};
use paydesk_ui::shell::LEAST_ROOM;

/// The least size of a window at 100%, in points.
pub(super) const SMALLEST_SIZE: [f32; 2] = [800.0, 520.0];

/// The least size in the points of a window at this zoom.
fn least_size(zoom: f32) -> Vec2 {
    (Vec2::from(SMALLEST_SIZE) / zoom).max(LEAST_ROOM.into())
}

/// The zoom for which the window was given its least size.
#[derive(Debug, Default)]
pub(super) struct LeastSize(Option<f32>);

impl LeastSize {
    /// Gives the window the least size of the zoom that it is drawn with.
    pub fn apply(&mut self, ctx: &Context) {
        let zoom = ctx.zoom_factor();
        if self.0 != Some(zoom) {
            self.0 = Some(zoom);
            ctx.send_viewport_cmd(ViewportCommand::MinInnerSize(least_size(zoom)));
        }
    }
}

#[cfg(test)]
mod tests {
    use egui::vec2;

    use super::*;

    #[test]
    fn a_window_is_never_smaller_than_what_panels_need() {
        assert_eq!(least_size(1.0), vec2(800.0, 520.0));
        assert_eq!(least_size(0.8), vec2(1000.0, 650.0));
        assert_eq!(least_size(1.25), vec2(640.0, 416.0));
        assert_eq!(least_size(2.0), vec2(500.0, 320.0));
    }
}
