// The capabilities of this debugger, for clients.

import type { DebugProtocol } from '@vscode/debugprotocol';
import type { ErrorFilter } from '../../src/tools/debugger/breakpoints.ts';

const filters: Readonly<
  Record<ErrorFilter, { label: string; description: string; isOn: boolean }>
> = {
  uncaught: {
    label: 'Errors',
    description: 'Stops where an uncaught error is raised',
    isOn: true,
  },
  expectation: {
    label: 'Failed expectations',
    description: 'Stops at expectations that fail, and at errors within expect',
    isOn: true,
  },
  caught: {
    label: 'Caught errors',
    description: 'Stops at errors that try, enforce-one or expect-failure catch',
    isOn: false,
  },
};

export const capabilities: DebugProtocol.Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsFunctionBreakpoints: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsDataBreakpoints: true,
  supportsBreakpointLocationsRequest: true,
  supportsEvaluateForHovers: true,
  supportsStepBack: true,
  supportsSteppingGranularity: true,
  supportsRestartRequest: true,
  supportsTerminateRequest: true,
  supportsExceptionInfoRequest: true,
  supportsDelayedStackTraceLoading: true,
  exceptionBreakpointFilters: Object.entries(filters).map(
    ([filter, { label, description, isOn }]) => ({
      filter,
      label,
      description,
      default: isOn,
    }),
  ),
};
