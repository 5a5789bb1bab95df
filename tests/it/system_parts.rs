//! What a test needs of the machine beyond the program: it says in one line what it skipped and how to get the missing
//! part, or fails where `PAYDESK_REQUIRE_SYSTEM=1` demands that nothing is skipped.

use egui_wgpu::wgpu;

/// Whether everything a test may need must be there.
fn required() -> bool {
    std::env::var("PAYDESK_REQUIRE_SYSTEM").is_ok_and(|value| value == "1")
}

/// `Some(())` where the part is there; else says what was skipped and how to get it.
pub fn needs(part: Result<(), &str>, skipped: &str, how: &str) -> Option<()> {
    match part {
        Ok(()) => Some(()),
        Err(missing) if required() => panic!("{skipped}: {missing}; {how}"),
        Err(missing) => {
            println!("skipped {skipped}: {missing}; {how}");
            None
        }
    }
}

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
