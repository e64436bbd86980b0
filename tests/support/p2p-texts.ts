// Requests and answers of nodes of the reference, as its sources write them.

const id = 'k1H3DsInAPvJ0W_zPxnrpkeSNdPUT0S9U8bqDLG739o';

export const peerTexts = {
  id,
  /** A peer as messages have it. */
  info: `{"id":"${id}","address":{"hostname":"203.0.113.9","port":1789}}`,
  signed: '{"id":null,"address":{"hostname":"node.example","port":443}}',
  page: `{"limit":2,"items":[{"id":"${id}","address":{"hostname":"203.0.113.9","port":1789}},{"id":null,"address":{"hostname":"node.example","port":443}}],"next":null}`,
} as const;

export const keyTexts = [
  'R_CYH-5qSKnB9eLlXply7DRFdPUoAF02VNKU2uXR8_0',
  'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g',
] as const;

export const cutText = (origin: string): string =>
  `{"hashes":{"0":{"height":2,"hash":"${id}"},"1":{"height":1,"hash":"${keyTexts[0]}"}},"origin":${origin},` +
  '"weight":"JhaBsLA6L5pAdy4AAAAAAAAAAAAAAAAAAAAAAAAAAAA","height":3,"instance":"development","id":"PY1Vz7vpwsAzEnIr5Z_pOQGIRm-ZWuYv_u9_o1OLZ94"}';

export const mempoolTexts = {
  keys: `["${keyTexts[0]}","${keyTexts[1]}"]`,
  pending: `{"hashes":["${keyTexts[0]}"],"highwaterMark":[-6148914691236517205,4711]}`,
  command: String.raw`{"hash":"h","sigs":[],"cmd":"{}"}`,
  found: String.raw`[{"tag":"Pending","contents":"{\"hash\":\"h\",\"sigs\":[],\"cmd\":\"{}\"}"},{"tag":"Missing"}]`,
  insert: String.raw`["{\"hash\":\"h\",\"sigs\":[],\"cmd\":\"{}\"}"]`,
} as const;
