// The store of rows in memory, with which exports are tested, does what stores must do.
import { MemorySink } from '../../../support/memory-sink.ts';
import { rowSinkContract } from '../../../support/row-sink-contract.ts';

rowSinkContract('rows in memory', () => {
  const sink = new MemorySink();
  const reopened = () => Promise.resolve(sink.copy());
  return Promise.resolve({ sink, reopened });
});
