// What wasm-bindgen generates into engine/ when the extension is built; only what the worker uses of it.

declare module '*/engine/axlens_engine.js' {
  export default function init(options: { module_or_path: string }): Promise<unknown>;
  export function understand(record: string): { tree: string; registry: string; nodes: string; elements: string; free(): void };
  export function explain(record: string, node: number): string;
}
