// Outputs of transactions as JSON texts, with their members in the order that blocks use.
const hash = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';

export type OutputParts = {
  /** JSON of a success value. */
  readonly data?: string;
  /** JSON of a failure's error. */
  readonly error?: string;
  readonly continuation?: string;
  /** JSON of the list of events. */
  readonly events?: string;
  readonly requestKey?: string;
};

export function outputOf({ data, error, continuation, events, requestKey }: OutputParts): string {
  const result =
    error === undefined
      ? `{"status":"success","data":${data ?? 'true'}}`
      : `{"status":"failure","error":${error}}`;
  return (
    `{"gas":10,"result":${result},"reqKey":"${requestKey ?? hash}","logs":"${hash}"` +
    (events === undefined ? '' : `,"events":${events}`) +
    `,"metaData":null,"continuation":${continuation ?? 'null'},"txId":${error === undefined ? '7' : 'null'}}`
  );
}

/** The output of the first step of a transfer to chain 1. */
export const yieldedOutput = outputOf({
  continuation:
    `{"executed":null,"pactId":"${hash}","stepHasRollback":false,"step":0,` +
    `"yield":{"data":{"amount":1.5},"provenance":{"targetChainId":"1","moduleHash":"${hash}"},"source":"0"},` +
    `"continuation":{"args":["a"],"def":"coin.transfer-crosschain"},"stepCount":2}`,
});
