// Documents the keywords of definitions and the annotations inside definitions: what each means and how to write it. The
// parser reads them (grammar/tokens.ts) and desugar-module.ts implements them.

import type { FormDescription } from './forms/define.ts';

const moduleForms: readonly FormDescription[] = [
  {
    name: 'module',
    since: '1.0',
    usage: '(module name GOVERNANCE definition ...)',
    doc:
      'Defines a module: functions, capabilities, constants, schemas and tables under one name. GOVERNANCE is a ' +
      'capability of the module, or the name of a keyset; it is enforced whenever the module is replaced.',
    examples: [
      { code: '(module m G (defcap G () true) (defun one () 1))\n(m.one)', gives: '1' },
      {
        code: '(module m G (defun one () 1))',
        gives: { fails: 'Invalid governance. Must be a 0-argument defcap or a keyset. Found m.G' },
      },
    ],
  },
  {
    name: 'interface',
    since: '2.4',
    usage: '(interface name signature ...)',
    doc:
      'Defines an interface: signatures of functions, capabilities and defpacts that a module provides if it ' +
      '`implements` the interface, and constants and schemas that all these modules share.',
    examples: [
      {
        code:
          '(interface counted (defun count:integer ()))\n' +
          '(module m G (defcap G () true) (implements counted) (defun count:integer () 7))\n' +
          '(let ((which:module{counted} m)) (which::count))',
        gives: '7',
      },
    ],
  },
  {
    name: 'implements',
    since: '2.4',
    usage: '(implements interface)',
    doc: 'In a module: declares that it implements an interface. Loading fails if a member is missing or differs.',
    examples: [
      {
        code:
          '(interface counted (defun count:integer ()))\n' +
          '(module m G (defcap G () true) (implements counted) (defun other () 1))',
        gives: {
          fails:
            'Interface member not implemented, module m does not implement interface counted member: count',
        },
      },
    ],
  },
  {
    name: 'use',
    since: '1.0',
    usage: '(use module) or (use module [name ...]) or (use module "hash" [name ...])',
    doc:
      'Imports the members of a module, all or only those listed, so that they can be used without the module name. ' +
      'With a hash, the module must have exactly this hash. Applies to the rest of the module or script.',
    examples: [
      {
        code: '(module m G (defcap G () true) (defun one () 1))\n(use m [one])\n(one)',
        gives: '1',
      },
    ],
  },
  {
    name: 'bless',
    since: '2.0',
    usage: '(bless "hash")',
    doc:
      'In a module: lets code that was linked with an earlier version of the module, given by its hash, keep using ' +
      'the tables and yields of the current version.',
    examples: [
      {
        code: '(module m G (defcap G () true) (bless "not a hash") (defun one () 1))',
        gives: { fails: 'Invalid blessed hash, incorrect format: not a hash' },
      },
    ],
  },
];

const memberForms: readonly FormDescription[] = [
  {
    name: 'defun',
    since: '1.0',
    usage: '(defun name:result (name:type ...) "documentation" body ...)',
    doc: 'Defines a function. It returns the value of the last expression of its body. Types and documentation are optional.',
    examples: [
      { code: '(defun twice:integer (x:integer) "Doubles." (* x 2))\n(twice 21)', gives: '42' },
    ],
  },
  {
    name: 'defconst',
    since: '1.0',
    usage: '(defconst NAME:type value)',
    doc: 'Defines a constant. The value is computed once, when the module is loaded.',
    examples: [{ code: '(defconst LIMIT:integer (* 10 10))\n(+ LIMIT 1)', gives: '101' }],
  },
  {
    name: 'defcap',
    since: '3.0',
    usage: '(defcap NAME (name:type ...) body ...)',
    doc:
      'Defines a capability: a right that `with-capability` grants while its body runs, if the body of the capability ' +
      'does not fail. `require-capability` checks that it is granted. With `@managed`, a signer must have agreed to ' +
      'it; with `@event`, granting it also emits an event.',
    examples: [
      {
        code:
          '(module m G (defcap G () true)\n' +
          '  (defcap PAY (amount:decimal) (enforce (> amount 0.0) "positive"))\n' +
          '  (defun pay (amount:decimal) (with-capability (PAY amount) "paid")))\n(m.pay 1.0)',
        gives: '"paid"',
      },
    ],
  },
  {
    name: 'defschema',
    since: '1.0',
    usage: '(defschema name field:type ...)',
    doc: 'Defines the fields of rows and objects and their types.',
    examples: [
      {
        code:
          '(module m G (defcap G () true) (defschema point x:integer y:integer)\n' +
          '  (defun sum (p:object{point}) (+ (at "x" p) (at "y" p))))\n(m.sum { "x": 1, "y": 2 })',
        gives: '3',
      },
    ],
  },
  {
    name: 'deftable',
    since: '1.0',
    usage: '(deftable name:{schema})',
    doc:
      'Defines a table whose rows have the fields of a schema. `create-table` must create it after the module is ' +
      'loaded. Only functions of the module can write to it.',
    examples: [
      {
        code:
          '(module m G (defcap G () true) (defschema entry n:integer) (deftable entries:{entry})\n' +
          '  (defun put () (insert entries "a" { "n": 1 })))\n(create-table m.entries)\n(m.put)',
        gives: '"Write succeeded"',
      },
    ],
  },
  {
    name: 'defpact',
    since: '1.0',
    usage: '(defpact name (name:type ...) step ...)',
    doc:
      'Defines a defpact: a sequence of steps, each of which runs in its own transaction. Calling it runs the first ' +
      'step; the next one is run by `continue-pact` in scripts and by a continuation transaction on a chain.',
    examples: [
      {
        code:
          '(module m G (defcap G () true) (defpact two () (step "first") (step "second")))\n' +
          '(m.two)\n(continue-pact 1)',
        gives: '"second"',
      },
    ],
  },
  {
    name: 'step',
    since: '1.0',
    usage: '(step expression)',
    doc: 'In a defpact: defines a step, which runs in a transaction of its own.',
    examples: [
      {
        code: '(module m G (defcap G () true) (defpact one () (step (+ 1 2))))\n(m.one)',
        gives: '3',
      },
    ],
  },
  {
    name: 'step-with-rollback',
    since: '1.0',
    usage: '(step-with-rollback expression rollback)',
    doc: 'In a defpact: defines a step and the expression that undoes it if the defpact is cancelled. Not for the last step.',
    examples: [
      {
        code:
          '(module m G (defcap G () true)\n' +
          '  (defpact two () (step-with-rollback "first" "taken back") (step "second")))\n' +
          '(m.two)\n(continue-pact 0 true)',
        gives: '"taken back"',
      },
    ],
  },
];

const marks: readonly FormDescription[] = [
  {
    name: '@doc',
    since: '2.0',
    usage: '@doc "documentation"',
    doc: 'Documents a module or a definition. A string on its own before the body means the same.',
    examples: [{ code: '(defun one () @doc "The first number." 1)\n(one)', gives: '1' }],
  },
  {
    name: '@model',
    since: '2.0',
    usage: '@model [(property expression) ...]',
    doc: 'States properties and invariants that should hold. They have no effect at run time; `pact test --fuzz` tests them.',
    examples: [{ code: '(defun one () @model [(property (> result 0))] 1)\n(one)', gives: '1' }],
  },
  {
    name: '@event',
    since: '3.7',
    usage: '(defcap NAME (name:type ...) @event body ...)',
    doc: 'In a capability: granting it emits an event of the transaction, with its arguments.',
    examples: [
      {
        code:
          '(module m G (defcap G () true) (defcap PAID (to:string) @event true)\n' +
          '  (defun pay () (with-capability (PAID "bob") true)))\n' +
          '(m.pay)\n(map (at "params") (env-events true))',
        gives: '[["bob"]]',
      },
    ],
  },
  {
    name: '@managed',
    since: '3.0',
    usage: '@managed or @managed parameter manager',
    doc:
      'In a capability: it is granted only if a signer has agreed to it (`env-sigs` in scripts), and only once. With a ' +
      'parameter and a manager, a function of the remaining and the requested value, until the manager refuses.',
    examples: [
      {
        code:
          '(module m G (defcap G () true) (defcap ONCE () @managed true)\n' +
          '  (defun f () (with-capability (ONCE) "granted")))\n' +
          '(env-sigs [{ "key": "alice", "caps": [(m.ONCE)] }])\n(m.f)',
        gives: '"granted"',
      },
    ],
  },
];

export const definitionForms: readonly FormDescription[] = [
  ...moduleForms,
  ...memberForms,
  ...marks,
];
