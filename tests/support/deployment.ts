// A deployment on a chain of a test: its project, a clock that advances at once, and a process that can end at any record.
import { good } from '../../src/base/result.ts';
import { readKeyPair } from '../../src/chain/command/index.ts';
import { deployProject, Journal, patientPort } from '../../src/tools/deploy/index.ts';
import type { Deployment, MigrationText, SignatureBox } from '../../src/tools/deploy/index.ts';
import { runChain } from '../../src/tools/deploy/run-chain.ts';
import { Decimal, unit } from '../../src/lang/session/run.ts';
import { FakeChain, fakeHash } from './fake-chain.ts';
import { indexed } from './indexed-texts.ts';
import { valueOf } from './value-of.ts';

export const contracts = {
  'a.pact': `(define-keyset "admin" (read-keyset "admin"))
(module a G (defcap G () true) (defschema s x:integer) (deftable t:{s}) (defun f () 1))
(create-table t)
(f)`,
  'b.pact': '(module b G (defcap G () true) (defun g () (a.f)))',
};

const pair = valueOf(readKeyPair({ secretKey: '11'.repeat(32) }));

export function deployedProject(
  files: Readonly<Record<string, string>> = contracts,
  migrations: readonly MigrationText[] = [],
) {
  const read = deployProject(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    {
      data: new Map(),
      nestingLimit: 100,
      migrations,
      index: (texts) => ({ index: indexed(texts), faults: [] }),
    },
  );
  if (!read.ok) throw new Error(read.fault.join());
  return read.value;
}

class MovedTime {
  private now: number;

  constructor(now: number) {
    this.now = now;
  }

  nowMs = (): number => this.now;
  dateMs = (): number => this.now;

  pass(milliseconds: number): void {
    this.now += milliseconds;
  }
}

class Box implements SignatureBox {
  readonly put_: string[] = [];
  signature: string | undefined;
  put: SignatureBox['put'] = ({ title }) => {
    this.put_.push(title);
    return Promise.resolve(good(undefined));
  };
  take: SignatureBox['take'] = (_, keys) => Promise.resolve(good(keys.map(() => this.signature)));
}

export function setUpDeployment(
  chain = new FakeChain(),
  files?: Readonly<Record<string, string>>,
  migrations?: readonly MigrationText[],
) {
  const records: string[] = [];
  const time = new MovedTime(chain.time * 1000);
  const own = deployedProject(files, migrations);
  const box = new Box();
  let isDead = false;
  /** The process ends before this record is stored. */
  let dieAt = Infinity;
  const deployment = (changed: Partial<Deployment> = {}): Deployment => ({
    project: own,
    settings: {
      networkId: 'development',
      sender: 'alice',
      gasLimit: 150_000,
      gasPrice: new Decimal(1n, 8),
      ttl: 600,
      confirmations: 0,
      data: unit,
      signers: [
        {
          signer: {
            scheme: undefined,
            publicKey: pair.publicKey,
            address: undefined,
            capabilities: [],
          },
          pair,
        },
      ],
    },
    data: new Map(),
    port: patientPort(chain, quick),
    journal: new Journal(
      {
        append(record) {
          if (isDead || records.length >= dieAt) {
            isDead = true;
            return new Promise(() => undefined);
          }
          records.push(record);
          return Promise.resolve();
        },
      },
      [...records],
    ),
    signatures: box,
    clock: time,
    timer: quick,
    timeoutMs: 1_000,
    asking: (each) => ({ networkId: 'development', chain: each, now: 0n }),
    hashesOn: () =>
      Promise.resolve(good(new Map(own.modules.map(({ name, code }) => [name, fakeHash(code)])))),
    report: () => undefined,
    ...changed,
  });
  /** Time advances at once, so that nothing waits. */
  const quick = {
    after: (ms: number, run: () => void) => {
      time.pass(ms);
      setImmediate(run);
      return () => undefined;
    },
    every: () => () => undefined,
    soon: (run: () => void) => void setImmediate(run),
  };
  return {
    chain,
    records,
    time,
    box,
    deployment,
    run: (changed?: Partial<Deployment>) => runChain('0', deployment(changed)),
    /** Runs and ends abruptly before record number `record`. */
    killedAt: async (record: number): Promise<void> => {
      dieAt = record;
      const done = runChain('0', deployment());
      await Promise.race([done, until(() => isDead)]);
      isDead = false;
      dieAt = Infinity;
    },
  };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
  // Work in progress continues for a moment, like bytes on a wire.
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
}
