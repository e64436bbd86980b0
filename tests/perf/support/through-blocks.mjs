// Transfers that are sent to a node in batches, as wallets and exchanges do, until the last one has a result.

/** `i % chains` is the chain of transaction `i`. */
export async function throughBlocks({ address, network, chains }, transactions) {
  const post = poster({ address, network });
  const keys = await sendAll({ post, chains }, transactions);
  const left = new Map(keys.map((requestKey, i) => [requestKey, i % chains]));
  while (left.size > 0) {
    for (let chain = 0; chain < chains; chain++) {
      const asked = [...left].filter(([, on]) => on === chain).map(([requestKey]) => requestKey);
      for (let at = 0; at < asked.length; at += 500) {
        const body = JSON.stringify({ requestKeys: asked.slice(at, at + 500) });
        for (const found of Object.keys(await post(chain, 'poll', body))) left.delete(found);
      }
    }
  }
}

/** Returns the request keys in the order of the transactions, which are sent to the chains in rotation. */
export async function sendAll({ post, chains }, transactions) {
  const byChain = Array.from({ length: chains }, () => []);
  for (const [i, each] of transactions.entries()) byChain[i % chains].push(each);
  const sending = byChain.map(async (cmds, chain) => {
    for (let at = 0; at < cmds.length; at += 100) {
      await post(chain, 'send', JSON.stringify({ cmds: cmds.slice(at, at + 100) }));
    }
  });
  await Promise.all(sending);
  return transactions.map(({ hash }) => hash);
}

/** Returns a function that posts to a verb of a chain, and returns the JSON; it throws if the node refuses. */
export function poster({ address, network }) {
  const headers = { 'content-type': 'application/json' };
  return async (chain, verb, body) => {
    const url = `${address}/multichain/0.0/${network}/chain/${chain}/pact/api/v1/${verb}`;
    const answer = await fetch(url, { method: 'POST', body, headers });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${verb}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
}
