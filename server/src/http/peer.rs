//! The user of the program at the other end of a connection on this machine. The link to the
//! dashboard is an argument of the program that opens it, which other users can read while it
//! starts. So the server accepts the link's code only from a program of its own user.

use axlens_protocol::{Code, Fault};
use std::net::SocketAddr;

/// Checks that a connection from this address to the server's port belongs to this user, if the
/// system can tell.
///
/// # Errors
/// `forbidden` if it belongs to another or an unknown user.
pub fn check(peer: SocketAddr, port: u16) -> Result<(), Fault> {
    if owner(peer, port) == Some(rustix::process::geteuid().as_raw()) {
        return Ok(());
    }
    let message = "The link to this page was opened by another user of this machine.";
    Err(Fault::new(Code::Forbidden, message)
        .hint("Open the page in a browser of the user who runs the server."))
}

#[cfg(target_os = "linux")]
fn owner(peer: SocketAddr, port: u16) -> Option<u32> {
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"].into_iter();
    let mut tables = tables.filter_map(|path| std::fs::read_to_string(path).ok());
    tables.find_map(|table| owner_in(&table, peer, port))
}

/// Only Linux has a table of connections with their users.
#[cfg(not(target_os = "linux"))]
fn owner(_peer: SocketAddr, _port: u16) -> Option<u32> {
    Some(rustix::process::geteuid().as_raw())
}

/// The user of the other end of a connection, in the system's table. Source:
/// https://docs.kernel.org/networking/proc_net_tcp.html
#[cfg(any(target_os = "linux", test))]
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
    fn a_connection_of_this_program_belongs_to_this_user() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let stream = std::net::TcpStream::connect(("127.0.0.1", port)).expect("a connection");
        let peer = stream.local_addr().expect("an address");
        assert_eq!(check(peer, port), Ok(()));
        drop((stream, listener));
    }
}
