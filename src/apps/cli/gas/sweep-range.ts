// Parses `n=1..100` and `n=1..100000:1000`: the parameter of a sweep and its values. It imports nothing, because the
// main thread loads it with the definition of the command.

export type Sweep = {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly step: number;
};

/** Each value needs a run. */
const maxPoints = 2_000;

/** Returns the sweep, or the rest of a sentence that begins with `the option --sweep`. */
export function readSweep(text: string): Sweep | string {
  const match = /^([A-Za-z_][A-Za-z0-9_-]*)=(-?\d{1,12})\.\.(-?\d{1,12})(?::(\d{1,12}))?$/.exec(
    text,
  );
  if (match === null) {
    return `takes a parameter with its values, as in n=1..100 or n=0..5000:100, not ${text}`;
  }
  const [, name = '', from, to, step = '1'] = match;
  const sweep = { name, from: Number(from), to: Number(to), step: Number(step) };
  if (sweep.to < sweep.from) return `counts upwards: ${text} begins with its largest value`;
  if (sweep.step === 0) return `takes a step of at least 1, not ${text}`;
  const count = Math.floor((sweep.to - sweep.from) / sweep.step) + 1;
  if (count <= maxPoints) return sweep;
  const enough = Math.ceil((sweep.to - sweep.from) / 100);
  return `measures at most ${maxPoints} values, not ${count}: try ${name}=${from}..${to}:${enough}`;
}

/** Returns the values in ascending order, including the last one even if the steps skip it. */
export function valuesOf({ from, to, step }: Sweep): readonly number[] {
  const values: number[] = [];
  for (let at = from; at <= to; at += step) values.push(at);
  if (values.at(-1) !== to) values.push(to);
  return values;
}
