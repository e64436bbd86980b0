// docs/flags.md: every execution flag, what it does, and whether it has an effect here.
import { compareText } from '../../src/base/text.ts';
import { flagDefinitions, type FlagDefinition } from '../../src/lang/state/flags.ts';

const introduction = `# Execution flags

\`(env-exec-config ["FLAG" ...])\` sets execution flags and replaces those set before; \`(env-exec-config)\` returns the flags
that are set. An unknown name is a warning. Most flags restore the behaviour of a release before the one in their name. By
default no flag is set, and the language is that of Pact 5.4.1.

A flag without effect is accepted because old scripts set it: the feature that it switched does not exist here. The builtins
of a flag are unknown while it is set.

This file is written by \`npm run generate\` from \`src/lang/state/flags.ts\`.`;

const definitions: readonly FlagDefinition[] = flagDefinitions;

export function flagReference(): string {
  const sorted = definitions.toSorted((left, right) => compareText(left.name, right.name));
  return `${[introduction, ...sorted.map(section)].join('\n\n')}\n`;
}

function section({ name, since, switches, effective, builtins = [] }: FlagDefinition): string {
  const lines = [
    `## ${name}`,
    '',
    `Since ${since}. ${effective ? '' : 'Without effect. '}${switches}`,
  ];
  if (builtins.length > 0)
    lines.push('', `Builtins: ${builtins.map((each) => `\`${each}\``).join(', ')}.`);
  return lines.join('\n');
}
