// The answers of a running node as text for a terminal.

import { counted } from '../../../base/prose.ts';
import { progressText } from '../../../p2p/sessions/readiness.ts';
import type { PeerStatus } from '../../../p2p/sessions/operator.ts';
import type { SyncMode, SyncProgress } from '../../../p2p/sync/port.ts';
import { pairLines, tableLines } from '../columns.ts';
import { chainsText } from '../service/run-service.ts';
import type { NodePeers, NodeStatus } from './operator-messages.ts';

/** `nowMs`: milliseconds since 1970. */
export function statusText(status: NodeStatus, nowMs: number): string {
  const { network, version, chains, unhealthy, peers } = status;
  return pairLines([
    ['network', `${network}, ${chainsText(chains.length)}, version ${version}`],
    ['health', unhealthy ?? 'healthy'],
    ['heights', heightsText(status, nowMs)],
    ...waitingRows(status),
    ...(peers === undefined ? [] : peerRows(peers)),
  ]).join('\n');
}

function heightsText({ chains }: NodeStatus, nowMs: number): string {
  if (chains.length === 0) return 'unknown';
  const heights = chains.map(({ height }) => height);
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
  const range = lowest === highest ? String(lowest) : `${lowest} to ${highest}`;
  const times = chains.flatMap(({ timeMs }) => timeMs ?? []);
  return times.length === 0
    ? range
    : `${range}, the newest block is ${ageText(nowMs - Math.max(...times))} old`;
}

function waitingRows({ chains }: NodeStatus): readonly (readonly [string, string])[] {
  const waiting = chains.flatMap(({ waiting: each }) => each ?? []);
  if (waiting.length === 0) return [];
  const sum = waiting.reduce((a, b) => a + b, 0);
  return [['mempool', `${counted(sum, 'transaction')} waiting`]];
}

function peerRows({
  address,
  id,
  progress,
  counts,
}: NonNullable<NodeStatus['peers']>): readonly (readonly [string, string])[] {
  return [
    ['sync', syncText(progress)],
    ['peers', `${counts.sessions} connected, ${counts.known} known, ${counts.banned} banned`],
    ['address', address ?? 'not known yet'],
    ['id', id ?? 'none: an authority has signed the certificate'],
  ];
}

const modes = {
  alone: 'alone: no peer answers',
  near: 'in step with its peers',
  behind: 'behind',
  'far-behind': 'far behind',
  diverged: 'diverged: a heavier fork is too deep to follow',
} satisfies Record<SyncMode, string>;

function syncText(progress: SyncProgress): string {
  const { mode } = progress;
  return mode === 'behind' || mode === 'far-behind'
    ? `${modes[mode]}: ${progressText(progress)}`
    : modes[mode];
}

export function peersText({ peers }: NodePeers, nowMs: number): string {
  if (peers.length === 0) return 'It knows no peers.';
  const titles = ['PEER', 'KNOWN', 'CONNECTED', 'SCORE', 'HEIGHT', 'ANSWERED', 'ID'];
  const [header = '', ...lines] = tableLines(
    titles.map((title) => ({ title, side: 'left' })),
    peers.map((peer) => peerRow(peer, nowMs)),
  );
  const withReasons = peers.flatMap((peer, i) => [lines[i] ?? '', ...reasons(peer, nowMs)]);
  return [header, ...withReasons].join('\n');
}

function peerRow(peer: PeerStatus, nowMs: number): readonly string[] {
  const { address, known, isFriend, hasSession, score, height, lastSuccessMs, id } = peer;
  return [
    address,
    isFriend ? 'friend' : known,
    hasSession ? 'yes' : 'no',
    String(Math.round(score)),
    height === undefined ? '-' : String(height),
    lastSuccessMs === undefined ? 'never' : `${ageText(nowMs - lastSuccessMs)} ago`,
    id ?? 'signed by an authority',
  ];
}

/** Reasons are sentences of this program. */
function reasons({ ban, faults, failures }: PeerStatus, nowMs: number): readonly string[] {
  return [
    ...(ban === undefined ? [] : [`  banned for ${ageText(ban.untilMs - nowMs)} more: ${ban.why}`]),
    ...(failures === 0 ? [] : [`  ${counted(failures, 'failure')} since it answered last`]),
    ...faults.map((fault) => `  ${fault}`),
  ];
}

/** `3 s`, `5 min`, `2 h`, `4 d`. */
function ageText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`;
}
