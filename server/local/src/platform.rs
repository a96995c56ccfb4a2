//! What differs between systems: private files and folders, the local socket, and processes. Each
//! system has one folder with the same items. The rest of this crate has no `cfg` for systems.
//!
//! | item | Unix | Windows |
//! |---|---|---|
//! | private files and folders | owner and permission bits | owner and access control list |
//! | [`LocalListener`], [`connect`] | Unix socket | named pipe |
//! | [`spawn_detached`] | process group | process without a console |

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(any(windows, test))]
mod access_list;

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

#[cfg(windows)]
pub use system::final_path;
pub use system::{
    AcceptedStream, FileStamp, LocalListener, LocalStream, SOCKET_FILE, connect, spawn_detached,
};
pub(crate) use system::{
    check_folder, check_private, check_socket_path, create_private_folder, open_own,
    restrict_folder, restrict_hint,
};
