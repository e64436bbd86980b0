// The public interface: TypeScript for a module of an index.

export { headerOf, typesOf } from './generate.ts';
