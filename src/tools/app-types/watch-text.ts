// The part of a generated file that watches the events of a module on a node. It is the same for every module, imports
// nothing, and names no type of a browser or of Node, so that it compiles with any library of types.
//
// The stream of new headers only says that something has changed. What changed is found by comparing the node's cut with
// the last block that was reported: so nothing is lost or repeated when a connection drops, and a reorganisation is the
// way back to the common ancestor and forward again.

export const watchText = `
/** How far the events of a chain were reported: keep it to go on from there later. */
export type EventPosition = {
  readonly chainId: string;
  readonly height: number;
  readonly hash: string;
  /** How many events in this block were reported. */
  readonly reported: number;
};
export type WatchOptions = {
  /** The address of a node, such as http://localhost:8080. */
  readonly host: string;
  readonly networkId: string;
  readonly chainIds: readonly string[];
  /** How many blocks must follow the block of an event before it is reported: 0, unless given. */
  readonly confirmations?: number | undefined;
  /** Positions of earlier events, or heights whose following blocks are reported. Other chains begin with the next block. */
  readonly from?: readonly (EventPosition | { readonly chainId: string; readonly height: number })[] | undefined;
  /** Ends the watch: the loop over its events ends as well. */
  readonly signal?: StopSignal | undefined;
  /** Called when a request failed, with the milliseconds until the next try. */
  readonly onRetry?: ((error: unknown, waitMs: number) => void) | undefined;
  /** The first wait after a failure; it doubles up to 30 seconds. 500 unless given. */
  readonly retryMs?: number | undefined;
  /** How often to ask the node if its stream is silent or missing. 10,000 unless given. */
  readonly pollMs?: number | undefined;
};
/** An \`AbortSignal\`. */
export type StopSignal = {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};
/** Where an event is. \`removed\`: it was reported as \`added\`, and its block is no longer part of the chain. */
export type EventPlace = {
  readonly kind: 'added' | 'removed';
  readonly chainId: string;
  readonly height: number;
  readonly blockHash: string;
  readonly requestKey: string;
  readonly position: EventPosition;
};

type WatchHeader = { readonly hash: string; readonly parent: string; readonly height: number; readonly payloadHash: string };
type FoundEvent = { readonly name: string; readonly args: readonly unknown[]; readonly requestKey: string };
type PlacedEvent = FoundEvent & EventPlace;
type WatchResponse = {
  readonly ok: boolean;
  readonly status: number;
  text(): Promise<string>;
  readonly body: { getReader(): { read(): Promise<{ readonly done: boolean }> } } | null;
};
type Web = {
  fetch(url: string, init: object): Promise<WatchResponse>;
  atob(text: string): string;
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
  AbortController: new () => { readonly signal: StopSignal; abort(): void };
  TextDecoder: new () => { decode(bytes: Uint8Array): string };
};
const web = globalThis as unknown as Web;

class WatchFault extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const jsonOf = (base64url: string): Record<string, unknown> => {
  const binary = web.atob(base64url.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = Uint8Array.from(binary, (each) => each.charCodeAt(0));
  return JSON.parse(new web.TextDecoder().decode(bytes)) as Record<string, unknown>;
};

type NodeEvent = {
  readonly name: string;
  readonly params: readonly unknown[];
  readonly module: { readonly namespace: string | null; readonly name: string };
};

const eventsOf = (output: string, module: string): readonly FoundEvent[] => {
  const { events, reqKey } = jsonOf(output) as { events?: readonly NodeEvent[]; reqKey?: string };
  return (events ?? []).flatMap(({ name, params, module: { namespace, name: last } }) =>
    (namespace === null ? last : namespace + '.' + last) === module
      ? [{ name, args: params, requestKey: reqKey ?? '' }]
      : [],
  );
};

const mostRecent = 500;
const mostHeaders = 300;

/** One chain: the last block whose events were reported, and how many of them. */
class WatchedChain {
  readonly chainId: string;
  private readonly module: string;
  private readonly names: ReadonlySet<string>;
  private readonly ask: (path: string, body?: unknown) => Promise<unknown>;
  private tip: WatchHeader | undefined;
  private reported = Infinity;
  private start: EventPosition | { readonly height: number } | undefined;
  private readonly headers = new Map<string, WatchHeader>();
  private readonly found = new Map<string, readonly FoundEvent[]>();

  constructor(
    chainId: string,
    module: string,
    names: ReadonlySet<string>,
    ask: (path: string, body?: unknown) => Promise<unknown>,
    start: EventPosition | { readonly height: number } | undefined,
  ) {
    this.chainId = chainId;
    this.module = module;
    this.names = names;
    this.ask = (path, body) => ask('/chain/' + chainId + path, body);
    this.start = start;
  }

  /** Reports what is new up to a height in the branch of a block; returns whether there is more. */
  async *advance(upper: string, height: number): AsyncGenerator<PlacedEvent, boolean, undefined> {
    const tip = this.tip ?? (await this.begin(upper, height));
    if (tip === undefined) return false;
    const low = Math.max(0, Math.min(tip.height, height) - 10);
    const high = Math.min(height, tip.height + mostHeaders);
    const target = await this.branch(upper, low, high);
    if (target === undefined) return false;
    const { added, removed, common } = await this.ways(tip, target);
    // The node is behind what was reported.
    if (added.length === 0 && removed.length > 0) return false;
    for (const block of removed) yield* this.remove(block);
    if (removed.length > 0) this.moveTo(common, Infinity);
    yield* this.report(common, this.reported);
    for (const block of added.reverse()) yield* this.report(block, 0);
    return target.height < height;
  }

  private async begin(upper: string, height: number): Promise<WatchHeader | undefined> {
    const { start } = this;
    if (start !== undefined && 'hash' in start) {
      this.moveTo(await this.header(start.hash), start.reported);
      return this.tip;
    }
    const from = start === undefined ? height : start.height;
    const first = from > height ? undefined : await this.branch(upper, from, from);
    if (first !== undefined) this.moveTo(first, Infinity);
    return first;
  }

  private async *remove(block: WatchHeader): AsyncGenerator<PlacedEvent, void, undefined> {
    const events = await this.eventsIn(block);
    const isTip = block.hash === this.tip?.hash;
    const count = isTip ? Math.min(this.reported, events.length) : events.length;
    for (let i = count - 1; i >= 0; i--) {
      this.moveTo(block, i);
      yield this.placed('removed', events[i] as FoundEvent, block);
    }
  }

  private async *report(block: WatchHeader, from: number): AsyncGenerator<PlacedEvent, void, undefined> {
    const events = from === Infinity ? [] : await this.eventsIn(block);
    for (let i = from; i < events.length; i++) {
      this.moveTo(block, i + 1);
      yield this.placed('added', events[i] as FoundEvent, block);
    }
    this.moveTo(block, Infinity);
  }

  /** Done before an event is reported: a failure later goes on behind it. */
  private moveTo(block: WatchHeader, reported: number): void {
    this.tip = block;
    this.reported = reported;
  }

  private placed(kind: 'added' | 'removed', event: FoundEvent, block: WatchHeader): PlacedEvent {
    const { chainId } = this;
    const { height, hash } = block;
    const position = { chainId, height, hash, reported: this.reported };
    return { ...event, kind, chainId, height, blockHash: hash, position };
  }

  /** The blocks between two blocks and their common ancestor, newest first. */
  private async ways(tip: WatchHeader, target: WatchHeader) {
    const added: WatchHeader[] = [];
    const removed: WatchHeader[] = [];
    let here = target;
    let before = tip;
    while (here.hash !== before.hash) {
      const isAbove = here.height >= before.height;
      const isBelow = here.height <= before.height;
      if (isAbove) {
        added.push(here);
        here = await this.header(here.parent);
      }
      if (isBelow) {
        removed.push(before);
        before = await this.header(before.parent);
      }
    }
    return { added, removed, common: here };
  }

  /** Reads the headers between two heights, and returns the highest one. */
  private async branch(upper: string, low: number, high: number): Promise<WatchHeader | undefined> {
    let first: WatchHeader | undefined;
    let next = '';
    do {
      const query = '?minheight=' + low + '&maxheight=' + high + '&limit=' + mostHeaders + next;
      const page = (await this.ask('/header/branch' + query, { lower: [], upper: [upper] })) as {
        readonly items: readonly WatchHeader[];
        readonly next: string | null;
      };
      for (const each of page.items) this.keep(this.headers, each.hash, each);
      first ??= page.items[0];
      next = page.next === null ? '' : '&next=' + encodeURIComponent(page.next);
    } while (next !== '');
    return first;
  }

  private async header(hash: string): Promise<WatchHeader> {
    const known = this.headers.get(hash);
    if (known !== undefined) return known;
    const header = (await this.ask('/header/' + hash)) as WatchHeader;
    this.keep(this.headers, hash, header);
    return header;
  }

  private async eventsIn({ hash, payloadHash }: WatchHeader): Promise<readonly FoundEvent[]> {
    const known = this.found.get(hash);
    if (known !== undefined) return known;
    const payload = (await this.ask('/payload/' + payloadHash + '/outputs')) as {
      readonly transactions: readonly (readonly [string, string])[];
      readonly coinbase: string;
    };
    const outputs = [payload.coinbase, ...payload.transactions.map(([, output]) => output)];
    const all = outputs.flatMap((output) => eventsOf(output, this.module));
    const events = all.filter(({ name }) => this.names.has(name));
    this.keep(this.found, hash, events);
    return events;
  }

  /** Kept for reorganisations: a node may forget blocks that are not in its chain. */
  private keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
    map.delete(key);
    map.set(key, value);
    const [oldest] = map.keys();
    if (map.size > 2 * mostRecent && oldest !== undefined) map.delete(oldest);
  }
}

const refusedStatus = (error: unknown): number => (error instanceof WatchFault ? error.status : 0);

/** Returns whether another try cannot help. */
const isFinal = (error: unknown, isFirst: boolean, failures: number): boolean => {
  const status = refusedStatus(error);
  if (status === 404) return isFirst || failures >= 8;
  return status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429;
};

async function* watchModule(
  module: string,
  names: readonly string[],
  options: WatchOptions,
): AsyncGenerator<PlacedEvent, void, undefined> {
  const { host, networkId, confirmations = 0, retryMs = 500, pollMs = 10_000, onRetry } = options;
  const base = host.replace(/[/]+$/, '') + '/chainweb/0.0/' + networkId;
  const stop = new web.AbortController();
  const { signal } = stop;
  const end = (): void => stop.abort();
  if (options.signal?.aborted === true) return;
  options.signal?.addEventListener('abort', end);

  let isNew = false;
  let wake = (): void => undefined;
  const notify = (): void => {
    isNew = true;
    wake();
  };
  const sleep = (ms: number, isWoken = false): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        web.clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = web.setTimeout(done, ms);
      if (isWoken) wake = done;
      if (signal.aborted) done();
      else signal.addEventListener('abort', done);
    });
  const waitMs = (failures: number): number => Math.min(30_000, retryMs * 2 ** Math.min(failures, 10));
  const ask = async (path: string, body?: unknown): Promise<unknown> => {
    const accept = path.includes('/header/')
      ? 'application/json;blockheader-encoding=object'
      : 'application/json';
    const sent =
      body === undefined
        ? { headers: { accept } }
        : {
            method: 'POST',
            body: JSON.stringify(body),
            headers: { accept, 'content-type': 'application/json' },
          };
    const response = await web.fetch(base + path, { ...sent, signal });
    const text = await response.text();
    if (response.ok) return JSON.parse(text) as unknown;
    throw new WatchFault(response.status, base + path + ' answered ' + response.status + ': ' + text.slice(0, 200));
  };
  const listen = async (): Promise<void> => {
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        const headers = { accept: 'text/event-stream' };
        const response = await web.fetch(base + '/header/updates', { headers, signal });
        if (!response.ok) throw new WatchFault(response.status, 'the node has no stream of updates');
        failures = 0;
        const reader = response.body?.getReader();
        notify();
        while (reader !== undefined && !(await reader.read()).done) notify();
      } catch (error) {
        if (!signal.aborted) onRetry?.(error, waitMs(failures));
      }
      // What was missed meanwhile is found by asking.
      notify();
      await sleep(waitMs(failures));
    }
  };

  const chains = [...new Set(options.chainIds)].map((chainId) => {
    const start = options.from?.find((each) => each.chainId === chainId);
    return new WatchedChain(chainId, module, new Set(names), ask, start);
  });
  let isFirst = true;
  try {
    for (let failures = 0; !signal.aborted; ) {
      isNew = false;
      try {
        const cut = (await ask('/cut')) as {
          readonly hashes: { readonly [chainId: string]: { readonly hash: string; readonly height: number } };
        };
        if (isFirst) void listen();
        isFirst = false;
        for (const chain of chains) {
          const head = cut.hashes[chain.chainId];
          if (head === undefined) throw new WatchFault(400, networkId + ' has no chain ' + chain.chainId);
          const height = head.height - confirmations;
          while (height >= 0 && !signal.aborted && (yield* chain.advance(head.hash, height)));
        }
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        if (isFinal(error, isFirst, failures)) throw error;
        onRetry?.(error, waitMs(failures));
        await sleep(waitMs(failures++));
        continue;
      }
      if (!isNew) await sleep(pollMs, true);
    }
  } finally {
    options.signal?.removeEventListener('abort', end);
    end();
  }
}
`;
