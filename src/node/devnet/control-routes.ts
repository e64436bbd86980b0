// The HTTP control interface of a devnet, for tests: blocks, time, returning to earlier states. It listens on the
// loopback address only and refuses requests from web pages of other sites, because any client that reaches it can
// rewrite the network.

import { isJsonObject, printJson, type JsonObject } from '../../base/json.ts';
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
import {
  natural,
  naturalOr,
  optionalNatural,
  optionalText,
  readMembers,
  text,
  type MemberShape,
  type MemberValues,
} from './control-members.ts';
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

/** A control operation: its documentation, the members of its body, and the function that runs it. */
type VerbDefinition<Shape extends MemberShape> = {
  readonly name: string;
  readonly summary: string;
  readonly example: string;
  readonly answers: string;
  readonly members: Shape;
  readonly run: (
    control: DevnetControl,
    members: MemberValues<Shape>,
  ) => ControlAnswer | Promise<ControlAnswer>;
};

/** Returns the route of an operation: it reads the whole body before anything changes. */
function verb<Shape extends MemberShape>(definition: VerbDefinition<Shape>): Route<ControlParts> {
  const { name, summary, example, answers, members: shape, run } = definition;
  return route({
    method: 'POST',
    path: `/devnet/${name}`,
    summary,
    example,
    answers,
    body,
    needs: ['control'],
    run: async ({ control }, request) => {
      const object = objectOf(request);
      if (!object.ok) return object.fault;
      const members = readMembers(shape, object.value);
      if (!members.ok) return fault('bad-body', members.fault);
      const act = async () => control.whenKept(await run(control, members.value));
      return answerOf(await control.inTurn(act));
    },
  });
}

const controlRoutes: readonly Route<ControlParts>[] = [
  verb({
    name: 'mine',
    summary: 'makes blocks: a round of all chains, or of one chain',
    example: '{"blocks": 5, "chain": 0}',
    answers: '{"heights": {"0": 5}}',
    members: { blocks: naturalOr(1), chain: optionalNatural },
    run: (control, { blocks, chain }) => control.mine(blocks, chain),
  }),
  verb({
    name: 'travel',
    summary: 'moves the time forward, then makes a round of blocks',
    example: '{"seconds": 3600}',
    answers: '{"time": "2026-11-23T14:00:00.000Z", "heights": {"0": 6}}',
    members: { seconds: natural },
    run: (control, { seconds }) => control.travel(seconds),
  }),
  verb({
    name: 'snapshot',
    summary: 'takes a snapshot of the current state',
    example: '{}',
    answers: '{"snapshot": "1"}',
    members: {},
    run: (control) => control.snapshot(),
  }),
  verb({
    name: 'revert',
    summary: 'returns to a snapshot (default: the last one)',
    example: '{"snapshot": "1"}',
    answers: '{"heights": {"0": 4}}',
    members: { snapshot: optionalText },
    run: (control, { snapshot }) => control.revert(snapshot),
  }),
  verb({
    name: 'invalidate',
    summary: 'takes a block back, with all blocks above it on any chain',
    example: '{"block": "HASH", "chain": 0}',
    answers: '{"heights": {"0": 4}}',
    members: { block: text, chain: naturalOr(0) },
    run: (control, { block, chain }) => control.invalidate(chain, block),
  }),
  verb({
    name: 'balance',
    summary: 'sets the coins of an account on a chain',
    example: '{"account": "k:...", "chain": 0, "amount": "100.0"}',
    answers: '{"requestKey": "..."}',
    members: { account: text, chain: naturalOr(0), amount: text },
    run: (control, request) => control.setBalance(request),
  }),
  verb({
    name: 'impersonate',
    summary: 'executes a transaction as if all of its signers had signed it',
    example: '{"cmd": "..."}',
    answers: '{"requestKey": "..."}',
    members: { cmd: text },
    run: (control, { cmd }) => control.impersonate(cmd),
  }),
  verb({
    name: 'reset',
    summary: 'returns to the first blocks',
    example: '{}',
    answers: '{"heights": {"0": 0}}',
    members: {},
    run: (control) => control.reset(),
  }),
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

function objectOf(
  request: Pick<RouteRequest, 'header'> & { readonly body: string },
): Result<JsonObject, Answer> {
  const refused = foreign(request);
  if (refused !== undefined) return bad(refused);
  const json = readJson(request.body === '' ? '{}' : request.body);
  if (json.kind !== 'value' || !isJsonObject(json.value)) {
    return bad(fault('bad-body', 'the body must be a JSON object'));
  }
  return good(json.value);
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
    parts: { control: new DevnetControl(devnet, accounts, http.timer) },
  });
}
