// An honest client beside an attack: it asks for little, again and again, in a thread of its own, so
// that the times are those of the server and not of the attackers.
import { Agent } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { ask, commandOf } from './requests.mjs';

/** What is not answered rightly counts as answered so late. */
const wrongMs = 10_000;

/** Begins; `stop` answers how long the answers took, in milliseconds. */
export function startHonest({ port }, everyMs = 100) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { port, everyMs } });
  return {
    stop: () =>
      new Promise((resolve) => {
        worker.on('message', resolve);
        worker.postMessage('stop');
      }),
  };
}

if (!isMainThread && parentPort !== null && workerData?.everyMs !== undefined) await beHonest();

async function beHonest() {
  const { port, everyMs } = workerData;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = [];
  const wrong = {};
  let isOver = false;
  parentPort.on('message', () => (isOver = true));
  for (let i = 0; !isOver; i++) {
    const { text } = commandOf(`(+ ${i} 1)`);
    const answer = await ask(port, 'local', text, { agent, timeoutMs: wrongMs });
    const isRight = answer.status === 200 && answer.text.includes(`{"int":${i + 1}}`);
    times.push(isRight ? answer.milliseconds : wrongMs);
    if (!isRight) {
      const said = `${answer.status} ${answer.text.slice(0, 80)}`;
      wrong[said] = (wrong[said] ?? 0) + 1;
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (part) => Math.round(times[Math.ceil(part * times.length) - 1] ?? 0);
  const figures = { count: times.length, p50: at(0.5), p99: at(0.99), max: at(1) };
  parentPort.postMessage(Object.keys(wrong).length === 0 ? figures : { ...figures, wrong });
  parentPort.close();
}
