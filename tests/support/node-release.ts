// What runs the tests: releases of Node differ where V8 and OpenSSL do.

export const nodeRelease = Number.parseInt(process.versions.node, 10);
