// The public interface of the package.

export { Browser } from './browser.js';
export { connect, type ConnectOptions } from './connect.js';
export { Element, type ElementCondition } from './element.js';
export { Fault, UntrustedServer, type Code, type FaultFields } from './fault.js';
export * from './fault-classes.js';
export { Page } from './page.js';
export type { Choice } from './page-actions.js';
export type { DragTo, Target } from './targets.js';
export type * from './types.js';
export type { FileSource } from './upload.js';
