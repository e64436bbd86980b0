// The order of a module's definitions: dependencies before dependents. The module hash depends on
// this order, so of the many possible orders it must be the one of the reference's graph library.
// Source: library containers, Data.Graph.stronglyConnComp; IR/Desugar.hs (renameModule); Appendix
// G.

import { compareText } from '../../../base/text.ts';

export type NamedNode = {
  readonly name: string;
  /** The names it refers to, ascending, without duplicates; unknown names are ignored. */
  readonly dependencies: readonly string[];
};

/** Indices into the given nodes. */
export type DefinitionOrder = {
  /** Every node once. */
  readonly order: readonly number[];
  /** In the order of their members, which are in the order of their discovery. Empty unless the code is invalid. */
  readonly cycles: readonly (readonly number[])[];
};

export function definitionOrder(nodes: readonly NamedNode[]): DefinitionOrder {
  const sorted = nodes
    .map((node, index) => ({ node, index }))
    .sort((left, right) => compareText(left.node.name, right.node.name));
  const graph = sorted.map(({ node }) => edgesOf(node, sorted));
  const roots = postOrder(transposed(graph)).reverse();

  const order: number[] = [];
  const cycles: (readonly number[])[] = [];
  for (const component of forest(graph, roots)) {
    const [vertex] = component as [number];
    const members = component.map((each) => (sorted[each] as { index: number }).index);
    const isCycle = members.length > 1 || (graph[vertex] as readonly number[]).includes(vertex);
    if (isCycle) cycles.push(members);
    for (const member of members) order.push(member);
  }
  return { order, cycles };
}

/** For each vertex, the vertices it points to. */
type Graph = readonly (readonly number[])[];

function edgesOf(node: NamedNode, sorted: readonly { readonly node: NamedNode }[]): number[] {
  const edges: number[] = [];
  for (const name of node.dependencies) {
    const vertex = vertexNamed(name, sorted);
    if (vertex !== undefined) edges.push(vertex);
  }
  return edges;
}

/** Bisection decides which of several vertices with the same name is used. */
function vertexNamed(
  name: string,
  sorted: readonly { readonly node: NamedNode }[],
): number | undefined {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = low + ((high - low) >> 1);
    const comparison = compareText(name, (sorted[middle] as { node: NamedNode }).node.name);
    if (comparison === 0) return middle;
    if (comparison < 0) high = middle - 1;
    else low = middle + 1;
  }
  return undefined;
}

/** Reverses the edges; the edges of each vertex are in descending order of their original start. */
function transposed(graph: Graph): Graph {
  const turned: number[][] = graph.map(() => []);
  graph.forEach((targets, vertex) => {
    for (const target of targets) (turned[target] as number[]).push(vertex);
  });
  for (const sources of turned) sources.reverse();
  return turned;
}

function postOrder(graph: Graph): number[] {
  const order: number[] = [];
  search(
    graph,
    graph.map((_, vertex) => vertex),
    { leave: (vertex) => order.push(vertex) },
  );
  return order;
}

/** Returns the trees of a search from the roots, each in the order in which its vertices were reached. */
function forest(graph: Graph, roots: readonly number[]): number[][] {
  const trees: number[][] = [];
  search(graph, roots, {
    plant: () => trees.push([]),
    enter: (vertex) => (trees.at(-1) as number[]).push(vertex),
  });
  return trees;
}

type Visitor = {
  readonly plant?: () => void;
  readonly enter?: (vertex: number) => void;
  readonly leave?: (vertex: number) => void;
};

/** Depth first, with an explicit stack. */
function search(graph: Graph, roots: readonly number[], visitor: Visitor): void {
  const seen = new Set<number>();
  for (const root of roots) {
    if (seen.has(root)) continue;
    visitor.plant?.();
    const path: { readonly vertex: number; next: number }[] = [];
    const enter = (vertex: number): void => {
      seen.add(vertex);
      visitor.enter?.(vertex);
      path.push({ vertex, next: 0 });
    };
    enter(root);
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const target = (graph[here.vertex] as readonly number[])[here.next++];
      if (target === undefined) {
        visitor.leave?.(here.vertex);
        path.pop();
      } else if (!seen.has(target)) enter(target);
    }
  }
}
