//! A web address that the service reported: it is a stranger's text, so its host is whole above the button that
//! opens it, with the part that somebody registered in bold. What is not encrypted, or is no web address, is not
//! opened.

use egui::text::LayoutJob;
use egui::{OpenUrl, TextFormat, Ui};

use paydesk_domain::address::{WebHost, web_host};
use paydesk_domain::text::visible;

use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, tokens};
use paydesk_widgets::{Button, Notice, copyable_ui, heading_ui};

/// Draws the address, to be copied and opened; whether it is one that is opened.
pub fn web_link_ui(ui: &mut Ui, title: &str, link: &str) -> bool {
    let subdued = tokens(ui).subdued;
    heading_ui(ui, Text::Group, subdued, title);
    copyable_ui(ui, &visible(link, 300));
    let Some(host) = web_host(link) else {
        let text = "Not opened: the address does not start with https://";
        Notice::new(Tone::Attention, text).icon(Icon::Warning).ui(ui);
        return false;
    };
    ui.label(host_text(ui, &host));
    if Button::secondary("Open in browser").ui(ui).clicked() {
        ui.ctx().open_url(OpenUrl::new_tab(link));
    }
    true
}

/// All of the host, over as many lines as it needs: the end of it says whose it is.
fn host_text(ui: &Ui, host: &WebHost) -> LayoutJob {
    let tokens = tokens(ui);
    let mut job = LayoutJob::default();
    job.wrap.max_width = ui.available_width();
    job.wrap.break_anywhere = true;
    let plain = TextFormat::simple(Text::Small.font(), tokens.subdued);
    let strong = TextFormat::simple(Text::SmallStrong.font(), tokens.text);
    for (text, format) in
        [("at ", &plain), (&host.before, &plain), (&host.registrable, &strong), (host.port.as_str(), &plain)]
    {
        job.append(text, 0.0, format.clone());
    }
    job
}
