//! What the API's description says of an endpoint: the types of its request and answer, its faults
//! and an example.

use axlens_protocol::fault::Stage;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;

/// An endpoint that the OpenAPI document describes.
pub struct OperationInfo {
    /// Name, which client libraries use.
    pub id: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// How far its requests get, which determines their faults.
    pub stage: Stage,
    /// The request.
    pub request: Request,
    /// The answer's type.
    pub answer: SchemaOf,
}

/// The schema of a type, whose definitions are added to the generator's.
pub type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// Where an endpoint reads its request.
pub enum Request {
    /// It has none.
    None,
    /// The body, in JSON.
    Body(RequestType),
    /// The parameters of the URL.
    Query(RequestType),
}

/// The type of a request, with an example in JSON.
pub struct RequestType {
    /// Its schema.
    pub schema: SchemaOf,
    /// An example.
    pub example: &'static str,
    /// Whether the example can be parsed as the type.
    pub accepts: fn(&str) -> serde_json::Result<()>,
}

impl OperationInfo {
    /// An operation without a request.
    pub const fn new<Answer: JsonSchema>(
        id: &'static str,
        stage: Stage,
        summary: &'static str,
    ) -> Self {
        OperationInfo {
            id,
            summary,
            stage,
            request: Request::None,
            answer: schema_of::<Answer>,
        }
    }

    /// The operation with a request in the body.
    pub const fn body<T: JsonSchema + DeserializeOwned>(mut self, example: &'static str) -> Self {
        self.request = Request::Body(RequestType::of::<T>(example));
        self
    }

    /// The operation with a request in the URL.
    pub const fn query<T: JsonSchema + DeserializeOwned>(mut self, example: &'static str) -> Self {
        self.request = Request::Query(RequestType::of::<T>(example));
        self
    }
}

impl RequestType {
    const fn of<T: JsonSchema + DeserializeOwned>(example: &'static str) -> Self {
        RequestType {
            schema: schema_of::<T>,
            example,
            accepts: |text| serde_json::from_str::<T>(text).map(drop),
        }
    }
}

fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}
