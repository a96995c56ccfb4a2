// Fills a form in the user's browser over MCP, with the official TypeScript SDK, without a model.
//
//     npm start -- http://127.0.0.1:8000/form.html 'Ada Lovelace'
//
// The environment variable AXLENS is the path of the program `axlens`, by default that in PATH.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  getDefaultEnvironment,
  StdioClientTransport,
} from '@modelcontextprotocol/sdk/client/stdio.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';

const [url, name = 'Ada Lovelace'] = process.argv.slice(2);
if (url === undefined) {
  console.error('usage: mcp_client.js URL [NAME]');
  process.exit(2);
}

/** The text of a tool's answer. A failed tool is an error with the fault's code and next step. */
async function call(client: Client, tool: string, args: Record<string, unknown>): Promise<string> {
  const answer = await client.callTool({ name: tool, arguments: args });
  const { content, isError } = CallToolResultSchema.parse(answer);
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  if (isError) throw new Error(text);
  return text;
}

/** The first group of a pattern. */
function match(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`no ${pattern.source} in:\n${text}`);
  return found;
}

const client = new Client({ name: 'axlens-example', version: '1.0.0' });
// The SDK passes only a few variables of the environment on: others are named here.
const env = { ...getDefaultEnvironment() };
const stateDir = process.env['AXLENS_STATE_DIR'];
if (stateDir !== undefined) env['AXLENS_STATE_DIR'] = stateDir;
const command = process.env['AXLENS'] ?? 'axlens';
await client.connect(new StdioClientTransport({ command, args: ['mcp'], env }));

try {
  const { tools } = await client.listTools();
  for (const tool of tools) console.log(`${tool.name}: ${tool.description ?? ''}`);

  const opened = await call(client, 'navigate', { to: url, new_tab: true });
  // Without the number of the tab, tools use the tab in front.
  const tab = Number(match(opened, /^\.\.\.\(tab (\d+) was opened\)$/m));
  const page = await call(client, 'observe', { tab });
  // An agent's model reads the uids by itself.
  const actions = [
    { action: 'fill', uid: match(page, /^ *(\S+) textbox "Name"/m), value: name },
    { action: 'click', uid: match(page, /^ *(\S+) button "Save"/m) },
  ];
  console.log(await call(client, 'interact', { tab, actions }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await client.close();
}
