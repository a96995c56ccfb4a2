//! The pages, which their scripts build, so that the parser's maximum depth does not apply.

use axlens_harness::Page;

/// Name, and the body of the script that builds the page.
pub const PAGES: &[(&str, &str)] = &[
    ("rows", "
        const style = document.createElement('style');
        style.textContent = '.row { content-visibility: auto; contain-intrinsic-size: 20px }';
        document.head.append(style);
        let html = '';
        for (let n = 0; n < 20000; n++)
            html += `<div class=row><a href=#${n}>Link ${n}</a> <button>Row ${n}</button> <span>Cell ${n}</span></div>`;
        rest.innerHTML = html;"),
    ("flex", "
        for (let chain = 0; chain < 25; chain++) {
            let at = rest;
            for (let n = 0; n < 400; n++) {
                const box = document.createElement('div');
                box.style.cssText = 'display:flex';
                if (n % 40 === 0) box.append(Object.assign(document.createElement('button'), {textContent: `Box ${n}`}));
                at.append(box);
                at = box;
            }
        }"),
    ("shadow", "
        for (let n = 0; n < 2000; n++) {
            const host = document.createElement('div');
            const root = host.attachShadow({mode: n % 2 ? 'open' : 'closed'});
            root.innerHTML = `<style>:host { display: block } b { color: red }</style><b>Root ${n}</b><button>Shadow ${n}</button><label>Name <input></label>`;
            rest.append(host);
        }"),
    ("frames", "
        for (let n = 0; n < 500; n++) {
            const frame = document.createElement('iframe');
            frame.style.cssText = 'width:120px;height:40px';
            frame.srcdoc = `<button>Frame ${n}</button><input>`;
            rest.append(frame);
        }"),
];

const HTML: &str = "<!doctype html><title>Slow</title><button id=target>Target</button>
<input id=field aria-label=Field><select id=list aria-label=List><option>one<option>two</select>
<div id=rest></div><button>Below</button><script>
const tasks = [];
const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
observer.observe({ type: 'longtask' });
const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
async function begin() {
    for (let n = 0; n < 3; n++) await frame();
    observer.takeRecords();
    tasks.length = 0;
    performance.mark('begin');
}
async function end() {
    for (let n = 0; n < 3; n++) await frame();
    tasks.push(...observer.takeRecords());
    return tasks.length;
}
// As often as the largest screenshot scrolls.
async function render() {
    list.selectedIndex = 1 - list.selectedIndex;
    for (let n = 0; n <= 20; n++) {
        scrollTo(0, n < 20 ? n * innerHeight : 0);
        for (let n = 0; n < 3; n++) await frame();
    }
}
addEventListener('load', async () => {
    for (let n = 0; n < 3; n++) await frame();
    window.built = true;
});
";

/// The page that this script builds.
pub fn page(script: &str) -> Page {
    Page::html(format!("{HTML}{script}</script>"))
}
