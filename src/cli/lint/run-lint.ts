// `pact lint`: what the rules found in files, for people or for programs.

import { similarNames } from '../../base/similar-names.ts';
import { Source } from '../../base/span.ts';
import { placeOf, renderSlice, syntaxError } from '../../lang/session/index.ts';
import type { Rule } from '../../lint/define.ts';
import { lintSource } from '../../lint/lint.ts';
import { rules as allRules } from '../../lint/rules/index.ts';
import { languageVersion } from '../../repl/version.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { readSourceFile } from '../files.ts';
import { findFiles } from '../find-files.ts';
import type { ShownFinding, ShownRule } from '../findings/finding.ts';
import { githubText } from '../findings/github.ts';
import { jsonText } from '../findings/json.ts';
import { sarifText } from '../findings/sarif.ts';
import { writeErrorLine, writeLine, writeText } from '../output.ts';
import type { lintFormats } from './formats.ts';

type Format = (typeof lintFormats)[number];

const writers = {
  text: (findings) => findings.map(findingText).join('\n'),
  json: jsonText,
  sarif: (findings) => sarifText(findings, allRules.map(shownRule), languageVersion),
  github: githubText,
} satisfies Record<Format, (findings: readonly ShownFinding[]) => string>;

export function runLint(given: Given): ExitStatus {
  if (given.has('list')) {
    for (const { name, summary } of allRules) writeLine(`${name.padEnd(20)} ${summary}`);
    return exitStatus.success;
  }
  const names = given.values('rule');
  const unknown = names.find((name) => allRules.every((rule) => rule.name !== name));
  if (unknown !== undefined) return sayUnknown(unknown);
  const rules = names.length === 0 ? allRules : allRules.filter(({ name }) => names.includes(name));
  return lintFiles(given.operands, rules, formatOf(given));
}

function formatOf(given: Given): Format {
  const named = given.value('format');
  // The command line allows no other.
  return named === 'json' || named === 'sarif' || named === 'github' ? named : 'text';
}

function sayUnknown(name: string): ExitStatus {
  const [near] = similarNames(
    name,
    allRules.map((rule) => rule.name),
    1,
  );
  const hint = near === undefined ? '' : ` (did you mean ${near}?)`;
  writeErrorLine(`pact: there is no rule ${name}${hint}\nTry 'pact lint --list'.`);
  return exitStatus.misuse;
}

function lintFiles(paths: readonly string[], rules: readonly Rule[], format: Format): ExitStatus {
  const { files, faults } = findFiles(paths.length > 0 ? paths : ['.']);
  let unread = faults.length;
  for (const fault of faults) writeErrorLine(`pact: ${fault}`);
  const findings: ShownFinding[] = [];
  for (const file of files) {
    const answer = readSourceFile(file);
    if (answer.kind === 'text') findings.push(...findingsIn(new Source(file, answer.text), rules));
    else {
      writeErrorLine(`pact: cannot read ${file}: ${answer.reason}`);
      unread++;
    }
  }
  const text = writers[format](findings);
  if (text !== '') writeText(text);
  report({ files: files.length, found: findings.length, unread });
  return findings.length + unread === 0 ? exitStatus.success : exitStatus.failure;
}

function findingsIn(source: Source, rules: readonly Rule[]): readonly ShownFinding[] {
  const isContract = !source.name.endsWith('.repl');
  const linted = lintSource(source, { isContract, rules });
  if (linted.kind === 'linted') {
    return linted.findings.map(({ severity, ...rest }) => ({ ...rest, level: severity }));
  }
  const [fault] = linted.diagnostics;
  if (fault === undefined) return [];
  const { span } = syntaxError(fault);
  return [{ level: 'error', rule: 'syntax', message: fault.message, span }];
}

function shownRule({ name, summary, explanation }: Rule): ShownRule {
  return { name, summary, help: explanation };
}

function findingText({ level, rule, message, span }: ShownFinding): string {
  return `${placeOf(span)}: ${level}: ${message} (${rule})\n${renderSlice(span)}\n`;
}

type Counts = { readonly files: number; readonly found: number; readonly unread: number };

function report({ files, found, unread }: Counts): void {
  const all = `${files} ${files === 1 ? 'file' : 'files'}`;
  const what = found === 0 ? 'nothing found' : `${found} found`;
  writeErrorLine(`Looked at ${all}: ${what}${unread === 0 ? '' : `, ${unread} not read`}`);
}
