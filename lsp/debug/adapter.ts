// The debug adapter for one client: the requests of the Debug Adapter Protocol, each answered by the thread of the run.

import { isAbsolute, join, resolve } from 'node:path';
import { InitializedEvent, Scope, Thread } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { errorFilters, type ErrorFilter } from '../../src/tools/debugger/breakpoints.ts';
import { debugLimits } from '../../src/tools/debugger/limits.ts';
import type { Resume, StepSize } from '../../src/tools/debugger/moment.ts';
import { AdapterBase, capabilities, threadId } from './adapter-base.ts';
import {
  conditionsOf,
  dataIdOf,
  dataOf,
  fieldsOf,
  flagIn,
  listIn,
  numberIn,
  optionalNumber,
  optionalText,
  textIn,
  watchedOf,
} from './read-arguments.ts';
import { RunLink } from './run-link.ts';
import type {
  EvaluatedAnswer,
  Launch,
  PlacedBreakpoint,
  ScopeAnswer,
  StackAnswer,
  VariableAnswer,
  WrittenAnswer,
} from './run-messages.ts';

export type AdapterOptions = {
  /** The script for the thread of a run. */
  readonly program: URL;
  /** The folder for relative paths from the client. */
  readonly folder: string;
  /** The default for launch requests without this field. */
  readonly atFailure?: { readonly file: string; readonly line: number | undefined } | undefined;
};

type Request = DebugProtocol.Request;
type Response = DebugProtocol.Response;

export class DebugAdapter extends AdapterBase {
  private readonly options: AdapterOptions;
  private readonly ended: () => void;
  private launch: Launch | undefined = undefined;
  private nextBreakpoint = 1;

  /** `ended`: the client has disconnected, or requested it. */
  constructor(options: AdapterOptions, ended: () => void) {
    super();
    this.options = options;
    this.ended = ended;
  }

  protected override initializeRequest(response: DebugProtocol.InitializeResponse): void {
    response.body = capabilities;
    this.sendResponse(response);
  }

  protected override launchRequest(response: Response, args: unknown): void {
    this.answer(response, async () => {
      if (this.run !== undefined) throw new Error('this session already has a program');
      this.launch = this.readLaunch(args);
      this.run = new RunLink(this.options.program, (message) => this.receive(message));
      this.sendEvent(new InitializedEvent());
      return Promise.resolve(undefined);
    });
  }

  protected override configurationDoneRequest(response: Response): void {
    this.answer(response, async () => {
      const { launch } = this;
      if (launch === undefined) throw new Error('there is no program yet: launch comes first');
      await this.link.ask({ kind: 'start', launch });
      return undefined;
    });
  }

  protected override disconnectRequest(response: Response): void {
    this.answer(
      response,
      async () => {
        await this.close();
        return undefined;
      },
      () => this.ended(),
    );
  }

  protected override terminateRequest(response: Response): void {
    this.answer(response, async () => {
      await this.close();
      this.terminated();
      return undefined;
    });
  }

  protected override restartRequest(response: Response): void {
    this.resume(response, { kind: 'restart' });
  }

  protected override setBreakPointsRequest(response: Response, args: unknown): void {
    this.answer(response, async () => {
      const fields = fieldsOf(args);
      const path = this.pathOf(textIn(fieldsOf(fields['source']), 'path'));
      const lines = listIn(fields, 'breakpoints').map((each) => {
        const breakpoint = fieldsOf(each);
        const column = optionalNumber(breakpoint, 'column');
        return {
          ...conditionsOf(breakpoint),
          id: this.nextBreakpoint++,
          line: this.convertClientLineToDebugger(numberIn(breakpoint, 'line')),
          column: column === undefined ? undefined : this.convertClientColumnToDebugger(column),
        };
      });
      const placed = await this.link.ask<readonly PlacedBreakpoint[]>({
        kind: 'line-breakpoints',
        path,
        lines,
      });
      return { breakpoints: placed.map((each) => this.breakpointOf(each)) };
    });
  }

  protected override setFunctionBreakPointsRequest(response: Response, args: unknown): void {
    this.answer(response, () =>
      this.setNamed('functions', listIn(fieldsOf(args), 'breakpoints'), watchedOf),
    );
  }

  protected override setDataBreakpointsRequest(response: Response, args: unknown): void {
    this.answer(response, () =>
      this.setNamed('data', listIn(fieldsOf(args), 'breakpoints'), dataOf),
    );
  }

  protected override dataBreakpointInfoRequest(response: Response, args: unknown): void {
    this.answer(response, async () => {
      const fields = fieldsOf(args);
      const name = textIn(fields, 'name');
      const reference = optionalNumber(fields, 'variablesReference');
      const written =
        reference === undefined
          ? undefined
          : await this.link.ask<WrittenAnswer>({ kind: 'written', reference, name });
      if (written === undefined) {
        return { dataId: null, description: 'only tables and rows can be watched' };
      }
      const { table, key } = written;
      const description = key === undefined ? `writes to ${table}` : `writes to ${key} of ${table}`;
      return { dataId: dataIdOf(written), description, accessTypes: ['write'], canPersist: true };
    });
  }

  protected override setExceptionBreakPointsRequest(response: Response, args: unknown): void {
    this.answer(response, async () => {
      const names = listIn(fieldsOf(args), 'filters');
      const filters = errorFilters.filter((filter: ErrorFilter) => names.includes(filter));
      await this.link.ask({ kind: 'errors', filters });
      return undefined;
    });
  }

  protected override breakpointLocationsRequest(response: Response, args: unknown): void {
    this.answer(response, async () => {
      const fields = fieldsOf(args);
      const path = this.pathOf(textIn(fieldsOf(fields['source']), 'path'));
      const from = this.convertClientLineToDebugger(numberIn(fields, 'line'));
      const end = optionalNumber(fields, 'endLine');
      const to = end === undefined ? from : this.convertClientLineToDebugger(end);
      const found = await this.link.ask<readonly { line: number; column: number }[]>({
        kind: 'positions',
        path,
        from,
        to,
      });
      return {
        breakpoints: found.map(({ line, column }) => ({
          line: this.convertDebuggerLineToClient(line),
          column: this.convertDebuggerColumnToClient(column),
        })),
      };
    });
  }

  protected override threadsRequest(response: Response): void {
    this.answer(response, () => Promise.resolve({ threads: [new Thread(threadId, 'program')] }));
  }

  protected override stackTraceRequest(response: Response, args: unknown): void {
    this.answer(response, async () => {
      const fields = fieldsOf(args);
      const from = optionalNumber(fields, 'startFrame') ?? 0;
      const levels = optionalNumber(fields, 'levels') ?? 0;
      const count = levels === 0 ? debugLimits.frames : levels;
      const { frames, total } = await this.link.ask<StackAnswer>({ kind: 'stack', from, count });
      const stackFrames = frames.map(({ name, at }, i) => this.frameOf(from + i, name, at));
      return { stackFrames, totalFrames: total };
    });
  }

  protected override scopesRequest(response: Response, args: unknown): void {
    this.answer(response, async () => {
      const frame = numberIn(fieldsOf(args), 'frameId') - 1;
      const found = await this.link.ask<readonly ScopeAnswer[]>({ kind: 'scopes', frame });
      return {
        scopes: found.map(
          ({ name, reference, isExpensive }) => new Scope(name, reference, isExpensive),
        ),
      };
    });
  }

  protected override variablesRequest(response: Response, args: unknown): void {
    this.answer(response, async () => {
      const fields = fieldsOf(args);
      const reference = numberIn(fields, 'variablesReference');
      const found = await this.link.ask<readonly VariableAnswer[]>({
        kind: 'variables',
        reference,
      });
      const start = optionalNumber(fields, 'start') ?? 0;
      const count = optionalNumber(fields, 'count') ?? 0;
      const shown = count === 0 ? found.slice(start) : found.slice(start, start + count);
      return {
        variables: shown.map(({ name, value, reference: below }) => ({
          name,
          value,
          variablesReference: below,
        })),
      };
    });
  }

  protected override evaluateRequest(response: Response, args: unknown): void {
    this.answer(response, async () => {
      const fields = fieldsOf(args);
      const expression = textIn(fields, 'expression');
      const id = optionalNumber(fields, 'frameId');
      const found = await this.link.ask<EvaluatedAnswer>({
        kind: 'evaluate',
        expression,
        frame: id === undefined ? undefined : id - 1,
        // Expressions that editors evaluate on their own must cost little.
        mayWrite: optionalText(fields, 'context') === 'repl',
      });
      return { result: found.value, variablesReference: found.reference };
    });
  }

  protected override exceptionInfoRequest(response: Response): void {
    this.answer(response, () => {
      if (this.lastStop?.reason !== 'error')
        throw new Error('the program has not stopped at an error');
      const description = this.lastStop.text ?? '';
      return Promise.resolve({ exceptionId: 'error', description, breakMode: 'always' });
    });
  }

  protected override continueRequest(response: Response): void {
    this.resume(response, { kind: 'continue' }, { allThreadsContinued: true });
  }

  protected override nextRequest(response: Response, args: unknown): void {
    this.step(response, 'over', args);
  }

  protected override stepInRequest(response: Response, args: unknown): void {
    this.step(response, 'in', args);
  }

  protected override stepOutRequest(response: Response, args: unknown): void {
    this.step(response, 'out', args);
  }

  protected override stepBackRequest(response: Response, args: unknown): void {
    this.step(response, 'back', args);
  }

  protected override reverseContinueRequest(response: Response): void {
    this.resume(response, { kind: 'reverse' });
  }

  protected override pauseRequest(response: Response): void {
    this.answer(response, () => {
      this.link.pause();
      return Promise.resolve(undefined);
    });
  }

  protected override customRequest(
    command: string,
    response: Response,
    args: unknown,
    request?: Request,
  ): void {
    if (command !== 'pact/lastWrite') {
      super.customRequest(command, response, args, request);
      return;
    }
    this.resumeWith(response, () => {
      const fields = fieldsOf(args);
      const table = textIn(fields, 'table');
      return { kind: 'last-write', table, key: optionalText(fields, 'key') };
    });
  }

  private step(response: Response, kind: 'in' | 'over' | 'out' | 'back', args: unknown): void {
    this.resumeWith(response, () => {
      const isForm = optionalText(fieldsOf(args), 'granularity') === 'instruction';
      const by: StepSize = isForm ? 'form' : 'line';
      return { kind, by };
    });
  }

  private resume(response: Response, resume: Resume, body?: object): void {
    this.resumeWith(response, () => resume, body);
  }

  private resumeWith(response: Response, resume: () => Resume, body?: object): void {
    this.answer(response, async () => {
      const wanted = resume();
      await this.link.ask({ kind: 'resume', resume: wanted });
      return body;
    });
  }

  private readLaunch(args: unknown): Launch {
    const fields = fieldsOf(args);
    const { atFailure } = this.options;
    const program = optionalText(fields, 'program') ?? atFailure?.file;
    if (program === undefined) throw new Error('program is missing: the script to run');
    const line = optionalNumber(fields, 'failureLine');
    const opensFailure = flagIn(fields, 'atFailure') || line !== undefined;
    const gasLimit = optionalNumber(fields, 'gasLimit');
    return {
      program: this.pathOf(program, optionalText(fields, 'cwd')),
      stopOnEntry: flagIn(fields, 'stopOnEntry'),
      gasLimit: gasLimit === undefined ? undefined : BigInt(gasLimit),
      filter: optionalText(fields, 'filter'),
      atFailure: opensFailure ? { line } : atFailure && { line: atFailure.line },
    };
  }

  private pathOf(path: string, folder = this.options.folder): string {
    return isAbsolute(path) ? path : resolve(join(folder, path));
  }

  private async setNamed(
    group: string,
    given: readonly unknown[],
    read: (fields: Readonly<Record<string, unknown>>) => ReturnType<typeof watchedOf>,
  ): Promise<object> {
    const all = given.map((each) => {
      const fields = fieldsOf(each);
      const watched = read(fields);
      return { ...conditionsOf(fields), id: this.nextBreakpoint++, watched };
    });
    const breakpoints = all
      .slice(0, debugLimits.breakpoints)
      .flatMap(({ watched, ...rest }) => (watched === undefined ? [] : [{ ...rest, watched }]));
    await this.link.ask({ kind: 'named-breakpoints', group, breakpoints });
    return {
      breakpoints: all.map(({ id, watched }) => ({
        id,
        verified: watched !== undefined,
        ...(watched === undefined && { message: namedUsage }),
      })),
    };
  }
}

const namedUsage =
  'enter the name of a function (bank.transfer), event bank.MOVED, or write bank.accounts "key"';
