//! The ways to a server, and the connections over them.

use crate::tls::TlsGateway;
use axlens_local::platform;
use axlens_local::remote::Remote;
use hyper::Uri;
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::client::legacy::connect::{Connected, Connection};
use hyper_util::rt::TokioIo;
use std::future::Future;
use std::io;
use std::path::PathBuf;
use std::pin::Pin;
use std::task::{Context, Poll};
use tower_service::Service;

/// The way to a server.
#[derive(Clone)]
pub enum Route {
    /// A local socket, which must belong to this user.
    Socket(PathBuf),
    /// A forwarded port. The server proves its identity on each connection.
    Remote(Remote),
    /// A gateway, whose certificate is verified on each connection.
    Gateway(TlsGateway),
}

/// Opens connections over a route, whatever the host of a request is.
#[derive(Clone)]
pub struct RouteConnector(pub Route);

/// A connection whose other end is verified.
pub struct VerifiedStream(Pin<Box<dyn ReadWrite + Send>>);

trait ReadWrite: Read + Write {}

impl<T: Read + Write> ReadWrite for T {}

impl VerifiedStream {
    fn new(stream: impl Read + Write + Send + 'static) -> VerifiedStream {
        VerifiedStream(Box::pin(stream))
    }
}

impl Service<Uri> for RouteConnector {
    type Response = VerifiedStream;
    type Error = Box<dyn std::error::Error + Send + Sync>;
    type Future = Pin<Box<dyn Future<Output = Result<VerifiedStream, Self::Error>> + Send>>;

    fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _uri: Uri) -> Self::Future {
        let RouteConnector(route) = self.clone();
        Box::pin(async move {
            Ok(match route {
                Route::Socket(path) => {
                    VerifiedStream::new(TokioIo::new(platform::connect(&path).await?))
                }
                Route::Remote(remote) => VerifiedStream::new(remote.connect().await?),
                Route::Gateway(gateway) => {
                    VerifiedStream::new(TokioIo::new(gateway.connect().await?))
                }
            })
        })
    }
}

impl Connection for VerifiedStream {
    fn connected(&self) -> Connected {
        Connected::new()
    }
}

impl Read for VerifiedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        self.0.as_mut().poll_read(context, buffer)
    }
}

impl Write for VerifiedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.0.as_mut().poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.0.as_mut().poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.0.as_mut().poll_shutdown(context)
    }

    fn is_write_vectored(&self) -> bool {
        self.0.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.0.as_mut().poll_write_vectored(context, parts)
    }
}
