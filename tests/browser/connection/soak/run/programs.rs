//! The programs of a chain's build, as a copy that can be replaced.

use std::fs::File;
use std::path::Path;
use std::time::SystemTime;

/// The programs of a build.
const PROGRAMS: [&str; 2] = ["axlens", "axlens-native-host"];

/// Replaces the link to the programs, next to this extension, by a copy of them.
///
/// # Errors
/// If a program can't be copied.
pub fn copy_programs(extension: &Path) -> anyhow::Result<()> {
    let bin = extension.with_file_name("bin");
    let programs = std::fs::read_link(&bin)?;
    std::fs::remove_file(&bin)?;
    std::fs::create_dir(&bin)?;
    for program in PROGRAMS {
        std::fs::copy(programs.join(program), bin.join(program))?;
    }
    Ok(())
}

/// Replaces the copied programs by a build of this time: the same programs with another
/// modification time, by which builds of one version are compared.
///
/// # Errors
/// If a program can't be replaced.
pub fn replace_programs(extension: &Path, built: SystemTime) -> anyhow::Result<()> {
    let bin = extension.with_file_name("bin");
    for program in PROGRAMS {
        let new = bin.join(format!("{program}.new"));
        std::fs::copy(bin.join(program), &new)?;
        File::options()
            .write(true)
            .open(&new)?
            .set_modified(built)?;
        std::fs::rename(&new, bin.join(program))?;
    }
    Ok(())
}
