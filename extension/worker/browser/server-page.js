//! The URL of the server's dashboard. It shows what every agent requested and saw, so that tabs
//! with it are hidden from agents.

let origin = '';

/** @param {string} url of the server */
export const setServerUrl = (url) => {
  origin = url;
};

/** @param {string | undefined} url of a tab */
export const isServerPage = (url) =>
  origin !== '' && (url === origin || url?.startsWith(`${origin}/`) === true);
