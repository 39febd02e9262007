import type { ServiceContext, ServiceFace } from './guard.ts';
import { type Document, respond, respondFaults } from './json-api.ts';
import type { Place } from './sandbox-state.ts';
import type { Checked } from './service-fault.ts';

/** What every operation of the service reads from its request, and how it answers. */

export const queryOf = (context: ServiceContext): URLSearchParams => new URL(context.req.url).searchParams;

export const placeOf = (context: ServiceContext, { state, basePath }: ServiceFace): Place => ({
  state,
  baseUrl: new URL(context.req.url).origin + basePath,
});

export function documentResponse(result: Checked<Document>, status = 200): Response {
  return result.ok ? respond(result.value, status) : respondFaults(result.faults);
}
