// The shortest circle through one of several names that all depend on each other, so that a message can show one way
// around instead of every name.

export type NamedDependent = { readonly name: string; readonly dependencies: readonly string[] };

/** Returns the names from the first member back to itself: each depends on the next one, the last on the first. */
export function shortestCircle(members: readonly NamedDependent[]): readonly string[] {
  const byName = new Map(members.map((member) => [member.name, member]));
  const [start] = members;
  if (start === undefined) return [];
  const cameFrom = new Map<string, string>();
  const met = [start];
  // The list grows during the loop.
  for (const { name, dependencies } of met) {
    if (dependencies.includes(start.name)) return wayTo(name, cameFrom);
    for (const next of dependencies) {
      const member = byName.get(next);
      if (member === undefined || cameFrom.has(next)) continue;
      cameFrom.set(next, name);
      met.push(member);
    }
  }
  return [start.name];
}

function wayTo(last: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const way: string[] = [];
  for (let at: string | undefined = last; at !== undefined; at = cameFrom.get(at)) way.push(at);
  return way.reverse();
}

const mostNames = 6;

/** Returns the circle with its first name repeated, and without the middle of a long one: `a -> b -> a`. */
export function circleText(circle: readonly string[]): string {
  const { length } = circle;
  const shown =
    length <= mostNames
      ? circle
      : [
          ...circle.slice(0, mostNames - 2),
          `... (${length - mostNames + 1} more) ...`,
          ...circle.slice(-1),
        ];
  return [...shown, ...circle.slice(0, 1)].join(' -> ');
}
