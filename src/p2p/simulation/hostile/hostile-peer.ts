// A hostile peer: a node like others, whose answers an attack forges, and that also sends what the attack says.

import { utf8 } from '../../../base/bytes.ts';
import type { SeededRandom } from '../../../base/ports/random.ts';
import type { SimulatedTime } from '../../../base/ports/simulated-time.ts';
import type { WireAnswer, WireRequest } from '../../messages/wire.ts';
import { SimulatedNode, type SimulatedNodeParts } from '../node/simulated-node.ts';
import type { Attack, Hand, RawRequest } from './attack.ts';

export type HostileParts = Omit<SimulatedNodeParts, 'watcher' | 'forge'> & {
  readonly attack: Attack;
  readonly time: SimulatedTime;
  readonly random: SeededRandom;
  readonly honest: readonly SimulatedNode[];
};

export class HostilePeer {
  readonly node: SimulatedNode;
  /** How its own requests were answered, by status. */
  readonly answers = new Map<number | 'none', number>();
  private readonly parts: HostileParts;
  private turn = 0;

  constructor(parts: HostileParts) {
    this.parts = parts;
    this.node = new SimulatedNode({
      ...parts,
      watcher: silent,
      forge: (request, answer) => this.forge(request, answer),
    });
  }

  get attack(): Attack {
    return this.parts.attack;
  }

  start(): void {
    const { time, attack } = this.parts;
    this.node.start();
    const act = (): void => {
      if (this.node.process === undefined) return;
      this.turn += 1;
      attack.act?.(this.hand());
      time.after(1000, act);
    };
    if (attack.act !== undefined) time.after(5000, act);
  }

  stop(): Promise<void> {
    return this.node.stop();
  }

  private async forge(request: WireRequest, answer: WireAnswer): Promise<WireAnswer> {
    const { attack, time } = this.parts;
    const { lateMs } = attack;
    if (lateMs !== undefined) {
      await new Promise<void>((resolve) => void time.after(lateMs, resolve));
    }
    const forged = this.node.process && attack.forge?.(request, answer, this.hand());
    return forged ?? answer;
  }

  private hand(): Hand {
    const { honest, random } = this.parts;
    const { process, info } = this.node;
    const infos = honest.map((each) => each.info);
    const victim = infos[this.turn % infos.length];
    if (process === undefined || victim === undefined) throw new Error('a hostile peer runs');
    const { ledger } = process;
    const send = (raw: RawRequest): void => this.send(victim, raw);
    return { self: info, victim, honest: infos, ledger, random, turn: this.turn, send };
  }

  private send(victim: Hand['victim'], { method, path, body }: RawRequest): void {
    const { process } = this.node;
    void process?.wire
      .ask(victim, {
        method,
        path: `/chainweb/0.0/simulation/${path}`,
        headers: new Map([
          ['x-chainweb-node-version', '3.2'],
          ['content-type', 'application/json;charset=utf-8'],
        ]),
        body: body === undefined ? undefined : utf8(body),
        maxBytes: 2 * 1024 * 1024,
        headMs: 5000,
        deadlineMs: 10_000,
      })
      .then((answer) => {
        const status = answer.ok ? answer.value.status : 'none';
        this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
      });
  }
}

/** Nobody looks at what goes wrong in a hostile peer. */
const silent = {
  onStart: () => undefined,
  onReport: () => undefined,
  onPeerEvent: () => undefined,
  onSyncEvent: () => undefined,
  onBug: () => undefined,
};
