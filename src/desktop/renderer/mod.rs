//! Which renderer draws the window, and why.

mod adapter;
#[cfg(all(unix, not(target_os = "macos"), not(feature = "wgpu")))]
mod egl;
#[cfg(any(windows, feature = "wgpu"))]
mod wgpu;

use std::fmt;
use std::path::Path;

use eframe::UserEvent;
use winit::event_loop::EventLoop;

use self::adapter::Adapter;
#[cfg(all(unix, not(target_os = "macos"), not(feature = "wgpu")))]
use self::egl::opengl_adapter;
#[cfg(any(windows, feature = "wgpu"))]
use self::wgpu::opengl_adapter;

/// Which renderer draws the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RendererKind {
    /// OpenGL.
    Glow,
    /// Vulkan, Metal, Direct3D; only where wgpu is built in.
    Wgpu,
    /// The processor, without a graphics card.
    Cpu,
}

impl RendererKind {
    /// Whether the program was built with it.
    pub(super) fn is_built(self) -> bool {
        self != Self::Wgpu || cfg!(any(windows, feature = "wgpu"))
    }
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

impl RendererChoice {
    /// What was asked for; without that OpenGL where a graphics card does its work, and otherwise the processor, which
    /// is quicker by itself than as the driver of OpenGL.
    pub fn new(asked: Option<RendererKind>, event_loop: &EventLoop<UserEvent>) -> Self {
        asked.map_or_else(|| Self::by(adapter(event_loop)), Self::asked)
    }

    pub fn asked(kind: RendererKind) -> Self {
        Self { kind, asked_for: true, why: "chosen with --renderer".to_owned() }
    }

    /// What is tried next where this one was chosen and does not work, for this reason.
    pub fn after_failure(&self, reason: &str) -> Option<Self> {
        let kind = match self.kind {
            RendererKind::Glow if RendererKind::Wgpu.is_built() => RendererKind::Wgpu,
            RendererKind::Glow | RendererKind::Wgpu => RendererKind::Cpu,
            RendererKind::Cpu => return None,
        };
        Some(Self { kind, asked_for: false, why: format!("{} does not work here: {reason}", self.kind) })
    }

    fn by(adapter: Adapter) -> Self {
        let (kind, why) = match adapter {
            Adapter::Card(name) => (RendererKind::Glow, name),
            Adapter::Unknown => (RendererKind::Glow, "the renderer of this platform".to_owned()),
            Adapter::Software(name) => (RendererKind::Cpu, format!("OpenGL would be drawn in software, by {name}")),
            Adapter::SoftwareBecause(why) => (RendererKind::Cpu, format!("OpenGL would be drawn in software: {why}")),
            Adapter::Missing(why) => (RendererKind::Cpu, why),
        };
        Self { kind, asked_for: false, why }
    }
}

fn adapter(event_loop: &EventLoop<UserEvent>) -> Adapter {
    // Every Mac has OpenGL, and draws it with its graphics card.
    if cfg!(target_os = "macos") {
        return Adapter::Unknown;
    }
    if cfg!(target_os = "linux") {
        if std::env::var_os("LIBGL_ALWAYS_SOFTWARE").is_some_and(|value| value == "1" || value == "true") {
            return Adapter::SoftwareBecause("LIBGL_ALWAYS_SOFTWARE is set");
        }
        // Asking OpenGL would load its driver first, which takes as long as a frame and the memory of many.
        if !has_graphics_device(Path::new("/dev")) {
            return Adapter::Missing("there is no graphics card".to_owned());
        }
    }
    opengl_adapter(event_loop)
}

/// Why there is no OpenGL here, if that is known.
pub(super) fn why_no_opengl(event_loop: &EventLoop<UserEvent>) -> Option<String> {
    match opengl_adapter(event_loop) {
        Adapter::Missing(why) => Some(why),
        _ => None,
    }
}

/// Not asked, see [`adapter`].
#[cfg(all(target_os = "macos", not(feature = "wgpu")))]
fn opengl_adapter(_event_loop: &EventLoop<UserEvent>) -> Adapter {
    Adapter::Unknown
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_is_taken() {
        let choice = RendererChoice::asked(RendererKind::Wgpu);
        assert_eq!((choice.kind, choice.asked_for), (RendererKind::Wgpu, true));
        assert_eq!(choice.to_string(), "wgpu: chosen with --renderer");
    }

    #[test]
    fn the_processor_draws_where_opengl_would_be_software_or_is_missing() {
        let card = RendererChoice::by(Adapter::Card("Card 1".to_owned()));
        assert_eq!(card.to_string(), "OpenGL: Card 1");
        let software = RendererChoice::by(Adapter::Software("llvmpipe".to_owned()));
        assert_eq!(software.to_string(), "CPU: OpenGL would be drawn in software, by llvmpipe");
        let switched = RendererChoice::by(Adapter::SoftwareBecause("LIBGL_ALWAYS_SOFTWARE is set"));
        assert_eq!(switched.to_string(), "CPU: OpenGL would be drawn in software: LIBGL_ALWAYS_SOFTWARE is set");
        let missing = RendererChoice::by(Adapter::Missing("there is no OpenGL".to_owned()));
        assert_eq!(missing.to_string(), "CPU: there is no OpenGL");
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
