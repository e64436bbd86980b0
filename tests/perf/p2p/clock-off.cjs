// Moves the clock of a process by CLOCK_OFF_MS milliseconds, in all of its threads: for `node --require`, since threads do not run modules of `--import`.
const offMs = Number(process.env.CLOCK_OFF_MS ?? 0);
const now = Date.now;
Date.now = () => now() + offMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now() + offMs] : args, newTarget),
});
