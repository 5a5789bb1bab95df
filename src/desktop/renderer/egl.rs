//! What OpenGL would be drawn by, as EGL reports it for the display where the window will be.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use eframe::UserEvent;
use glutin::api::egl::device::Device;
use glutin::config::{Config, ConfigTemplateBuilder};
use glutin::display::{Display, GetGlDisplay as _};
use glutin_winit::{ApiPreference, DisplayBuilder};
use winit::event_loop::EventLoop;

use super::adapter::Adapter;

/// Of the device that is the processor, which only Mesa has.
const SOFTWARE: &str = "EGL_MESA_device_software";

/// The device that draws for this display.
pub fn opengl_adapter(event_loop: &EventLoop<UserEvent>) -> Adapter {
    let config = match first_config(event_loop) {
        Ok(config) => config,
        Err(error) => return Adapter::Missing(format!("OpenGL is not available: {error}")),
    };
    // Drivers that cannot say which device they use are not Mesa's, and so of graphics cards.
    let Display::Egl(display) = config.display() else { return Adapter::Unknown };
    let Ok(device) = display.device() else { return Adapter::Unknown };
    let name = name_of(&device);
    if device.extensions().contains(SOFTWARE) {
        Adapter::Software(name.unwrap_or_else(|| "Mesa".to_owned()))
    } else {
        Adapter::Card(name.unwrap_or_else(|| "the graphics card".to_owned()))
    }
}

fn name_of(device: &Device) -> Option<String> {
    let node = || device.drm_render_device_node_path().or(device.drm_device_node_path());
    device.name().map(str::to_owned).or_else(|| node().map(|path| format!("the graphics card {}", path.display())))
}

fn first_config(event_loop: &EventLoop<UserEvent>) -> Result<Config, String> {
    let builder = DisplayBuilder::new().with_preference(ApiPreference::PreferEgl);
    // The picker has to return a configuration. Where there is none, it can only unwind, which is no panic to report.
    let build = || {
        builder.build(event_loop, ConfigTemplateBuilder::new(), |mut configs| {
            configs.next().unwrap_or_else(|| resume_unwind(Box::new(())))
        })
    };
    match catch_unwind(AssertUnwindSafe(build)) {
        Ok(built) => built.map(|(_, config)| config).map_err(|error| error.to_string()),
        Err(_) => Err("it has no configuration for a window".to_owned()),
    }
}
