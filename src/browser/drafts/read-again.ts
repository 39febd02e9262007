/** A page that comes back as it was left (back-forward cache): another tab may have sent meanwhile. */
import type { DraftManagerTools } from './draft-manager.ts';

export function lookAgain({ page, read, renewal, load, signal }: DraftManagerTools): void {
  addEventListener(
    'pageshow',
    async ({ persisted }) => {
      const before = page();
      if (!persisted || before === null || before.form.submission.peek().kind === 'accepted') return;
      const outcome = await renewal.authorised(read);
      // Sending is asked again as well, and may have its answer first.
      const isOwn = /sending|accepted/.test(before.form.submission.peek().kind);
      if (!outcome.ok || page() !== before || isOwn) return;
      const { submission, state } = outcome.value.meta;
      if (submission !== null || state !== 'open') void load();
    },
    { signal },
  );
}
