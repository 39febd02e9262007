/** A page that comes back as it was left (back-forward cache): another tab may have sent meanwhile. */
import type { KeeperTools } from './keeper.ts';

export function lookAgain({ page, read, renewal, load, signal }: KeeperTools): void {
  addEventListener(
    'pageshow',
    async ({ persisted }) => {
      const before = page();
      if (!persisted || before === null || before.form.submission.peek().kind === 'accepted') return;
      const outcome = await renewal.authorised(read);
      if (!outcome.ok || page() !== before || before.form.submission.peek().kind === 'sending') return;
      const { submission, state } = outcome.value.meta;
      if (submission !== null || state !== 'open') void load();
    },
    { signal },
  );
}
