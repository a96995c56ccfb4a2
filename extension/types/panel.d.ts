// What wasm-bindgen generates into devtools/ when the extension is built; only what the extension
// uses of it.

/** What only the page's script can do. */
interface AxlensPanelHost {
  /** Sends a message, JSON, to the worker; an answer may come only after the call. */
  post(message: string): void;
  copy(text: string): void;
  /** Shows an element in Elements. */
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
