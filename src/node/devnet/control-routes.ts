// The HTTP control interface of a devnet, for tests: blocks, time, returning to earlier states. It listens on the
// loopback address only and refuses requests from web pages of other sites, because any client that reaches it can
// rewrite the network.

import { isJsonNumber, isJsonObject, printJson, type JsonObject } from '../../base/json.ts';
import { readJson } from '../../base/json-reader.ts';
import { bad, good, type Result } from '../../base/result.ts';
import {
  faultsOf,
  routesOf,
  type Answer,
  type Route,
  type RouteRequest,
  httpLimits,
  startHttp,
  type RunningHttpServer,
} from '../../base/http/index.ts';
import { type ControlAnswer, DevnetControl } from './control.ts';
import type { Clock, Timer } from '../../base/ports/time.ts';
import type { Logger } from '../../base/ports/logger.ts';
import type { ShownAccount } from './accounts.ts';
import type { Devnet } from './devnet.ts';

type ControlParts = { readonly control: DevnetControl };

const fault = faultsOf({
  'foreign-page': {
    status: 403,
    sentence: () => 'web pages of other sites may not control this network: use the command line',
  },
  'bad-body': { status: 400, sentence: (text: string) => text },
  refused: { status: 409, sentence: (text: string) => text },
});

const route = routesOf<ControlParts>();
const maxBytes = 2 * 1024 * 1024;
const body = { as: 'text', types: ['application/json'], maxBytes } as const;

/** A control operation: its documentation, and the function that reads the members of the body and runs it. */
type Verb = {
  readonly summary: string;
  readonly example: string;
  readonly answers: string;
  readonly run: (
    control: DevnetControl,
    members: Members,
  ) => ControlAnswer | Promise<ControlAnswer>;
};

const verbs: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  [
    'mine',
    {
      summary: 'makes blocks: a round of all chains, or of one chain',
      example: '{"blocks": 5, "chain": 0}',
      answers: '{"heights": {"0": 5}}',
      run: (control, members) =>
        control.mine(members.natural('blocks', 1), members.optionalNatural('chain')),
    },
  ],
  [
    'travel',
    {
      summary: 'moves the time forward, then makes a round of blocks',
      example: '{"seconds": 3600}',
      answers: '{"time": "2026-11-23T14:00:00.000Z", "heights": {"0": 6}}',
      run: (control, members) => control.travel(members.natural('seconds', 0)),
    },
  ],
  [
    'snapshot',
    {
      summary: 'takes a snapshot of the current state',
      example: '{}',
      answers: '{"snapshot": "1"}',
      run: (control) => control.snapshot(),
    },
  ],
  [
    'revert',
    {
      summary: 'returns to a snapshot (default: the last one)',
      example: '{"snapshot": "1"}',
      answers: '{"heights": {"0": 4}}',
      run: (control, members) => control.revert(members.optionalText('snapshot')),
    },
  ],
  [
    'invalidate',
    {
      summary: 'takes a block back, with all blocks above it on any chain',
      example: '{"block": "HASH", "chain": 0}',
      answers: '{"heights": {"0": 4}}',
      run: (control, members) =>
        control.invalidate(members.natural('chain', 0), members.optionalText('block') ?? ''),
    },
  ],
  [
    'balance',
    {
      summary: 'sets the coins of an account on a chain',
      example: '{"account": "k:...", "chain": 0, "amount": "100.0"}',
      answers: '{"requestKey": "..."}',
      run: (control, members) =>
        control.setBalance({
          account: members.optionalText('account') ?? '',
          chain: members.natural('chain', 0),
          amount: members.optionalText('amount') ?? '',
        }),
    },
  ],
  [
    'impersonate',
    {
      summary: 'executes a transaction as if all of its signers had signed it',
      example: '{"cmd": "..."}',
      answers: '{"requestKey": "..."}',
      run: (control, members) => control.impersonate(members.optionalText('cmd') ?? ''),
    },
  ],
  [
    'reset',
    {
      summary: 'returns to the first blocks',
      example: '{}',
      answers: '{"heights": {"0": 0}}',
      run: (control) => control.reset(),
    },
  ],
]);

const controlRoutes: readonly Route<ControlParts>[] = [
  ...[...verbs].map(([name, { summary, example, answers, run }]) =>
    route({
      method: 'POST',
      path: `/devnet/${name}`,
      summary,
      example,
      answers,
      body,
      needs: ['control'],
      run: async ({ control }, request) => {
        const members = membersOf(request);
        if (!members.ok) return members.fault;
        const answer = await run(control, members.value);
        const { first } = members.value;
        return first === undefined ? answerOf(answer) : fault('bad-body', first);
      },
    }),
  ),
  route({
    method: 'GET',
    path: '/devnet/snapshot-file',
    summary: 'returns the whole network as a file for pact devnet --snapshot',
    answers: 'application/octet-stream',
    needs: ['control'],
    run({ control }, request) {
      const refused = foreign(request);
      if (refused !== undefined) return refused;
      const file = control.snapshotFile();
      if (!file.ok) return fault('refused', file.fault);
      return { kind: 'bytes', bytes: file.value, type: 'application/octet-stream' };
    },
  }),
  route({
    method: 'GET',
    path: '/devnet/status',
    summary: 'returns heights, time, snapshots and accounts',
    answers: '{"heights": {"0": 5}, "time": "...", "snapshots": ["1"], "accounts": [...]}',
    needs: ['control'],
    run: ({ control }, request) => foreign(request) ?? answerOf(control.status()),
  }),
];

function answerOf(answer: ControlAnswer): Answer {
  if (!answer.ok) return fault('refused', answer.fault);
  return { kind: 'json', text: printJson(answer.value) };
}

/**
 * Refuses requests of foreign web pages: a foreign Origin header, or a Host header that is not a loopback name (DNS
 * rebinding).
 */
function foreign({ header }: Pick<RouteRequest, 'header'>): Answer | undefined {
  const host = header('host') ?? '';
  const origin = header('origin');
  const isLocal = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
  const isOwn = origin === undefined || origin === `http://${host}`;
  return isLocal && isOwn ? undefined : fault('foreign-page');
}

function membersOf(
  request: Pick<RouteRequest, 'header'> & { readonly body: string },
): Result<Members, Answer> {
  const refused = foreign(request);
  if (refused !== undefined) return bad(refused);
  const json = readJson(request.body === '' ? '{}' : request.body);
  if (json.kind !== 'value' || !isJsonObject(json.value)) {
    return bad(fault('bad-body', 'the body must be a JSON object'));
  }
  return good(new Members(json.value));
}

const maxNumber = 1_000_000_000;

/** Reads members of a body, and remembers the first fault. */
class Members {
  first: string | undefined;
  private readonly object: JsonObject;

  constructor(object: JsonObject) {
    this.object = object;
  }

  natural(name: string, absent: number): number {
    return this.optionalNatural(name) ?? absent;
  }

  optionalNatural(name: string): number | undefined {
    const value = this.object.get(name);
    if (value === undefined) return undefined;
    const number = isJsonNumber(value) && /^\d{1,10}$/.test(value.text) ? Number(value.text) : -1;
    if (number >= 0 && number <= maxNumber) return number;
    this.first ??= `${name} must be a whole number from 0 to ${maxNumber}`;
    return 0;
  }

  optionalText(name: string): string | undefined {
    const value = this.object.get(name);
    if (value === undefined || typeof value === 'string') return value;
    this.first ??= `${name} must be a string`;
    return undefined;
  }
}

type ControlOptions = {
  readonly devnet: Devnet;
  /** The accounts that its status lists. */
  readonly accounts: readonly ShownAccount[];
  /** 0 picks a free port. */
  readonly port: number;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly logger: Logger;
  readonly onFault: (error: unknown) => void;
};

/** Throws the system's error if the address cannot be used. */
export function startControl({
  devnet,
  accounts,
  ...http
}: ControlOptions): Promise<RunningHttpServer> {
  return startHttp({
    ...http,
    host: '127.0.0.1',
    limits: httpLimits,
    routes: controlRoutes,
    parts: { control: new DevnetControl(devnet, accounts) },
  });
}
