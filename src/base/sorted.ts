// Sorted collections. A tree map is an immutable map with string keys: a balanced tree (AVL); a changed copy shares all but one path. For state that is
// undone by returning to an earlier version. Keys are ordered by UTF-16 units, which V8 compares fast; the order is never
// visible.

/** `undefined` is the empty tree. Only `withEntry` creates trees. */
export type TreeMap<V> = TreeNode<V> | undefined;

type TreeNode<V> = {
  readonly key: string;
  readonly value: V;
  readonly left: TreeMap<V>;
  readonly right: TreeMap<V>;
  readonly height: number;
};

export function entryOf<V>(map: TreeMap<V>, key: string): V | undefined {
  let node = map;
  while (node !== undefined) {
    const order = compareUnits(key, node.key);
    if (order === 0) return node.value;
    node = order < 0 ? node.left : node.right;
  }
  return undefined;
}

/** In the order of the keys. */
export function* entriesOf<V>(map: TreeMap<V>): Generator<readonly [string, V]> {
  if (map === undefined) return;
  yield* entriesOf(map.left);
  yield [map.key, map.value];
  yield* entriesOf(map.right);
}

function compareUnits(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

export function withEntry<V>(map: TreeMap<V>, key: string, value: V): TreeNode<V> {
  if (map === undefined) return { key, value, left: undefined, right: undefined, height: 1 };
  const order = compareUnits(key, map.key);
  if (order === 0) return { ...map, value };
  return order < 0
    ? balanced(map, withEntry(map.left, key, value), map.right)
    : balanced(map, map.left, withEntry(map.right, key, value));
}

/** Joins the entry of `at` with two trees whose heights differ by at most two. */
function balanced<V>(at: TreeNode<V>, left: TreeMap<V>, right: TreeMap<V>): TreeNode<V> {
  const difference = heightOf(left) - heightOf(right);
  if (left !== undefined && difference > 1) {
    if (heightOf(left.left) >= heightOf(left.right) || left.right === undefined) {
      return above(left, left.left, above(at, left.right, right));
    }
    const { right: middle } = left;
    return above(middle, above(left, left.left, middle.left), above(at, middle.right, right));
  }
  if (right !== undefined && difference < -1) {
    if (heightOf(right.right) >= heightOf(right.left) || right.left === undefined) {
      return above(right, above(at, left, right.left), right.right);
    }
    const { left: middle } = right;
    return above(middle, above(at, left, middle.left), above(right, middle.right, right.right));
  }
  return above(at, left, right);
}

function above<V>({ key, value }: TreeNode<V>, left: TreeMap<V>, right: TreeMap<V>): TreeNode<V> {
  return { key, value, left, right, height: 1 + Math.max(heightOf(left), heightOf(right)) };
}

const heightOf = <V>(map: TreeMap<V>): number => map?.height ?? 0;

/** Returns how many items at the beginning of a sorted list meet a condition that no later item meets. */
export function countLeading(length: number, fulfils: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (fulfils(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
