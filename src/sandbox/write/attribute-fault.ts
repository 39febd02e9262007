import { invalid, pointerTo, type ServiceFault } from '../service-fault.ts';

/** A 422 of an application with what the library adds that the service seems to be built on (`src/server/service/README.md#what-the-readings-rest-on`). */
export const faultOf = (attribute: string, message: string, pointer: string): ServiceFault => ({
  ...invalid(attribute, message, pointer),
  meta: { attribute, message },
});

export const attributeFault = (attribute: string, message: string): ServiceFault =>
  faultOf(attribute, message, pointerTo('attributes', attribute));
