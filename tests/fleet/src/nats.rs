//! Servers of NATS, alone or as a cluster.

use crate::service::{Service, free_address};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

/// The program of NATS.
const PROGRAM: &str = "nats-server";

/// What to do without it.
pub const MISSING: &str = "nats-server is missing: install it (apt-get install nats-server)";

/// Whether the program is installed.
pub fn is_installed() -> bool {
    Command::new(PROGRAM).arg("--version").output().is_ok()
}

/// The URL of a server.
pub fn url(server: &Service) -> String {
    format!("nats://{}", server.address)
}

/// A server without others. It does not run yet.
///
/// # Errors
/// If no port is free.
pub fn alone(log: &Path) -> anyhow::Result<Service> {
    Ok(server(PROGRAM, free_address()?, log))
}

/// A cluster of this many servers, none of which runs yet. Their logs are in the folder.
///
/// # Errors
/// If no port is free.
pub fn cluster(count: usize, folder: &Path) -> anyhow::Result<Vec<Service>> {
    let routes: Vec<SocketAddr> = (0..count)
        .map(|_| free_address())
        .collect::<anyhow::Result<_>>()?;
    let urls: Vec<String> = routes
        .iter()
        .map(|address| format!("nats://{address}"))
        .collect();
    let servers = (0..count).map(|index| {
        let name = format!("nats-{index}");
        let log = folder.join(format!("{name}.log"));
        let server = server(&name, free_address()?, &log);
        let urls_of_all = urls.join(",");
        Ok(server.arguments([
            "--cluster_name",
            "fleet",
            "--cluster",
            &urls[index],
            "--routes",
            &urls_of_all,
        ]))
    });
    servers.collect()
}

fn server(name: &str, address: SocketAddr, log: &Path) -> Service {
    let port = address.port().to_string();
    Service::new(name, Path::new(PROGRAM), address, log).arguments([
        "--addr",
        "127.0.0.1",
        "--port",
        &port,
    ])
}
