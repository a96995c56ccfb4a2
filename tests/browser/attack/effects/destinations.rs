//! Where a click of an action leads: each case executes the action twice, once where the policy
//! allows it, which shows whether Chrome follows, and once where it leads to a site on which the
//! agent may only read. The destination is a frame or a report, because Chrome itself blocks the
//! loads of the tab.

use super::{READ, path_of};
use crate::attack::report::Report;
use anyhow::ensure;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Tab};
use serde_json::{Value, json};

/// A page with a frame named `fr` before its HTML, in which `{to}` is the destination.
struct Case {
    name: &'static str,
    tried: &'static str,
    html: &'static str,
    /// The action on the element `t`, as JSON.
    action: &'static str,
    leads: Leads,
}

/// What Chrome does after the action if the policy allows it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leads {
    /// It requests the destination.
    There,
    /// The same, but Axlens does not know the destination before the action: it stops the action
    /// wherever the destination is another site.
    ThereUnknown,
}

use Leads::{There, ThereUnknown};

const CLICK: &str = r#"{"action": "click"}"#;
const ACTIVATE: &str = r#"{"action": "activate"}"#;
const SELECT: &str = r#"{"action": "select", "labels": ["One"]}"#;

/// Actions that click, although their name does not say so.
const ACTIONS: &[Case] = &[
    Case {
        name: "checked_submit_button",
        tried: "`check` on a submit button with the role of a checkbox",
        html: "<form action='{to}' target=fr method=post><button id=t role=checkbox aria-checked=false>Go</button></form>",
        action: r#"{"action": "check"}"#,
        leads: There,
    },
    Case {
        name: "unchecked_submit_button",
        tried: "`uncheck` on a submit button with the role of a switch",
        html: "<form action='{to}' target=fr><button id=t role=switch aria-checked=true>Go</button></form>",
        action: r#"{"action": "uncheck"}"#,
        leads: There,
    },
    Case {
        name: "checked_link",
        tried: "`check` on a link with the role of a radio button",
        html: "<a id=t href='{to}' target=fr role=radio aria-checked=false>Go</a>",
        action: r#"{"action": "check"}"#,
        leads: There,
    },
    Case {
        name: "selected_text_of_a_submit_button",
        tried: "`select_text` on a submit button",
        html: "<form action='{to}' target=fr><button id=t>Some text</button></form>",
        action: r#"{"action": "select_text"}"#,
        leads: There,
    },
    Case {
        name: "selected_text_of_a_field_in_a_link",
        tried: "`select_text` on a field in a link",
        html: "<a href='{to}' target=fr><input id=t value=text></a>",
        action: r#"{"action": "select_text"}"#,
        leads: There,
    },
    Case {
        name: "drag_within_a_submit_button",
        tried: "`drag` from one point of a submit button to another",
        html: "<form action='{to}' target=fr><button id=t style='width:300px'>Go</button></form>",
        action: r#"{"action": "drag", "to": {"by": [20, 0]}}"#,
        leads: There,
    },
    Case {
        name: "drag_within_a_link",
        tried: "`drag` within a link that can't be dragged",
        html: "<a href='{to}' target=fr draggable=false><div id=t style='width:300px;height:50px'>Go</div></a>",
        action: r#"{"action": "drag", "to": {"by": [20, 0]}}"#,
        leads: There,
    },
    Case {
        name: "drag_that_the_page_prevents",
        tried: "`drag` of a link whose page prevents the native drag",
        html: "<a href='{to}' target=fr ondragstart='return false'><div id=t style='width:300px;height:50px'>Go</div></a>",
        action: r#"{"action": "drag", "to": {"by": [20, 0]}}"#,
        leads: ThereUnknown,
    },
    Case {
        name: "option_that_submits",
        tried: "`select` of an option that is a submit button",
        html: "<form id=f action='{to}' target=fr></form><div id=t role=listbox aria-label=L tabindex=0><button form=f role=option aria-selected=false>One</button></div>",
        action: SELECT,
        leads: There,
    },
    Case {
        name: "filled_list_that_submits",
        tried: "`fill` of a list with an option that is a link",
        html: "<div id=t role=listbox aria-label=L tabindex=0><a href='{to}' target=fr role=option aria-selected=false>One</a></div>",
        action: r#"{"action": "fill", "value": "One"}"#,
        leads: ThereUnknown,
    },
    Case {
        name: "option_that_opens",
        tried: "`select` of an option that is visible only in the open list",
        html: "<div id=t role=combobox tabindex=0 aria-controls=l aria-expanded=false onclick='l.hidden = false; this.ariaExpanded = true'>L</div><div id=l role=listbox hidden><a role=option href='{to}' target=fr>One</a></div>",
        action: SELECT,
        leads: ThereUnknown,
    },
    Case {
        name: "list_that_submits",
        tried: "`select` in a list that is a submit button itself",
        html: "<form action='{to}' target=fr><button id=t role=combobox aria-expanded=false>L</button></form>",
        action: SELECT,
        leads: There,
    },
    Case {
        name: "second_key",
        tried: "Space, then Enter, on a checkbox of a form",
        html: "<form action='{to}' target=fr><input id=t type=checkbox></form>",
        action: r#"{"action": "press", "keys": ["Space", "Enter"]}"#,
        leads: There,
    },
    Case {
        name: "enter_around_the_focus",
        tried: "Enter on an element that contains the focused field",
        html: "<form action='{to}' target=fr><div id=t tabindex=0><p>x</p><input id=i></div></form><script>i.focus()</script>",
        action: r#"{"action": "press", "keys": "Enter"}"#,
        leads: There,
    },
    Case {
        name: "enter_after_tab",
        tried: "Tab to a submit button, then Enter",
        html: "<input id=t><form action='{to}' target=fr><button>Go</button></form>",
        action: r#"{"action": "press", "keys": ["Tab", "Enter"]}"#,
        leads: ThereUnknown,
    },
    Case {
        name: "enter_that_moves_the_focus",
        tried: "keys, of which the first moves the focus to a link",
        html: "<input id=t onkeydown='l.focus()'><a id=l href='{to}' target=fr>Go</a>",
        action: r#"{"action": "press", "keys": ["a", "Enter"]}"#,
        leads: ThereUnknown,
    },
];

/// Elements whose click leads elsewhere than the innermost of them says.
const ELEMENTS: &[Case] = &[
    Case {
        name: "button_in_a_link",
        tried: "a button that submits nothing, in a link",
        html: "<a href='{to}' target=fr><button id=t type=button>Go</button></a>",
        action: CLICK,
        leads: There,
    },
    Case {
        name: "input_in_a_link",
        tried: "a button of the type `reset`, in a link",
        html: "<a href='{to}' target=fr><input id=t type=reset></a>",
        action: CLICK,
        leads: There,
    },
    Case {
        name: "label_in_a_link",
        tried: "a label without a control, in a link",
        html: "<a href='{to}' target=fr><label id=t>Go</label></a>",
        action: CLICK,
        leads: There,
    },
    Case {
        name: "label_of_a_button_in_a_link",
        tried: "the label of a button that is in a link elsewhere",
        html: "<label id=t for=b>Go</label><a href='{to}' target=fr><button id=b type=button>x</button></a>",
        action: CLICK,
        leads: There,
    },
    Case {
        name: "label_of_a_button_of_another_form",
        tried: "a label in one form, of a submit button of another",
        html: "<form action='#x'><label id=t for=b>Go</label></form><form id=f action='{to}' target=fr></form><button form=f id=b>x</button>",
        action: CLICK,
        leads: There,
    },
    Case {
        name: "label_in_a_label",
        tried: "a link's label, in a label of another control",
        html: "<label><input type=checkbox>Box <a href='{to}' target=fr><b id=t>Go</b></a></label>",
        action: CLICK,
        leads: There,
    },
    Case {
        name: "animated_svg_link",
        tried: "a link in SVG whose address is animated",
        html: "<svg width=100 height=100><a href='#x' target=fr><set attributeName=href to='{to}' /><circle id=t cx=50 cy=50 r=40 /></a></svg>",
        action: CLICK,
        leads: There,
    },
    Case {
        name: "animated_svg_link_without_an_address",
        tried: "a link in SVG that has an address only by its animation",
        html: "<svg width=100 height=100><a target=fr><animate attributeName=href values='{to}' dur=100s /><circle id=t cx=50 cy=50 r=40 /></a></svg>",
        action: CLICK,
        leads: There,
    },
    Case {
        name: "area_of_an_image",
        tried: "an area of an image, activated",
        html: "<map name=m><area id=t shape=default href='{to}' target=fr></map><img usemap=#m width=100 height=100 src='data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='>",
        action: ACTIVATE,
        leads: There,
    },
    Case {
        name: "label_of_a_child_without_a_slot",
        tried: "the label of a button that no slot of its shadow host takes, in a link",
        html: "<label id=t for=b>Go</label><a href='{to}' target=fr><div id=h><button id=b type=button>x</button></div></a><script>h.attachShadow({mode: 'open'}).innerHTML = 'x'</script>",
        action: CLICK,
        leads: There,
    },
    Case {
        name: "button_in_a_shadow_root_in_a_link",
        tried: "a button in a closed shadow root, in a link around the host",
        html: "<a href='{to}' target=fr><div id=t><template shadowrootmode=closed><button type=button>Go</button></template></div></a>",
        action: CLICK,
        leads: There,
    },
    Case {
        name: "link_with_a_base_target",
        tried: "a link in a document whose base names another site and a frame",
        html: "<base href='{to}' target=fr><a id=t href='?x'><span>Go</span></a>",
        action: CLICK,
        leads: There,
    },
    Case {
        name: "form_with_an_invalid_method",
        tried: "a form whose method is `dialog` with a space",
        html: "<form method=' dialog' action='{to}' target=fr><button id=t>Go</button></form>",
        action: CLICK,
        leads: There,
    },
    Case {
        name: "button_with_an_invalid_method",
        tried: "a form that closes a dialog, with a button whose method is invalid",
        html: "<form method=dialog action='{to}' target=fr><button id=t formmethod='dialog '>Go</button></form>",
        action: CLICK,
        leads: There,
    },
    Case {
        name: "button_with_all_of_a_form",
        tried: "a button with address, method and target of its own",
        html: "<form method=dialog action='#x'><button id=t formmethod=post formaction='{to}' formtarget=fr>Go</button></form>",
        action: CLICK,
        leads: There,
    },
    Case {
        name: "image_that_submits",
        tried: "an image button with an address of its own",
        html: "<form action='#x'><input id=t type=image alt=Go width=50 height=50 formaction='{to}' formtarget=fr></form>",
        action: CLICK,
        leads: There,
    },
    Case {
        name: "button_of_an_unknown_type",
        tried: "a button with an invalid type",
        html: "<form action='{to}' target=fr><button id=t type=' button'>Go</button></form>",
        action: CLICK,
        leads: There,
    },
    Case {
        name: "link_in_a_disabled_fieldset",
        tried: "a link in a disabled fieldset",
        html: "<fieldset disabled><a id=t href='{to}' target=fr>Go</a></fieldset>",
        action: CLICK,
        leads: There,
    },
    Case {
        name: "ping_of_a_link",
        tried: "a link to the page itself that reports its click elsewhere",
        html: "<a id=t href='#x' ping='{to}'>Go</a>",
        action: CLICK,
        leads: There,
    },
    Case {
        name: "second_ping_of_a_link",
        tried: "the same, with two addresses and tabs between them",
        html: "<a href='#x' ping='/?\t{to}'><button id=t type=button>Go</button></a>",
        action: CLICK,
        leads: There,
    },
    Case {
        name: "form_that_changes_on_the_press",
        tried: "a form whose address changes when the button goes down",
        html: "<form id=f action='#x' target=fr><button id=t onmousedown='f.action = \"{to}\"'>Go</button></form>",
        action: CLICK,
        leads: ThereUnknown,
    },
    Case {
        name: "link_that_changes_on_the_release",
        tried: "a link that changes when the button goes up",
        html: "<a id=t href='#x' target=fr onpointerup='this.href = \"{to}\"'>Go</a>",
        action: CLICK,
        leads: ThereUnknown,
    },
    Case {
        name: "link_under_the_second_click",
        tried: "a double click whose first click shows a link",
        html: "<div style='position:relative;width:100px;height:50px'><button id=t type=button style='width:100px;height:50px' onclick='l.hidden = false'>Go</button><a id=l hidden href='{to}' target=fr style='position:absolute;inset:0'>There</a></div>",
        action: r#"{"action": "click", "count": 2}"#,
        leads: ThereUnknown,
    },
];

/// Runs them all, under the policy of the other attacks.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    let tab = chain.tab().await?;
    for case in ACTIONS.iter().chain(ELEMENTS) {
        let attempt = leads_only_where_allowed(chain, &tab, case);
        report.attack(case.name, case.tried, attempt).await;
    }
    tab.close().await
}

/// The site of the destination where the policy allows actions.
const ALLOWED: &str = "allowed";

async fn leads_only_where_allowed(chain: &Chain, tab: &Tab, case: &Case) -> anyhow::Result<String> {
    let read = execute(chain, tab, case, READ).await?;
    ensure!(
        !read.was_requested,
        "requested, and answered {}",
        read.answer
    );
    let code = &read.answer["error"];
    ensure!(code == "permission_denied", "executed: {}", read.answer);
    let allowed = execute(chain, tab, case, ALLOWED).await?;
    match case.leads {
        There => ensure!(allowed.was_requested, "the control: {}", allowed.answer),
        ThereUnknown => ensure!(
            allowed.answer["error"] == "permission_denied",
            "executed: {}",
            allowed.answer
        ),
    }
    Ok("permission_denied, and nothing was requested".to_owned())
}

struct Executed {
    answer: Value,
    was_requested: bool,
}

/// Executes the action of a case with a destination on a site.
async fn execute(chain: &Chain, tab: &Tab, case: &Case, site: &str) -> anyhow::Result<Executed> {
    let there = Page::html("<title>There</title>").header("cache-control", "no-store");
    let to = chain.site.alone(site, there);
    let html = case.html.replace("{to}", &to);
    let frame = "<iframe name=fr width=20 height=20></iframe>";
    chain
        .show(tab, Page::html(format!("{frame}{html}")))
        .await?;
    let look = json!({"what": "a11y_tree", "tab": tab.handle().await?, "session": tab.name});
    tab.agent().observe(look).await?.ok()?;
    let mut request: Value = serde_json::from_str(case.action)?;
    request["selector"] = json!("#t");
    request["tab"] = json!(tab.handle().await?);
    request["session"] = json!(tab.name);
    let reply = tab.agent().post("/interact", request).await?;
    let path = path_of(&to)?.to_owned();
    // A report is sent after the click, and a frame may load after the answer.
    let was_requested = match site == ALLOWED && reply.status < 400 {
        true => until("the request", async || {
            Ok(chain.site.was_requested(&path).then_some(()))
        })
        .await
        .is_ok(),
        false => chain.site.was_requested(&path),
    };
    Ok(Executed {
        answer: reply.body,
        was_requested,
    })
}
