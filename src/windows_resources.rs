//! A part of the build script: icon, version and manifest of the programs for Windows.

use std::io::Error;
use std::path::Path;

use winresource::WindowsResource;

/// What Windows asks of a program: sharp on every screen, paths of any length, no rights of an administrator.
const MANIFEST: &str = "assets/packaging/windows/paydesk.manifest";
const ICON: &str = "assets/icon/paydesk.ico";
/// The programs, and what Windows calls each.
const PROGRAMS: [(&str, &str); 2] = [("paydesk", "Paydesk"), ("paydeskw", "Paydesk (window)")];
/// English (United States).
const LANGUAGE: u16 = 0x0409;

/// Compiles them with the resource compiler of the toolchain, and has them linked.
pub fn embed(root: &Path) -> Result<(), Error> {
    for (program, description) in PROGRAMS {
        let mut resource = WindowsResource::new();
        resource.set_language(LANGUAGE);
        resource.set_icon(&root.join(ICON).to_string_lossy());
        resource.set_manifest_file(&root.join(MANIFEST).to_string_lossy());
        resource.set("ProductName", "Paydesk").set("FileDescription", description);
        resource.set("OriginalFilename", &format!("{program}.exe")).set("CompanyName", "Paydesk maintainers");
        resource.compile_for(program)?;
    }
    for file in [MANIFEST, ICON, "src/windows_resources.rs"] {
        println!("cargo::rerun-if-changed={file}");
    }
    Ok(())
}
