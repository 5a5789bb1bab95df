//! The colours of a report: dark on white, as it is printed.

use paydesk_domain::report_page::ReportMark;

use super::drawing::Color;

pub const PAPER: Color = Color::new(0xff, 0xff, 0xff);
pub const INK: Color = Color::new(0x14, 0x17, 0x1f);
pub const SUBDUED: Color = Color::new(0x55, 0x60, 0x70);
/// Lines that guide the eye, in plots and below rows of tables.
pub const GRID: Color = Color::new(0xe0, 0xe4, 0xea);
/// The line above the definitions.
pub const RULE: Color = Color::new(0xc9, 0xd0, 0xda);
/// The place of a plot with nothing in it.
pub const EMPTY: Color = Color::new(0xf5, 0xf6, 0xf8);

const NOW: Color = Color::new(0x34, 0x51, 0xd1);
const BEFORE: Color = Color::new(0xc9, 0xd0, 0xda);
const WON: Color = Color::new(0x0b, 0x6b, 0x42);
const LOST: Color = Color::new(0xd9, 0x56, 0x4e);
const OPEN: Color = Color::new(0x72, 0x7d, 0x8c);
const GOAL: Color = Color::new(0x85, 0x52, 0x0a);

pub const fn of_mark(mark: ReportMark) -> Color {
    match mark {
        ReportMark::Now => NOW,
        ReportMark::Before => BEFORE,
        ReportMark::Won => WON,
        ReportMark::Lost => LOST,
        ReportMark::Open => OPEN,
        ReportMark::Goal => GOAL,
    }
}
