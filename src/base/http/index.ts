// The public interface of HTTP: routes as data, and the server that serves them.

export { answerDirectly } from './answer-directly.ts';
export { RouteTable } from './route-table.ts';
export { type AnsweredRequest, type RequestHead } from './app.ts';
export { type GatedRequest, type RequestCost, type RequestGate } from './request-gate.ts';
export { type Answer, type ServerEvent, tooManyRequests } from './route.ts';
export { type AnswerHeaders, type FaultAnswer, faultsOf, type FaultTable } from './route.ts';
export { type HttpLimits, httpLimits } from './limits.ts';
export { oneOf, type ParametersOf, wholeNumberUpTo } from './path-pattern.ts';
export { type Method, type Route, type RouteRequest, routesOf } from './route.ts';
export { type RunningHttpServer, startHttp } from './server.ts';
export { sharedAbortController } from './shared-signal.ts';
