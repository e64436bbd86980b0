// `pact node` on the main thread: its configuration, and the thread that it runs in.

import { exitStatus, type ExitStatus } from './exit-status.ts';
import { Given } from './commands/define.ts';
import { node as definition } from './commands/node.ts';
import { configurationJson, configurationText } from '../node/configuration/index.ts';
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
  if (action !== undefined) return fail(`pact node ${action} is not there`);
  return await runNodeThread(workOf(given, environment), given);
}

type Environment = Readonly<Record<string, string | undefined>>;

function workOf(given: Given, environment: Environment): NodeWork {
  const path = given.value('config');
  const file = path === undefined ? undefined : readSourceFile(path);
  return {
    kind: given.has('check-config') ? 'check' : 'run',
    file: path !== undefined && file?.kind === 'text' ? { path, text: file.text } : undefined,
    environment,
    flags: flagsOf(given),
    backup: given.value('backup'),
  };
}

function ofNode(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => name.startsWith('PACT_NODE_')),
  );
}
