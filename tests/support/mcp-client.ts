// Starts the command as an agent does, and drives it with the SDK's own client.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { command } from './command.ts';

export type ToolAnswer = { readonly text: string; readonly isError: boolean };

export class Agent {
  readonly client = new Client({ name: 'test', version: '0' });
  private readonly transport: StdioClientTransport;

  constructor(folder: string) {
    this.transport = new StdioClientTransport({
      command: process.execPath,
      args: [command, 'mcp', folder],
      stderr: 'pipe',
    });
  }

  async start(): Promise<this> {
    await this.client.connect(this.transport);
    return this;
  }

  /** The process id of the server. */
  get pid(): number | null {
    return this.transport.pid;
  }

  async call(
    name: string,
    input: Record<string, unknown> = {},
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<ToolAnswer> {
    const result = await this.client.callTool({ name, arguments: input }, undefined, {
      ...options,
      timeout: 120_000,
    });
    // At the boundary: the tools answer with text.
    const content = result.content as { readonly text: string }[];
    return { text: content.map(({ text }) => text).join('\n'), isError: result.isError === true };
  }

  async end(): Promise<void> {
    await this.client.close();
  }
}
