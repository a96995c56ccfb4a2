// The part that the extension uses of the modules that wasm-bindgen generates into devtools/ in a
// build.

/** Functions of the page's script, which has access to Chrome's APIs. */
interface AxlensPanelHost {
  /** Sends a JSON message to the worker. The answer must not be delivered during the call. */
  post(message: string): void;
  copy(text: string): void;
  /** Selects an element in Elements. */
  reveal(node: number, frameUrl?: string): void;
  text(key: string, values: string[]): string;
}

declare module '*/axlens_panel.js' {
  export default function init(options: { module_or_path: URL }): Promise<unknown>;
  export class Panel {
    static start(host: AxlensPanelHost): Panel;
    answered(ask: number, text: string): void;
    failed(ask: number, error: string, message: string, hint: string): void;
    changed(): void;
    status(status: string): void;
    portEnded(): void;
    notRevealed(): void;
  }
  export class Lookup {
    static read(answer: string, request: string): Lookup;
    static places(request: string): string;
    static facts(answer: string): [string, string][];
    text(): string;
    documents(): [string, string][];
    world(document: string): number | undefined;
    uid(document: string, node: number): string | undefined;
    line(document: string, node: number): string | undefined;
    node(uid: string): number | undefined;
  }
}
