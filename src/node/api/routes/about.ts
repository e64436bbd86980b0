// The node itself: its information, health, configuration, backups, and the OpenAPI document.
// Source: interface reference, section 1.10.

import { json, jsonDoc, textType } from '../answers.ts';
import { endpoint } from '../endpoint.ts';
import { fault } from '../faults.ts';
import { ref } from '../json-schema.ts';
import { nodeInfo } from '../node-info.ts';
import { flag } from '../query.ts';

const text = { type: 'string' } as const;

export const aboutEndpoints = [
  endpoint({
    id: 'getInfo',
    group: 'service',
    tag: 'node',
    method: 'GET',
    path: '/info',
    summary: 'Returns the network, its chains and their graphs',
    answers: { 200: jsonDoc('The node and its network.', ref('info')) },
    run: ({ node }) => json(nodeInfo(node)),
  }),
  endpoint({
    id: 'getHealth',
    group: 'service',
    tag: 'node',
    method: 'GET',
    path: '/health-check',
    summary: 'Returns whether the node serves clients',
    answers: {
      200: {
        doc: 'The node serves clients.',
        types: ['text/plain'],
        schema: { const: 'Health check OK.\n' },
      },
    },
    faults: ['draining', 'unavailable'],
    run: ({ node }) => {
      const health = node.health();
      switch (health.kind) {
        case 'well':
          return { kind: 'text', type: textType, text: 'Health check OK.\n' };
        case 'ill':
          return fault('unavailable', health.sentence);
        case 'ending':
          return fault('draining');
      }
    },
  }),
  endpoint({
    id: 'getConfiguration',
    group: 'both',
    tag: 'node',
    method: 'GET',
    path: '/config',
    summary: 'Returns the configuration of the node, without private parts',
    answers: {
      200: jsonDoc('The configuration; not part of the stable interface.', ref('configuration')),
    },
    run: ({ configuration }) => json(configuration()),
  }),
  endpoint({
    id: 'getOpenApi',
    group: 'both',
    tag: 'node',
    method: 'GET',
    path: '/openapi.json',
    summary: 'Describes every route of this server: OpenAPI 3.1',
    answers: { 200: jsonDoc('The document.', { type: 'object' }) },
    run: ({ document }) => ({ kind: 'json', text: document() }),
  }),
  endpoint({
    id: 'makeBackup',
    group: 'service',
    tag: 'backup',
    feature: 'backups',
    method: 'POST',
    path: '/{word}/0.0/{network}/make-backup',
    summary: 'Starts a backup, or returns the one in progress',
    query: { backupPact: flag('Copies the state of contracts too.') },
    answers: {
      202: {
        doc: 'Its id: microseconds since 1970.',
        types: ['text/plain'],
        schema: { type: 'string', pattern: '^[0-9]+$' },
      },
    },
    run: ({ backups }, { query: { backupPact: withPactState } }) => {
      if (backups === undefined) return fault('no-such-backup');
      return { kind: 'text', status: 202, type: textType, text: backups.start({ withPactState }) };
    },
  }),
  endpoint({
    id: 'checkBackup',
    group: 'service',
    tag: 'backup',
    feature: 'backups',
    method: 'GET',
    path: '/{word}/0.0/{network}/check-backup/{backupId}',
    summary: 'Returns the state of a backup',
    answers: {
      200: {
        doc: 'backup-in-progress, backup-done or backup-failed.',
        types: ['text/plain'],
        schema: { ...text, enum: ['backup-in-progress', 'backup-done', 'backup-failed'] },
      },
    },
    faults: ['no-such-backup'],
    run: ({ backups }, { path: { backupId } }) => {
      // In some stores an id is a folder name, so only digits are allowed.
      const state = /^[0-9]{1,20}$/.test(backupId) ? backups?.state(backupId) : undefined;
      return state === undefined
        ? fault('no-such-backup')
        : { kind: 'text', type: textType, text: state };
    },
  }),
];
