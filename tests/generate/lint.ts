// docs/lint.md: every rule of the linter with what it finds, the reason, and its examples.
import type { Rule } from '../../src/tools/lint/rule.ts';
import { rules } from '../../src/tools/lint/rules/index.ts';

const introduction = `# Lint rules

\`pact lint\` finds likely mistakes. It reads source files and runs nothing, so it sees less than a reviewer: it reports
nothing that a rule cannot decide.

A comment silences rules by name, at the end of a line, on the line before, or for a whole file:

\`\`\`pact
(let ((unused 1)) 2) ; pact-lint: ignore unused-binding

; pact-lint: ignore-file unguarded-write, open-governance
\`\`\`

Modules in scripts (\`.repl\`) are for tests: rules about rights check only contracts (\`.pact\`).

\`lint.ignore\` in pact.yaml switches rules off for a project; \`pact lint --rule RULE\` applies a single rule.

This file is written by \`npm run generate\` from \`src/tools/lint/rules/\`. All examples are tests.`;

export function lintReference(): string {
  const index = rules.map(({ name, summary }) => `- [\`${name}\`](#${name}): ${summary}`);
  return `${[introduction, index.join('\n'), ...rules.map(section)].join('\n\n')}\n`;
}

function section({ name, severity, explanation, bad, good }: Rule): string {
  const code = (text: string): string => `\`\`\`pact\n${text}\n\`\`\``;
  return `## ${name}

A ${severity}. ${explanation}

Found:

${code(bad)}

Not found:

${code(good)}`;
}
