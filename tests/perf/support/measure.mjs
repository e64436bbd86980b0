// How benchmarks take time and report it: medians of rounds, one line of JSON each, and the gas ratio, which is the
// time that something takes over the time that its gas stands for.
//
// The median counts. The least time stands beside it: on a machine on which others work too, it is the better guess.

/** The reference's calibration: a milligas is 2.5 nanoseconds of its own machine. */
const nanosecondsOfMilligas = 2.5;

export function gasRatio(milliseconds, milligas) {
  return (milliseconds * 1e6) / (Number(milligas) * nanosecondsOfMilligas);
}

/** Times of rounds of a call, after rounds that only warm up. */
export function time(run, { rounds = 15, warmUp = 5 } = {}) {
  for (let i = 0; i < warmUp; i++) run();
  const times = [];
  for (let i = 0; i < rounds; i++) times.push(once(run));
  return timesOf(times);
}

/** As `time`, of this process on a processor, the collector included: where others work on the machine. */
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

/** What a benchmark reports of milliseconds that it took itself. */
export function timesOf(times) {
  return { median: median(times), least: Math.min(...times) };
}

/** Gas and gas ratio of something that was timed. */
export function gasFigures({ median: usual, least }, milligas) {
  return {
    gas: milligas / 1000,
    gasRatio: gasRatio(usual, milligas),
    gasRatioLeast: gasRatio(least, milligas),
  };
}

/** As `time`, of alternatives that take turns, so that a busy machine disturbs all of them alike. */
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

/** The exponent by which time grows with size: 1 is linear, 2 quadratic. */
export function exponent({ sizes: [small, large], times: [fast, slow] }) {
  return Math.log(slow / fast) / Math.log(large / small);
}

/** One line of JSON; figures keep three significant digits. A bar that is missed sets the exit status. */
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
