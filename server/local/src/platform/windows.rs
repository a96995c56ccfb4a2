//! Windows.

mod files;
mod local_socket;
mod process;
#[expect(
    unsafe_code,
    reason = "Windows' security functions have no safe wrapper that is kept"
)]
mod security;

pub use files::{
    FileStamp, check_folder, check_private, create_private_folder, open_own, restrict_folder,
    restrict_hint,
};
pub use local_socket::{
    AcceptedStream, LocalListener, LocalStream, SOCKET_FILE, check_socket_path, connect,
};
pub use process::spawn_detached;
pub use security::final_path;
