// Every file that is written, whole or in part, from something else. `npm run generate` renews them, and a
// test compares (tests/architecture/generated.test.ts).
import { builtinReference } from './builtins.ts';
import { decisionTable } from './decisions.ts';
import { errorReference } from './errors.ts';
import { flagReference } from './flags.ts';
import { withLayers } from './layers.ts';
import { lintReference } from './lint.ts';
import { mistakeReference } from './mistakes.ts';
import { nativePrices, numberedNatives } from './natives.ts';
import { projectSchemaText } from './project-schema.ts';
import { rooms } from './rooms.ts';
import { stubTexts } from './stubs.ts';

export type Generated = {
  readonly path: string;
  /** The text as it should be; `current` is what stands there, for files that are generated in part. */
  readonly text: (current: string) => string;
};

export const generated: readonly Generated[] = [
  { path: 'ARCHITECTURE.md', text: (current) => withLayers(current, rooms) },
  ...builtinReference(),
  { path: 'docs/errors.md', text: () => errorReference() },
  { path: 'docs/flags.md', text: () => flagReference() },
  { path: 'docs/lint.md', text: () => lintReference() },
  { path: 'docs/mistakes.md', text: () => mistakeReference() },
  { path: 'docs/pact.schema.json', text: () => projectSchemaText() },
  { path: 'grammar/decision-table.ts', text: () => decisionTable() },
  { path: 'src/ide/stubs/texts.ts', text: () => stubTexts() },
  { path: 'src/lang/core/encoding/numbered-natives.ts', text: () => numberedNatives() },
  { path: 'src/lang/gas/releases/native-prices.ts', text: () => nativePrices() },
];
