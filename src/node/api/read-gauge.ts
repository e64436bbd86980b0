// A metric whose value is read when metrics are requested.

import { Gauge, type Registry } from 'prom-client';

export function addGauge(
  registry: Registry,
  name: string,
  { help, read }: { readonly help: string; readonly read: () => number },
): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    registers: [registry],
    collect: () => gauge.set(read()),
  });
}
