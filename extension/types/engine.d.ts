// The part that the extension uses of the module that wasm-bindgen generates into engine/.

/**
 * Work on one record: add its pieces, run steps until there are no more, then take the result.
 */
interface AxlensWork {
  add(piece: string): void;
  /** `true` once there are no more steps. */
  step(steps: number): boolean;
  /** The next piece of the result. */
  piece(): string | undefined;
  registry: string;
  nodes: string;
  elements: string;
  free(): void;
}

/** The exports of the engine: a module in the worker, a global in a page. */
interface AxlensEngine {
  Work: { understand(length: number): AxlensWork; explain(length: number, node: number): AxlensWork };
  /** The size of its memory in bytes. */
  held(): number;
  /** Replaces the instance with the next call. */
  renew(): void;
}

/**
 * `places`: with `all`, the result has the ids of all elements, otherwise of those with a uid.
 * `check` throws after the deadline.
 */
interface AxlensUnderstandOptions {
  places?: string;
  check: () => void;
}

/**
 * `pieces`: the tree as JSON text; `registry`: empty if unchanged; `slice`: the duration of the
 * longest slice, in milliseconds.
 */
interface AxlensUnderstood {
  pieces: string[];
  registry: string;
  nodes: string;
  slice: number;
  ms: number;
}

declare module '*/engine/axlens_engine.js' {
  export default function init(options: { module_or_path: string }): Promise<unknown>;
  export const Work: AxlensEngine['Work'];
  export const held: AxlensEngine['held'];
  export const renew: AxlensEngine['renew'];
}
