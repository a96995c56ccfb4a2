// A tool with an MCP server on standard input and output.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export class McpServer {
  /** @param {string} command @param {string[]} words @param {Record<string, string>} [more] */
  constructor(command, words, more = {}) {
    this.child = spawn(command, words, {
      env: { ...process.env, ...more },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.waiting = new Map();
    this.last = 0;
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      const message = JSON.parse(line);
      this.waiting.get(message.id)?.(message);
    });
  }

  ask(method, params) {
    const id = ++this.last;
    const answer = new Promise((resolve) => this.waiting.set(id, resolve));
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return answer;
  }

  async tool(name, args) {
    const answer = await this.ask('tools/call', { name, arguments: args });
    if (answer.error || answer.result?.isError)
      throw new Error(JSON.stringify(answer.error ?? answer.result));
    return answer.result.content.map((part) => part.text ?? '').join('\n');
  }

  async start() {
    await this.ask('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1' },
    });
    this.child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`,
    );
  }

  end() {
    this.child.kill();
  }
}
