//! The icons, by what they mean; shapes from Phosphor Regular.
//!
//! The font in `assets/fonts` has these icons only. For another, take it anew from the whole font (`Phosphor.ttf` of its
//! web package), with the code points of all, and with letters and ligatures, by which the shapes are fitted to pixels:
//! `pyftsubset Phosphor.ttf --unicodes=U+E036,…,U+20,U+2D,U+61-7A --layout-features='*' --no-layout-closure
//! --notdef-outline --output-file=assets/fonts/Phosphor-Regular.ttf`.
//!
//! Painting is here too, so that no other file knows that an icon is a character of a font.

use egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Response, RichText, Sense, Ui, WidgetInfo, accesskit::Role, pos2,
    vec2,
};

use crate::tokens::{icon_family, size};

/// Declares each icon once: name, code point in the font, and how a screen reader calls it where it is alone.
macro_rules! icons {
    ($($icon:ident = $code:literal, $name:literal;)+) => {
        /// A picture with a meaning.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Icon {
            $($icon,)+
            /// One that a single panel has, declared there.
            Own { glyph: char, name: &'static str },
        }

        impl Icon {
            /// All that are declared here.
            pub const ALL: &[Self] = &[$(Self::$icon),+];

            /// The character of the icon font.
            pub const fn glyph(self) -> char {
                match self { $(Self::$icon => $code,)+ Self::Own { glyph, .. } => glyph }
            }

            /// What a screen reader says where the icon is alone.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$icon => $name,)+ Self::Own { name, .. } => name }
            }
        }
    };
}

icons! {
    // The nouns of the business.
    Payment = '\u{E1D2}', "Payment";
    Review = '\u{E57E}', "In review";
    Refund = '\u{E08A}', "Refund";
    Subscription = '\u{E3F6}', "Subscription";
    Dispute = '\u{E750}', "Dispute";
    Payout = '\u{E0B4}', "Payout";
    Customer = '\u{E4D6}', "Customers";
    Analytics = '\u{E150}', "Reports";
    Event = '\u{E0CE}', "Webhooks";
    ApiKey = '\u{E2D6}', "API key";
    Home = '\u{E2C2}', "Home";
    Settings = '\u{E270}', "Settings";
    // Statuses.
    Clock = '\u{E19A}', "Time";
    Success = '\u{E184}', "Success";
    Failure = '\u{E4F8}', "Failure";
    Prohibited = '\u{E3DE}', "Cancelled";
    Processing = '\u{E094}', "Processing";
    Unknown = '\u{E3E8}', "Unknown";
    Warning = '\u{E4E0}', "Warning";
    Alert = '\u{E4E2}', "Attention";
    Info = '\u{E2CE}', "Information";
    // What can be done.
    Refresh = '\u{E036}', "Refresh";
    Undo = '\u{E038}', "Undo";
    Copy = '\u{E1CA}', "Copy";
    Check = '\u{E182}', "Done";
    Close = '\u{E4F6}', "Close";
    Add = '\u{E3D4}', "Add";
    Search = '\u{E30C}', "Search";
    Filter = '\u{E266}', "Filter";
    Bookmark = '\u{E0EA}', "Saved view";
    Calendar = '\u{E10A}', "Date";
    Export = '\u{EAF0}', "Export";
    Download = '\u{E20C}', "Download";
    Open = '\u{E5DE}', "Open";
    Edit = '\u{E3B4}', "Edit";
    Note = '\u{E348}', "Note";
    Delete = '\u{E4A6}', "Delete";
    Send = '\u{E398}', "Send";
    Eye = '\u{E220}', "Show";
    EyeClosed = '\u{E224}', "Hide";
    Code = '\u{E1BC}', "Code";
    Columns = '\u{E546}', "Columns";
    Save = '\u{E248}', "Save";
    Attach = '\u{E39A}', "Attach";
    More = '\u{E1FE}', "More";
    Play = '\u{E3D0}', "Resume";
    Pause = '\u{E39E}', "Pause";
    // Places and directions.
    Down = '\u{E136}', "Show more";
    Up = '\u{E13C}', "Show less";
    Right = '\u{E13A}', "Open";
    Left = '\u{E138}', "Back";
    SortUp = '\u{E08E}', "Ascending";
    SortDown = '\u{E03E}', "Descending";
    // The program and its connection.
    Connected = '\u{E4EA}', "Connected";
    Disconnected = '\u{EB56}', "Not connected";
    Keyboard = '\u{E2D8}', "Keyboard shortcuts";
    Command = '\u{E1C4}', "Command palette";
    Moon = '\u{E330}', "Dark theme";
    Sun = '\u{E472}', "Light theme";
    List = '\u{E2F0}', "List";
    Tray = '\u{E4AA}', "Empty";
    Sandbox = '\u{E79E}', "Sandbox";
    Lock = '\u{E2FA}', "Locked";
    User = '\u{E4C2}', "Customer";
    Document = '\u{E23A}', "Document";
    Shield = '\u{E40C}', "Verified";
}

/// The font of icons at a size in points.
pub fn font(size: f32) -> FontId {
    FontId::new(size, icon_family())
}

impl Icon {
    /// The icon as text for egui's own widgets, at the usual size.
    pub fn rich(self) -> RichText {
        RichText::new(self.glyph().to_string()).font(font(size::ICON))
    }

    /// Paints the icon around `center`, on whole pixels and a hair lower: the middle of lower-case letters is below the
    /// middle of their line, and an icon beside them must not float.
    pub fn paint(self, painter: &Painter, center: Pos2, size: f32, color: Color32) -> Rect {
        let ppp = painter.pixels_per_point();
        let snap = |value: f32| (value * ppp + 0.5).floor() / ppp;
        let at = pos2(snap(center.x - size / 2.0), snap(center.y - size / 2.0 + 0.25));
        let mut buffer = [0; 4];
        painter.text(at, Align2::LEFT_TOP, self.glyph().encode_utf8(&mut buffer), font(size), color)
    }

    /// The icon standing alone, named for screen readers.
    pub fn ui(self, ui: &mut Ui, size: f32, color: Color32) -> Response {
        let (rect, response) = ui.allocate_exact_size(vec2(size, size), Sense::hover());
        self.paint(ui.painter(), rect.center(), size, color);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, self.name()));
        response
    }
}
