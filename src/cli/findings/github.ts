// Findings as commands of GitHub's workflows, which show them beside the code.

import { regionOf, type ShownFinding } from './finding.ts';

export function githubText(findings: readonly ShownFinding[]): string {
  return findings.map((finding) => `${commandOf(finding)}\n`).join('');
}

const commands = { error: 'error', warning: 'warning', note: 'notice' } as const;

function commandOf(finding: ShownFinding): string {
  const { file, line, column, endLine, endColumn } = regionOf(finding);
  const properties = [
    `file=${escapeProperty(file)}`,
    `line=${line}`,
    `endLine=${endLine}`,
    // Columns are read only where a finding stands in one line.
    ...(line === endLine ? [`col=${column}`, `endColumn=${endColumn}`] : []),
    `title=${escapeProperty(finding.rule)}`,
  ];
  const message = escapeMessage(finding.message);
  return `::${commands[finding.level]} ${properties.join(',')}::${message}`;
}

function escapeMessage(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
