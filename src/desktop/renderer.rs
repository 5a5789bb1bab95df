//! Which renderer draws the window, and why.

use std::fmt;
use std::path::Path;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use eframe::wgpu::{Backends, DeviceType, Instance, InstanceDescriptor};

/// Which renderer draws the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RendererKind {
    /// OpenGL.
    Glow,
    /// Vulkan, Metal, Direct3D.
    Wgpu,
    /// The processor, without a graphics card.
    Cpu,
}

impl fmt::Display for RendererKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Glow => "OpenGL",
            Self::Wgpu => "wgpu",
            Self::Cpu => "CPU",
        })
    }
}

/// The renderer with the reason for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RendererChoice {
    pub kind: RendererKind,
    /// A person said so.
    pub asked_for: bool,
    pub why: String,
}

impl fmt::Display for RendererChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.why)
    }
}

/// What OpenGL would be drawn by.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Adapter {
    Card(String),
    Processor(String),
    Missing(&'static str),
    /// Not looked for.
    Unknown,
}

impl RendererChoice {
    /// What was asked for; without that OpenGL where a graphics card does its work, and otherwise the processor, which
    /// is quicker by itself than as the driver of OpenGL.
    pub fn new(asked: Option<RendererKind>) -> Self {
        match asked {
            Some(kind) => Self { kind, asked_for: true, why: "chosen with --renderer".to_owned() },
            None => Self::by(adapter()),
        }
    }

    fn by(adapter: Adapter) -> Self {
        let (kind, why) = match adapter {
            Adapter::Card(name) => (RendererKind::Glow, name),
            Adapter::Unknown => (RendererKind::Glow, "the renderer of this platform".to_owned()),
            Adapter::Processor(name) => (RendererKind::Cpu, format!("OpenGL would be drawn by {name}, in software")),
            Adapter::Missing(why) => (RendererKind::Cpu, why.to_owned()),
        };
        Self { kind, asked_for: false, why }
    }
}

fn adapter() -> Adapter {
    // wgpu finds no OpenGL on macOS, which always has it.
    if cfg!(target_os = "macos") {
        return Adapter::Unknown;
    }
    if cfg!(target_os = "linux") {
        if std::env::var_os("LIBGL_ALWAYS_SOFTWARE").is_some_and(|value| value == "1" || value == "true") {
            return Adapter::Processor("LIBGL_ALWAYS_SOFTWARE".to_owned());
        }
        // Asking OpenGL would load its driver first, which takes as long as a frame and the memory of many.
        if !has_graphics_device(Path::new("/dev")) {
            return Adapter::Missing("there is no graphics card");
        }
    }
    opengl_adapter()
}

/// Whether there is a device that a driver of OpenGL could use, in this folder of devices.
fn has_graphics_device(devices: &Path) -> bool {
    let names = |folder: &Path| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect::<Vec<String>>()
    };
    // Of NVIDIA's driver, of the subsystem for Linux in Windows, and of phones' processors.
    let known = ["nvidiactl", "dxg", "mali", "kgsl", "pvr"];
    names(&devices.join("dri")).iter().any(|name| name.starts_with("renderD"))
        || names(devices).iter().any(|name| known.iter().any(|prefix| name.starts_with(prefix)))
}

/// The first adapter of OpenGL that is no software, or else the first.
fn opengl_adapter() -> Adapter {
    let descriptor = InstanceDescriptor { backends: Backends::GL, ..InstanceDescriptor::new_without_display_handle() };
    let instance = Instance::new(descriptor);
    // Outside browsers it is ready at once.
    let listing = pin!(instance.enumerate_adapters(Backends::GL));
    let Poll::Ready(adapters) = listing.poll(&mut Context::from_waker(Waker::noop())) else { return Adapter::Unknown };
    let found = adapters.iter().map(|adapter| adapter.get_info()).map(|info| {
        let software = info.device_type == DeviceType::Cpu || is_software(&info.name);
        if software { Adapter::Processor(info.name) } else { Adapter::Card(info.name) }
    });
    let found: Vec<Adapter> = found.collect();
    let card = found.iter().find(|adapter| matches!(adapter, Adapter::Card(_)));
    card.or(found.first()).cloned().unwrap_or(Adapter::Missing("there is no OpenGL"))
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
    use super::*;

    #[test]
    fn what_was_asked_for_is_taken() {
        let choice = RendererChoice::new(Some(RendererKind::Wgpu));
        assert_eq!((choice.kind, choice.asked_for), (RendererKind::Wgpu, true));
        assert_eq!(choice.to_string(), "wgpu: chosen with --renderer");
    }

    #[test]
    fn the_processor_draws_where_opengl_would_be_software_or_is_missing() {
        let card = RendererChoice::by(Adapter::Card("Card 1".to_owned()));
        assert_eq!(card.to_string(), "OpenGL: Card 1");
        let software = RendererChoice::by(Adapter::Processor("llvmpipe (LLVM 15.0.7, 256 bits)".to_owned()));
        assert_eq!(software.kind, RendererKind::Cpu);
        assert!(software.to_string().contains("llvmpipe"), "{software}");
        assert_eq!(RendererChoice::by(Adapter::Missing("there is no OpenGL")).to_string(), "CPU: there is no OpenGL");
    }

    #[test]
    fn software_is_told_by_its_name() {
        for name in ["llvmpipe (LLVM 19.1, 256 bits)", "softpipe", "GDI Generic", "Microsoft Basic Render Driver"] {
            assert!(is_software(name), "{name}");
        }
        assert!(!is_software("AMD Radeon 780M (radeonsi)"));
    }

    #[test]
    fn a_graphics_device_is_one_that_can_draw() {
        let devices = tempfile::tempdir().unwrap();
        assert!(!has_graphics_device(devices.path()));
        std::fs::create_dir(devices.path().join("dri")).unwrap();
        std::fs::write(devices.path().join("dri/card0"), "").unwrap();
        assert!(!has_graphics_device(devices.path()), "it shows pictures and draws none");
        std::fs::write(devices.path().join("dri/renderD128"), "").unwrap();
        assert!(has_graphics_device(devices.path()));
    }
}
