//! What OpenGL would be drawn by, as wgpu reports it.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use eframe::UserEvent;
use eframe::wgpu::{Backends, DeviceType, Instance, InstanceDescriptor};
use winit::event_loop::EventLoop;

use super::adapter::Adapter;

/// The first adapter of OpenGL that is no software, or else the first.
pub fn opengl_adapter(_event_loop: &EventLoop<UserEvent>) -> Adapter {
    let descriptor = InstanceDescriptor { backends: Backends::GL, ..InstanceDescriptor::new_without_display_handle() };
    let instance = Instance::new(descriptor);
    // Outside browsers it is ready at once.
    let listing = pin!(instance.enumerate_adapters(Backends::GL));
    let Poll::Ready(adapters) = listing.poll(&mut Context::from_waker(Waker::noop())) else { return Adapter::Unknown };
    let found = adapters.iter().map(|adapter| adapter.get_info()).map(|info| {
        let software = info.device_type == DeviceType::Cpu || is_software(&info.name);
        if software { Adapter::Software(info.name) } else { Adapter::Card(info.name) }
    });
    let found: Vec<Adapter> = found.collect();
    let card = found.iter().find(|adapter| matches!(adapter, Adapter::Card(_)));
    card.or(found.first()).cloned().unwrap_or(Adapter::Missing("OpenGL is not available".to_owned()))
}

/// Whether an adapter of this name draws with the processor.
fn is_software(name: &str) -> bool {
    let name = name.to_lowercase();
    let known = [
        "llvmpipe",
        "softpipe",
        "swrast",
        "software rasterizer",
        "swiftshader",
        "gdi generic",
        "microsoft basic render",
    ];
    known.iter().any(|software| name.contains(software))
}

#[cfg(test)]
mod tests {
    use super::is_software;

    #[test]
    fn software_is_told_by_its_name() {
        for name in ["llvmpipe (LLVM 19.1, 256 bits)", "softpipe", "GDI Generic", "Microsoft Basic Render Driver"] {
            assert!(is_software(name), "{name}");
        }
        assert!(!is_software("AMD Radeon 780M (radeonsi)"));
    }
}
