// Sets `data-ready` on the document element when every component of the page is defined and
// rendered.

const components = () =>
  [...document.querySelectorAll('*')].filter((element) => element.localName.includes('-'));

/** @param {string[]} opened selectors of components that are opened then, in this order */
export async function ready(...opened) {
  const names = new Set(components().map((element) => element.localName));
  await Promise.all([...names].map((name) => customElements.whenDefined(name)));
  await Promise.all(components().map((element) => element.updateComplete));
  for (const selector of opened) {
    const element = document.querySelector(selector);
    element.open = true;
    await element.updateComplete;
  }
  document.documentElement.dataset.ready = 'yes';
}
