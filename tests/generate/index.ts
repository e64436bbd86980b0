// Every file that is generated, whole or in part. `npm run generate` writes them, and a test compares them with the sources
// (tests/architecture/generated.test.ts).
import { builtinReference } from './builtins.ts';
import { decisionTable } from './decisions.ts';
import { errorReference } from './errors.ts';
import { flagReference } from './flags.ts';
import { withLayers } from './layers.ts';
import { genesisTransactions } from './genesis.ts';
import { languageConfiguration } from './language-configuration.ts';
import { lintReference } from './lint.ts';
import { mistakeReference } from './mistakes.ts';
import { builtinPrices, numberedBuiltins } from './builtin-tables.ts';
import { projectSchemaText } from './project-schema.ts';
import { rooms } from './rooms.ts';
import { snippets } from './snippets.ts';
import { textMateGrammar } from './textmate.ts';
import { treeSitterHighlights } from './tree-sitter-highlights.ts';
import { standardTexts } from './standard.ts';

export type Generated = {
  readonly path: string;
  /** Returns the expected text; `current` is the file's present text, for files that are generated in part. */
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
  { path: 'lsp/tree-sitter-pact/queries/highlights.scm', text: () => treeSitterHighlights() },
  { path: 'lsp/vscode/language-configuration.json', text: () => languageConfiguration() },
  { path: 'lsp/vscode/snippets/pact.json', text: () => snippets() },
  { path: 'lsp/vscode/syntaxes/pact.tmLanguage.json', text: () => textMateGrammar() },
  { path: 'stdlib/genesis/chain-0.json', text: () => genesisTransactions('chain 0') },
  { path: 'stdlib/genesis/other-chains.json', text: () => genesisTransactions('other chains') },
  { path: 'src/script/standard/standard-modules.json', text: () => standardTexts() },
  { path: 'src/lang/core/encoding/numbered-builtins.ts', text: () => numberedBuiltins() },
  { path: 'src/lang/gas/releases/builtin-prices.ts', text: () => builtinPrices() },
];
