// What peers are blamed for, by how certain it is.

/**
 * `fatal`: provable from bytes alone; `known-invalid`: a cut with a block that is known to be invalid; `rules`: its block
 * breaks a rule, as far as we can tell; `malformed`; `late`: slow or without what it announced; `nuisance`.
 */
export type FaultClass = 'fatal' | 'known-invalid' | 'rules' | 'malformed' | 'late' | 'nuisance';
