// One chain of a simnet as a test uses it: every transaction immediately gets a block of its own.

import { utf8 } from '../../base/bytes.ts';
import { assert } from '../../base/assert.ts';
import { encodeCommand } from '../../chain/command/index.ts';
import {
  prettyValueText,
  readDecimal,
  type Decimal as PactDecimal,
  type PactValue,
} from '../../lang/session/run.ts';
import { isDecimal, type Decimal } from '../../tools/library/values.ts';
import { valueOfPact, type Value } from '../../tools/library/values.ts';
import type { SimAccount } from './genesis.ts';
import {
  outcomeOf,
  SimnetError,
  type Failure,
  type Outcome,
  type Refused,
  type Success,
} from './outcome.ts';
import {
  buildCommand,
  buildQuestion,
  type Asking,
  type Message,
  type Sending,
} from './transaction.ts';
import type { Ledger } from './ledger.ts';

/** The text of a source file, or its location. */
export type PactSource = string | { readonly file: string | URL };

export type ExpectedFailure = Sending & {
  /** Part of the error's text, or a pattern that it matches (default: any error). */
  readonly message?: string | RegExp;
};

export type Continuing = Sending & {
  /** The id of the defpact. */
  readonly pact: string;
  /** The step, from 0. */
  readonly step: number;
  readonly rollback?: boolean;
  /** The proof from another chain: `Simnet.prove`. */
  readonly proof?: string;
};

export type Transfer = {
  readonly from: SimAccount;
  /** Creates the account, guarded by its key, if it does not exist. */
  readonly to: SimAccount;
  /** Such as `'1.5'`. */
  readonly amount: string | Decimal;
};

/** A chain. Calls that fail throw a `SimnetError` with Pact's error text. */
export interface SimChain {
  readonly id: number;
  readonly height: number;
  /** The hash of the newest block. */
  readonly block: string;
  /** Runs code in a transaction. */
  run(code: string, sending: Sending): Success;
  /** Runs code in a transaction; returns failures, and throws only for misuse. */
  attempt(code: string, sending: Sending): Outcome;
  /** Runs code that must fail. */
  expectFailure(code: string, expected: ExpectedFailure): Failure | Refused;
  /** Evaluates code on the newest state without saving anything. */
  read(code: string, asking?: Asking): Value;
  /** Like `read`, but returns the value as the REPL prints it. */
  readText(code: string, asking?: Asking): string;
  /** Deploys modules to the chain. */
  deploy(source: PactSource, sending: Sending): Success;
  /** Continues a defpact. */
  continue(continuing: Continuing): Success;
  attemptContinue(continuing: Continuing): Outcome;
  transfer(transfer: Transfer): Success;
  /** Returns the coins of an account; 0 if it does not exist. */
  balance(account: SimAccount | string): Decimal;
  /** Makes empty blocks. */
  mine(blocks?: number): void;
}

/** The parts that the chains of a simnet share. */
export interface SharedParts {
  readonly ledger: Ledger;
  readonly gasPrice: PactDecimal;
  /** Microseconds since 1970. */
  timeMicros(): bigint;
  /** Returns a different nonce each time. */
  nonce(): string;
}

export class ChainOfSimnet implements SimChain {
  readonly id: number;
  private readonly parts: SharedParts;

  constructor(id: number, parts: SharedParts) {
    this.id = id;
    this.parts = parts;
  }

  get height(): number {
    return this.parts.ledger.head(this.id).height;
  }

  get block(): string {
    return this.parts.ledger.blockName(this.id);
  }

  run(code: string, sending: Sending): Success {
    return this.succeeded('run', code, this.send({ kind: 'exec', code }, sending));
  }

  attempt(code: string, sending: Sending): Outcome {
    return this.send({ kind: 'exec', code }, sending);
  }

  expectFailure(code: string, { message, ...sending }: ExpectedFailure): Failure | Refused {
    const outcome = this.attempt(code, sending);
    const call = `expectFailure on chain ${this.id}`;
    if (outcome.kind === 'success') {
      const text = `${call}: it succeeded with ${outcome.text}\n  ${firstLine(code)}`;
      throw new SimnetError(text, outcome);
    }
    const isExpected =
      message === undefined ||
      (typeof message === 'string'
        ? outcome.message.includes(message)
        : message.test(outcome.message));
    if (isExpected) return outcome;
    const wanted = typeof message === 'string' ? JSON.stringify(message) : String(message);
    const text = `${call}: it did not fail with ${wanted}, but with: ${outcome.message}`;
    throw new SimnetError(`${text}\n  ${firstLine(code)}`, outcome);
  }

  read(code: string, asking: Asking = {}): Value {
    return valueOfPact(this.ask(code, asking));
  }

  private ask(code: string, asking: Asking): PactValue {
    const { ledger } = this.parts;
    const answer = ledger.ask(this.id, buildQuestion(code, asking, this.place('')));
    const result = answer.ok ? answer.value.result : undefined;
    if (result?.status === 'success') return result.data;
    const reason = result?.error.message ?? (answer.ok ? '' : answer.fault);
    throw new SimnetError(`read on chain ${this.id} failed: ${reason}\n  ${firstLine(code)}`);
  }

  readText(code: string, asking: Asking = {}): string {
    return prettyValueText(this.ask(code, asking));
  }

  deploy(source: PactSource, sending: Sending): Success {
    const code = typeof source === 'string' ? source : sourceText(source.file);
    const name = typeof source === 'string' ? firstLine(code) : String(source.file);
    return this.succeeded('deploy', name, this.send({ kind: 'exec', code }, sending));
  }

  continue(continuing: Continuing): Success {
    const { pact, step } = continuing;
    return this.succeeded('continue', `step ${step} of ${pact}`, this.attemptContinue(continuing));
  }

  attemptContinue({ pact, step, rollback = false, proof, ...sending }: Continuing): Outcome {
    return this.send({ kind: 'continue', pact, step, rollback, proof }, sending);
  }

  transfer({ from, to, amount }: Transfer): Success {
    const decimal = decimalText(amount);
    const names = `${JSON.stringify(from.account)} ${JSON.stringify(to.account)}`;
    const code = this.hasAccount(to.account)
      ? `(coin.transfer ${names} ${decimal})`
      : `(coin.transfer-create ${names} (read-keyset "guard") ${decimal})`;
    const data = { guard: { keys: [to.publicKey], pred: 'keys-all' } };
    const args = [from.account, to.account, { decimal }];
    const sending = { as: from, data, capabilities: [{ name: 'coin.TRANSFER', args }] };
    return this.succeeded('transfer', code, this.send({ kind: 'exec', code }, sending));
  }

  balance(account: SimAccount | string): Decimal {
    const name = typeof account === 'string' ? account : account.account;
    const value = this.read(`(try 0.0 (coin.get-balance ${JSON.stringify(name)}))`);
    assert(isDecimal(value), 'a balance is a decimal');
    return value;
  }

  mine(blocks = 1): void {
    const { ledger } = this.parts;
    for (let i = 0; i < blocks; i++) ledger.mine(this.id, this.parts.timeMicros());
  }

  private hasAccount(name: string): boolean {
    const code = `(try "" (at "account" (coin.details ${JSON.stringify(name)})))`;
    return this.read(code) === name;
  }

  private send(message: Message, sending: Sending): Outcome {
    const { ledger } = this.parts;
    const { command, isTrusted } = buildCommand(message, sending, this.place(this.parts.nonce()));
    const read = ledger.read(utf8(encodeCommand(command)));
    if (!read.ok) return { kind: 'refused', message: read.fault };
    if (isTrusted) read.value.isSigned = true;
    const mined = ledger.mine(this.id, this.parts.timeMicros(), [read.value]);
    if (mined.kind === 'refused') return { kind: 'refused', message: mined.text };
    return outcomeOf(mined.header, mined.output);
  }

  private place(nonce: string) {
    const { ledger, gasPrice } = this.parts;
    const creationTime = Number(this.parts.timeMicros() / 1_000_000n);
    return { network: ledger.network.name, chain: this.id, creationTime, nonce, gasPrice };
  }

  private succeeded(call: string, what: string, outcome: Outcome): Success {
    if (outcome.kind === 'success') return outcome;
    const how = outcome.kind === 'failure' ? 'failed' : 'was refused';
    const text = `${call} on chain ${this.id} ${how}: ${outcome.message}\n  ${firstLine(what)}`;
    throw new SimnetError(text, outcome);
  }
}

/** Converts a gas price. */
export function priceOf(price: string | Decimal): PactDecimal {
  const decimal = readDecimal(decimalText(price));
  assert(decimal !== undefined, 'the text is a decimal');
  return decimal;
}

/** Converts an amount to a literal of Pact. */
export function decimalText(amount: string | Decimal): string {
  if (isDecimal(amount)) return decimalText(amount.toFixed());
  if (/^\d+(\.\d+)?$/.test(amount)) return amount.includes('.') ? amount : `${amount}.0`;
  throw new TypeError(`${amount} is not an amount: give a decimal as a string, such as '1.5'`);
}

const longest = 100;

function firstLine(code: string): string {
  const [line = ''] = code.trim().split('\n');
  return line.length > longest ? `${line.slice(0, longest)}...` : line;
}

declare const process: { getBuiltinModule?: (name: string) => unknown } | undefined;

type FileSystem = { readFileSync: (path: string | URL, encoding: 'utf8') => string };

/** A path relative to the current folder, or a `file:` URL such as `new URL('counter.pact', import.meta.url)`. */
function sourceText(file: string | URL): string {
  // Loaded dynamically, because the same program is built for browsers.
  const files = typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:fs');
  if (files === undefined)
    throw new TypeError(`cannot read ${String(file)}: pass its text instead`);
  return (files as FileSystem).readFileSync(file, 'utf8');
}
