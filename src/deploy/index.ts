// The front door of deployments.
//
// - Read:  `deployProject` reads contract files as what is to be deployed.
// - Plan:  `planAll` compares that with every chain, and says what each step would use.
// - Send:  `deploy` sends what is missing, goes on where an earlier run was interrupted, and verifies.
// - Files, networks, time and keys are handed in. Faults are sentences; nothing throws because of what was read.

export { deploy, planAll, type ChainPlan, type PlannedStep } from './deploy.ts';
export { type DeployEvent, type Deployment, type SignatureBox } from './deployment.ts';
export { Journal, type Attempt } from './journal.ts';
export { usualGasLimit, usualTtl } from './limits.ts';
export { LocalHashes } from './local-hashes.ts';
export { patientPort } from './patience.ts';
export { deployProject, type ContractFile, type DeployProject } from './project.ts';
export { readCapability } from './read-capability.ts';
export { type ChainEnd } from './run-chain.ts';
export { titleOf } from './title.ts';
export { type DeploySettings, type DeploySigner } from './transaction.ts';
