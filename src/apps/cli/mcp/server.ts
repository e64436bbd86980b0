// The Model Context Protocol: tools and resources for one client, over standard input and output.

import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type CallToolResult,
  type ListToolsResult,
} from '@modelcontextprotocol/sdk/types.js';
import { Calls } from './calls.ts';
import { documentPages, documentText } from './documents.ts';
import { mcpLimits } from './limits.ts';
import { LineTransport } from './line-transport.ts';
import { tools } from './tools.ts';

export type McpServerOptions = {
  readonly version: string;
  /** The folder of the project: an absolute path without links. */
  readonly folder: string;
  /** The program of the threads. */
  readonly program: URL;
  /** The folder of the documentation. */
  readonly docs: string;
};

const instructions = `Tools for Pact smart contracts. Paths are relative to the folder of the project. After you change a contract, call check and then test. explain_error explains codes such as E0301; describe explains builtins.`;

/** Resolves when the client has closed standard input and the calls before that are answered, or when it has disconnected. */
export async function serveMcp(options: McpServerOptions): Promise<void> {
  const mcp = mcpServer(options);
  const transport = new LineTransport({
    input: process.stdin,
    output: process.stdout,
    maxBytes: mcpLimits.messageBytes,
    lastMilliseconds: mcpLimits.lastSeconds * 1000,
  });
  await new Promise<void>((resolve, reject) => {
    mcp.server.onclose = resolve;
    mcp.connect(transport).catch(reject);
  });
  await mcp.close();
}

// Uses request handlers instead of `registerTool`, which reports input errors as JSON: sentences are easier for a model.
function mcpServer({ version, folder, program, docs }: McpServerOptions): McpServer {
  const mcp = new McpServer(
    { name: 'pact', version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  const { server } = mcp;
  const calls = new Calls(program, folder);
  const pages = documentPages(docs);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed() }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) {
      const names = tools.map(({ name }) => name).join(', ');
      throw new McpError(ErrorCode.InvalidParams, `there is no tool ${params.name}: use ${names}`);
    }
    const call = tool.call(params.arguments, docs);
    if (call.kind === 'refused') return result(call.sentence, { isError: true });
    if (call.kind === 'answer') return result(call.text, { isError: false });
    const { text, hasFailed } = await calls.perform({ ...call, signal });
    return result(text, { isError: hasFailed });
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: pages.map(({ uri, name }) => ({ uri, name, mimeType: 'text/markdown' })),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const text = documentText(pages, uri);
    if (text === undefined) {
      throw new McpError(ErrorCode.InvalidParams, `there is no resource ${uri}`);
    }
    return { contents: [{ uri, mimeType: 'text/markdown', text }] };
  });
  return mcp;
}

function listed(): ListToolsResult['tools'] {
  return tools.map(({ name, title, description, inputSchema }) => ({
    name,
    title,
    description,
    // The boundary: zod writes the schema of an object.
    inputSchema: inputSchema as ListToolsResult['tools'][number]['inputSchema'],
    annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  }));
}

function result(text: string, { isError }: { readonly isError: boolean }): CallToolResult {
  return { content: [{ type: 'text', text }], isError };
}
