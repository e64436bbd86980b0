// The client library from the registry, connected to the real `pact debug`, with what a test observes through it.

import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { DebugClient } from '@vscode/debugadapter-testsupport';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { command } from './command.ts';

export type Library = { readonly client: DebugClient; readonly end: () => void };

/** On a busy machine, steps may take longer than the library's default timeout. */
const patience = 60_000;

export async function connectedLibrary(): Promise<Library> {
  const server = spawn(process.execPath, [command, 'debug', '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const client = new DebugClient('node', '', 'pact');
  client.defaultTimeout = patience;
  await client.start(await portOf(server));
  return { client, end: () => void server.kill('SIGKILL') };
}

async function portOf({ stderr }: ChildProcess): Promise<number> {
  if (stderr === null) throw new Error('the server says its port there');
  const line = await new Promise<string>((done) => createInterface(stderr).once('line', done));
  return Number(/:(\d+)$/.exec(line)?.[1]);
}

export type Stopped = DebugProtocol.StoppedEvent['body'];

/** Sends the request, and waits until the program has stopped again. */
export async function untilStopped(
  client: DebugClient,
  ask: () => Promise<unknown>,
): Promise<Stopped> {
  const stopped = client.waitForEvent('stopped', patience);
  await ask();
  return (await stopped).body as Stopped;
}

/** Returns `FILE:LINE NAME` of every call, innermost first. */
export async function stackOf(client: DebugClient): Promise<readonly string[]> {
  const { body } = await client.stackTraceRequest({ threadId: 1 });
  return body.stackFrames.map(({ source, line, name }) => `${source?.name}:${line} ${name}`);
}

export type Shown = {
  readonly name: string;
  readonly value: string;
  readonly below: readonly Shown[];
};

/** Returns the scopes of a call by name, with all nested variables. */
export async function scopesOf(
  client: DebugClient,
  frameId: number,
): Promise<ReadonlyMap<string, readonly Shown[]>> {
  const { body } = await client.scopesRequest({ frameId });
  const found = await Promise.all(
    body.scopes.map(
      async ({ name, variablesReference }) =>
        [name, await variablesOf(client, variablesReference)] as const,
    ),
  );
  return new Map(found);
}

async function variablesOf(client: DebugClient, reference: number): Promise<readonly Shown[]> {
  if (reference === 0) return [];
  const { body } = await client.variablesRequest({ variablesReference: reference });
  return Promise.all(
    body.variables.map(async ({ name, value, variablesReference }) => ({
      name,
      value,
      below: await variablesOf(client, variablesReference),
    })),
  );
}

/** Returns everything that a client can see of the program: the whole stack, and all scopes of every call. */
export async function stateOf(client: DebugClient): Promise<string> {
  const { body } = await client.stackTraceRequest({ threadId: 1 });
  const scopes = await Promise.all(body.stackFrames.map(({ id }) => scopesOf(client, id)));
  return JSON.stringify([body, scopes.map((each) => [...each])]);
}
