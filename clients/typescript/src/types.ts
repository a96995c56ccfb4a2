// The types of requests and answers under short names. They are generated from docs/openapi.json.

import type { components } from './api.js';

type Schemas = components['schemas'];

export type ActionResult = Schemas['ActionResult'];
export type BrowserStatus = Schemas['BrowserStatus'];
export type ElementId = Schemas['ElementId'];
export type ExplainAnswer = Schemas['ExplainAnswer'];
export type FindAnswer = Schemas['FindAnswer'];
export type FoundElement = Schemas['FoundElement'];
export type GetAnswer = Schemas['GetAnswer'];
export type HealthAnswer = Schemas['HealthAnswer'];
export type InteractAnswer = Schemas['InteractAnswer'];
export type LocateAnswer = Schemas['LocateAnswer'];
export type NetworkAnswer = Schemas['NetworkAnswer'];
export type DownloadsAnswer = Schemas['DownloadsAnswer'];
export type AskUserAnswer = Schemas['AskUserAnswer'];
export type PinsAnswer = Schemas['PinsAnswer'];
export type PageToolsAnswer = Schemas['PageToolsAnswer'];
export type ErrorsAnswer = Schemas['ErrorsAnswer'];
export type ObserveAnswer = Schemas['ObserveAnswer'];
export type PingAnswer = Schemas['PingAnswer'];
export type PingRequest = Schemas['PingRequest'];
export type Property = Schemas['Property'];
export type StatusAnswer = Schemas['StatusAnswer'];
export type Step = Schemas['Step'];
export type Tab = Schemas['Tab'];
export type UploadedFile = Schemas['UploadedFile'];
export type WaitAnswer = Schemas['WaitAnswer'];
export type WaitFor = Schemas['WaitFor'];

type TargetedAction = Schemas['TargetedAction'];

/** Name of an action. */
export type ActionName = TargetedAction['action'];

/** The fields that name an element, as in docs/acting.md. */
export type ElementFields = Omit<TargetedAction, 'action'>;

/** The fields that the page itself fills in. */
type OfPage = 'session' | 'tab';

/** Options of every action: those of `POST /interact`. */
export type ActionOptions = Omit<
  Schemas['InteractRequest'],
  OfPage | 'action' | 'actions' | 'what' | 'withText' | keyof ElementFields
>;

/** The arguments of an action, with the names of docs/acting.md. */
export type ActionArguments<A extends ActionName> = Omit<
  Extract<TargetedAction, { action: A }>,
  'action' | keyof ElementFields
>;

/** Options of an action on an element that its first argument names. */
export type OnElement<A extends ActionName, Positional extends string = never> = ActionOptions &
  Omit<ActionArguments<A>, Positional> &
  Omit<ElementFields, 'uid' | 'id' | 'ref' | 'selector'>;

/** Options of an action that may have an element. */
export type OnPage<A extends ActionName, Positional extends string = never> = ActionOptions &
  Omit<ActionArguments<A>, Positional> &
  ElementFields;

/** Options of an action on a tab. */
export type OnTab = ActionOptions;

export type ObserveOptions = Omit<Schemas['ObserveRequest'], OfPage | 'what'>;
export type FindOptions = Omit<Schemas['FindRequest'], OfPage>;
export type GetOptions = Omit<Schemas['GetRequest'], OfPage | 'what'>;
export type WaitOptions = Omit<Schemas['WaitRequest'], OfPage | 'for'>;
export type LocateOptions = Omit<Schemas['LocateRequest'], OfPage | 'uid' | 'id'>;
export type ExplainOptions = Omit<Schemas['ExplainRequest'], OfPage | 'uid' | 'id' | 'selector'>;
export type NetworkOptions = Omit<Schemas['NetworkRequest'], OfPage | 'what'>;
export type DownloadsOptions = Omit<Schemas['DownloadsRequest'], OfPage | 'what'>;
export type AskUserOptions = Omit<Schemas['AskUserRequest'], OfPage | 'question'>;
export type PageToolsOptions = Omit<Schemas['PageToolsRequest'], OfPage | 'what'>;
export type ErrorsOptions = Omit<Schemas['ErrorsRequest'], OfPage | 'what'>;
export type ScreenshotOptions = Omit<Schemas['ScreenshotRequest'], OfPage | 'if_changed'>;

/** The properties of an element alone. */
export type ElementProperty = Exclude<Property, 'count' | 'title' | 'url'>;

/** A position that an element is dragged to. */
export type DragTarget = Schemas['DragTo'];

/** `operationId` of an endpoint in openapi.json. */
export type OperationId = keyof Schemas['Operations'];

/** Everything that a request of an endpoint has: its path, its query and its body. */
export type CallArguments<O extends OperationId> = Schemas['Operations'][O]['arguments'];

/** The answer of an endpoint. */
export type CallAnswer<O extends OperationId> = Schemas['Operations'][O]['answer'];
