import { expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { SeededRandom } from '../../../../src/base/ports/random.ts';
import { ancestorAt, HeaderTreeInMemory } from '../../../../src/chain/choice/header-tree.ts';
import {
  branchPage,
  headerPage,
  type PageRequest,
} from '../../../../src/chain/choice/header-pages.ts';
import { knownGraphs } from '../../../../src/chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../../../src/chain/model/header.ts';
import { HeaderWeb, mined, networkOn } from '../../../support/header-web.ts';

const web = new HeaderWeb(networkOn({ from: 0, graph: knownGraphs.singleton }));
const trunk = web.mine(web.mine(web.start, 0), 0);
const left = web.mine(web.mine(trunk, 0, { nonce: 1n }), 0, { nonce: 1n });
const right = web.mine(trunk, 0, { nonce: 2n });
const tree = web.tree(0);
const [top, side, middle] = [left, right, trunk].map(({ heads }) => heads.get(0)!) as [
  BlockHeader,
  BlockHeader,
  BlockHeader,
];
const all = [...tree.inOrder({ height: 0 })];
const heights = (items: readonly BlockHeader[]) => items.map(({ height }) => height);

test('a tree accepts a header once, and only on top of a known one', () => {
  const small = new HeaderTreeInMemory(web.start.heads.get(0)!);
  const { header } = mined(trunk, 0);
  expect(small.insert(header)).toEqual({ ok: false, fault: 'missing-parent' });
  expect(tree.insert(side)).toEqual({ ok: true, value: undefined });
  expect(heights(all)).toEqual([0, 1, 2, 3, 3, 4]);
  const [one, other] = all
    .filter(({ height }) => height === 3)
    .map(({ hash }) => Buffer.from(hash));
  expect(Buffer.compare(one!, other!)).toBe(-1);
});

test('pages of every size are the list, whatever the cursor', () => {
  for (let start = 0; start < all.length; start++) {
    for (let limit = 0; limit <= all.length + 1; limit++) {
      const key = all[start]!.hash;
      const page = headerPage(tree, { limit, next: { kind: 'inclusive', key } });
      const items = all.slice(start, start + limit);
      const after = all[start + limit];
      const next =
        after === undefined
          ? { kind: 'exclusive', key: items.at(-1)!.hash }
          : { kind: 'inclusive', key: after.hash };
      expect(page).toEqual({ ok: true, value: { items, next } });
      const behind = headerPage(tree, { limit, next: { kind: 'exclusive', key } });
      expect(behind.ok && behind.value.items).toEqual(all.slice(start + 1, start + 1 + limit));
    }
  }
});

test('heights limit a page', () => {
  const page = (request: Omit<PageRequest, 'limit'>) => {
    const found = headerPage(tree, { limit: 99, ...request });
    return found.ok ? heights(found.value.items) : undefined;
  };
  expect(page({ minHeight: 2 })).toEqual([2, 3, 3, 4]);
  expect(page({ minHeight: 2, maxHeight: 3 })).toEqual([2, 3, 3]);
  expect(page({ minHeight: 9 })).toEqual([]);
  expect(page({ minHeight: 2, next: { kind: 'inclusive', key: all[0]!.hash } })).toEqual([]);
});

test('an empty end of a list has no cursor, and unknown cursors are reported', () => {
  const last = all.at(-1)!.hash;
  const end = headerPage(tree, { limit: 5, next: { kind: 'exclusive', key: last } });
  expect(end).toEqual({ ok: true, value: { items: [], next: undefined } });
  const hash = new Uint8Array(32);
  expect(headerPage(tree, { limit: 5, next: { kind: 'exclusive', key: hash } })).toEqual({
    ok: false,
    fault: { kind: 'unknown-block', hash },
  });
});

const branch = (
  bounds: { readonly lower?: readonly BlockHeader[]; readonly upper: readonly BlockHeader[] },
  request: Partial<PageRequest> = {},
) => {
  const page = branchPage(
    tree,
    {
      lower: (bounds.lower ?? []).map(({ hash }) => hash),
      upper: bounds.upper.map(({ hash }) => hash),
    },
    { limit: 99, ...request },
  );
  return page.ok ? heights(page.value.items) : undefined;
};

test('branches go down from their tops, each block once', () => {
  expect(branch({ upper: [top] })).toEqual([4, 3, 2, 1, 0]);
  expect(branch({ upper: [top, side] })).toEqual([4, 3, 3, 2, 1, 0]);
  expect(branch({ upper: [top], lower: [side] })).toEqual([4, 3]);
  expect(branch({ upper: [top], lower: [middle] })).toEqual([4, 3]);
  expect(branch({ upper: [middle], lower: [top] })).toEqual([]);
  expect(branch({ upper: [top, side], lower: [top] })).toEqual([3]);
  expect(branch({ upper: [] })).toEqual([]);
});

test('branches within heights: a top below the greatest height is left out', () => {
  expect(branch({ upper: [top] }, { minHeight: 2 })).toEqual([4, 3, 2]);
  expect(branch({ upper: [top] }, { maxHeight: 2 })).toEqual([2, 1, 0]);
  expect(branch({ upper: [top, side] }, { maxHeight: 4 })).toEqual([4, 3, 2, 1, 0]);
});

test('pages of branches end without a cursor', () => {
  const bounds = { lower: [], upper: [top.hash] };
  const first = branchPage(tree, bounds, { limit: 2 });
  const next = { kind: 'inclusive', key: middle.hash } as const;
  expect(first.ok && [heights(first.value.items), first.value.next]).toEqual([[4, 3], next]);
  const rest = branchPage(tree, bounds, { limit: 3, next });
  expect(rest.ok && [heights(rest.value.items), rest.value.next]).toEqual([[2, 1, 0], undefined]);
  const behind = branchPage(tree, bounds, {
    limit: 1,
    next: { kind: 'exclusive', key: middle.hash },
  });
  expect(behind.ok && heights(behind.value.items)).toEqual([1]);
  const unrelated = branchPage(tree, bounds, {
    limit: 3,
    next: { kind: 'inclusive', key: side.hash },
  });
  expect(unrelated).toEqual({ ok: true, value: { items: [], next: undefined } });
});

test('an unknown top is reported, an unknown lower bound is ignored', () => {
  const hash = new Uint8Array(32);
  expect(branchPage(tree, { lower: [], upper: [hash] }, { limit: 9 })).toEqual({
    ok: false,
    fault: { kind: 'unknown-block', hash },
  });
  const page = branchPage(tree, { lower: [hash], upper: [top.hash] }, { limit: 1 });
  expect(page.ok && toBase64Url(page.value.items[0]!.hash)).toBe(toBase64Url(top.hash));
});

test('with and without a line, pages of branches are those of the definition', () => {
  const random = new SeededRandom(7);
  const choose = (below: number): number =>
    random.bytes(4).reduce((n, byte) => n * 256 + byte, 0) % below;
  for (let round = 0; round < 40; round++) {
    const grown = new HeaderWeb(networkOn({ from: 0, graph: knownGraphs.singleton }));
    let cuts = [grown.start];
    for (let i = 0; i < 12; i++) {
      cuts = [...cuts, grown.mine(cuts[choose(cuts.length)]!, 0, { nonce: BigInt(choose(9)) })];
    }
    const headers = [...grown.tree(0).inOrder({ height: 0 })];
    const pick = (max: number) =>
      Array.from({ length: choose(max + 1) }, () => headers[choose(headers.length)]!);
    const [lower, upper] = [pick(2), pick(3)];
    const key = headers[choose(headers.length)]!.hash;
    const kind = choose(2) === 0 ? 'inclusive' : 'exclusive';
    const request: PageRequest = {
      limit: choose(5),
      next: choose(2) === 0 ? undefined : { kind, key },
      ...(choose(3) === 0 && { minHeight: choose(6) }),
      ...(choose(3) === 0 && { maxHeight: choose(8) }),
    };
    const line = lineBelow(grown.tree(0), headers[choose(headers.length)]!);
    const get = (hash: Uint8Array) => grown.tree(0).get(hash);
    const bounds = { lower: lower.map(({ hash }) => hash), upper: upper.map(({ hash }) => hash) };
    const expected = modelOf(grown.tree(0), { lower, upper }, request);
    for (const paths of [{ get }, { get, lineAt: (height: number) => line[height] }]) {
      expect(branchPage(paths, bounds, request)).toEqual({ ok: true, value: expected });
    }
  }
});

type Tree = Pick<HeaderTreeInMemory, 'get'>;

/** A header and its ancestors, by height. */
function lineBelow(from: Tree, header: BlockHeader): readonly BlockHeader[] {
  const line: BlockHeader[] = [];
  let at: BlockHeader | undefined = header;
  while (at !== undefined) {
    line[at.height] = at;
    at = from.get(at.parent);
  }
  return line;
}

function modelOf(
  from: Tree,
  bounds: { readonly lower: readonly BlockHeader[]; readonly upper: readonly BlockHeader[] },
  { limit, next, minHeight = 0, maxHeight = Infinity }: PageRequest,
) {
  const excluded = new Set(bounds.lower.flatMap((each) => lineBelow(from, each)));
  const tops = bounds.upper.filter(({ height }) => maxHeight === Infinity || height >= maxHeight);
  const wanted = new Set(tops.flatMap((each) => lineBelow(from, each)));
  const listed = [...wanted]
    .filter((each) => !excluded.has(each) && each.height >= minHeight && each.height <= maxHeight)
    .sort((left, right) => right.height - left.height || Buffer.compare(left.hash, right.hash));
  const at = listed.findIndex(
    ({ hash }) => next !== undefined && Buffer.compare(hash, next.key) === 0,
  );
  if (next !== undefined && at < 0) return { items: [], next: undefined };
  const first = next === undefined ? 0 : at + (next.kind === 'exclusive' ? 1 : 0);
  const rest = listed.slice(first);
  const after = rest[limit];
  return { items: rest.slice(0, limit), next: after && { kind: 'inclusive', key: after.hash } };
}

test('on a line of 100,000 blocks, a page takes as many steps as it has blocks', () => {
  const { header: first } = mined(web.start, 0);
  const hashAt = (height: number) =>
    Uint8Array.from({ length: 32 }, (_, i) => (height >> (8 * i)) & 255);
  const at = (height: number): BlockHeader => ({
    ...first,
    height,
    hash: hashAt(height),
    parent: hashAt(height - 1),
  });
  let steps = 0;
  const long = {
    get(hash: Uint8Array): BlockHeader {
      steps++;
      return at((hash[0] ?? 0) | ((hash[1] ?? 0) << 8) | ((hash[2] ?? 0) << 16));
    },
    lineAt: (height: number) => (height <= 100_000 ? at(height) : undefined),
  };
  expect(ancestorAt(long, at(100_000), 3)?.height).toBe(3);
  expect(steps).toBe(0);
  // Three blocks above the line are walked.
  expect(ancestorAt(long, at(100_003), 3)?.height).toBe(3);
  expect(steps).toBe(3);
  steps = 0;
  const bounds = { lower: [hashAt(5)], upper: [hashAt(100_000)] };
  const low = branchPage(long, bounds, { limit: 20, maxHeight: 50 });
  expect(low.ok && heights(low.value.items)).toEqual(Array.from({ length: 20 }, (_, i) => 50 - i));
  const deep = branchPage(long, bounds, {
    limit: 20,
    next: { kind: 'inclusive', key: hashAt(90) },
  });
  expect(deep.ok && deep.value.items[0]?.height).toBe(90);
  expect(steps).toBeLessThan(60);
});
