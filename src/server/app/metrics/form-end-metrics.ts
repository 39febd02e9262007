/** How forms ended, as reported by the pages, among the metrics of a tenant. */
import { Counter, type Registry } from 'prom-client';
import { droppedReasons, type FormEnds } from '../../../core/model/form-end.ts';
import type { Tenant } from '../../../core/model/ids.ts';

export type EndFigures = ReturnType<typeof createEndFigures>;

export function createEndFigures(registry: Registry) {
  const registers = [registry];
  const ends = new Counter({
    name: 'apply_forms_ended_total',
    help: 'Pages with a form whose life ended: by what became of the form, and by its state.',
    labelNames: ['outcome', 'state'],
    registers,
  });
  const dropped = new Counter({
    name: 'apply_beacons_dropped_total',
    help: 'Beacons of pages that were not counted, of all tenants.',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of droppedReasons) dropped.inc({ reason }, 0);
  return { ends, dropped };
}

export const createFormEnds = (figures: ReadonlyMap<Tenant, EndFigures>): FormEnds => ({
  count: (tenant, outcome, state) => figures.get(tenant)?.ends.inc({ outcome, state }),
  // The tenant of a dropped beacon is unknown, so every tenant sees the number.
  dropped(reason) {
    for (const { dropped } of figures.values()) dropped.inc({ reason });
  },
});
