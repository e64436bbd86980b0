// The parts that every request needs: the link to the run, answers and errors, conversion of positions for the client,
// and the run's own messages.

import {
  Breakpoint,
  DebugSession,
  ExitedEvent,
  OutputEvent,
  Source,
  StackFrame,
  StoppedEvent,
  TerminatedEvent,
} from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { ErrorFilter } from '../../src/tools/debugger/breakpoints.ts';
import type { Stop } from '../../src/tools/debugger/moment.ts';
import type { RunLink } from './run-link.ts';
import type { FromRun, PlacedBreakpoint, RunPlace } from './run-messages.ts';

/** A program has one thread. */
export const threadId = 1;

export class AdapterBase extends DebugSession {
  protected run: RunLink | undefined = undefined;
  protected lastStop: Stop | undefined = undefined;
  private hasTerminated = false;

  constructor() {
    super();
    this.setDebuggerLinesStartAt1(true);
    this.setDebuggerColumnsStartAt1(true);
    // An invalid message must not end the session, as the library would do.
    this.removeAllListeners('error');
  }

  /** The library would end the process. */
  override shutdown(): void {
    void this.close();
  }

  async close(): Promise<void> {
    const { run } = this;
    this.run = undefined;
    await run?.end();
  }

  /** Sends the body of an answer, or an error. `after`: runs after it was sent. */
  protected answer(
    response: DebugProtocol.Response,
    body: () => Promise<object | undefined>,
    after: () => void = () => undefined,
  ): void {
    const work = async (): Promise<void> => {
      try {
        const found = await body();
        if (found !== undefined) response.body = found;
        this.sendResponse(response);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.sendErrorResponse(response, {
          id: 1,
          format: '{_reason}',
          variables: { _reason: reason },
        });
      }
      after();
    };
    void work();
  }

  protected get link(): RunLink {
    if (this.run === undefined) throw new Error('there is no program: launch comes first');
    return this.run;
  }

  protected breakpointOf({ id, line, column, reason }: PlacedBreakpoint): DebugProtocol.Breakpoint {
    const at = this.convertDebuggerLineToClient(line);
    const in1 = column === undefined ? undefined : this.convertDebuggerColumnToClient(column);
    const placed: DebugProtocol.Breakpoint = new Breakpoint(reason === undefined, at, in1);
    placed.id = id;
    if (reason !== undefined) placed.message = reason;
    return placed;
  }

  protected frameOf(at: number, name: string, place: RunPlace): DebugProtocol.StackFrame {
    const { line, column, endLine, endColumn } = place;
    const frame: DebugProtocol.StackFrame = new StackFrame(
      at + 1,
      name,
      this.sourceOf(place),
      this.convertDebuggerLineToClient(line),
      this.convertDebuggerColumnToClient(column),
    );
    frame.endLine = this.convertDebuggerLineToClient(endLine);
    frame.endColumn = this.convertDebuggerColumnToClient(endColumn);
    return frame;
  }

  private sourceOf({ path }: RunPlace): Source {
    return new Source(
      path.slice(path.lastIndexOf('/') + 1),
      this.convertDebuggerPathToClient(path),
    );
  }

  protected receive(message: Exclude<FromRun, { kind: 'answer' | 'refusal' }>): void {
    switch (message.kind) {
      case 'stopped':
        this.lastStop = message.stop;
        this.sendEvent(stoppedEvent(message.stop));
        return;
      case 'output':
        this.output(message.text, categories[message.category], message.at);
        return;
      case 'ended':
        for (const { text, at } of message.failures) this.output(text, 'stderr', at);
        if (!this.hasTerminated)
          this.sendEvent(new ExitedEvent(message.outcome === 'done' ? 0 : 1));
        this.terminated();
        return;
      case 'fault':
        this.output(`this is a bug in pact: ${message.text}`, 'stderr', undefined);
        this.terminated();
    }
  }

  private output(text: string, category: string, at: RunPlace | undefined): void {
    const event: DebugProtocol.OutputEvent = new OutputEvent(`${text}\n`, category);
    if (at !== undefined) {
      event.body.source = this.sourceOf(at);
      event.body.line = this.convertDebuggerLineToClient(at.line);
      event.body.column = this.convertDebuggerColumnToClient(at.column);
    }
    this.sendEvent(event);
  }

  protected terminated(): void {
    if (this.hasTerminated) return;
    this.hasTerminated = true;
    this.sendEvent(new TerminatedEvent());
  }
}

const categories = { print: 'stdout', log: 'console', problem: 'stderr' } as const;

const reasons = {
  entry: 'entry',
  step: 'step',
  pause: 'pause',
  breakpoint: 'breakpoint',
  error: 'exception',
  function: 'function breakpoint',
  event: 'function breakpoint',
  write: 'data breakpoint',
  'write-found': 'step',
} as const satisfies Record<Stop['reason'], string>;

function stoppedEvent({ reason, text, breakpoints }: Stop): DebugProtocol.StoppedEvent {
  const event: DebugProtocol.StoppedEvent = new StoppedEvent(reasons[reason], threadId, text);
  event.body.allThreadsStopped = true;
  event.body.hitBreakpointIds = [...breakpoints];
  if (text !== undefined) event.body.description = text.split('\n', 1)[0] ?? '';
  return event;
}

// The capabilities of this debugger, for clients.

const filters: Readonly<
  Record<ErrorFilter, { label: string; description: string; isOn: boolean }>
> = {
  uncaught: {
    label: 'Errors',
    description: 'Stops where an uncaught error is raised',
    isOn: true,
  },
  expectation: {
    label: 'Failed expectations',
    description: 'Stops at expectations that fail, and at errors within expect',
    isOn: true,
  },
  caught: {
    label: 'Caught errors',
    description: 'Stops at errors that try, enforce-one or expect-failure catch',
    isOn: false,
  },
};

export const capabilities: DebugProtocol.Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsFunctionBreakpoints: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsDataBreakpoints: true,
  supportsBreakpointLocationsRequest: true,
  supportsEvaluateForHovers: true,
  supportsStepBack: true,
  supportsSteppingGranularity: true,
  supportsRestartRequest: true,
  supportsTerminateRequest: true,
  supportsExceptionInfoRequest: true,
  supportsDelayedStackTraceLoading: true,
  exceptionBreakpointFilters: Object.entries(filters).map(
    ([filter, { label, description, isOn }]) => ({
      filter,
      label,
      description,
      default: isOn,
    }),
  ),
};
