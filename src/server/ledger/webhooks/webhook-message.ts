/** What is said of an event, in the form of Standard Webhooks: ids, states and times, and nothing that a person wrote. */
import type { ToldState, WebhookEvent } from './webhook-event.ts';

export interface WebhookMessage {
  readonly id: string;
  readonly body: string;
}

export const typeOf = (state: ToldState) => `application.${state}` as const;

export const messageOf = (event: WebhookEvent): WebhookMessage => ({
  id: event.id,
  body: JSON.stringify({
    type: typeOf(event.state),
    timestamp: new Date(event.happenedAt).toISOString(),
    data: {
      reference: event.reference,
      tenant: event.key.tenant,
      job: event.job,
      application: event.application,
      state: event.state,
      accepted_at: new Date(event.acceptedAt).toISOString(),
      sequence: event.sequence,
    },
  }),
});
