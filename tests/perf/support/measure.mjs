// How benchmarks measure and report time: medians of rounds, one line of JSON each, and the gas ratio: the measured time
// divided by the time that its gas stands for.
//
// The median counts. The shortest time is reported too: on a busy machine it is the better estimate.

/** The reference's calibration: a milligas is 2.5 nanoseconds on its own machine. */
const nanosecondsOfMilligas = 2.5;

export function gasRatio(milliseconds, milligas) {
  return (milliseconds * 1e6) / (Number(milligas) * nanosecondsOfMilligas);
}

/** Times rounds of a call, after warm-up rounds. */
export function time(run, { rounds = 15, warmUp = 5 } = {}) {
  for (let i = 0; i < warmUp; i++) run();
  const times = [];
  for (let i = 0; i < rounds; i++) times.push(once(run));
  return timesOf(times);
}

/** Like `time`, but the processor time of this process, including garbage collection: for a busy machine. */
export function processorTime(run, { rounds = 15, warmUp = 5 } = {}) {
  for (let i = 0; i < warmUp; i++) run();
  const times = [];
  for (let i = 0; i < rounds; i++) {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  return timesOf(times);
}

/** Summarizes times in milliseconds that a benchmark measured itself. */
export function timesOf(times) {
  return { median: median(times), least: Math.min(...times) };
}

/** Returns the gas and gas ratio of a timed call. */
export function gasFigures({ median: usual, least }, milligas) {
  return {
    gas: milligas / 1000,
    gasRatio: gasRatio(usual, milligas),
    gasRatioLeast: gasRatio(least, milligas),
  };
}

/** Like `time`, for alternatives that take turns, so that a busy machine disturbs all of them alike. */
export function timeInTurn(alternatives, { rounds = 15, warmUp = 5 } = {}) {
  for (const run of alternatives) for (let i = 0; i < warmUp; i++) run();
  const times = alternatives.map(() => []);
  for (let i = 0; i < rounds; i++) {
    for (const [at, run] of alternatives.entries()) times[at].push(once(run));
  }
  return times.map(timesOf);
}

export function once(run) {
  const start = performance.now();
  run();
  return performance.now() - start;
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/** Returns the exponent by which time grows with size: 1 is linear, 2 quadratic. */
export function exponent({ sizes: [small, large], times: [fast, slow] }) {
  return Math.log(slow / fast) / Math.log(large / small);
}

/** Prints one line of JSON; figures have three significant digits. A missed bar sets the exit status. */
export function report(benchmark, figures, { bar } = {}) {
  const line = { benchmark };
  for (const [name, value] of Object.entries(figures)) line[name] = rounded(value);
  if (bar !== undefined) {
    const [name, limit] = Object.entries(bar)[0];
    line.bar = limit;
    line.holds = figures[name] <= limit;
    if (!line.holds) process.exitCode = 1;
  }
  console.log(JSON.stringify(line));
}

function rounded(value) {
  if (typeof value !== 'number' || Number.isInteger(value)) return value;
  return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3));
}
