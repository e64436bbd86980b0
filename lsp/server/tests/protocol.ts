// The requests and notifications of the test view, for the connection; their data is defined in lsp/protocol/tests.ts.

import { ProtocolNotificationType, ProtocolRequestType } from 'vscode-languageserver/node';
import {
  discoverTestsMethod,
  testEventMethod,
  type DiscoverParams,
  type DiscoverResult,
  type EventParams,
} from '../../protocol/tests.ts';

export const DiscoverTestsRequest = new ProtocolRequestType<
  DiscoverParams,
  DiscoverResult,
  never,
  void,
  void
>(discoverTestsMethod);

export const TestEventNotification = new ProtocolNotificationType<EventParams, void>(
  testEventMethod,
);
