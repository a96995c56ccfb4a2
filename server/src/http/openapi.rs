//! `GET /openapi.json`: the description of the agents' endpoints in OpenAPI 3.1, from the table of
//! endpoints and the types of their requests and answers. `docs/openapi.json` is a copy of it.

use super::endpoints::{Audience, ENDPOINTS, Endpoint};
use super::json::JSON;
use super::operation::{OperationInfo, Request, RequestType};
use aide::openapi::{
    Components, Info, License, MediaType, OpenApi, Operation, Parameter, ParameterData,
    ParameterSchemaOrContent, PathItem, PathStyle, Paths, QueryStyle, ReferenceOr, RequestBody,
    Response, Responses, SchemaObject, SecurityRequirement, SecurityScheme, Server, ServerVariable,
    StatusCode,
};
use axlens_protocol::agent::interact::InteractStopped;
use axlens_protocol::fault::{Code, Stage};
use axlens_protocol::{Fault, WIRE_HEADER};
use axum::http::Method;
use indexmap::IndexMap;
use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The name of the security scheme.
const TOKEN: &str = "token";

static DOCUMENT: LazyLock<String> = LazyLock::new(|| {
    // Every part of the document can be represented in JSON.
    let document = serde_json::to_value(open_api()).unwrap_or_default();
    indented(&document, 0) + "\n"
});

/// JSON in which what fits into one line is on one line.
fn indented(value: &Value, depth: usize) -> String {
    const WIDTH: usize = 200;
    let line = value.to_string();
    if depth * 2 + line.len() <= WIDTH {
        return line;
    }
    let indent = "  ".repeat(depth);
    let within = |lines: Vec<String>| {
        format!(
            "\n{indent}  {}\n{indent}",
            lines.join(&format!(",\n{indent}  "))
        )
    };
    match value {
        Value::Object(fields) => {
            let fields = fields.iter();
            let lines = fields
                .map(|(name, value)| format!("{}: {}", json!(name), indented(value, depth + 1)));
            format!("{{{}}}", within(lines.collect()))
        }
        Value::Array(items) => {
            let lines = items.iter().map(|item| indented(item, depth + 1));
            format!("[{}]", within(lines.collect()))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => line,
    }
}

/// The document in JSON.
pub fn json() -> &'static str {
    &DOCUMENT
}

/// The whole document.
fn open_api() -> OpenApi {
    let mut schemas = Schemas::default();
    let mut paths: IndexMap<String, PathItem> = IndexMap::new();
    for endpoint in ENDPOINTS {
        let (Some(method), Some(described)) = (&endpoint.method, &endpoint.operation) else {
            continue;
        };
        let operation = operation_of(endpoint, described, &mut schemas);
        let item = paths.entry(endpoint.path.to_owned()).or_default();
        match *method {
            Method::GET => item.get = Some(operation),
            Method::DELETE => item.delete = Some(operation),
            // No endpoint of agents has another method.
            _ => item.post = Some(operation),
        }
    }
    let paths = paths.into_iter();
    OpenApi {
        openapi: "3.1.0".into(),
        info: info(),
        servers: vec![server()],
        paths: Some(Paths {
            paths: paths
                .map(|(path, item)| (path, ReferenceOr::Item(item)))
                .collect(),
            ..Paths::default()
        }),
        components: Some(Components {
            security_schemes: IndexMap::from([(TOKEN.to_owned(), ReferenceOr::Item(bearer()))]),
            responses: fault_responses(&mut schemas),
            schemas: schemas.definitions(),
            ..Components::default()
        }),
        security: vec![SecurityRequirement::from([(TOKEN.to_owned(), Vec::new())])],
        ..OpenApi::default()
    }
}

fn info() -> Info {
    Info {
        title: "Axlens".to_owned(),
        summary: Some("The page that is open in the user's browser, for agents.".to_owned()),
        description: Some(format!(
            "docs/http.md explains the endpoints. The local socket of the state directory has the \
             same endpoints and needs no token. A client may send the header `{WIRE_HEADER}` with \
             the version of the protocol that it was made for: a server with another version \
             answers with the fault `version_mismatch`."
        )),
        license: Some(License {
            name: env!("CARGO_PKG_LICENSE").to_owned(),
            identifier: Some(env!("CARGO_PKG_LICENSE").to_owned()),
            ..License::default()
        }),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        ..Info::default()
    }
}

fn server() -> Server {
    let port = ServerVariable {
        default: "0".to_owned(),
        description: Some("The port in `url` in endpoint.json in the state directory.".to_owned()),
        ..ServerVariable::default()
    };
    Server {
        url: "http://127.0.0.1:{port}".to_owned(),
        variables: IndexMap::from([("port".to_owned(), port)]),
        ..Server::default()
    }
}

fn bearer() -> SecurityScheme {
    SecurityScheme::Http {
        scheme: "bearer".to_owned(),
        bearer_format: None,
        description: Some(
            "`agent_token` in endpoint.json in the state directory, or the token of a named agent \
             (docs/agents.md)."
                .to_owned(),
        ),
        extensions: IndexMap::new(),
    }
}

/// The schemas of requests, as they are parsed, and those of answers, as they are serialized.
struct Schemas {
    requests: SchemaGenerator,
    answers: SchemaGenerator,
}

impl Default for Schemas {
    fn default() -> Self {
        let settings = || {
            let mut settings = SchemaSettings::draft2020_12();
            settings.definitions_path = "/components/schemas".into();
            settings
        };
        Schemas {
            requests: settings().into_generator(),
            answers: settings().for_serialize().into_generator(),
        }
    }
}

impl Schemas {
    fn definitions(mut self) -> IndexMap<String, SchemaObject> {
        let mut all = self.requests.take_definitions(true);
        all.extend(self.answers.take_definitions(true));
        all.into_iter()
            .filter_map(|(name, schema)| Some((name, object(Schema::try_from(schema).ok()?))))
            .collect()
    }
}

fn object(json_schema: Schema) -> SchemaObject {
    SchemaObject {
        json_schema,
        external_docs: None,
        example: None,
    }
}

fn operation_of(
    endpoint: &Endpoint,
    described: &OperationInfo,
    schemas: &mut Schemas,
) -> Operation {
    let mut parameters = path_parameters(endpoint.path);
    let mut request_body = None;
    match &described.request {
        Request::None => {}
        Request::Body(request) => request_body = Some(body_of(request, schemas)),
        Request::Query(request) => parameters.extend(query_parameters(request, schemas)),
    }
    Operation {
        operation_id: Some(described.id.to_owned()),
        summary: Some(described.summary.to_owned()),
        parameters: parameters.into_iter().map(ReferenceOr::Item).collect(),
        request_body: request_body.map(ReferenceOr::Item),
        responses: Some(responses_of(described, schemas)),
        // An empty requirement replaces that of the whole document.
        security: match endpoint.audience == Audience::Anybody {
            true => vec![SecurityRequirement::new()],
            false => Vec::new(),
        },
        ..Operation::default()
    }
}

/// The parameter in a path: a tab's number or a browser's id.
fn path_parameters(path: &str) -> Vec<Parameter> {
    if path.contains("{tab}") {
        let schema = json_schema!({"type": "integer", "minimum": 1});
        let description = "Number of the tab, as in `GET /tabs`.";
        return vec![path_parameter("tab", description, schema, json!(1))];
    }
    if path.contains("{id}") {
        let description = "Id or name of the browser, as in the answer of `POST /browsers`.";
        let schema = json_schema!({"type": "string", "minLength": 1});
        return vec![path_parameter("id", description, schema, json!("pool-1"))];
    }
    Vec::new()
}

fn path_parameter(name: &str, description: &str, schema: Schema, example: Value) -> Parameter {
    let parameter_data = ParameterData {
        name: name.to_owned(),
        description: Some(description.to_owned()),
        required: true,
        deprecated: None,
        format: ParameterSchemaOrContent::Schema(object(schema)),
        example: Some(example),
        examples: IndexMap::new(),
        explode: None,
        extensions: IndexMap::new(),
    };
    Parameter::Path {
        parameter_data,
        style: PathStyle::Simple,
    }
}

fn body_of(request: &RequestType, schemas: &mut Schemas) -> RequestBody {
    let media = MediaType {
        schema: Some(object((request.schema)(&mut schemas.requests))),
        example: example_of(request),
        ..MediaType::default()
    };
    RequestBody {
        content: IndexMap::from([(JSON.to_owned(), media)]),
        required: true,
        ..RequestBody::default()
    }
}

fn example_of(request: &RequestType) -> Option<Value> {
    serde_json::from_str(request.example).ok()
}

/// One parameter for each field of the request.
fn query_parameters(request: &RequestType, schemas: &mut Schemas) -> Vec<Parameter> {
    let mut generator = schemas.requests.clone();
    let reference = (request.schema)(&mut generator);
    let schema = resolved(&reference, &generator);
    let required = schema.get("required").cloned().unwrap_or_default();
    let fields = schema.get("properties").and_then(Value::as_object);
    let fields = fields.cloned().unwrap_or_default();
    let example = example_of(request).unwrap_or_default();
    let parameter = |(name, field): (String, Value)| {
        let is_required = required
            .as_array()
            .is_some_and(|names| names.contains(&json!(name)));
        query_parameter(&name, field, is_required, example.get(&name).cloned())
    };
    fields.into_iter().filter_map(parameter).collect()
}

fn query_parameter(
    name: &str,
    mut field: Value,
    required: bool,
    example: Option<Value>,
) -> Option<Parameter> {
    let description = field
        .as_object_mut()
        .and_then(|field| field.remove("description"));
    let parameter_data = ParameterData {
        name: name.to_owned(),
        description: description.and_then(|text| text.as_str().map(str::to_owned)),
        required,
        deprecated: None,
        format: ParameterSchemaOrContent::Schema(object(Schema::try_from(field).ok()?)),
        example,
        examples: IndexMap::new(),
        explode: None,
        extensions: IndexMap::new(),
    };
    Some(Parameter::Query {
        parameter_data,
        allow_reserved: false,
        style: QueryStyle::Form,
        allow_empty_value: None,
    })
}

/// The schema itself, where `schema` refers to a definition.
fn resolved(schema: &Schema, generator: &SchemaGenerator) -> Map<String, Value> {
    let name = schema.get("$ref").and_then(Value::as_str);
    let name = name.and_then(|path| path.rsplit('/').next());
    let definition = name.and_then(|name| generator.definitions().get(name));
    let resolved = definition.unwrap_or(schema.as_value());
    resolved.as_object().cloned().unwrap_or_default()
}

fn responses_of(described: &OperationInfo, schemas: &mut Schemas) -> Responses {
    let answer = (described.answer)(&mut schemas.answers);
    let answer = ReferenceOr::Item(response("The answer.", answer));
    let mut responses = IndexMap::from([(StatusCode::Code(200), answer)]);
    for status in faults_by_status(described.stage).into_keys() {
        let reference = format!(
            "#/components/responses/{}",
            fault_name(described.stage, status)
        );
        responses.insert(StatusCode::Code(status), ReferenceOr::ref_(&reference));
    }
    Responses {
        responses,
        ..Responses::default()
    }
}

/// The name of the response with the faults of a stage that have a status.
fn fault_name(stage: Stage, status: u16) -> String {
    format!("{stage:?}Fault{status}")
}

/// The faults of all stages, by [`fault_name`].
fn fault_responses(schemas: &mut Schemas) -> IndexMap<String, ReferenceOr<Response>> {
    let mut responses = IndexMap::new();
    for stage in Stage::OF_AGENTS {
        let fault = fault_schema(stage, &mut schemas.answers);
        for (status, codes) in faults_by_status(stage) {
            let described = ReferenceOr::Item(fault_response(&codes, &fault));
            responses.insert(fault_name(stage, status), described);
        }
    }
    responses
}

fn fault_response(codes: &[Code], fault: &Schema) -> Response {
    let names: Vec<&str> = codes.iter().map(|code| code.as_str()).collect();
    let hint = |code: &Code| format!("- `{}`: {}", code.as_str(), code.hint());
    let hints: Vec<String> = codes.iter().map(hint).collect();
    let schema = json_schema!({
        "allOf": [fault.clone()],
        "properties": {"error": {"enum": names}},
    });
    response(&hints.join("\n"), schema)
}

/// The schema of a fault; with the results of earlier actions, if there were any.
fn fault_schema(stage: Stage, answers: &mut SchemaGenerator) -> Schema {
    let fault = answers.subschema_for::<Fault>();
    match stage {
        Stage::Action => {
            json_schema!({"anyOf": [answers.subschema_for::<InteractStopped>(), fault]})
        }
        Stage::Request | Stage::Browser | Stage::Page | Stage::Element | Stage::Extension => fault,
    }
}

/// The faults that requests of a stage can have.
fn faults_by_status(stage: Stage) -> BTreeMap<u16, Vec<Code>> {
    let mut by_status: BTreeMap<u16, Vec<Code>> = BTreeMap::new();
    for code in Code::ALL.iter().filter(|code| code.stage() <= stage) {
        by_status.entry(code.status()).or_default().push(*code);
    }
    by_status
}

fn response(description: &str, schema: Schema) -> Response {
    let media = MediaType {
        schema: Some(object(schema)),
        ..MediaType::default()
    };
    Response {
        description: description.to_owned(),
        content: IndexMap::from([(JSON.to_owned(), media)]),
        ..Response::default()
    }
}

#[cfg(test)]
mod reference;

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// The marks around the generated part of docs/http.md.
    const BEGIN: &str = "<!-- generated endpoints: begin -->\n";
    const END: &str = "<!-- generated endpoints: end -->\n";

    /// Asserts that a file in docs is current; `AXLENS_UPDATE` writes it.
    fn assert_current(name: &str, text: &str) {
        let file = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../docs")
            .join(name);
        if std::env::var_os("AXLENS_UPDATE").is_some() {
            std::fs::write(&file, text).expect("the file can be written");
        }
        let committed = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            committed == text,
            "docs/{name} is out of date: `cargo xtask generate` writes it"
        );
    }

    #[test]
    fn the_committed_files_are_current() {
        assert_current("openapi.json", &DOCUMENT);
        let document = serde_json::to_value(open_api()).expect("JSON");
        assert_current("endpoints.md", &reference::markdown(&document));
        let (before, rest) = docs("http.md", BEGIN);
        let (_, after) = rest.split_once(END).expect("the part has an end");
        let table = reference::table(&document);
        assert_current("http.md", &format!("{before}{BEGIN}{table}{END}{after}"));
    }

    /// A file in docs, before and after a mark.
    fn docs(name: &str, mark: &str) -> (String, String) {
        let file = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../docs")
            .join(name);
        let text = std::fs::read_to_string(file).expect(name);
        let (before, after) = text.split_once(mark).expect("the file has the mark");
        (before.to_owned(), after.to_owned())
    }

    #[test]
    fn every_endpoint_of_agents_is_described_except_mcp() {
        let is_public =
            |row: &&Endpoint| matches!(row.audience, Audience::Agent | Audience::Anybody);
        let missing: Vec<&str> = ENDPOINTS
            .iter()
            .filter(is_public)
            .filter(|row| row.operation.is_none())
            .map(|row| row.path)
            .collect();
        assert_eq!(missing, ["/openapi.json", "/mcp/stream", "/mcp"]);
    }

    #[test]
    fn every_example_is_a_request() {
        for described in ENDPOINTS.iter().filter_map(|row| row.operation.as_ref()) {
            if let Request::Body(request) | Request::Query(request) = &described.request {
                (request.accepts)(request.example).expect(described.id);
            }
        }
    }

    #[test]
    fn every_fault_of_agents_is_in_the_document() {
        for code in Code::ALL
            .iter()
            .filter(|code| code.stage() <= Stage::Action)
        {
            let name = format!("\"{}\"", code.as_str());
            assert!(DOCUMENT.contains(&name), "{name}");
        }
    }
}
