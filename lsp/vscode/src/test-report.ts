// Converts the events of the language server to the test explorer's report of a run, and coverage to the form that VS Code shows
// beside the lines.

import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { EditorCoverage, EditorEvent, EditorFrame } from '../../protocol/tests.ts';

type Place = Pick<EditorFrame, 'uri' | 'range'>;
type Failing = Extract<EditorEvent, { readonly kind: 'expectation' | 'error' }>;

export class TestRunReport {
  private readonly run: vscode.TestRun;
  private readonly client: LanguageClient;
  private readonly files: vscode.TestItemCollection;
  /** The running transaction, for errors outside of expectations. */
  private block: vscode.TestItem | undefined;

  constructor(run: vscode.TestRun, client: LanguageClient, files: vscode.TestItemCollection) {
    this.run = run;
    this.client = client;
    this.files = files;
  }

  begin(items: readonly vscode.TestItem[], excluded: ReadonlySet<vscode.TestItem>): void {
    for (const item of items) {
      if (excluded.has(item)) continue;
      this.run.enqueued(item);
      this.begin(childrenOf(item), excluded);
    }
  }

  fail(items: readonly vscode.TestItem[], message: string): void {
    for (const item of items) this.run.errored(item, new vscode.TestMessage(message));
  }

  addCoverage(files: readonly EditorCoverage[]): void {
    for (const file of files) this.run.addCoverage(new PactFileCoverage(file));
  }

  take(event: EditorEvent): void {
    switch (event.kind) {
      case 'file-began': {
        const file = this.fileAt(event.uri);
        if (file !== undefined) this.run.started(file);
        return;
      }
      case 'block-began':
        this.block = this.itemOf(event);
        if (this.block !== undefined) this.run.started(this.block);
        return;
      case 'expectation': {
        const item = this.itemOf(event);
        if (item !== undefined) this.end(item, event.status, event.ms, event);
        return;
      }
      case 'error': {
        this.print(event.rendered, event);
        const item = this.block ?? this.fileAt(event.uri);
        if (item !== undefined) this.run.errored(item, this.messageOf(event));
        return;
      }
      case 'print':
        this.print(event.text, event);
        return;
      case 'block-ended': {
        const item = this.itemOf(event);
        this.block = undefined;
        if (item !== undefined) this.end(item, event.status, event.ms, undefined);
        return;
      }
      case 'file-ended': {
        const item = this.fileAt(event.uri);
        if (event.problem !== undefined) this.run.appendOutput(lines(event.problem));
        if (item !== undefined) this.end(item, event.status, event.ms, undefined);
        return;
      }
    }
  }

  private end(
    item: vscode.TestItem,
    status: 'passed' | 'failed' | 'skipped',
    ms: number,
    failing: Failing | undefined,
  ): void {
    if (status === 'passed') this.run.passed(item, ms);
    else if (status === 'skipped') this.run.skipped(item);
    else this.run.failed(item, failing === undefined ? [] : this.messageOf(failing), ms);
  }

  private messageOf(event: Failing): vscode.TestMessage {
    const text = event.message ?? 'failed';
    const rendered = event.rendered === undefined ? '' : `\n\n${event.rendered}`;
    const message =
      event.kind === 'expectation' && event.expected !== undefined && event.actual !== undefined
        ? vscode.TestMessage.diff(text, event.expected, event.actual)
        : new vscode.TestMessage(`${text}${rendered}`);
    message.location = this.locationOf(event);
    message.stackTrace = this.stackOf(event);
    return message;
  }

  /** The call stack: each function with its current place, that of the error or of its call of the next function. */
  private stackOf(event: Failing): vscode.TestMessageStackFrame[] {
    const isError = event.kind === 'error';
    const error: Place | undefined = isError ? event : event.stack[0];
    const calls = isError ? event.stack : event.stack.slice(1);
    if (error === undefined) return [];
    const frames: vscode.TestMessageStackFrame[] = [];
    let reached: Place | undefined = error;
    const add = (label: string, at: Place): void => {
      const { uri, range } = this.locationOf(at);
      frames.push(new vscode.TestMessageStackFrame(label, uri, range.start));
    };
    for (const call of calls) {
      add(call.text, reached ?? call);
      reached = call.calledAt;
    }
    if (reached !== undefined) add('script', reached);
    return frames;
  }

  private print(text: string, place: Parameters<TestRunReport['locationOf']>[0]): void {
    this.run.appendOutput(lines(text), this.locationOf(place), this.block);
  }

  private locationOf({ uri, range }: Place): vscode.Location {
    return this.client.protocol2CodeConverter.asLocation({ uri, range });
  }

  /** Items are named by VS Code's form of URIs, which may escape other characters than the server does. */
  private fileAt(uri: string): vscode.TestItem | undefined {
    return this.files.get(vscode.Uri.parse(uri).toString());
  }

  private itemOf({
    uri,
    id,
  }: {
    readonly uri: string;
    readonly id?: string;
  }): vscode.TestItem | undefined {
    if (id === undefined) return undefined;
    const file = this.fileAt(uri);
    if (file === undefined) return undefined;
    const blocks = childrenOf(file);
    return (
      blocks.find((block) => block.id === id) ??
      blocks.flatMap(childrenOf).find((expectation) => expectation.id === id)
    );
  }
}

function childrenOf(item: vscode.TestItem): readonly vscode.TestItem[] {
  const children: vscode.TestItem[] = [];
  item.children.forEach((child) => children.push(child));
  return children;
}

/** The terminal for test results needs both. */
const lines = (text: string): string => `${text.replaceAll(/\r?\n/g, '\r\n')}\r\n`;

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
