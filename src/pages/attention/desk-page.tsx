import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Outcome, success } from '../../core/model/failure.ts';
import { ask, type Desk, type Fault, type Lesson, readDesk } from './ask-server.ts';
import type { Opened } from './attention-page.tsx';
import { canAct, EntryCard } from './entry-card.tsx';
import { FormList, LessonList } from './job-lists.tsx';
import { ServerState } from './server-state.tsx';

interface DeskPageProps {
  readonly opened: Opened;
  lock(why: string): void;
}

export function DeskPage({ opened, lock }: DeskPageProps) {
  const { desk, said, run } = useDesk(opened, lock);
  const { data, meta, server } = desk;
  const { key } = opened;
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused element may have disappeared.
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [desk]);
  const stopped = data.filter(canAct).map(({ id }) => id);
  return (
    <>
      <p role="status" class="said">
        {said}
      </p>
      <section class="card" aria-labelledby="title">
        <h1 id="title">Attention</h1>
        {server.tenant !== 'default' && <p>Tenant {server.tenant}, by its key</p>}
        <ServerState desk={desk} />
        <div class="acts">
          <button type="button" class="quiet" onClick={() => run(async () => success('Read again.'))}>
            Refresh
          </button>
          <button type="button" class="quiet" onClick={() => lock('Locked. The key is forgotten.')}>
            Lock
          </button>
        </div>
      </section>
      <section aria-labelledby="waiting">
        <h2 id="waiting" ref={heading} tabindex={-1}>
          {countSentence(desk)}
        </h2>
        {meta.total === 0 && <p>What is on its way to the recruitment service is delivered without you.</p>}
        {meta.total > data.length && (
          <p>The oldest {data.length} are listed. What is settled makes room for the next.</p>
        )}
        {stopped.length > 1 && (
          <button type="button" onClick={() => run(() => retry(key, stopped))}>
            Retry all {stopped.length}
          </button>
        )}
        <ul class="cards">
          {data.map((entry) => (
            <EntryCard
              key={entry.id}
              entry={entry}
              retry={() => run(() => retry(key, [entry.id]))}
              giveUp={() => run(() => giveUp(key, entry.id))}
            />
          ))}
        </ul>
      </section>
      <FormList forms={meta.questions} />
      <LessonList lessons={meta.lessons} act={(...wish) => run(() => actOnLesson(key, ...wish))} />
    </>
  );
}

/** The result of an action, as a sentence. */
type Done = Outcome<string, Fault>;

/** Each action asks the server, reads the list again and reports the result. */
function useDesk(opened: Opened, lock: DeskPageProps['lock']) {
  const [desk, setDesk] = useState(opened.desk);
  const [said, setSaid] = useState('');
  const isBusy = useRef(false);
  const run = async (request: () => Promise<Done>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setSaid('Asking the server…');
    const done = await request();
    const read = await readDesk(opened.key);
    isBusy.current = false;
    if (!read.ok && read.error.isKey) return lock(`Locked. ${read.error.sentence}`);
    if (read.ok) setDesk(read.value);
    const older = read.ok ? '' : ` ${read.error.sentence} What you see is older.`;
    setSaid(`${done.ok ? done.value : done.error.sentence}${older}`);
  };
  return { desk, said, run };
}

const countSentence = ({ meta: { total } }: Desk): string =>
  total === 0
    ? 'Nothing needs attention.'
    : `${total} ${total === 1 ? 'submission needs' : 'submissions need'} attention.`;

const act = (key: string, id: string, action: 'retry' | 'give_up') =>
  ask(key, `/attention/${id}`, { type: 'attention', attributes: { action } });

/** Stops at the first failure. */
async function retry(key: string, ids: readonly string[]): Promise<Done> {
  for (const [count, id] of ids.entries()) {
    const done = await act(key, id, 'retry');
    if (!done.ok && count === 0) return done;
    if (!done.ok) return success(`${count} of ${ids.length} sent again. ${done.error.sentence}`);
  }
  return success(`${ids.length === 1 ? `${ids[0]} is` : `${ids.length} are`} on the way again.`);
}

async function giveUp(key: string, id: string): Promise<Done> {
  const done = await act(key, id, 'give_up');
  return done.ok ? success(`${id} is given up: what was to be sent is wiped.`) : done;
}

async function actOnLesson(key: string, action: 'agree' | 'clear', { job, field }: Lesson): Promise<Done> {
  const attributes = { action, job, field };
  const done = await ask(key, '/attention/lessons', { type: 'lessons', attributes });
  const what = action === 'agree' ? 'is asked from now on' : 'is forgotten';
  return done.ok ? success(`Job ${job}: ${field} ${what}.`) : done;
}
