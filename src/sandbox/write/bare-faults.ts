import type { SandboxState } from '../sandbox-state.ts';
import type { ServiceFault } from '../service-fault.ts';

/** With the fault `bare_errors` a refusal carries only words, as in the service's public example. */
export const bareWhere = (
  { faults: { current } }: SandboxState,
  faults: readonly ServiceFault[],
): readonly ServiceFault[] =>
  current().bare_errors ? faults.map(({ code, detail }) => ({ code, detail })) : faults;
