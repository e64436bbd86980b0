// Coverage of a run, in the form that VS Code shows beside the lines.

import * as vscode from 'vscode';
import type { EditorCoverage } from '../../../protocol/tests.ts';

export class PactFileCoverage extends vscode.FileCoverage {
  readonly details: readonly vscode.FileCoverageDetail[];

  constructor({ uri, lines, branches, functions }: EditorCoverage) {
    const arms = branches.flatMap(({ arms: each }) => each);
    super(
      vscode.Uri.parse(uri),
      countOf(lines),
      ...(arms.length > 0 ? [countOf(arms)] : []),
      ...(functions.length > 0 && arms.length > 0 ? [countOf(functions)] : []),
    );
    this.details = detailsOf({ uri, lines, branches, functions });
  }
}

const countOf = (counted: readonly { readonly count: number }[]): vscode.TestCoverageCount =>
  new vscode.TestCoverageCount(counted.filter(({ count }) => count > 0).length, counted.length);

function detailsOf({ lines, branches, functions }: EditorCoverage): vscode.FileCoverageDetail[] {
  const armsByLine = new Map<number, vscode.BranchCoverage[]>();
  for (const { line, arms } of branches) {
    const list = armsByLine.get(line) ?? [];
    armsByLine.set(line, list);
    for (const { name, count } of arms) {
      list.push(new vscode.BranchCoverage(count, startOf(line), name));
    }
  }
  return [
    ...lines.map(
      ({ line, count }) =>
        new vscode.StatementCoverage(count, startOf(line), armsByLine.get(line) ?? []),
    ),
    ...functions.map(
      ({ line, name, count }) => new vscode.DeclarationCoverage(name, count, startOf(line)),
    ),
  ];
}

const startOf = (line: number): vscode.Position => new vscode.Position(line - 1, 0);
