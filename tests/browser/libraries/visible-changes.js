// Runs in a page whose reactions are measured: notes when what a snapshot shows of the page
// changes. The text of the page is a stand-in for a snapshot: roles, states, names and texts of
// the elements that are rendered.
(() => {
  if (window.takeVisibleChanges) return;
  const SHOWN = /^(?:role|aria-.*|title|alt|placeholder|href|open|disabled|hidden|type)$/;
  /** Elements that are no line of a snapshot unless they have a role, a state or a text. */
  const PLAIN = /^(?:div|span|b|i|br|svg|g|path|circle|rect|slot|html|body|.*-.*)$/;
  const changes = [];
  const observed = new WeakSet();
  const roots = [];
  const now = () => performance.timeOrigin + performance.now();

  const stateOf = (element) =>
    [element.value, element.checked, element.selected, element.indeterminate]
      .filter((state) => ['string', 'number', 'boolean'].includes(typeof state))
      .join();

  function textOf(node, texts) {
    if (node.nodeType === Node.TEXT_NODE) {
      texts.push(node.data.trim());
      return;
    }
    if (node.nodeType === Node.ELEMENT_NODE) {
      if (node.ariaHidden === 'true' || ['SCRIPT', 'STYLE'].includes(node.tagName)) return;
      const isContents = getComputedStyle(node).display === 'contents';
      if (!isContents && !node.checkVisibility({ visibilityProperty: true })) return;
      const listed = [...node.attributes].filter(({ name }) => SHOWN.test(name));
      const attributes = listed.map(({ name, value }) => `${name}=${value}`).join();
      texts.push(PLAIN.test(node.localName) ? '' : node.localName, attributes, stateOf(node));
    }
    if (node.shadowRoot) observe(node.shadowRoot);
    const inside = node.shadowRoot ?? (node.localName === 'slot' ? node.assignedNodes() : null);
    const children = inside?.childNodes ?? inside ?? [];
    for (const child of children.length ? children : node.childNodes) textOf(child, texts);
  }

  const text = () => {
    const texts = [];
    textOf(document.documentElement, texts);
    return texts.filter((part) => part !== '');
  };

  const state = { text: [] };
  function compare() {
    const at = now();
    const before = state.text;
    state.text = text();
    const length = Math.max(before.length, state.text.length);
    for (let index = 0; index < length; index++) {
      if (before[index] === state.text[index]) continue;
      const what = `${before[index] ?? ''} → ${state.text[index] ?? ''}`;
      changes.push([at, what.slice(0, 80)]);
      return;
    }
  }

  function observe(root) {
    if (observed.has(root)) return;
    observed.add(root);
    if (root !== document) roots.push(root);
    const every = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver(compare).observe(root, every);
    // A transition of `visibility` shows or hides an element at its end.
    for (const type of ['transitionend', 'animationend']) root.addEventListener(type, compare);
  }

  /** The time, and the number of animations that will end. Noted whenever it is another number. */
  const animations = [];
  const last = { animations: 0 };
  function countAnimations() {
    const running = [document, ...roots].flatMap((root) => root.getAnimations());
    const ending = running.filter(({ effect, playState }) => {
      return playState === 'running' && Number.isFinite(effect.getComputedTiming().endTime);
    });
    if (ending.length !== last.animations) animations.push([now(), ending.length]);
    last.animations = ending.length;
    requestAnimationFrame(countAnimations);
  }

  // A value changes without a mutation.
  for (const type of ['input', 'change'])
    document.addEventListener(type, () => queueMicrotask(compare), true);
  observe(document);
  state.text = text();
  countAnimations();
  // The changes since the last call: the time in milliseconds of the clock that the worker has too,
  // and the first difference.
  window.takeVisibleChanges = () => changes.splice(0);
  window.takeAnimations = () => animations.splice(0);
})();
