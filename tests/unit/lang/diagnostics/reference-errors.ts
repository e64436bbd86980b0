// The errors of the reference by kind, in the order of their tags (Errors.hs of Pact 5.4.1). A kind with a first code has codes in
// that order.

export type ReferenceKind = {
  readonly kind: string;
  readonly firstCode: number | undefined;
  readonly names: readonly string[];
};

const namesIn = (text: string): readonly string[] => text.trim().split(/\s+/);

export const referenceErrors: readonly ReferenceKind[] = [
  {
    kind: 'LexerError',
    firstCode: 101,
    names: namesIn(`
      LexicalError StringLiteralError OutOfInputError
    `),
  },
  {
    kind: 'ParseError',
    firstCode: 201,
    names: namesIn(`
      ParsingError TooManyCloseParens UnexpectedInput PrecisionOverflowError
      InvalidBaseType
    `),
  },
  {
    kind: 'DesugarError',
    firstCode: 301,
    names: namesIn(`
      UnboundTermVariable UnboundTypeVariable InvalidCapabilityReference
      NoSuchModuleMember NoSuchModule NoSuchInterface ImplementationError NotImplemented
      RecursionDetected NotAllowedWithinDefcap NotAllowedOutsideModule
      InvalidGovernanceRef InvalidDefInTermVariable InvalidModuleReference
      EmptyBindingBody LastStepWithRollback ExpectedFreeVariable InvalidManagedArg
      InvalidImports InvalidImportModuleHash InvalidSyntax InvalidDefInSchemaPosition
      InvalidDynamicInvoke DuplicateDefinition InvalidBlessedHash InvalidNativeShadowing
      InvalidManagerFun
    `),
  },
  {
    kind: 'InvariantError',
    firstCode: undefined,
    names: namesIn(`
      InvariantInvalidDefKind InvariantDefConstNotEvaluated InvariantExpectedDefCap
      InvariantExpectedDefun InvariantExpectedDefPact InvariantInvalidBoundVariable
      InvariantUnboundFreeVariable InvariantMalformedDefun InvariantPactExecNotInEnv
      InvariantPactStepNotInEnv InvariantInvalidManagedCapIndex InvariantArgLengthMismatch
      InvariantInvalidManagedCapKind InvariantNoSuchKeyInTable
      InvariantEmptyCapStackFailure
    `),
  },
  {
    kind: 'EvalError',
    firstCode: 401,
    names: namesIn(`
      ArrayOutOfBoundsException ArithmeticException EnumerationError DecodeError
      GasExceeded FloatingPointError InvariantFailure EvalError NativeArgumentsError
      InvalidManagedCap CapNotInstalled CapAlreadyInstalled ModuleMemberDoesNotExist
      NoSuchKeySet YieldOutsideDefPact NoActiveDefPactExec NoYieldInDefPactStep
      InvalidDefPactStepSupplied DefPactIdMismatch CCDefPactContinuationError
      NoPreviousDefPactExecutionFound DefPactAlreadyCompleted
      NestedDefPactParentStepCountMismatch NestedDefPactParentRollbackMismatch
      NestedDefPactNeverStarted NestedDefPactDoubleExecution
      MultipleOrNestedDefPactExecFound DefPactStepHasNoRollback
      DefPactStepNotInEnvironment NoDefPactIdAndExecEnvSupplied DefPactRollbackMismatch
      DefPactStepMismatch CannotUpgradeInterface DbOpFailure DynNameIsNotModRef
      ModuleDoesNotExist ExpectedModule HashNotBlessed CannotApplyPartialClosure
      ClosureAppliedToTooManyArgs FormIllegalWithinDefcap RunTimeTypecheckFailure
      NativeIsTopLevelOnly EventDoesNotMatchModule InvalidEventCap
      NestedDefpactsNotAdvanced ExpectedPactValue NotInDefPactExecution
      RootNamespaceInstallError PointNotOnCurve YieldProvenanceDoesNotMatch
      MismatchingKeysetNamespace EnforcePactVersionFailure EnforcePactVersionParseFailure
      RuntimeRecursionDetected SPVVerificationFailure ContinuationError
      UserGuardMustBeADefun ExpectedBoolValue ExpectedStringValue ExpectedCapToken
      WriteValueDidNotMatchSchema ObjectIsMissingField InvalidKeysetFormat
      InvalidKeysetNameFormat CannotDefineKeysetOutsideNamespace NamespaceNotFound
      NativeExecutionError OperationIsLocalOnly CannotApplyValueToNonClosure
      InvalidCustomKeysetPredicate HyperlaneError HyperlaneDecodeError
      ModuleAdminNotAcquired UnknownException InvalidNumArgs EntityNotAllowedInDefPact
      Keccak256Error TypecheckingFailure
    `),
  },
  {
    kind: 'DbOpError',
    firstCode: undefined,
    names: namesIn(`
      WriteError RowReadDecodeFailure RowFoundError NoRowFound NoSuchTable
      TableAlreadyExists TxAlreadyBegun NotInTx OpDisallowed
      MultipleRowsReturnedFromSingleWrite
    `),
  },
  {
    kind: 'UserRecoverableError',
    firstCode: 901,
    names: namesIn(`
      UserEnforceError OneShotCapAlreadyUsed CapabilityNotGranted NoSuchObjectInDb
      KeysetPredicateFailure CapabilityPactGuardInvalidPactId EnvReadFunctionFailure
      VerifierFailure CapabilityGuardNotAcquired
    `),
  },
  {
    kind: 'HyperlaneError',
    firstCode: undefined,
    names: namesIn(`
      HyperlaneErrorFailedToFindKey HyperlaneErrorNumberOutOfBounds
      HyperlaneErrorBadHexPrefix HyperlaneErrorInvalidBase64 HyperlaneErrorIncorrectSize
      HyperlaneErrorInvalidChainId
    `),
  },
  {
    kind: 'HyperlaneDecodeError',
    firstCode: undefined,
    names: namesIn(`
      HyperlaneDecodeErrorBase64 HyperlaneDecodeErrorInternal HyperlaneDecodeErrorBinary
      HyperlaneDecodeErrorParseRecipient
    `),
  },
  {
    kind: 'VerifierError',
    firstCode: undefined,
    names: namesIn(`
      VerifierError
    `),
  },
];
