// The tests of scripts in the test explorer: a file, its transactions, their expectations. The language server finds and runs
// them; a run of one test runs its whole file, because a script is one sequence.

import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import * as protocol from './protocol.ts';
import { PactFileCoverage } from './coverage.ts';
import { TestRunReport } from './run-report.ts';

const scripts = '**/*.repl';
/** A workspace may hold more; the rest is found when it is opened. */
const mostFiles = 2_000;

export class TestExplorer implements vscode.Disposable {
  private readonly client: () => LanguageClient | undefined;
  private readonly controller = vscode.tests.createTestController('pact', 'Pact');
  private readonly disposables: { readonly dispose: () => unknown }[] = [this.controller];
  private readonly runProfile: vscode.TestRunProfile;
  private runs = 0;

  constructor(client: () => LanguageClient | undefined) {
    this.client = client;
    const { Run, Coverage } = vscode.TestRunProfileKind;
    const run = (request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> =>
      this.run(request, token);
    this.runProfile = this.controller.createRunProfile('Run', Run, run, true);
    const coverage = this.controller.createRunProfile('Coverage', Coverage, run, true);
    coverage.loadDetailedCoverage = (_run, file) =>
      Promise.resolve(file instanceof PactFileCoverage ? [...file.details] : []);
    this.controller.resolveHandler = (item) =>
      item === undefined ? this.discoverAll() : this.discover(item.uri);
    this.controller.refreshHandler = () => this.discoverAll();
    this.disposables.push(
      vscode.workspace.onDidOpenTextDocument(({ uri }) => void this.discover(uri)),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => void this.discover(uri)),
      vscode.workspace.onDidDeleteFiles(({ files }) => {
        for (const uri of files) this.controller.items.delete(uri.toString());
      }),
    );
  }

  /** The tests of the scripts that are open; those of others are looked for when the explorer is opened. */
  async discoverOpen(): Promise<void> {
    await Promise.all(vscode.workspace.textDocuments.map(({ uri }) => this.discover(uri)));
  }

  /** Runs the transaction at a line, with the file that it is in. */
  async runAt(uri: vscode.Uri, line: number): Promise<void> {
    await this.discover(uri);
    const file = this.controller.items.get(uri.toString());
    if (file === undefined) return;
    let found = file;
    file.children.forEach((block) => {
      if (block.range?.contains(new vscode.Position(line, 0)) === true) found = block;
    });
    const source = new vscode.CancellationTokenSource();
    await this.run(new vscode.TestRunRequest([found], [], this.runProfile), source.token);
    source.dispose();
  }

  dispose(): void {
    for (const each of this.disposables.reverse()) each.dispose();
  }

  private async discoverAll(): Promise<void> {
    const files = await vscode.workspace.findFiles(scripts, '**/node_modules/**', mostFiles);
    for (const uri of files) await this.discover(uri);
  }

  private async discover(uri: vscode.Uri | undefined): Promise<void> {
    const client = this.client();
    if (uri?.scheme !== 'file' || !uri.path.endsWith('.repl') || client === undefined) return;
    const params: protocol.DiscoverParams = { uri: uri.toString() };
    const answer = await client
      .sendRequest<protocol.DiscoverResult>(protocol.discoverTests, params)
      .catch(() => undefined);
    if (answer === undefined) return;
    const { items } = this.controller;
    if (answer.blocks.length === 0) {
      items.delete(uri.toString());
      return;
    }
    const file = this.controller.createTestItem(
      uri.toString(),
      vscode.workspace.asRelativePath(uri),
      uri,
    );
    file.children.replace(answer.blocks.map((block) => this.blockItem(client, uri, block)));
    items.add(file);
  }

  private blockItem(
    client: LanguageClient,
    uri: vscode.Uri,
    { id, name, range, expectations }: protocol.DiscoveredBlock,
  ): vscode.TestItem {
    const item = this.item(client, uri, { id, label: name ?? id, range });
    item.children.replace(
      expectations.map((each) =>
        this.item(client, uri, { ...each, label: each.name === '' ? each.kind : each.name }),
      ),
    );
    return item;
  }

  private item(
    client: LanguageClient,
    uri: vscode.Uri,
    { id, label, range }: Pick<protocol.DiscoveredBlock, 'id' | 'range'> & { label: string },
  ): vscode.TestItem {
    const item = this.controller.createTestItem(id, label, uri);
    item.range = client.protocol2CodeConverter.asRange(range);
    return item;
  }

  private async run(
    request: vscode.TestRunRequest,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const client = this.client();
    if (client === undefined) {
      void vscode.window.showErrorMessage('The Pact language server does not run.');
      return;
    }
    if (!vscode.workspace.isTrusted) {
      void vscode.window.showWarningMessage('Running tests needs a trusted workspace.');
      return;
    }
    const files = this.filesOf(request);
    await Promise.all(files.map(({ uri }) => this.discover(uri)));
    const testRun = this.controller.createTestRun(request);
    const report = new TestRunReport(testRun, client, this.controller.items);
    report.begin(files, new Set(request.exclude ?? []));
    const run = String(++this.runs);
    const listening = client.onNotification(
      protocol.testEvent,
      ({ run: of, event }: { readonly run: string; readonly event: protocol.TestEvent }) => {
        if (of === run) report.take(event);
      },
    );
    const params: protocol.RunParams = {
      run,
      uris: files.map(({ id }) => id),
      coverage: request.profile?.kind === vscode.TestRunProfileKind.Coverage,
    };
    try {
      await client.sendRequest(protocol.runTests, params, token);
    } catch (error) {
      if (!token.isCancellationRequested) report.fail(files, String(error));
    } finally {
      listening.dispose();
      testRun.end();
    }
  }

  /** The files that hold what was asked for. */
  private filesOf({ include }: vscode.TestRunRequest): readonly vscode.TestItem[] {
    const files = new Set<vscode.TestItem>();
    if (include === undefined) this.controller.items.forEach((item) => files.add(item));
    for (const item of include ?? []) {
      let top = item;
      while (top.parent !== undefined) top = top.parent;
      files.add(top);
    }
    return [...files];
  }
}
