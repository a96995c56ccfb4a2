//! Linux.

use super::System;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The system of this program.
pub const SYSTEM: System = System::Linux;

/// The program that opens a URL in the user's browser.
pub const OPENER: &str = "xdg-open";

/// Whether this is Linux in Windows (WSL), by the name that its kernel has:
/// <https://learn.microsoft.com/windows/wsl/>
pub fn is_wsl() -> bool {
    std::fs::read_to_string("/proc/sys/kernel/osrelease").is_ok_and(|name| is_of_wsl(&name))
}

fn is_of_wsl(kernel: &str) -> bool {
    kernel.to_ascii_lowercase().contains("microsoft")
}

/// Opens a URL in the user's browser. Other users can read the arguments of a program, so a secret
/// in the URL needs [`is_user_of_link`].
///
/// # Errors
/// If the opener can't be started.
pub fn open_url(url: &str) -> std::io::Result<Child> {
    let mut command = Command::new(OPENER);
    command
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.spawn()
}

/// Whether programs can open windows.
pub fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

/// The processes whose arguments name a browser's profile in this folder. Source:
/// https://docs.kernel.org/filesystems/proc.html
pub fn processes_with_profile_in(folder: &Path) -> Vec<u32> {
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let has_profile = |id: &u32| {
        let arguments = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        let mut arguments = arguments.split(|byte| *byte == 0);
        arguments.any(|argument| is_profile_in(argument, folder))
    };
    ids.filter(has_profile).collect()
}

/// Whether an argument of a program names a profile in a folder: `--user-data-dir=FOLDER/…`.
fn is_profile_in(argument: &[u8], folder: &Path) -> bool {
    let profile = argument.strip_prefix(b"--user-data-dir=");
    let below = profile.and_then(|path| path.strip_prefix(folder.as_os_str().as_encoded_bytes()));
    below.is_some_and(|rest| rest.starts_with(b"/"))
}

/// Whether the program at the other end of a connection to the server's port belongs to this user.
/// False if the system's table does not have the connection.
pub fn is_user_of_link(peer: SocketAddr, port: u16) -> bool {
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"].into_iter();
    let mut tables = tables.filter_map(|path| std::fs::read_to_string(path).ok());
    let owner = tables.find_map(|table| owner_in(&table, peer, port));
    owner == Some(rustix::process::geteuid().as_raw())
}

/// The user of the other end of a connection, in the system's table. Source:
/// https://docs.kernel.org/networking/proc_net_tcp.html
fn owner_in(table: &str, peer: SocketAddr, port: u16) -> Option<u32> {
    let SocketAddr::V4(peer) = peer else {
        return None;
    };
    // The table has an address as a number in the machine's byte order. In the table of IPv6, it is
    // the end of a longer number.
    let printed =
        |octets: [u8; 4], port: u16| format!("{:08X}:{port:04X}", u32::from_ne_bytes(octets));
    let peer_address = printed(peer.ip().octets(), peer.port());
    let own_address = printed([127, 0, 0, 1], port);
    table.lines().find_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [_, local, remote, _, _, _, _, user, ..] = fields[..] else {
            return None;
        };
        let is_peer = local.ends_with(&peer_address) && remote.ends_with(&own_address);
        is_peer.then(|| user.parse().ok())?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1267 00000000:0000 0A 00000000:00000000 00:00000000 00000000     7        0 1
   1: 0100007F:1267 0100007F:C350 01 00000000:00000000 00:00000000 00000000     7        0 2
   2: 0100007F:C350 0100007F:1267 01 00000000:00000000 00:00000000 00000000  1000        0 3
";

    #[test]
    #[cfg(target_endian = "little")]
    fn the_user_of_the_other_end_is_found() {
        let peer = "127.0.0.1:50000".parse().expect("an address");
        assert_eq!(owner_in(TABLE, peer, 4711), Some(1000));
        assert_eq!(owner_in(TABLE, peer, 4712), None);
        let other = "127.0.0.1:50001".parse().expect("an address");
        assert_eq!(owner_in(TABLE, other, 4711), None);
    }

    #[test]
    fn a_profile_in_a_folder_is_recognized() {
        let is_in = |argument: &str| is_profile_in(argument.as_bytes(), Path::new("/state/pool"));
        assert!(is_in("--user-data-dir=/state/pool/00aa/profile"));
        for other in [
            "--user-data-dir=/state/pools/00aa",
            "--user-data-dir=/state/pool",
            "/state/pool/00aa/profile",
            "--database=/state/pool/00aa",
        ] {
            assert!(!is_in(other), "{other}");
        }
    }

    #[test]
    fn the_kernel_of_wsl_is_recognized() {
        assert!(is_of_wsl("5.15.153.1-microsoft-standard-WSL2\n"));
        assert!(is_of_wsl("4.4.0-19041-Microsoft\n"));
        assert!(!is_of_wsl("6.1.0-28-amd64\n"));
    }

    #[test]
    fn a_connection_of_this_program_belongs_to_this_user() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let stream = std::net::TcpStream::connect(("127.0.0.1", port)).expect("a connection");
        let peer = stream.local_addr().expect("an address");
        assert!(is_user_of_link(peer, port));
        drop((stream, listener));
    }
}
