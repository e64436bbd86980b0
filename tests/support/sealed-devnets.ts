// Development networks with entities, and commands sealed for them.
import { decodeUtf8 } from '../../src/base/bytes.ts';
import type { Command } from '../../src/chain/command/index.ts';
import type { Result } from '../../src/base/result.ts';
import type { Polled, SubmitFailure } from '../../src/node/port.ts';
import { startDateMs, startDevnet, type TestDevnet } from './devnets.ts';
import { entity, letter, seal, type Letter } from './sealed-commands.ts';

/** A module of an entity: a table with one counter. */
export const counterModule = `(namespace 'free)
  (module counter GOVERNANCE
    (defcap GOVERNANCE () true)
    (defschema row count:integer)
    (deftable rows:{row})
    (defun add:integer ()
      (with-default-read rows "one" { "count": 0 } { "count" := count }
        (write rows "one" { "count": (+ 1 count) })
        (+ 1 count))))
  (create-table rows)`;

export type SealedOptions = Omit<Letter, 'placement'> & {
  readonly chain?: number | string;
  readonly creationTime?: number;
  readonly ttl?: number;
};

/** The command inside. */
export function privateCommand(code: string, options: SealedOptions = {}): Command {
  const { chain = 0, creationTime = startDateMs / 1000, ttl = 600, ...own } = options;
  const placement = { chainId: String(chain), creationTime, ttl };
  return letter(code, { networkId: 'development', ...own, placement });
}

export const sealed = (code: string, options?: SealedOptions): Command =>
  seal(privateCommand(code, options), options?.from ?? 'alice');

export const entityDevnet = (
  name: string,
  changed: Parameters<typeof startDevnet>[0] = {},
): TestDevnet => startDevnet({ entity: entity(name), ...changed });

export function take(
  { devnet }: TestDevnet,
  command: Command,
  chain = 0,
): Promise<Result<string, SubmitFailure>> {
  return devnet.node.sealed!.take(chain, command);
}

/** Waits for the result of a command that was taken. */
export async function resultOf(
  { devnet }: TestDevnet,
  { hash }: Command,
  chain = 0,
): Promise<SealedOutcome> {
  const polled = await devnet.node.chain(chain)!.whenMined(hash, new AbortController().signal);
  return outcomeOf(polled);
}

export type SealedOutcome = {
  readonly status: string;
  readonly said: unknown;
  readonly gas: number;
  /** The height of the block after which it ran. */
  readonly height: number;
};

export function outcomeOf(polled: Polled | undefined): SealedOutcome {
  if (polled?.kind !== 'mined') throw new Error(`it has no result: ${polled?.kind ?? 'unknown'}`);
  const { gas, result } = JSON.parse(decodeUtf8(polled.output) ?? '') as {
    readonly gas: number;
    readonly result: {
      readonly status: string;
      readonly data?: unknown;
      readonly error?: { readonly message: string };
    };
  };
  const { status, data, error } = result;
  return { status, said: error?.message ?? data, gas, height: polled.header.height };
}
