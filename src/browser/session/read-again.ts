import type { Renewal } from '../proxy/connection.ts';
import type { FillingTools } from './filling.ts';

interface ReadTools extends Pick<FillingTools, 'page' | 'read' | 'load' | 'signal'> {
  readonly renewal: Renewal;
}

/** After a page is restored from the back-forward cache, another tab may have sent the form meanwhile. */
export function readAgain({ page, read, renewal, load, signal }: ReadTools): void {
  addEventListener(
    'pageshow',
    async ({ persisted }) => {
      const before = page();
      if (!persisted || before === null || before.form.submission.peek().kind === 'accepted') return;
      const outcome = await renewal.authorised(read);
      // A submission that was pending is sent again as well, and may be answered first.
      const isOwn = /sending|accepted/.test(before.form.submission.peek().kind);
      if (!outcome.ok || page() !== before || isOwn) return;
      const { submission, state } = outcome.value.meta;
      if (submission !== null || state !== 'open') void load();
    },
    { signal },
  );
}
