// `env-exec-config`: execution flags. lang/state/flags.ts documents them.

import {
  type ExecutionFlag,
  executionFlags,
  isExecutionFlag,
  ListValue,
} from '../../../../lang/session/run.ts';
import { type BuiltinCall, param } from '../../../../lang/session/extend.ts';
import type { ReplParts } from '../../context.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const envExecConfig = replBuiltin(['environment'], {
  name: 'env-exec-config',
  since: '3.0',
  doc: 'Replaces all execution flags, or returns those that are set.',
  overloads: [
    replOverload({
      internal: 'env-exec-config',
      params: [param('flags', 'list', 'Names of flags; an empty list clears them.')],
      returns: '[string]',
      run: (repl, call, flags) => setFlags(repl, call, flags),
    }),
    replOverload({
      internal: 'env-ask-exec-config',
      params: [],
      returns: '[string]',
      run: (repl) => {
        const { flags } = repl.environment;
        return new ListValue(executionFlags.filter((flag) => flags.has(flag)));
      },
    }),
  ],
  examples: [
    { code: '(env-exec-config ["DisablePactEvents"])', gives: '["DisablePactEvents"]' },
    { code: '(env-exec-config)', gives: '[]' },
  ],
});

function setFlags(repl: ReplParts<'environment'>, call: BuiltinCall, list: ListValue): ListValue {
  const flags: ExecutionFlag[] = [];
  const unknown: string[] = [];
  for (const item of list.items) {
    if (typeof item !== 'string') return call.failArguments([item]);
    if (isExecutionFlag(item)) flags.push(item);
    else unknown.push(item);
  }
  const { environment } = repl;
  if (unknown.length > 0) environment.warn({ kind: 'unknown-flags', flags: unknown }, call.span);
  environment.flags = new Set(flags);
  return new ListValue(flags);
}
