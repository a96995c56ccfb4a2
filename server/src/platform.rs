//! What differs between systems: signals, the browser's start, and the registration of the native
//! host. Each system has one file; what Linux and macOS have in common is in `unix.rs`. The rest of
//! this crate has no `cfg` for systems.
//!
//! | item | Linux | macOS | Windows |
//! |---|---|---|---|
//! | [`open_url`] | `xdg-open` | `osascript` | `rundll32` |
//! | [`is_user_of_link`] | the system's table of connections | not needed | not needed |
//! | [`stop_signal`] | SIGTERM, SIGINT | SIGTERM, SIGINT | Ctrl-C, log-off, shutdown |
//! | [`announce`] | the manifest's folder | the manifest's folder | registry |
//! | [`FolderHandle`] | open folder | open folder | canonical path |
//! | [`limit_process`] | memory, core dumps | core dumps | nothing |
//! | [`GuardedProcess`] | process group and shell | process group and shell | none |
//! | [`write_launcher`] | shell script | shell script | copy of the host's program |

#[cfg(all(unix, not(target_os = "macos")))]
mod linux;
#[cfg(target_os = "macos")]
mod macos;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(all(unix, not(target_os = "macos")))]
pub use linux::{
    OPENER, SYSTEM, has_display, is_user_of_link, is_wsl, open_url, processes_with_profile_in,
};
#[cfg(target_os = "macos")]
pub use macos::{
    OPENER, SYSTEM, has_display, is_user_of_link, is_wsl, open_url, processes_with_profile_in,
};
#[cfg(unix)]
pub use unix::{
    CHROMIUM_PATHS, FolderHandle, GuardedProcess, LAUNCHER_SUFFIX, announce, announced,
    check_pools, is_administrator, is_local, kill_with_group, limit_process, remove_launcher,
    stop_signal, wait_while_open, withdraw, write_launcher,
};
#[cfg(windows)]
pub use windows::{
    CHROMIUM_PATHS, FolderHandle, GuardedProcess, LAUNCHER_SUFFIX, OPENER, SYSTEM, announce,
    announced, check_pools, has_display, is_administrator, is_local, is_user_of_link, is_wsl,
    kill_with_group, limit_process, open_url, processes_with_profile_in, remove_launcher,
    stop_signal, wait_while_open, withdraw, write_launcher,
};

/// The systems whose browsers differ in the folders that they use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    /// Linux, and other systems with the same folders.
    Linux,
    /// macOS.
    MacOs,
    /// Windows.
    Windows,
}
