// Runtime errors of defpacts, continuations and other chains (part of 04xx, see
// `execution-values.ts` for the numbering). Texts: EvalError in Pact.Core.Errors.

import { list } from '../../../base/doc.ts';
import { abbreviate, errorsOf, glue, pactId, plain, say, sampleHash } from '../entry.ts';

const execution = errorsOf('execution');

type OfPact = { readonly defPactId: string };

export const executionDefpactErrors = {
  YieldOutsideDefPact: execution({
    code: 'E0415',
    text: () => say('Try to yield a value outside a running defpact execution'),
    bounded: () => 'Failed to yield a value outside of a running defpact execution.',
    explanation:
      '`yield` passes data to the next step, so it works only inside a step of a defpact.',
    sample: {},
  }),
  NoActiveDefPactExec: execution({
    code: 'E0416',
    text: () => say('No active defpact execution in the environment'),
    bounded: () => 'No active defpact execution found in the environment.',
    explanation: 'No defpact is running. Call this from a step of a defpact.',
    sample: {},
  }),
  NoYieldInDefPactStep: execution<OfPact & { readonly step: number }>({
    code: 'E0417',
    text: ({ defPactId, step }) =>
      say(
        'No yield value found from previous pact step.',
        glue('Current step: ', step),
        glue('defpact Id: ', defPactId),
      ),
    // The only text that shows the whole id.
    bounded: ({ defPactId, step }) =>
      plain(
        'No yield value found from the previous defpact step.',
        'Current step:',
        step,
        'defpact id:',
        defPactId,
      ),
    explanation:
      '`resume` finds no data, because the previous step did not `yield`. Add a `yield` ' +
      'there.',
    sample: { defPactId: sampleHash, step: 1 },
  }),
  InvalidDefPactStepSupplied: execution<{ step: number; stepCount: number }>({
    code: 'E0418',
    text: ({ step, stepCount }) =>
      say(
        'DefPactStep does not match defpact properties:',
        glue('requested: ', step),
        glue('step count:', stepCount),
      ),
    bounded: ({ step, stepCount }) =>
      plain(
        'Step does not match defpact properties:',
        'Requested:',
        step,
        'Step count:',
        stepCount,
      ),
    explanation: 'The defpact has no step with this number. Steps begin at 0.',
    sample: { step: 3, stepCount: 2 },
  }),
  DefPactIdMismatch: execution<{ requested: string; current: string }>({
    code: 'E0419',
    text: ({ requested, current }) =>
      say('Requested defpact id:', requested, 'does not match context defpact id:', current),
    bounded: ({ requested, current }) =>
      plain(
        'Requested defpact id:',
        pactId(requested),
        'does not match context defpact id:',
        pactId(current),
      ),
    explanation:
      'The given id is not the id of the running defpact. Continue that defpact with its own ' +
      'id.',
    sample: { requested: 'somePactId', current: 'otherPactId' },
  }),
  CCDefPactContinuationError: execution<OfPact & { readonly step: number }>({
    code: 'E0420',
    // The label says id but the step's number follows, as in the reference.
    text: ({ step }) => say('Crosschain defpact continuation error:', glue('defpact id:', step)),
    bounded: ({ defPactId }) =>
      plain('Cross-chain defpact continuation error:', 'defpact id:', pactId(defPactId)),
    explanation:
      'The proof is for a step that this chain has already passed. Use the proof of the ' +
      'latest step.',
    sample: { defPactId: sampleHash, step: 1 },
  }),
  NoPreviousDefPactExecutionFound: execution<OfPact>({
    code: 'E0421',
    text: ({ defPactId }) => say('No previous defpact execution found for defpact id: ', defPactId),
    bounded: ({ defPactId }) =>
      plain('No previous defpact execution found for defpact id: ', pactId(defPactId)),
    explanation:
      'No defpact with this id was started here. Check the id, or pass a proof from the chain ' +
      'that started it.',
    sample: { defPactId: sampleHash },
  }),
  DefPactAlreadyCompleted: execution<OfPact>({
    code: 'E0422',
    text: ({ defPactId }) =>
      say('Requested defpact already completed: ', glue('defpact id:', defPactId)),
    bounded: ({ defPactId }) =>
      plain('Requested defpact execution already completed for defpact id:', pactId(defPactId)),
    explanation: 'All steps of this defpact have been executed, so there is nothing to continue.',
    sample: { defPactId: sampleHash },
  }),
  NestedDefPactParentStepCountMismatch: execution<
    OfPact & { readonly stepCount: number; readonly parentStepCount: number }
  >({
    code: 'E0423',
    text: ({ defPactId, stepCount, parentStepCount }) =>
      say(
        'Nested defpact execution failed, parameter mismatch:',
        glue('PactId: ', defPactId),
        glue('step count: ', stepCount),
        glue('Parent step count: ', parentStepCount),
      ),
    bounded: ({ defPactId, stepCount, parentStepCount }) =>
      plain(
        'Nested defpact execution failed for defpact id:',
        pactId(defPactId),
        'Parameter mismatch.',
        'Step count:',
        stepCount,
        'Parent step count:',
        parentStepCount,
      ),
    explanation: 'A nested defpact must have as many steps as the defpact that calls it.',
    sample: { defPactId: sampleHash, stepCount: 2, parentStepCount: 3 },
  }),
  NestedDefPactParentRollbackMismatch: execution<
    OfPact & { readonly rollback: boolean; readonly parentRollback: boolean }
  >({
    code: 'E0424',
    text: ({ defPactId, rollback, parentRollback }) =>
      say(
        'Nested defpact execution failed, parameter mismatch:',
        glue('defpact id: ', defPactId),
        glue('Rollback: ', rollback),
        glue('Parent rollback:', parentRollback),
      ),
    bounded: ({ defPactId, rollback, parentRollback }) =>
      plain(
        'Nested defpact execution failed for defpact id:',
        pactId(defPactId),
        'Parameter mismatch.',
        'Rollback:',
        rollback,
        'Parent rollback:',
        parentRollback,
      ),
    explanation:
      'A step of a nested defpact must have a rollback if the step that calls it has one, and ' +
      'must not have one otherwise.',
    sample: { defPactId: sampleHash, rollback: true, parentRollback: false },
  }),
  NestedDefPactNeverStarted: execution<OfPact>({
    code: 'E0425',
    text: ({ defPactId }) =>
      say('Requested nested defpact never started:', glue('defpact id: ', defPactId)),
    bounded: ({ defPactId }) =>
      plain('Requested nested defpact execution never started for defpact id:', pactId(defPactId)),
    explanation:
      'This nested defpact was not started. Start it in the first step of the defpact that ' +
      'calls it.',
    sample: { defPactId: sampleHash },
  }),
  NestedDefPactDoubleExecution: execution<OfPact>({
    code: 'E0426',
    text: ({ defPactId }) =>
      say('Requested nested defpact double execution:', glue('defpact id: ', defPactId)),
    bounded: ({ defPactId }) =>
      plain('Requested nested defpact double execution failed for defpact id:', pactId(defPactId)),
    explanation: 'The same nested defpact was called twice in one step. Call it once.',
    sample: { defPactId: sampleHash },
  }),
  MultipleOrNestedDefPactExecFound: execution<OfPact>({
    code: 'E0427',
    text: ({ defPactId }) =>
      say(
        'defpact execution context already in the environment: ',
        glue('defpact id: ', defPactId),
      ),
    bounded: ({ defPactId }) =>
      plain(
        'Another defpact execution context is already running in the environment for defpact id:',
        pactId(defPactId),
      ),
    explanation:
      'A transaction can run only one defpact. Start the second one in another transaction.',
    sample: { defPactId: sampleHash },
  }),
  DefPactStepHasNoRollback: execution<OfPact>({
    code: 'E0428',
    text: ({ defPactId }) => say('Step has no rollback:', glue('defpact id: ', defPactId)),
    bounded: ({ defPactId }) => plain('Step has no rollback in defpact id:', pactId(defPactId)),
    explanation:
      'A rollback was requested for a step that has none. Write that step with ' +
      '`step-with-rollback`.',
    sample: { defPactId: sampleHash },
  }),
  DefPactStepNotInEnvironment: execution({
    code: 'E0429',
    text: () => say('No DefPactStep in the environment'),
    bounded: () => 'No defpact step found in the environment.',
    explanation: 'No step was given. Pass the number of the step and the id of the defpact.',
    sample: {},
  }),
  NoDefPactIdAndExecEnvSupplied: execution({
    code: 'E0430',
    text: () => say('No defpact id or execution environment supplied'),
    bounded: () => 'No defpact id or execution environment supplied.',
    explanation: 'The call does not say which defpact to continue. Pass its id.',
    sample: {},
  }),
  DefPactRollbackMismatch: execution<
    OfPact & { readonly stepRollback: boolean; readonly executionRollback: boolean }
  >({
    code: 'E0431',
    text: ({ defPactId, stepRollback, executionRollback }) =>
      say(
        'Rollback mismatch in DefPactStep and defpact execution environment:',
        glue('defpact id: ', defPactId),
        glue('step rollback: ', stepRollback),
        glue('DefPactExec rollback: ', executionRollback),
      ),
    bounded: ({ defPactId, stepRollback, executionRollback }) =>
      plain(
        'Rollback mismatch in defpact step and defpact execution environment for defpact id:',
        pactId(defPactId),
        'Step rollback:',
        stepRollback,
        'Execution environment rollback:',
        executionRollback,
      ),
    explanation:
      'A rollback was requested for a step that has none, or not requested for a step that rolls back.',
    sample: { defPactId: sampleHash, stepRollback: true, executionRollback: false },
  }),
  DefPactStepMismatch: execution<
    OfPact & {
      readonly step: number;
      /** The last step that the stored execution ran; the texts print the next one. */
      readonly lastStep: number;
    }
  >({
    code: 'E0432',
    text: ({ defPactId, step, lastStep }) =>
      say(
        'Step mismatch in DefPactStep and defpact execution environment:',
        glue('defpact id: ', defPactId),
        glue('step: ', step),
        glue('DefPactExec step: ', lastStep + 1),
      ),
    bounded: ({ defPactId, step, lastStep }) =>
      plain(
        'Step mismatch in DefPactStep and defpact execution environment for defpact id:',
        pactId(defPactId),
        'Step:',
        step,
        'Execution environment step:',
        lastStep + 1,
      ),
    explanation: 'Steps run in order. Continue with the step after the last one that was executed.',
    sample: { defPactId: sampleHash, step: 2, lastStep: 0 },
  }),
  NestedDefpactsNotAdvanced: execution<OfPact>({
    code: 'E0446',
    text: ({ defPactId }) => say('Nested defpact not advanced', defPactId),
    bounded: ({ defPactId }) =>
      plain('Nested defpact execution failed to advanced for defpact id:', pactId(defPactId)),
    explanation:
      'Each step must continue every nested defpact. Call `continue` for the one that is ' +
      'missing.',
    sample: { defPactId: sampleHash },
  }),
  NotInDefPactExecution: execution({
    code: 'E0448',
    text: () => say('Attempted to fetch defpact data, but currently not within defpact execution'),
    bounded: () =>
      "Attempt to fetch defpact data failed because there's no defpact currently being executed.",
    explanation:
      '`pact-id` and similar builtins work only while a defpact runs. Call them from a step.',
    sample: {},
  }),
  YieldProvenanceDoesNotMatch: execution<{
    receivedChain: string;
    receivedHash: string;
    /** As many as `expectedHashes`, in the same order. */
    expectedChains: readonly string[];
    expectedHashes: readonly string[];
  }>({
    code: 'E0451',
    text: (data) =>
      say(
        'Yield provenance does not match, received',
        glue(provenance(data.receivedChain, data.receivedHash), ','),
        'expected',
        list(
          data.expectedChains.map((chain, i) => provenance(chain, data.expectedHashes[i] ?? '')),
        ),
      ),
    bounded: (data) =>
      plain(
        'Yield provenance does not match, received:',
        boundedProvenance(data.receivedChain, data.receivedHash),
        ', expected:',
        ...data.expectedChains.map((chain, i) =>
          boundedProvenance(chain, data.expectedHashes[i] ?? ''),
        ),
      ),
    explanation: 'The data was yielded for another chain, or by another version of the module.',
    sample: {
      receivedChain: '1',
      receivedHash: sampleHash,
      expectedChains: ['0'],
      expectedHashes: [sampleHash],
    },
  }),
  SPVVerificationFailure: execution<{ cause: string }>({
    code: 'E0456',
    text: ({ cause }) => say('SPV verification failure:', cause),
    bounded: ({ cause }) => plain('SPV verification failure:', cause),
    explanation: 'The proof from the other chain was rejected. The message says why.',
    sample: { cause: 'target header is not in the chain' },
  }),
  ContinuationError: execution<{ cause: string }>({
    code: 'E0457',
    text: ({ cause }) => say('Continuation Error:', cause),
    bounded: ({ cause }) => plain('Continuation error:', cause),
    explanation: 'The continuation was rejected. The message says why.',
    sample: { cause: 'invalid proof' },
  }),
  EntityNotAllowedInDefPact: execution<{ /** `ns.mod.pact` */ name: string }>({
    code: 'E0477',
    text: ({ name }) =>
      say(
        'Pact 5 does not support entity expressions in defpact',
        glue(name, '. Please ensure your defpact steps have the correct number of expressions'),
      ),
    bounded: ({ name }) =>
      plain(
        'Pact 5 does not support entity expressions in defpact',
        `${name}.`,
        ' Please ensure your defpact steps have the correct number of expressions',
      ),
    explanation:
      'A step begins with its expression. Pact 4 allowed an entity before it, but Pact 5 does ' +
      'not: remove the entity.',
    sample: { name: 'm.p' },
  }),
};

const provenance = (chain: string, hash: string): string => `(Provenance ${chain} ${hash})`;

const boundedProvenance = (chain: string, hash: string): string =>
  `Provenance ${abbreviate(10, chain)} ${abbreviate(20, hash)}`;
