// The front door of HTTP: routes as data, and the server that answers with them.

export { type Answer } from './answer.ts';
export { type FaultAnswer, faultsOf, type FaultTable } from './fault.ts';
export { httpLimits } from './limits.ts';
export { oneOf, wholeNumberUpTo } from './path-pattern.ts';
export { type Route, routesOf } from './route.ts';
export { startHttp } from './server.ts';
