/** What a webhook could not be told. */
export interface AttentionWebhook {
  /** `webhook-id`. */
  readonly id: string;
  readonly type: string;
  /** `expired`: it was not taken for three days. `gone`: the receiver answered 410. */
  readonly code: 'expired' | 'gone';
  /** ISO date-time at which the application came into the state. */
  readonly happenedAt: string;
}
