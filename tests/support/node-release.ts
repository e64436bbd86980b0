// Which release of Node runs the tests: releases differ in V8 and OpenSSL.

export const nodeRelease = Number.parseInt(process.versions.node, 10);
