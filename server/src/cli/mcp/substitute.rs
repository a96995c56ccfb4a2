//! A server in this process, which answers the client as long as no server can be reached: it has
//! the tools, and each call fails with the reason. Without it, the initialization would fail, after
//! which clients send no request any more.

use crate::mcp::{server_info, tools};
use axlens_protocol::Code;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ListToolsResult,
    PaginatedRequestParams, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use tokio::io::{DuplexStream, duplex, split};

/// The size of the buffer in each direction, in bytes.
const BUFFER: usize = 64 * 1024;

/// What the agent does, whatever the reason.
const HINT: &str =
    "Nothing was executed. Tell the user, then repeat the call: each one tries to connect again.";

/// Answers requests without a server.
struct Substitute {
    /// Why there is no server, and how the user can change that.
    reason: String,
}

/// Opens a connection to a substitute, which ends when the connection is dropped.
pub fn connect(reason: String) -> DuplexStream {
    let (own, other) = duplex(BUFFER);
    tokio::spawn(async move {
        let substitute = Substitute { reason };
        // It ends with the connection, also if the client has not started the protocol.
        if let Ok(running) = substitute.serve(split(other)).await {
            let _ = running.waiting().await;
        }
    });
    own
}

impl ServerHandler for Substitute {
    fn get_info(&self) -> ServerConfig {
        server_info()
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::list()))
    }

    async fn call_tool(
        &self,
        _request: CallToolRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let code = Code::ExtensionDisconnected.as_str();
        let text = format!("{code}: {}\n{HINT}", self.reason);
        Ok(CallToolResult::error(vec![ContentBlock::text(text)]).into())
    }
}
