// `pact node` on the main thread: reads the configuration and starts the thread of the node.

import { exitStatus, type ExitStatus, fail } from './exit.ts';
import { Given } from './commands/define.ts';
import { isQuestion, node as definition } from './commands/node.ts';
import {
  configurationJson,
  configurationText,
  type Effective,
  readConfiguration,
} from '../../node/configuration/node-configuration.ts';
import type { FlagValue } from '../../node/configuration/sources.ts';
import { restoreBackup } from '../../node/storage/backup-files.ts';
import { readSourceFile } from './files.ts';
import type { GivenOptions } from './options.ts';
import { writeErrorLine, writeLine } from './output.ts';
import { bad, type Result } from '../../base/result.ts';
import { askNode } from './node/ask-node.ts';
import { showIdentity } from './node/identity.ts';
import { chainsText, runService } from './service/run-service.ts';

export async function node(options: GivenOptions): Promise<ExitStatus> {
  const given = new Given(definition, options);
  const environment = ofNode(process.env);
  const [action] = given.operands;
  const effective = nodeConfiguration(given, environment);
  if (!effective.ok) {
    for (const sentence of effective.fault) writeErrorLine(`pact: ${sentence}`);
    return exitStatus.misuse;
  }
  const { values } = effective.value;
  if (given.has('print-config')) {
    writeLine(given.has('json') ? configurationJson(values) : configurationText(values));
    return exitStatus.success;
  }
  const { data, p2p } = effective.value.configuration;
  if (action === 'restore') return await restore(given, data);
  if (action === 'identity' && p2p !== undefined) return await showIdentity(given, p2p);
  if (action !== undefined && isQuestion(action)) {
    return await askNode(given, { data, service: effective.value.configuration.service });
  }
  if (action === 'replay' && (given.value('backup') ?? data) === undefined) {
    return fail(
      'there is nothing to replay: give the folder with --data, or a backup with --backup',
    );
  }
  return await runNodeThread(workOf(given, environment), given);
}

type Environment = Readonly<Record<string, string | undefined>>;

function workOf(given: Given, environment: Environment): NodeWork {
  const path = given.value('config');
  const file = path === undefined ? undefined : readSourceFile(path);
  return {
    kind: kindOf(given),
    file: path !== undefined && file?.kind === 'text' ? { path, text: file.text } : undefined,
    environment,
    flags: flagsOf(given),
    backup: given.value('backup'),
    isJson: given.has('json'),
  };
}

function kindOf(given: Given): NodeWork['kind'] {
  if (given.has('check-config')) return 'check';
  return given.operands[0] === 'replay' ? 'replay' : 'run';
}

async function restore(given: Given, data: string | undefined): Promise<ExitStatus> {
  const [, backup = ''] = given.operands;
  if (data === undefined) return fail('give the folder for the restored data with --data');
  const restored = await restoreBackup(backup, data);
  if (!restored.ok) return fail(restored.fault);
  const { identity, bytes } = restored.value;
  if (given.has('json')) writeLine(JSON.stringify({ kind: 'restored', data, identity, bytes }));
  else writeLine(`Restored ${data}: ${identity}. Start the node with pact node --data ${data}.`);
  return exitStatus.success;
}

function ofNode(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => name.startsWith('PACT_NODE_')),
  );
}

// Reads the configuration of `pact node` from its file, the environment and its options.

/** The configuration keys of options. */
const keyOfOption = {
  network: 'network',
  data: 'data',
  host: 'service.host',
  port: 'service.port',
  'mining-threads': 'mining.threads',
  'log-level': 'log.level',
} as const;

/** Faults are sentences. */
function nodeConfiguration(
  given: Given,
  environment: Readonly<Record<string, string | undefined>>,
): Result<Effective, readonly string[]> {
  const path = given.value('config');
  const flags = flagsOf(given);
  if (path === undefined) return readConfiguration({ environment, flags });
  const file = readSourceFile(path);
  if (file.kind !== 'text') return bad([`cannot read ${path}: ${file.reason}`]);
  return readConfiguration({ file: { path, text: file.text }, environment, flags });
}

function flagsOf(given: Given): readonly FlagValue[] {
  const set = given.values('set').map((text): FlagValue => {
    const equals = text.indexOf('=');
    return { flag: '--set', key: text.slice(0, equals).trim(), text: text.slice(equals + 1) };
  });
  const own = Object.entries(keyOfOption).flatMap(([option, key]): readonly FlagValue[] => {
    const text = given.value(option);
    return text === undefined ? [] : [{ flag: `--${option}`, key, text }];
  });
  const mines = given.has('mining-threads')
    ? [{ flag: '--mining-threads', key: 'mining.enabled', text: 'true' }]
    : [];
  // A node has an identity before it connects to others.
  const connects =
    given.operands[0] === 'identity'
      ? [{ flag: 'identity', key: 'p2p.enabled', text: 'true' }]
      : [];
  return [...set, ...own, ...mines, ...connects];
}

// Runs the thread of a node until the process is asked to stop, or until a check or a replay is done.

type Ready = Extract<FromNode, { kind: 'ready' }>;

function runNodeThread(work: NodeWork, given: Given): Promise<ExitStatus> {
  return runService<FromNode>({
    program: 'node-thread.js',
    work,
    isQuiet: given.has('json'),
    isAttached: given.has('attached'),
    onMessage: (message) => {
      switch (message.kind) {
        case 'ready':
          showReady(message, given);
          return undefined;
        case 'done':
          writeLine(message.text);
          return message.isGood ? exitStatus.success : exitStatus.failure;
      }
    },
  });
}

function showReady(ready: Ready, given: Given): void {
  if (given.has('json')) return writeLine(JSON.stringify(ready));
  const { address, network, chains, continuedAt, data, metrics, mining, peers } = ready;
  const since = continuedAt === undefined ? '' : `, continued at height ${continuedAt}`;
  writeLine(
    `Ready: ${network} with ${chainsText(chains)} on ${address}${since}. Press Ctrl-C to stop.`,
  );
  writeLine(
    data === undefined
      ? 'Blocks are not kept: set data to a folder to keep them.'
      : `Blocks are kept in ${data}.`,
  );
  if (metrics !== undefined) writeLine(`Metrics for Prometheus: ${metrics}/metrics`);
  writeLine(mining);
  writeLine(
    peers === undefined
      ? 'It connects to no other nodes: set p2p.peers or p2p.port (docs/operations.md).'
      : `Other nodes connect to ${peers}; pact node peers lists them.`,
  );
}

// The messages between the main thread and the thread of a node.

export type NodeWork = {
  readonly kind: 'run' | 'check' | 'replay';
  /** The configuration file, to be read again: its parsed form cannot be sent to a thread. */
  readonly file: { readonly path: string; readonly text: string } | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly flags: readonly FlagValue[];
  /** The backup to replay. */
  readonly backup: string | undefined;
  readonly isJson: boolean;
};

/** The messages of a node, in addition to those of every service. */
export type FromNode =
  | {
      readonly kind: 'ready';
      readonly address: string;
      readonly network: string;
      readonly chains: number;
      /** The height of the cut at which an earlier run stopped; `undefined` for a new folder. */
      readonly continuedAt: number | undefined;
      readonly data: string | undefined;
      /** The address of the metrics; `undefined` if they are not served. */
      readonly metrics: string | undefined;
      /** A sentence about how blocks are made. */
      readonly mining: string;
      /** Where it listens for other nodes; `undefined`: it connects to none. */
      readonly peers: string | undefined;
    }
  /** The result of a check or a replay: lines, or an object. */
  | { readonly kind: 'done'; readonly text: string; readonly isGood: boolean };
