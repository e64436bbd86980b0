// Chains that run Pact code and refer to each other: what a step on one chain yields can be resumed on another. Gas is free,
// and blocks have no proof of work.

import { type GraphName, knownGraphs } from '../../src/chain/graph/chain-graph.ts';
import { attestedSpv } from '../../src/chain/execute/spv-port.ts';
import { createProof } from '../../src/chain/spv/create-proof.ts';
import { encodeContinuationProof } from '../../src/chain/spv/cross-chain-proof.ts';
import { proofFaultText } from '../../src/chain/spv/proof-json.ts';
import { spvSupport } from '../../src/chain/spv/spv-support.ts';
import {
  commandResult,
  encodeCommandResult,
  execute,
  standAlone,
  type CommandResult,
} from '../../src/chain/command/index.ts';
import { defaultPublicData } from '../../src/lang/session/run.ts';
import { MemoryDatabase, type Database } from '../../src/lang/session/store.ts';
import { Braid } from './braid.ts';
import { code, pactTransaction } from './pact-blocks.ts';

/** Where a transaction was mined, and its result. */
export type Landed = {
  readonly chain: number;
  readonly height: number;
  readonly result: CommandResult;
  /** The message of the error, if the transaction failed. */
  readonly error: string | undefined;
};

export type Continuing = {
  readonly chain: number;
  readonly pactId: string;
  readonly step?: number;
  readonly rollback?: boolean;
  readonly proof: string;
};

export class LinkedChains {
  readonly braid: Braid;
  private readonly databases: readonly Database[];
  private readonly window: number | undefined;
  private nonce = 0;

  constructor(graph: GraphName, options: { readonly window?: number } = {}) {
    this.braid = new Braid(knownGraphs[graph]);
    this.databases = this.braid.cut.map(() => new MemoryDatabase());
    this.window = options.window;
  }

  /** Runs code in its own block. */
  run(chain: number, text: string, data: object = {}): Landed {
    return this.land(chain, code(text, String(this.nonce++), data));
  }

  resume({ chain, pactId, proof, step = 1, rollback = false }: Continuing): Landed {
    const cont = { pactId, step, rollback, data: {}, proof };
    return this.land(chain, pactTransaction({ cont }, String(this.nonce++)));
  }

  /** Returns the proof of a mined transaction for a chain, growing the chains until the proof can be made. */
  proofOf(landed: Landed, target: number, subject: 'output' | 'transaction' = 'output'): string {
    for (let waited = 0; waited < 10; waited++) {
      const answer = this.tryProof(landed, target, subject);
      if (answer.ok) return encodeContinuationProof(answer.value);
      this.braid.grow();
    }
    throw new Error('the target cannot be reached');
  }

  /** Returns why a proof cannot be made yet. */
  proofFault(landed: Landed, target: number): string | undefined {
    const answer = this.tryProof(landed, target, 'output');
    return answer.ok ? undefined : proofFaultText(answer.fault);
  }

  private tryProof({ chain, height }: Landed, target: number, subject: 'output' | 'transaction') {
    const request = { subject, source: chain, target, height, index: 0 };
    return createProof(this.braid.network, this.braid, request);
  }

  private land(chain: number, { command }: ReturnType<typeof code>): Landed {
    const { spv } = attestedSpv(
      spvSupport({
        headers: this.braid,
        chain,
        genesisHeight: 0,
        parent: this.braid.head(chain),
        rules: { window: this.window, mentionsBounds: true, failsTransaction: true },
      }),
    );
    const database = this.databases[chain]!;
    const publicData = { ...defaultPublicData, chainId: String(chain) };
    const surroundings = { ...standAlone({ database, depthLimit: 1000 }), spv, publicData };
    const result = commandResult(command.hash, execute(command, surroundings));
    this.braid.grow(new Map([[chain, [encodeCommandResult(result)]]]));
    const { result: outcome } = result;
    const error = outcome.status === 'failure' ? outcome.error.message : undefined;
    return { chain, height: this.braid.height, result, error };
  }
}

/** A contract of accounts with transfers to other chains. */
export const bank = (more = ''): string => `
  (module bank GOV
    (defcap GOV () true)
    (defschema account balance:decimal)
    (deftable accounts:{account})
    ${more}
    (defun fund (name:string amount:decimal) (write accounts name { "balance": amount }))
    (defun balance:decimal (name:string)
      (with-default-read accounts name { "balance": 0.0 } { "balance" := balance } balance))
    (defun add (name:string amount:decimal)
      (write accounts name { "balance": (+ amount (balance name)) }))
    (defpact send (from:string to:string chain:string amount:decimal)
      (step
        (let ((left (- (balance from) amount)))
          (enforce (>= left 0.0) "not enough money")
          (update accounts from { "balance": left })
          (yield { "to": to, "amount": amount } chain)))
      (step (resume { "to" := to, "amount" := amount } (add to amount)))))`;
