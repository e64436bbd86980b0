// The public interface of the node's configuration.

export { readConfiguration, type Effective, type NodeConfiguration } from './node-configuration.ts';
export { environmentName, nodeOptions } from './options.ts';
export { configurationJson, configurationText } from './print-configuration.ts';
export type { FlagValue } from './sources.ts';
