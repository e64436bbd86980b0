// The public interface of deployments.
//
// - Read:  `deployProject` reads contract files and returns what to deploy.
// - Plan:  `planAll` compares that with every chain, and returns the steps and their gas.
// - Send:  `deploy` sends what is missing, continues interrupted runs, and verifies the result.
// - The caller passes files, networks, time and keys. Faults are sentences; invalid files never cause exceptions.

export { deploy, planAll, type ChainPlan, type PlannedStep } from './deploy.ts';
export { type DeployEvent, type Deployment, type SignatureBox } from './deploy.ts';
export { Journal, type Attempt } from './journal.ts';
export { clockMarginSeconds, usualTtl } from './limits.ts';
export { LocalHashes } from './local-hashes.ts';
export { type MigrationText } from './migrations.ts';
export { patientPort } from './results.ts';
export { deployProject, type ContractFile, type DeployProject } from './project.ts';
export { capabilitiesOfCode } from './capabilities.ts';
export { readCapability } from './capabilities.ts';
export { chainTime } from './results.ts';
export { type ChainEnd } from './run-chain.ts';
export { titleOf } from './plan.ts';
export { type DeploySettings, type DeploySigner } from './transaction.ts';
