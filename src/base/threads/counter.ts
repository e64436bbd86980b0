// A number that a thread and its starter share.

export const newCounter = (): Int32Array => new Int32Array(new SharedArrayBuffer(4));
