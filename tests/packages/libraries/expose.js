// Makes the state of a page's library available to the test.

/** @type {string[]} the errors that the page has thrown */
const thrown = [];
addEventListener('error', ({ message, error }) => thrown.push(String(error?.stack ?? message)));
addEventListener('unhandledrejection', ({ reason }) =>
  thrown.push(String(reason?.stack ?? reason)),
);

/**
 * @param {() => object} getValues reads the state with the library's own API
 * @param {(text: string) => unknown} [write] sets an editor's text with its own API
 */
export function expose(getValues, write) {
  // Like a new page: the editor does not have the focus.
  const setText = (text) => {
    document.activeElement?.blur();
    write(text);
  };
  Object.assign(window, { getValues, setText, thrown });
  requestAnimationFrame(() => {
    setTimeout(() => {
      document.documentElement.dataset.ready = 'yes';
    });
  });
}

/** @returns {HTMLElement} the element in which the library renders */
export const root = () => document.getElementById('root');
