// Which breakpoints stop the run at a moment, and what they log.

import type { Source, Span } from '../../base/span.ts';
import type { Activation } from './active-terms.ts';
import {
  type Breakpoint,
  type Breakpoints,
  logParts,
  type NamedBreakpoint,
  type Watched,
} from './breakpoints.ts';
import type { Evaluated } from './evaluate.ts';
import { fullText } from './inspect.ts';
import type { Moment } from './moment.ts';
import type { RunWatcher } from './run-watcher.ts';

export type Hits = {
  /** The breakpoints to stop at. */
  readonly breakpoints: readonly Breakpoint[];
  /** The messages of log points, and of conditions that failed. */
  readonly logs: readonly string[];
};

export type HitRun = {
  readonly watcher: RunWatcher;
  readonly evaluate: (expression: string, at: Activation | undefined) => Evaluated;
};

export class BreakpointHits {
  private readonly breakpoints: Breakpoints;
  private readonly identify: (path: string) => string;
  private bySource = new WeakMap<Source, ReadonlyMap<number, readonly Breakpoint[]>>();
  private version = -1;

  constructor(breakpoints: Breakpoints, identify: (path: string) => string) {
    this.breakpoints = breakpoints;
    this.identify = identify;
  }

  at(reached: Moment, run: HitRun): Hits {
    const candidates = this.candidatesAt(reached, run.watcher);
    const logs: string[] = [];
    const hit = candidates.filter(
      (each) => holds(each, run, logs) && this.breakpoints.hit(each) && !says(each, run, logs),
    );
    return { breakpoints: hit, logs };
  }

  private candidatesAt(reached: Moment, watcher: RunWatcher): readonly Breakpoint[] {
    switch (reached.kind) {
      case 'form':
        return this.onPlace(reached.span);
      case 'term': {
        const { active, entersCall } = reached;
        const { span } = active.term;
        // A form of a script is reached twice: as a form, and as its first term.
        const isKnown = watcher.active.forms.at(-1)?.span.start === span.start;
        const name = entersCall ? active.frame?.name.qualified : undefined;
        const named = this.named(({ kind, name: of }) => kind === 'function' && of === name);
        return isKnown ? named : [...this.onPlace(span), ...named];
      }
      case 'event':
        return this.named(({ kind, name }) => kind === 'event' && name === reached.name);
      case 'write':
        return this.named(
          ({ kind, name, key }) =>
            kind === 'write' && name === reached.table && (key ?? reached.key) === reached.key,
        );
      default:
        return [];
    }
  }

  private named(isHit: (watched: Watched) => boolean): readonly NamedBreakpoint[] {
    return this.breakpoints.named.filter(({ watched }) => isHit(watched));
  }

  private onPlace({ source, start }: Span): readonly Breakpoint[] {
    return this.inSource(source).get(start) ?? [];
  }

  private inSource(source: Source): ReadonlyMap<number, readonly Breakpoint[]> {
    const { breakpoints } = this;
    if (breakpoints.version !== this.version) {
      this.bySource = new WeakMap();
      this.version = breakpoints.version;
    }
    const known = this.bySource.get(source);
    if (known !== undefined) return known;
    const found = new Map<number, Breakpoint[]>();
    for (const each of breakpoints.inFile(this.identify(source.name))) {
      const { offset } = each.position;
      found.set(offset, [...(found.get(offset) ?? []), each]);
    }
    this.bySource.set(source, found);
    return found;
  }
}

function holds({ condition }: Breakpoint, run: HitRun, logs: string[]): boolean {
  if (condition === undefined) return true;
  const [at] = run.watcher.active.activations(1);
  const found = run.evaluate(condition, at);
  if (found.kind === 'value') return found.value === true;
  logs.push(`the condition ${condition} failed: ${found.reason}`);
  return false;
}

/** Returns `true` for a log point, which does not stop. */
function says({ logMessage }: Breakpoint, run: HitRun, logs: string[]): boolean {
  if (logMessage === undefined) return false;
  const [at] = run.watcher.active.activations(1);
  const parts = logParts(logMessage).map((part) => {
    if (!part.isExpression) return part.text;
    const found = run.evaluate(part.text, at);
    return found.kind === 'value' ? fullText(found.value) : `{${found.reason}}`;
  });
  logs.push(parts.join(''));
  return true;
}
