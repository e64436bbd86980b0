// Writes findings for other programs: our own JSON, SARIF for code scanning, and GitHub Actions commands that annotate
// a change.

import type { PlaceRange } from '../../../tools/analysis/check/diagnostics.ts';
import { languageVersion } from '../../../tools/repl/version.ts';
import type { Found } from './run-check.ts';

export type CheckReport = {
  readonly files: readonly string[];
  readonly found: readonly Found[];
  /** All rules that were checked; without this list, the report has only the rules with findings. */
  readonly rules?: readonly ReportedRule[];
};

export type ReportedRule = {
  readonly code: string;
  readonly summary: string;
  /** Why it matters and what to do. */
  readonly explanation: string;
  /** The explanation with examples, in Markdown. */
  readonly help?: string;
  readonly severity: Found['severity'];
};

export const machineFormats: Readonly<Record<string, (report: CheckReport) => string>> = {
  json: jsonReport,
  sarif: sarifReport,
  github: githubReport,
};

function jsonReport({ files, found }: CheckReport): string {
  const count = (severity: Found['severity']): number =>
    found.filter((each) => each.severity === severity).length;
  const report = {
    version: 1,
    files,
    errors: count('error'),
    warnings: count('warning'),
    notes: count('note'),
    diagnostics: found,
  };
  return JSON.stringify(report, undefined, 2);
}

function sarifReport({ found, rules = rulesOf(found) }: CheckReport): string {
  const driver = {
    name: 'pact',
    semanticVersion: languageVersion,
    rules: rules.map(sarifRule),
  };
  const indices = new Map(rules.map(({ code }, index) => [code, index]));
  const run = {
    tool: { driver },
    columnKind: 'unicodeCodePoints',
    results: found.map((each) => sarifResult(each, indices.get(each.code))),
  };
  const schema = 'https://json.schemastore.org/sarif-2.1.0.json';
  return JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, undefined, 2);
}

/** Returns the rules with findings that have an explanation. */
export function rulesOf(found: readonly Found[]): readonly ReportedRule[] {
  const rules = new Map<string, ReportedRule>();
  for (const { code, explanation, severity } of found) {
    if (!rules.has(code)) rules.set(code, { code, summary: explanation, explanation, severity });
  }
  return [...rules.values()];
}

function sarifRule({ code, summary, explanation, help, severity }: ReportedRule): object {
  return {
    id: code,
    shortDescription: { text: summary },
    fullDescription: { text: explanation },
    help: { text: explanation, ...(help !== undefined && { markdown: help }) },
    defaultConfiguration: { level: severity },
  };
}

function sarifResult(found: Found, ruleIndex: number | undefined): object {
  const { severity, code, message, place, related, hints } = found;
  return {
    ruleId: code,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level: severity,
    message: { text: [message, ...hints].join(' ') },
    locations: [{ physicalLocation: physicalLocation(place) }],
    relatedLocations: related.map((each, id) => ({
      id,
      message: { text: each.message },
      physicalLocation: physicalLocation(each.place),
    })),
  };
}

function physicalLocation({ file, line, column, endLine, endColumn }: PlaceRange): object {
  return {
    artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/') },
    region: { startLine: line, startColumn: column, endLine, endColumn },
  };
}

function githubReport({ found }: CheckReport): string {
  return found.map(githubCommand).join('\n');
}

function githubCommand({ severity, code, message, place, hints }: Found): string {
  const { file, line, column, endLine, endColumn } = place;
  const properties = [
    `file=${inProperty(file)}`,
    `line=${line}`,
    `col=${column}`,
    `endLine=${endLine}`,
    `endColumn=${endColumn}`,
    `title=${inProperty(`pact ${code}`)}`,
  ];
  const command = severity === 'note' ? 'notice' : severity;
  return `::${command} ${properties.join(',')}::${inText([message, ...hints].join('\n'))}`;
}

const inText = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const inProperty = (text: string): string =>
  inText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
