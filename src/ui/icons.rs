//! The icons of the desk: Phosphor Regular, by name.

use egui::RichText;

use super::tokens;

macro_rules! icons {
    ($($name:ident = $code:literal),+ $(,)?) => {
        /// One glyph of the icon font.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Icon { $($name),+ }

        impl Icon {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The character in the icon font.
            pub fn glyph(self) -> char {
                match self { $(Self::$name => $code),+ }
            }
        }
    };
}

icons! {
    Bell = '\u{e5e8}',
    CaretDown = '\u{e136}',
    CaretRight = '\u{e13a}',
    ArrowUp = '\u{e08e}',
    ArrowDown = '\u{e03e}',
    Calendar = '\u{e10a}',
    Check = '\u{e182}',
    CheckCircle = '\u{e184}',
    Clock = '\u{e19a}',
    Close = '\u{e4f6}',
    Code = '\u{e1bc}',
    Copy = '\u{e1ca}',
    CreditCard = '\u{e1d2}',
    Gear = '\u{e270}',
    Hand = '\u{e57e}',
    Hourglass = '\u{e2b2}',
    Keyboard = '\u{e2d8}',
    Lock = '\u{e2fa}',
    PlugsConnected = '\u{eb5a}',
    Plugs = '\u{eb56}',
    Prohibit = '\u{e3de}',
    Question = '\u{e3e8}',
    Refresh = '\u{e094}',
    Search = '\u{e30c}',
    Warning = '\u{e4e0}',
    WarningCircle = '\u{e4e2}',
    XCircle = '\u{e4f8}',
}

impl Icon {
    /// The glyph as text of the icon font, `size` points high.
    pub fn text(self, size: f32) -> RichText {
        RichText::new(self.glyph().to_string()).font(tokens::icon(size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_font_has_every_icon() {
        let ctx = egui::Context::default();
        super::super::theme::install(&ctx);
        let mut missing = Vec::new();
        let _ = ctx.run_ui(egui::RawInput::default(), |ui| {
            ui.fonts_mut(|fonts| {
                missing = Icon::ALL
                    .iter()
                    .filter(|icon| !fonts.has_glyph(&tokens::icon(16.0), icon.glyph()))
                    .copied()
                    .collect();
            });
        });
        assert_eq!(missing, []);
    }
}
