//! Where the server's own page is: it shows what every agent asked and saw, so that no agent is to
//! know of a tab with it. Knows nothing of tabs.

let origin = '';

/** @param {string} url of the server */
export const serverIsAt = (url) => {
  origin = url;
};

/** @param {string | undefined} url of a tab */
export const isServersPage = (url) =>
  origin !== '' && (url === origin || url?.startsWith(`${origin}/`) === true);
