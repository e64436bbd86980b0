// The tests of scripts in the test explorer: files, their transactions, their expectations. The language server finds
// and runs them; running one test runs its whole file, because a script is one sequence.

import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import * as protocol from '../../protocol/tests.ts';
import { PactFileCoverage, TestRunReport } from './test-report.ts';

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

  /** Finds the tests of open scripts; those of other scripts are found when the explorer is opened. */
  async discoverOpen(): Promise<void> {
    await Promise.all(vscode.workspace.textDocuments.map(({ uri }) => this.discover(uri)));
  }

  /** Runs the transaction at a line, with its file. */
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
    await this.find({});
  }

  private async discover(uri: vscode.Uri | undefined): Promise<void> {
    if (uri?.scheme !== 'file' || !uri.path.endsWith('.repl')) return;
    await this.find({ textDocument: { uri: uri.toString() } });
  }

  private async find(params: protocol.DiscoverParams): Promise<void> {
    const client = this.client();
    // An older server does not support tests.
    const answer = await client
      ?.sendRequest<protocol.DiscoverResult>(protocol.discoverTestsMethod, params)
      .catch(() => undefined);
    if (client === undefined || answer === undefined) return;
    for (const { uri: address, tests } of answer.files) {
      const uri = vscode.Uri.parse(address);
      const id = uri.toString();
      if (tests.length === 0) {
        this.controller.items.delete(id);
        continue;
      }
      const file = this.controller.createTestItem(id, vscode.workspace.asRelativePath(uri), uri);
      file.children.replace(tests.map((test) => this.item(client, uri, test)));
      this.controller.items.add(file);
    }
  }

  private item(
    client: LanguageClient,
    uri: vscode.Uri,
    { id, label, range, children = [] }: protocol.FoundTest,
  ): vscode.TestItem {
    const item = this.controller.createTestItem(id, label, uri);
    item.range = client.protocol2CodeConverter.asRange(range);
    item.children.replace(children.map((child) => this.item(client, uri, child)));
    return item;
  }

  private async run(
    request: vscode.TestRunRequest,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const client = this.client();
    if (client === undefined) {
      void vscode.window.showErrorMessage('The Pact language server is not running.');
      return;
    }
    if (!vscode.workspace.isTrusted) {
      void vscode.window.showWarningMessage('Running tests requires a trusted workspace.');
      return;
    }
    const wanted = this.wantedBy(request);
    const files = [...wanted.keys()];
    const testRun = this.controller.createTestRun(request);
    const report = new TestRunReport(testRun, client, this.controller.items);
    report.begin(request.include ?? files, new Set(request.exclude ?? []));
    const run = ++this.runs;
    const listening = client.onNotification(
      protocol.testEventMethod,
      (params: protocol.EventParams) => {
        if (params.run === run) report.take(params.event);
      },
    );
    const params: protocol.RunParams = {
      run,
      files: [...wanted].map(([{ id }, ids]) => ({
        uri: id,
        ...(ids.length > 0 && { ids }),
      })),
      coverage: request.profile?.kind === vscode.TestRunProfileKind.Coverage,
    };
    try {
      const { coverage = [] } = await client.sendRequest<protocol.RunResult>(
        protocol.runTestsMethod,
        params,
        token,
      );
      report.addCoverage(coverage);
    } catch (error) {
      if (!token.isCancellationRequested) report.fail(files, String(error));
    } finally {
      listening.dispose();
      testRun.end();
    }
  }

  /** Returns the files with the requested tests, and the tests themselves; none if all are requested. */
  private wantedBy({
    include,
  }: vscode.TestRunRequest): ReadonlyMap<vscode.TestItem, readonly string[]> {
    const wanted = new Map<vscode.TestItem, string[]>();
    if (include === undefined) this.controller.items.forEach((item) => wanted.set(item, []));
    const whole = new Set(include?.filter(({ parent }) => parent === undefined));
    for (const item of include ?? []) {
      let file = item;
      while (file.parent !== undefined) file = file.parent;
      const ids = wanted.get(file) ?? [];
      wanted.set(file, ids);
      if (!whole.has(file)) ids.push(item.id);
    }
    return wanted;
  }
}
