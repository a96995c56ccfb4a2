// What every page here says to the test: that it stands, and what it holds.

/** @type {string[]} what the page has thrown */
const thrown = [];
addEventListener('error', ({ message, error }) => thrown.push(String(error?.stack ?? message)));
addEventListener('unhandledrejection', ({ reason }) =>
  thrown.push(String(reason?.stack ?? reason)),
);

/**
 * @param {() => object} state what the library's own API says that it holds
 * @param {(text: string) => unknown} [write] puts a text in an editor by its own API
 */
export function show(state, write) {
  // As before anybody has come to it.
  const writeAnew = (text) => {
    document.activeElement?.blur();
    write(text);
  };
  Object.assign(window, { held: state, write: writeAnew, thrown });
  requestAnimationFrame(() => {
    setTimeout(() => {
      document.documentElement.dataset.ready = 'yes';
    });
  });
}

/** @returns {HTMLElement} where the library draws */
export const root = () => document.getElementById('root');
