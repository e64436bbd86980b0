// `pact node` on the main thread: reads the configuration and starts the thread of the node.

import { exitStatus, type ExitStatus } from './exit-status.ts';
import { Given } from './commands/define.ts';
import { node as definition } from './commands/node.ts';
import { configurationJson, configurationText } from '../../node/configuration/index.ts';
import { restoreBackup, systemFiles } from '../../node/real/files-of-nodes.ts';
import { fail } from './fail.ts';
import { readSourceFile } from './files.ts';
import { nodeConfiguration, flagsOf } from './node/read-node-configuration.ts';
import type { NodeWork } from './node/messages.ts';
import { runNodeThread } from './node/run-node.ts';
import type { GivenOptions } from './options.ts';
import { writeErrorLine, writeLine } from './output.ts';

export async function node(options: GivenOptions): Promise<ExitStatus> {
  const given = new Given(definition, options);
  const environment = ofNode(process.env);
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
  const [action] = given.operands;
  const { data } = effective.value.configuration;
  if (action === 'restore') return await restore(given, data);
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
  const restored = await restoreBackup(backup, data, systemFiles);
  if (!restored.ok) return fail(restored.fault);
  const { identity, files, bytes } = restored.value;
  if (given.has('json'))
    writeLine(JSON.stringify({ kind: 'restored', data, identity, files, bytes }));
  else
    writeLine(
      `Restored ${files} files to ${data}: ${identity}. Start the node with pact node --data ${data}.`,
    );
  return exitStatus.success;
}

function ofNode(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => name.startsWith('PACT_NODE_')),
  );
}
