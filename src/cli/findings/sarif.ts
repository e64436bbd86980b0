// Findings as SARIF 2.1.0, the format in which code scanners speak to one another.

import { regionOf, type ShownFinding, type ShownRule } from './finding.ts';

export function sarifText(
  findings: readonly ShownFinding[],
  rules: readonly ShownRule[],
  version: string,
): string {
  const driver = {
    name: 'pact',
    version,
    rules: rules.map(({ name, summary, help }) => ({
      id: name,
      shortDescription: { text: summary },
      help: { text: help },
    })),
  };
  const run = {
    tool: { driver },
    columnKind: 'unicodeCodePoints',
    results: findings.map(resultOf),
  };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [run],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function resultOf(finding: ShownFinding): object {
  const { file, line, column, endLine, endColumn } = regionOf(finding);
  const region = { startLine: line, startColumn: column, endLine, endColumn };
  // Paths as URIs, with forward slashes and without what URIs give a meaning.
  const uri = file.split(/[\\/]/).map(encodeURIComponent).join('/');
  return {
    ruleId: finding.rule,
    level: finding.level,
    message: { text: finding.message },
    locations: [{ physicalLocation: { artifactLocation: { uri }, region } }],
  };
}
