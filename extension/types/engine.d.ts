// What wasm-bindgen generates into engine/ when the extension is built; only what the extension
// uses of it.

/**
 * Work on one record: it is added piece by piece, steps are done until there are no more, the
 * result is taken.
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

/** The engine's exports: of its module in the worker, of its global in a page. */
interface AxlensEngine {
  Work: { understand(length: number): AxlensWork; explain(length: number, node: number): AxlensWork };
  /** Bytes of memory that it holds. */
  held(): number;
  /** From the next call on there is a new instance. */
  renew(): void;
}

/**
 * `places`: `all`: the ids of every element are wanted, else of those that have a uid. `check`
 * throws after the deadline.
 */
interface AxlensUnderstandOptions {
  places?: string;
  check: () => void;
}

/**
 * `pieces`: the tree as JSON text; `registry`: empty when it has not changed; `slice`: the longest,
 * in milliseconds.
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
