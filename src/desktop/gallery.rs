//! The window of `paydesk --gallery`: the kit alone, without data, profile or network.

use super::content::WindowContent;
use paydesk_ui::gallery::Gallery;
use paydesk_widgets::theme;

/// The window.
pub(super) struct GalleryWindow(Gallery);

impl GalleryWindow {
    pub fn new(ctx: &egui::Context) -> Self {
        theme::install(ctx);
        Self(Gallery::default())
    }
}

impl WindowContent for GalleryWindow {
    fn ui(&mut self, ui: &mut egui::Ui) {
        self.0.ui(ui);
    }
}
