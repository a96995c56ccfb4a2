//! The only access to `chrome.*` of the worker and of the extension's pages: Chrome's calls,
//! without any knowledge of their callers. A listener is registered immediately, so call the `on…`
//! functions at the top level of a module.

export * from './browser-api/downloads.js';
export * from './browser-api/interface.js';
export * from './browser-api/navigation.js';
export * from './browser-api/notifications.js';
export * from './browser-api/permissions.js';
export * from './browser-api/requests.js';
export * from './browser-api/runtime.js';
export * from './browser-api/scripting.js';
export * from './browser-api/storage.js';
export * from './browser-api/tab-groups.js';
export * from './browser-api/tabs.js';
export * from './browser-api/windows.js';
