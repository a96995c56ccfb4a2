//! Which edge a request reaches.

use crate::world::{World, rights};
use axlens_gateway::tokens::AgentRights;
use axlens_protocol::agent::tabs::Tab;
use serde_json::{Value, json};

/// Two tenants with edges of the same names, which echo requests.
async fn two_tenants() -> World {
    let world = World::start().await;
    for (count, (tenant, name)) in [("acme", "laptop"), ("acme", "desk"), ("other", "laptop")]
        .into_iter()
        .enumerate()
    {
        let edge = world.edge(tenant, name).await;
        let label = format!("{tenant} {name}");
        tokio::spawn(async move { edge.echo(&label).await });
        world.wait_for_lines(count + 1).await;
    }
    world
}

async fn observe(world: &World, token: &str, body: Value) -> Value {
    let body = body.to_string();
    world
        .send(token, ("POST", "/observe?session=a"), body)
        .await
        .json()
}

#[tokio::test]
async fn a_request_reaches_the_edge_that_it_names_in_its_tenant_only() {
    let world = two_tenants().await;
    let acme = world.agent("acme", "ci");
    let other = world.agent("other", "ci");
    for (token, browser, edge, rest) in [
        (
            &acme,
            "laptop/Chrome",
            "acme laptop",
            r#"{"browser":"Chrome"}"#,
        ),
        (&acme, "laptop", "acme laptop", "{}"),
        (&acme, "desk/", "acme desk", "{}"),
        (
            &other,
            "laptop/Chrome",
            "other laptop",
            r#"{"browser":"Chrome"}"#,
        ),
        (&other, "Chrome", "other laptop", r#"{"browser":"Chrome"}"#),
        (&other, "/Chrome", "", ""),
        (&other, "desk", "other laptop", r#"{"browser":"desk"}"#),
        (&other, "desk/Chrome", "", ""),
        (&other, "acme.desk/Chrome", "", ""),
        (&other, "acme/laptop/Chrome", "", ""),
        (&other, "*/Chrome", "", ""),
        (&other, ">/Chrome", "", ""),
        (&other, "../acme/desk", "", ""),
        (&other, "laptop\r\n/Chrome", "", ""),
        (
            &other,
            "laptop\r\nPUB ax.acme.laptop 0\r\n\r\n/Chrome",
            "",
            "",
        ),
        (&other, "laptop\u{0}/Chrome", "", ""),
        (&other, "LAPTOP/Chrome", "", ""),
    ] {
        let answer = observe(&world, token, json!({"browser": browser})).await;
        match edge {
            "" => assert_eq!(answer["error"], "browser_not_found", "{browser}: {answer}"),
            _ => {
                assert_eq!(answer["edge"], edge, "{browser}: {answer}");
                assert_eq!(answer["body"], rest);
                assert_eq!(answer["path"], "/observe?session=a");
            }
        }
    }
}

/// Agents of two tenants send the same request at the same time.
#[tokio::test]
async fn each_tenant_receives_only_the_answers_of_its_own_edge() {
    let world = two_tenants().await;
    let (acme, other) = (world.agent("acme", "ci"), world.agent("other", "ci"));
    let laptop = json!({"browser": "laptop"});
    for _ in 0..20 {
        let (own, foreign) = tokio::join!(
            observe(&world, &acme, laptop.clone()),
            observe(&world, &other, laptop.clone()),
        );
        assert_eq!(own["edge"], "acme laptop");
        assert_eq!(foreign["edge"], "other laptop");
    }
}

#[tokio::test]
async fn without_a_name_the_only_edge_is_used_and_several_are_ambiguous() {
    let world = two_tenants().await;
    let acme = world.agent("acme", "ci");
    let answer = observe(&world, &acme, json!({})).await;
    assert_eq!(answer["error"], "ambiguous_browser");
    let message = answer["message"].as_str().unwrap_or_default();
    assert!(message.contains("2 edges: desk, laptop."), "{message}");
    let desk_only = AgentRights {
        edges: vec!["desk".to_owned()],
        ..rights()
    };
    let limited = world.agent_with("acme", "limited", desk_only);
    assert_eq!(
        observe(&world, &limited, json!({})).await["edge"],
        "acme desk"
    );
    let answer = observe(&world, &limited, json!({"browser": "laptop/Chrome"})).await;
    assert_eq!(answer["error"], "browser_not_found");
    let nobody = world.agent("empty", "ci");
    assert_eq!(
        observe(&world, &nobody, json!({})).await["error"],
        "extension_disconnected"
    );
}

#[tokio::test]
async fn without_a_name_no_request_goes_to_the_edge_that_is_left() {
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    let edge = world.edge("acme", "laptop").await;
    tokio::spawn(edge.echo("laptop"));
    let desk = world.edge("acme", "desk").await;
    drop(desk);
    let answer = observe(&world, &token, json!({})).await;
    assert_eq!(answer["error"], "ambiguous_browser", "{answer}");
}

#[tokio::test]
async fn a_request_names_its_edge_in_the_query_or_in_the_arguments_of_a_call() {
    let world = two_tenants().await;
    let token = world.agent("acme", "ci");
    let reply = world
        .send(&token, ("GET", "/tabs?browser=desk%2FMy+Chrome"), "")
        .await;
    assert_eq!(reply.json()["path"], "/tabs?browser=My%20Chrome");
    let click = ("POST", "/tabs/3/click?browser=desk");
    let reply = world.send(&token, click, r#"{"ref":"e5"}"#).await;
    assert_eq!(reply.json()["path"], "/tabs/3/click");
    assert_eq!(reply.json()["body"], r#"{"ref":"e5"}"#);
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "tabs", "arguments": {"browser": "desk/Chrome"}}});
    let reply = world.send(&token, ("POST", "/mcp"), call.to_string()).await;
    let body: Value =
        serde_json::from_str(reply.json()["body"].as_str().expect("text")).expect("JSON");
    assert_eq!(body["params"]["arguments"]["browser"], "Chrome");
    assert_eq!(reply.json()["edge"], "acme desk");
}

#[tokio::test]
async fn an_edge_learns_the_agent_and_no_secret() {
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    let edge = world.edge("acme", "laptop").await;
    tokio::spawn(async move { edge.echo("laptop").await });
    let authorization = format!("Bearer {token}");
    let headers = [
        ("authorization", authorization.as_str()),
        ("cookie", "secret=1"),
        ("x-forwarded-for", "192.0.2.1"),
        ("content-type", "application/json"),
        ("x-axlens-deadline-ms", "5000"),
    ];
    let target = ("POST", "/observe");
    let reply = axlens_fleet::client::send(world.address(), target, &headers, "{}").await;
    let answer = reply.json();
    assert_eq!(answer["agent"]["name"], "ci");
    assert_eq!(answer["agent"]["scope"], "act");
    assert_eq!(
        answer["headers"],
        json!({"content-type": "application/json"})
    );
    assert!(
        answer["deadlineMs"]
            .as_u64()
            .is_some_and(|ms| (1..=5000).contains(&ms))
    );
    let text = reply.text();
    assert!(!text.contains(&token) && !text.contains("acme") && !text.contains("secret"));
}

#[tokio::test]
async fn the_list_has_the_browsers_of_the_agents_own_edges_only() {
    let world = World::start().await;
    for (count, (tenant, name)) in [("acme", "laptop"), ("acme", "desk"), ("other", "tv")]
        .into_iter()
        .enumerate()
    {
        let mut edge = world.edge(tenant, name).await;
        let browser = format!("{name}'s Chrome\u{7}");
        tokio::spawn(async move {
            loop {
                let (head, _) = edge.request().await;
                assert_eq!(
                    (head.method.as_str(), head.path.as_str()),
                    ("GET", "/browsers")
                );
                let list = json!({"browsers": [{"connected": true, "id": "1", "instance": "secret",
                    "name": browser, "paused": false, "unattended": false}]});
                edge.answer(head.id, list.to_string().as_bytes()).await;
            }
        });
        world.wait_for_lines(count + 1).await;
    }
    let names = async |token: &str| {
        let reply = world.send(token, ("GET", "/browsers"), "").await;
        assert!(!reply.text().contains("secret"));
        let list = reply.json();
        let browsers = list["browsers"].as_array().expect("a list").iter();
        let names: Vec<String> = browsers
            .map(|browser| browser["name"].as_str().expect("a name").to_owned())
            .collect();
        names
    };
    let acme = world.agent("acme", "ci");
    assert_eq!(
        names(&acme).await,
        ["desk/desk's Chrome", "laptop/laptop's Chrome"]
    );
    let other = world.agent("other", "ci");
    assert_eq!(names(&other).await, ["tv/tv's Chrome"]);
    let laptop = AgentRights {
        edges: vec!["laptop".to_owned()],
        ..rights()
    };
    let limited = world.agent_with("acme", "limited", laptop);
    assert_eq!(names(&limited).await, ["laptop/laptop's Chrome"]);
}

#[tokio::test]
async fn a_browser_in_the_query_of_a_request_with_a_body_is_an_error() {
    let world = two_tenants().await;
    let token = world.agent("acme", "ci");
    for path in ["/observe", "/interact", "/mcp"] {
        let target = format!("{path}?browser=laptop/Chrome");
        let reply = world.send(&token, ("POST", &target), "{}").await;
        assert_eq!(reply.fault(), "bad_request", "{path}");
        let target = format!("{path}?browser=laptop");
        let reply = world.send(&token, ("POST", &target), "{}").await;
        assert_eq!(reply.json()["edge"], "acme laptop", "{path}");
    }
    // The browser is named twice: gateway and edge must not use different ones.
    let target = ("POST", "/observe?browser=desk");
    let reply = world.send(&token, target, r#"{"browser":"laptop"}"#).await;
    assert_eq!(reply.fault(), "bad_request");
    let target = ("GET", "/tabs?browser=laptop/Chrome");
    let reply = world.send(&token, target, "").await;
    assert_eq!(reply.json()["path"], "/tabs?browser=Chrome");
}

#[tokio::test]
async fn a_request_that_an_edge_would_take_as_a_breach_does_not_reach_it() {
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    let mut edge = world.edge("acme", "laptop").await;
    for method in ["PUT", "OPTIONS", "PATCH"] {
        let reply = world.send(&token, (method, "/mcp"), "{}").await;
        assert_eq!(reply.fault(), "method_not_allowed", "{method}");
    }
    let long = format!("/tabs?session={}", "%20".repeat(4000));
    let reply = world.send(&token, ("GET", &long), "").await;
    assert_eq!(reply.fault(), "bad_request");
    let exchange = async {
        let (head, _) = edge.request().await;
        edge.answer(head.id, b"the line is open").await;
    };
    let sent = world.send(&token, ("POST", "/observe"), "{}");
    let (reply, ()) = tokio::join!(sent, exchange);
    assert_eq!(reply.text(), "the line is open");
}

#[tokio::test]
async fn tabs_have_the_names_by_which_an_agent_can_address_their_browsers() {
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    let mut edge = world.edge("acme", "farm").await;
    world.wait_for_lines(1).await;
    let mut tab = serde_json::to_value(Tab::default()).expect("JSON");
    tab["browser"] = json!("Chrome");
    let missing = json!({"browser": "Work", "fault": {
        "error": "timeout", "message": "It did not answer.", "hint": "", "retryable": true}});
    let tabs = json!({"tabs": [tab], "missing": [missing]});
    let fault = json!({"error": "not_found", "message": "Chrome", "hint": "", "retryable": false});
    let answered = async {
        for answer in [&tabs, &fault] {
            let (head, _) = edge.request().await;
            edge.answer(head.id, answer.to_string().as_bytes()).await;
        }
    };
    let requests = async {
        let listed = world.send(&token, ("GET", "/tabs"), "").await.json();
        (
            listed,
            world.send(&token, ("GET", "/tabs"), "").await.json(),
        )
    };
    let ((listed, refused), ()) = tokio::join!(requests, answered);
    assert_eq!(listed["tabs"][0]["browser"], "farm/Chrome");
    assert_eq!(listed["missing"][0]["browser"], "farm/Work");
    assert_eq!(refused, fault);
}

#[tokio::test]
async fn a_lease_has_the_names_by_which_its_agent_uses_and_ends_it() {
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    let mut edge = world.edge("acme", "farm").await;
    world.wait_for_lines(1).await;
    let lease =
        json!({"id": "pool-1a", "name": "pool-1", "ttl": 60, "expires": "2026-11-27T12:00:00Z"});
    let answered = async {
        let (head, body) = edge.request().await;
        edge.answer(head.id, lease.to_string().as_bytes()).await;
        (head.method, head.path, body)
    };
    let leased = world.send(&token, ("POST", "/browsers?browser=farm"), r#"{"ttl":60}"#);
    let (leased, (method, path, body)) = tokio::join!(leased, answered);
    assert_eq!((&*method, &*path), ("POST", "/browsers"));
    assert_eq!(body, br#"{"ttl":60}"#);
    let leased = leased.json();
    assert_eq!(
        (&leased["id"], &leased["name"]),
        (&json!("farm/pool-1a"), &json!("farm/pool-1"))
    );
    for path in ["/browsers/farm%2Fpool-1a", "/browsers/pool-1a"] {
        let answered = async {
            let (head, _) = edge.request().await;
            edge.answer(head.id, br#"{"id":"pool-1a","name":"pool-1"}"#)
                .await;
            (head.method, head.path)
        };
        let ended = world.send(&token, ("DELETE", path), "");
        let (ended, (method, sent)) = tokio::join!(ended, answered);
        assert_eq!((&*method, &*sent), ("DELETE", "/browsers/pool%2D1a"));
        let ended = ended.json();
        assert_eq!(
            (&ended["id"], &ended["name"]),
            (&json!("farm/pool-1a"), &json!("farm/pool-1"))
        );
    }
    for path in ["/browsers/desk%2Fpool-1a", "/browsers/farm%2F"] {
        let refused = world.send(&token, ("DELETE", path), "").await;
        assert!(
            ["browser_not_found", "bad_request"].contains(&&*refused.fault()),
            "{path}"
        );
    }
}
