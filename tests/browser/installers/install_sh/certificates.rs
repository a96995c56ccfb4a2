//! A download location on this machine whose certificate nobody has signed.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::installers::{Location, User};
use anyhow::{Context as _, Result, ensure};

/// OpenSSL's server, which ends with the test.
struct TlsServer(Child);

impl Drop for TlsServer {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl TlsServer {
    /// Serves the files of a folder. Returns the port.
    fn start(folder: &Path) -> Result<(TlsServer, String)> {
        let made = Command::new("openssl")
            .current_dir(folder)
            .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes"])
            .args(["-subj", "/CN=localhost"])
            .args(["-addext", "subjectAltName=DNS:localhost"])
            .args(["-keyout", "key.pem", "-out", "certificate.pem"])
            .output()
            .context("openssl is missing: install it for this test")?;
        ensure!(made.status.success(), "no certificate: {made:?}");
        let mut child = Command::new("openssl")
            .current_dir(folder)
            .args(["s_server", "-accept", "0", "-WWW"])
            .args(["-key", "key.pem", "-cert", "certificate.pem"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut lines = BufReader::new(child.stdout.take().context("its output")?).lines();
        let server = TlsServer(child);
        let port = lines
            .find_map(|line| {
                Some(
                    line.ok()?
                        .strip_prefix("ACCEPT ")?
                        .rsplit(':')
                        .next()?
                        .to_owned(),
                )
            })
            .context("openssl reports no port")?;
        Ok((server, port))
    }
}

#[test]
fn an_unsigned_certificate_is_refused_also_with_a_lax_configuration() -> Result<()> {
    let files = tempfile::tempdir()?;
    fs::create_dir(files.path().join("latest"))?;
    fs::write(files.path().join("latest/VERSION"), "1.2.3\n")?;
    let (_server, port) = TlsServer::start(files.path())?;
    for program in ["curl", "wget"] {
        let mut user = User::of(&Location::start(&[])?)?;
        user.remove_tool("curl")?;
        user.add_tool(program)?;
        fs::write(user.home(".curlrc"), "insecure\n")?;
        fs::write(user.home(".wgetrc"), "check_certificate = off\n")?;
        user.set("AXLENS_DOWNLOAD_URL", &format!("https://localhost:{port}"));
        user.install(&[])?
            .failed_with(&["has no valid certificate"])?;
    }
    Ok(())
}
