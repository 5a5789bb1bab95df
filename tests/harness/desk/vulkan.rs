//! Whether pictures can be drawn here that are the same on every machine.

use egui_wgpu::wgpu;
use paydesk_test_basics::system_parts::needs;

/// Software Vulkan, for pictures that are the same on every machine.
pub fn needs_vulkan(skipped: &str) -> Option<()> {
    let part = if has_software_vulkan() { Ok(()) } else { Err("no software Vulkan adapter") };
    needs(part, skipped, "apt-get install mesa-vulkan-drivers")
}

fn has_software_vulkan() -> bool {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.backends = wgpu::Backends::VULKAN;
    let instance = wgpu::Instance::new(descriptor);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let adapters = runtime.block_on(instance.enumerate_adapters(wgpu::Backends::VULKAN));
    adapters.iter().any(|adapter| adapter.get_info().device_type == wgpu::DeviceType::Cpu)
}
