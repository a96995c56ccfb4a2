//! `drag`, by native drag and drop and by pointer events, and `upload`, to fields and drop areas.

use crate::acting::observed_page::{ObservedPage, on_page, outcome};
use serde_json::{Value, json};

/// A list with native drag and drop, a list and a knob with pointer events, and a button that
/// accepts no drop.
const LISTS: &str = "<title>Lists</title><style>li { height: 24px } #knob { position: relative; width: 30px }</style>
<ul id=native aria-label=Native><li draggable=true tabindex=0 aria-label=One>One</li><li draggable=true tabindex=0 aria-label=Two>Two</li><li draggable=true tabindex=0 aria-label=Three>Three</li></ul>
<ul id=own aria-label=Own><li><button>Red</button></li><li><button>Green</button></li><li><button>Blue</button></li></ul>
<button id=knob>Knob</button><button id=nowhere>Nowhere</button><a href='#x'>Link</a><script>
const events = []; let dragged = null;
native.addEventListener('dragstart', (event) => { dragged = event.target;
  event.dataTransfer.setData('text/plain', dragged.textContent); events.push('dragstart'); });
native.addEventListener('dragover', (event) => event.preventDefault());
native.addEventListener('drop', (event) => { event.preventDefault();
  events.push('drop ' + event.dataTransfer.getData('text/plain'));
  event.target.closest('li').after(dragged); });
native.addEventListener('dragend', () => events.push('dragend'));
let held = null;
own.addEventListener('pointerdown', (event) => { held = event.target.closest('li'); });
addEventListener('pointermove', (event) => {
  if (!held) return;
  const under = document.elementFromPoint(event.clientX, event.clientY)?.closest('#own li');
  if (under && under !== held) under.after(held); });
addEventListener('pointerup', () => { held = null; });
knob.addEventListener('pointerdown', (event) => { knob.setPointerCapture(event.pointerId); knob.dataset.down = event.clientX; });
knob.addEventListener('pointermove', (event) => { if (knob.dataset.down)
  knob.style.left = `${event.clientX - knob.dataset.down}px`; });
knob.addEventListener('pointerup', () => delete knob.dataset.down);
const order = (list) => [...list.children].map((item) => item.textContent).join(' ');
</script>";

#[test]
fn elements_are_dragged_natively_and_with_pointer_events() -> anyhow::Result<()> {
    on_page(LISTS, async |page| {
        let drag_to =
            |name: &str| anyhow::Ok(json!({"action": "drag", "to": {"uid": page.uid(name)?}}));
        let to_two = drag_to("listitem \"Two\"")?;
        let native = page.act_on("listitem \"One\"", to_two).await?;
        assert_eq!(outcome(&native), "changed", "{native:#}");
        assert_eq!(page.evaluate("order(native)").await?, "Two One Three");
        let events = page.evaluate("events").await?;
        assert_eq!(events, json!(["dragstart", "drop One", "dragend"]));
        let own = page.act_on("\"Red\"", drag_to("\"Blue\"")?).await?;
        assert_eq!(outcome(&own), "changed", "{own:#}");
        assert_eq!(page.evaluate("order(own)").await?, "Green Blue Red");
        let by = json!({"action": "drag", "to": {"by": [80, 0]}});
        page.act_on("\"Knob\"", by).await?;
        assert_eq!(page.evaluate("knob.style.left").await?, "80px");
        // The hint reports a drop that the page does not accept.
        let link = page.act_on("\"Link\"", drag_to("\"Nowhere\"")?).await?;
        assert_eq!(outcome(&link), "unchanged", "{link:#}");
        assert_eq!(link["results"][0]["hint"], "drop_not_taken", "{link:#}");
        for (to, code) in [
            (json!({"uid": 999_999}), "unknown_uid"),
            (json!({"by": "far"}), "bad_request"),
            (Value::Null, "bad_request"),
        ] {
            let body = json!({"action": "drag", "uid": page.uid("\"Knob\"")?, "to": to});
            assert_eq!(page.interact(body).await?.code()?, code, "{to}");
        }
        Ok(())
    })
}

/// A layer slides away from the button that is dragged to.
const SLIDING: &str =
    "<title>Sliding</title><button id=from>From</button> <button id=to>To</button>
<div id=layer style='position: fixed; inset: 0 0 0 auto; background: silver'></div><script>
  const cover = layer; let held = false; let dropped = false;
  from.onpointerdown = () => { held = true; };
  addEventListener('pointerup', ({target}) => { dropped = held && target === to; });
  function slide() {
    const begin = performance.now();
    layer.style.left = `${to.getBoundingClientRect().left}px`;
    (function move() {
      const passed = performance.now() - begin;
      layer.style.transform = `translateX(${passed / 50}px)`;
      if (passed < 700) requestAnimationFrame(move); else layer.remove();
    })();
  }
</script>";

#[test]
fn a_drag_waits_for_what_covers_its_target_to_go() -> anyhow::Result<()> {
    on_page(SLIDING, async |page| {
        let to = json!({"uid": page.uid("\"To\"")?});
        page.evaluate("slide()").await?;
        let dragged = json!({"action": "drag", "to": to});
        let dragged = page.act_on("\"From\"", dragged).await?;
        assert_eq!(page.evaluate("dropped").await?, true, "{dragged:#}");
        // What stays is named.
        page.evaluate("cover.style.transform = ''; cover.role = 'dialog'; cover.ariaLabel = 'Help'; document.body.append(cover); 0")
            .await?;
        let uid = page.uid("\"From\"")?;
        let again = json!({"action": "drag", "uid": uid, "to": to});
        let refused = page.interact(again).await?;
        assert_eq!(refused.code()?, "element_covered", "{}", refused.body);
        let message = refused.body["message"].as_str().unwrap_or_default();
        assert!(
            message.contains("covered by") && message.contains("Help"),
            "{message}"
        );
        Ok(())
    })
}

/// Logs the keys, and which of them are down at the events of a drag.
const HELD: &str = "<title>Held</title><style>li { height: 24px }</style>
<button id=from>From</button> <button id=to>To</button>
<ul><li draggable=true tabindex=0 aria-label=Card>Card</li><li id=basket tabindex=0 aria-label=Basket>Basket</li></ul>
<script>
  const events = [];
  const log = (event) => events.push([event.type, event.key ?? '', event.shiftKey && 'Shift',
    event.altKey && 'Alt'].filter(Boolean).join(' '));
  for (const type of ['keydown', 'keyup', 'pointerdown', 'pointerup', 'dragstart', 'drop'])
    addEventListener(type, log);
  basket.ondragover = (event) => event.preventDefault();
</script>";

#[test]
fn modifiers_are_held_during_a_drag() -> anyhow::Result<()> {
    on_page(HELD, async |page| {
        let drag = json!({"action": "drag", "to": {"uid": page.uid("\"To\"")?},
            "modifiers": ["Shift", "Alt"]});
        page.act_on("\"From\"", drag).await?;
        let keys = ["keydown Shift Shift", "keydown Alt Shift Alt"];
        let released = ["keyup Alt Shift", "keyup Shift"];
        let pointer = ["pointerdown Shift Alt", "pointerup Shift Alt"];
        let expected = json!([&keys[..], &pointer, &released].concat());
        assert_eq!(page.evaluate("events.splice(0)").await?, expected);
        let drag = json!({"action": "drag", "to": {"uid": page.uid("\"Basket\"")?},
            "modifiers": ["Shift", "Alt"]});
        page.act_on("\"Card\"", drag).await?;
        let native = [
            "pointerdown Shift Alt",
            "dragstart Shift Alt",
            "drop Shift Alt",
        ];
        let expected = json!([&keys[..], &native, &released].concat());
        assert_eq!(page.evaluate("events.splice(0)").await?, expected);
        Ok(())
    })
}

const FILES: &str = "<title>Files</title><label>Photo <input type=file id=one></label>
<label>Papers <input type=file id=many multiple></label> <input type=file disabled aria-label=Off>
<button id=hidden onclick='0'>Choose<input type=file hidden id=within></button>
<div id=zone role=button tabindex=0 aria-label=Zone style='height:40px'>Drop here</div>
<button onclick='0'>Nothing</button><p id=names>Nothing</p><script>
const received = [];
const receive = async (files) => {
  for (const file of files) received.push([file.name, file.type, await file.text()]);
  names.textContent = received.map(([name]) => name).join(); };
for (const field of document.querySelectorAll('input')) field.onchange = () => receive(field.files);
zone.ondragover = (event) => event.preventDefault();
zone.ondrop = (event) => { event.preventDefault(); receive(event.dataTransfer.files); };
</script>";

fn upload(names: &[&str]) -> Value {
    let file = |name: &&str| json!({"name": name, "type": "text/plain", "base64": "QWRh"});
    let files: Vec<Value> = names.iter().map(file).collect();
    json!({"action": "upload", "files": files})
}

#[test]
fn files_are_uploaded_to_fields_and_dropped_on_areas() -> anyhow::Result<()> {
    on_page(FILES, async |page| {
        for (text, names) in [
            ("button \"Photo\"", &["a.txt"][..]),
            ("button \"Papers\"", &["b.txt", "c.txt"]),
            ("\"Choose", &["d.txt"]),
            ("\"Zone\"", &["e.txt"]),
        ] {
            let done = page.act_on(text, upload(names)).await?;
            assert_eq!(outcome(&done), "changed", "{text}: {done:#}");
        }
        let names = ["a.txt", "b.txt", "c.txt", "d.txt", "e.txt"];
        let expected = json!(names.map(|name| [name, "text/plain", "Ada"]));
        assert_eq!(page.evaluate("received").await?, expected);
        for (text, names, code) in [
            ("button \"Photo\"", &["a.txt", "b.txt"][..], "bad_request"),
            ("\"Off\"", &["a.txt"], "element_disabled"),
            ("button \"Photo\"", &["../a.txt"], "bad_request"),
            ("button \"Photo\"", &[], "bad_request"),
        ] {
            let mut body = upload(names);
            body["uid"] = json!(page.uid(text)?);
            let refused = page.interact(body).await?;
            assert_eq!(refused.code()?, code, "{text} {names:?}");
        }
        upload_by_command(&page).await
    })
}

/// The command line reads a file from the disk.
async fn upload_by_command(page: &ObservedPage<'_>) -> anyhow::Result<()> {
    let path = page.chain.folder.path().join("paper.txt");
    std::fs::write(&path, "Grace")?;
    let (uid, path) = (page.uid("button \"Papers\"")?, path.display().to_string());
    let command = ["upload", &uid, &path, "--session", &page.tab.name];
    let output = page.chain.run(&command)?;
    let printed = String::from_utf8(output.stdout)?;
    assert!(
        output.status.success() && printed.contains("paper.txt"),
        "{printed}"
    );
    let last = page.evaluate("received.at(-1)").await?;
    assert_eq!(last, json!(["paper.txt", "text/plain", "Grace"]));
    Ok(())
}

/// Buttons whose scripts open a field: in another part of the page, in a closed shadow root, later,
/// and outside of the document; and two buttons that open none.
const OPENED_BY_SCRIPT: &str = "<title>Pickers</title>
<p><button onclick='photo.click()'>Photo</button><button onclick='setTimeout(() => photo.click(), 50)'>Later</button>
<button id=out>Outside</button><button onclick='clicks++'>Save</button><scan-button></scan-button>
<p id=names>Nothing</p><div hidden><input type=file id=photo></div><script>
let clicks = 0; const received = []; let pickers = 0;
const take = ({ target }) => {
  received.push([...target.files].map(({ name, type }) => `${name} ${type}`).join());
  names.textContent = received.join(); };
photo.onchange = take;
photo.onclick = (event) => { if (!event.defaultPrevented) pickers++; };
out.onclick = () => { const input = document.createElement('input'); input.type = 'file'; input.click(); };
customElements.define('scan-button', class extends HTMLElement { constructor() { super();
  const root = this.attachShadow({ mode: 'closed' });
  root.innerHTML = '<button>Scan</button><input type=file hidden>';
  const [button, input] = root.children;
  input.onchange = take; button.onclick = () => input.click(); } });</script>";

#[test]
fn files_are_given_to_the_field_that_a_button_opens() -> anyhow::Result<()> {
    on_page(OPENED_BY_SCRIPT, async |page| {
        for (text, name) in [("Photo", "a.png"), ("Later", "b.pdf"), ("Scan", "c.txt")] {
            let mut body = upload(&[name]);
            body["files"][0]["type"] = json!("");
            let done = page.act_on(&format!("button \"{text}\""), body).await?;
            assert_eq!(outcome(&done), "changed", "{text}: {done:#}");
        }
        let expected = json!([
            "a.png image/png",
            "b.pdf application/pdf",
            "c.txt text/plain"
        ]);
        assert_eq!(page.evaluate("received").await?, expected);
        assert_eq!(page.evaluate("pickers").await?, json!(0));
        for text in ["Outside", "Save"] {
            let mut body = upload(&["a.txt"]);
            body["uid"] = json!(page.uid(&format!("button \"{text}\""))?);
            let clicked = page.interact_ok(body).await?;
            assert_eq!(outcome(&clicked), "value_differs", "{text}: {clicked:#}");
        }
        assert_eq!(page.evaluate("clicks").await?, json!(1));
        Ok(())
    })
}

/// A row of items that moves an item when the pointer has passed the middle of its neighbour.
const SORTED_AT_THE_MIDDLE: &str = "<title>Row</title><style>#row { display: flex } #row div {
width: 40px; height: 30px; border: 1px solid }</style>
<div id=row><div>A</div><div>B</div><div>C</div></div><script>
let dragged = null; let last = 0;
row.onpointerdown = (event) => { dragged = event.target; last = event.clientX; };
onpointermove = ({ clientX, target }) => {
  const isLeft = clientX < last;
  last = clientX;
  if (!dragged || target === dragged || target.parentNode !== row || !isLeft) return;
  const { left, width } = target.getBoundingClientRect();
  if (clientX < left + width / 2) target.before(dragged);
};
onpointerup = () => { dragged = null; };</script>";

#[test]
fn an_item_is_dragged_past_the_middle_of_its_target() -> anyhow::Result<()> {
    on_page(SORTED_AT_THE_MIDDLE, async |page| {
        let drag = json!({"action": "drag", "selector": "text=C", "to": {"selector": "text=A"}});
        let answer = page.interact_ok(drag).await?;
        assert_eq!(answer["results"][0]["outcome"], "changed", "{answer:#}");
        let order = page.evaluate("row.textContent").await?;
        assert_eq!(order, json!("CAB"));
        Ok(())
    })
}

/// A list whose items move out of the way of the dragged one, which is placed when it is dropped.
const MAKES_ROOM: &str = "<title>Makes room</title><style>body { margin: 0 } #list div { height: 40px }</style>
<div id=list><div role=button tabindex=0>Ada</div><div role=button tabindex=0>Bob</div><div role=button tabindex=0>Cyd</div></div><script>
  const items = [...list.children];
  let from = -1, to = -1;
  const place = (event) => Math.max(0, Math.min(2, Math.floor(event.clientY / 40)));
  list.addEventListener('pointerdown', (event) => { from = to = place(event); });
  addEventListener('pointermove', (event) => {
    if (from < 0) return;
    to = place(event);
    items.forEach((item, at) => {
      const shift = at > from && at <= to ? -40 : at < from && at >= to ? 40 : 0;
      item.style.transform = `translateY(${shift}px)`;
    });
    items[from].style.transform = `translateY(${event.clientY - from * 40 - 20}px)`;
  });
  addEventListener('pointerup', (event) => {
    if (from < 0) return;
    to = place(event);
    items.forEach((item) => { item.style.transform = ''; });
    items.splice(to, 0, ...items.splice(from, 1));
    list.append(...items);
    from = -1;
  });
  const order = () => items.map((item) => item.textContent).join(' ');
</script>";

#[test]
fn an_item_is_dropped_where_its_target_was_when_it_was_reached() -> anyhow::Result<()> {
    on_page(MAKES_ROOM, async |page| {
        for (dragged, target, order) in
            [("Ada", "Cyd", "Bob Cyd Ada"), ("Ada", "Bob", "Ada Bob Cyd")]
        {
            let to = page.uid(&format!("button \"{target}\""))?;
            let drag = json!({"action": "drag", "to": {"uid": to}});
            let answer = page.act_on(&format!("button \"{dragged}\""), drag).await?;
            assert_eq!(outcome(&answer), "changed", "{answer:#}");
            assert_eq!(page.evaluate("order()").await?, order);
        }
        Ok(())
    })
}
