// JSON-RPC messages as plain data, with the parts that the relay needs.

export type MessageId = number | string;

export type JsonMessage = {
  readonly id?: MessageId | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
};

export const errorCodes = {
  parse: -32700,
  invalidRequest: -32600,
  internal: -32603,
  notInitialized: -32002,
} as const;

/** Returns `undefined` for JSON that is not a message. */
export function messageOf(json: unknown): JsonMessage | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const message: JsonMessage = json;
  if (message.method !== undefined && typeof message.method !== 'string') return undefined;
  if (message.method === undefined && message.id === undefined) return undefined;
  if (message.id === undefined || message.id === null) return message;
  return ['number', 'string'].includes(typeof message.id) ? message : undefined;
}

export function failure(id: MessageId | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
