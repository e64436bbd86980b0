// `pact lint`: shows the findings of the rules in files, for people or for programs.

import { suggestion } from '../../../base/prose.ts';
import { Source } from '../../../base/span.ts';
import { renderSlice, syntaxError } from '../../../lang/session/run.ts';
import type { Rule } from '../../../tools/lint/rule.ts';
import { lintSource } from '../../../tools/lint/lint.ts';
import { rules as allRules } from '../../../tools/lint/rules/index.ts';
import { placeOf } from '../../../tools/analysis/check/diagnostics.ts';
import { machineFormats, type ReportedRule, rulesOf } from '../check/formats.ts';
import { type Found, foundOf } from '../check/run-check.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { findFiles, readSourceFile } from '../files.ts';
import { writeErrorLine, writeLine } from '../output.ts';
import { openProject } from '../project/open-project.ts';
import type { Project } from '../../../base/config/project.ts';

/** A finding, with the source lines to show. */
type Finding = { readonly found: Found; readonly slice: string };

export function runLint(given: Given): ExitStatus {
  if (given.has('list')) {
    for (const { name, summary } of allRules) writeLine(`${name.padEnd(20)} ${summary}`);
    return exitStatus.success;
  }
  const open = openProject();
  if (open === undefined) return exitStatus.failure;
  const names = given.values('rule');
  const ignored = open.project?.lint.ignore ?? [];
  const unknown = names.find((name) => !isRule(name));
  if (unknown !== undefined) {
    writeErrorLine(`pact: ${noSuchRule(unknown)}\nTry 'pact lint --list'.`);
    return exitStatus.misuse;
  }
  const wrong = ignored.filter(({ text }) => !isRule(text));
  for (const { text, place } of wrong) open.writeFault(noSuchRule(text), place);
  if (wrong.length > 0) return exitStatus.failure;
  const ignoredNames = ignoredRules(open.project);
  // Rules selected with --rule are applied even if pact.yaml ignores them.
  const rules = allRules.filter(({ name }) =>
    names.length === 0 ? !ignoredNames.has(name) : names.includes(name),
  );
  const paths = open.allPaths(given.operands);
  if (paths === undefined) return exitStatus.failure;
  return lintFiles(paths, rules, given.value('format') ?? 'pretty');
}

const isRule = (name: string): boolean => allRules.some((rule) => rule.name === name);

function noSuchRule(name: string): string {
  const names = allRules.map((rule) => rule.name);
  return `there is no rule ${name}${suggestion(name, names)}`;
}

function lintFiles(paths: readonly string[], rules: readonly Rule[], format: string): ExitStatus {
  const { files, faults } = findFiles(paths);
  let unread = faults.length;
  for (const fault of faults) writeErrorLine(`pact: ${fault}`);
  const findings: Finding[] = [];
  for (const file of files) {
    const answer = readSourceFile(file);
    if (answer.kind === 'text') findings.push(...findingsIn(new Source(file, answer.text), rules));
    else {
      writeErrorLine(`pact: cannot read ${file}: ${answer.reason}`);
      unread++;
    }
  }
  const write = machineFormats[format];
  const found = findings.map((finding) => finding.found);
  if (write !== undefined) writeLine(write({ files, found, rules: reportedRules(rules, found) }));
  else for (const finding of findings) writeLine(findingText(finding));
  report({ files: files.length, found: findings.length, unread });
  return findings.length + unread === 0 ? exitStatus.success : exitStatus.failure;
}

/** Returns the rules and the other codes in a report: syntax errors are reported, but are not rules. */
function reportedRules(rules: readonly Rule[], found: readonly Found[]): readonly ReportedRule[] {
  const names = new Set(rules.map(({ name }) => name));
  const others = found.filter(({ code }) => !names.has(code));
  return [...rules.map(reportedRule), ...rulesOf(others)];
}

function reportedRule({ name, summary, explanation, severity, bad, good }: Rule): ReportedRule {
  const example = (title: string, code: string): string =>
    `${title}:\n\n\`\`\`pact\n${code}\n\`\`\``;
  return {
    code: name,
    summary,
    explanation,
    help: [explanation, example('Found', bad), example('Not found', good)].join('\n\n'),
    severity,
  };
}

function findingsIn(source: Source, rules: readonly Rule[]): readonly Finding[] {
  const isContract = !source.name.endsWith('.repl');
  const linted = lintSource(source, { isContract, rules });
  if (linted.kind === 'refused') {
    const errors = linted.diagnostics.slice(0, 1).map(syntaxError);
    return errors.map((error) => ({
      found: foundOf({ severity: 'error', error }),
      slice: renderSlice(error.span),
    }));
  }
  const summaries = new Map(rules.map(({ name, summary }) => [name, summary]));
  return linted.findings.map(({ rule, severity, message, span }) => ({
    found: {
      severity,
      code: rule,
      message,
      place: placeOf(span),
      related: [],
      explanation: summaries.get(rule) ?? '',
      hints: [],
    },
    slice: renderSlice(span),
  }));
}

/** Columns count from 0 in text output, as in all messages. */
function findingText({ found: { severity, code, message, place }, slice }: Finding): string {
  const where = `${place.file}:${place.line}:${place.column - 1}`;
  return `${where}: ${severity}: ${message} (${code})\n${slice}\n`;
}

type Counts = { readonly files: number; readonly found: number; readonly unread: number };

function report({ files, found, unread }: Counts): void {
  const all = `${files} ${files === 1 ? 'file' : 'files'}`;
  const what = found === 0 ? 'no findings' : found === 1 ? '1 finding' : `${found} findings`;
  writeErrorLine(`Checked ${all}: ${what}${unread === 0 ? '' : `, ${unread} not read`}`);
}

// The lint rules that a project ignores.

/** A project for Pact 4 ignores the rule about its builtins too. */
export function ignoredRules(project: Project | undefined): ReadonlySet<string> {
  const written = project?.lint.ignore.map(({ text }) => text) ?? [];
  return new Set(project?.pact4 === true ? [...written, 'deprecated-builtin'] : written);
}
