// What a node tells everybody over HTTP, as its status. Any node of this kind has these endpoints.

import { bad, good, type Result } from '../../../base/result.ts';
import type { NodeStatus } from './operator-messages.ts';

const waitMs = 10_000;

/** A fault is a sentence. */
export async function publicStatus(url: string): Promise<Result<NodeStatus, string>> {
  const base = url.replace(/\/+$/, '');
  if (!/^https?:\/\/[^/\s]/.test(base)) {
    return bad(`${url} is not an address such as http://127.0.0.1:1848`);
  }
  try {
    const info = await jsonOf<Info>(`${base}/info`);
    if (typeof info?.nodeVersion !== 'string') return bad(`${url} is not a node: it has no /info`);
    const health = await fetch(`${base}/health-check`, { signal: AbortSignal.timeout(waitMs) });
    const reason = (await health.text()).trim();
    const cut = await cutOf(base, info.nodeVersion);
    const chains = Object.entries(cut?.hashes ?? {}).map(([chain, { height, hash }]) => ({
      chain: Number(chain),
      height: Number(height),
      hash: String(hash),
    }));
    return good({
      network: info.nodeVersion,
      version: String(info.nodePackageVersion),
      chains: chains.sort((a, b) => a.chain - b.chain),
      ...(!health.ok && { unhealthy: reason === '' ? `it answers ${health.status}` : reason }),
    });
  } catch (error) {
    return bad(`no node answers at ${url}: ${reasonOf(error)}`);
  }
}

type Info = { readonly nodeVersion?: unknown; readonly nodePackageVersion?: unknown };
type CutAnswer = {
  readonly hashes: Readonly<Record<string, { readonly height: unknown; readonly hash: unknown }>>;
};

/** Nodes accept one of these words in paths. */
async function cutOf(base: string, network: string): Promise<CutAnswer | undefined> {
  for (const word of ['multichain', 'chainweb']) {
    const cut = await jsonOf<CutAnswer>(`${base}/${word}/0.0/${network}/cut`);
    if (cut !== undefined) return cut;
  }
  return undefined;
}

/** Returns `undefined` for another status than 200. */
async function jsonOf<Answered>(url: string): Promise<Answered | undefined> {
  const answer = await fetch(url, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(waitMs),
  });
  return answer.status === 200 ? ((await answer.json()) as Answered) : undefined;
}

/** `fetch` hides why a connection failed. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}
