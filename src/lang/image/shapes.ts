// The shapes of plain objects: names of fields in order. Looked up name by name, which needs no joined key for
// each object.

export type Shape = {
  /** All names, for the reader. */
  readonly key: string;
  /** Objects of this shape are written once and referred to. */
  readonly isShared: boolean;
};

type Step = { readonly next: Map<string, Step>; shape: Shape | undefined };

export class Shapes {
  private readonly first: Step = { next: new Map(), shape: undefined };

  of(value: object): Shape {
    const names = Object.keys(value);
    let step = this.first;
    for (const name of names) step = after(step, name);
    return (step.shape ??= { key: names.join(), isShared: isShared(names) });
  }
}

function after({ next }: Step, name: string): Step {
  let step = next.get(name);
  if (step === undefined) {
    step = { next: new Map(), shape: undefined };
    next.set(name, step);
  }
  return step;
}

/** Definitions and modules, what is stored of a module, and a definition with its full name. */
function isShared(names: readonly string[]): boolean {
  if (names.includes('kind')) return names.includes('span');
  return names.includes('dependencies') || (names.includes('def') && names.includes('name'));
}
