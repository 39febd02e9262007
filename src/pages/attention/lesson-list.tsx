import { useState } from 'preact/hooks';
import { sensitiveFields } from '../../core/model/ports.ts';
import { copyText, notCopied } from '../copy-text.ts';
import { type Acts, nameOfLesson } from './acts.ts';
import { useKeptFocus } from './kept-focus.ts';
import type { Lesson } from './read-reply.ts';
import { Time } from './time.tsx';

interface LessonListProps {
  readonly acts: Acts;
  readonly lessons: readonly Lesson[];
  readonly now: number;
}

/** What the service demanded of applications when it refused them, by job. */
export function LessonList({ acts, lessons, now }: LessonListProps) {
  const part = useKeptFocus(
    () => document.getElementById('lessons-title') ?? document.getElementById('title'),
  );
  if (lessons.length === 0) return null;
  const jobs = [...new Set(lessons.map(({ job }) => job))];
  return (
    <section class="card" aria-labelledby="lessons-title" ref={part}>
      <h2 id="lessons-title" tabindex={-1}>
        What jobs demand
      </h2>
      <p class="hint">
        The service refused applications for want of this, so it is asked of the next visitors of the job,
        until 30 days after the last refusal. The line of APPLY_CONFIG asks for it from the start.
      </p>
      {jobs.map((job) => (
        <JobLessons
          key={job}
          job={job}
          acts={acts}
          now={now}
          lessons={lessons.filter((one) => one.job === job)}
        />
      ))}
    </section>
  );
}

function JobLessons({ job, acts, lessons, now }: LessonListProps & { readonly job: string }) {
  const line = lessons[0]?.configuration ?? '';
  return (
    <div class="of-job">
      <h3>
        Job <span class="mono">{job}</span>
      </h3>
      <ul class="lessons">
        {lessons.map((lesson) => (
          <LessonLine key={lesson.field} lesson={lesson} acts={acts} now={now} />
        ))}
      </ul>
      {line !== '' && <CopiedLine line={line} job={job} />}
    </div>
  );
}

const isSensitive = (field: string): boolean => sensitiveFields.some((one) => one === field);

interface LessonLineProps {
  readonly lesson: Lesson;
  readonly acts: Acts;
  readonly now: number;
}

function LessonLine({ lesson, acts, now }: LessonLineProps) {
  const { job, field, isAgreed, learnedAt, refusedAt } = lesson;
  const waits = isSensitive(field) && !isAgreed;
  const name = nameOfLesson(lesson);
  const row = useKeptFocus<HTMLLIElement>((one) => one?.querySelector('button') ?? null);
  const isBusy = acts.busy.value.has(name);
  const fault = acts.faults.value.get(name);
  const tell = (action: 'agree' | 'clear') => void acts.tell({ action, job, field });
  return (
    <li ref={row}>
      <div>
        <p>
          <strong class="mono">{field}</strong>{' '}
          <span class="chip" data-kind={waits ? 'warn' : 'good'}>
            {waits ? 'not asked until you agree' : 'is asked'}
          </span>
        </p>
        <p class="hint">
          First refused <Time iso={learnedAt} now={now} />, last <Time iso={refusedAt} now={now} />
        </p>
        {fault !== undefined && <p class="fault">{fault}</p>}
      </div>
      <div class="acts">
        {waits && (
          <button type="button" aria-disabled={isBusy} onClick={() => tell('agree')}>
            Agree
            <span class="unseen">
              {' '}
              that {field} is asked for job {job}
            </span>
          </button>
        )}
        <button type="button" class="quiet" aria-disabled={isBusy} onClick={() => tell('clear')}>
          Forget
          <span class="unseen">
            {' '}
            that job {job} demands {field}
          </span>
        </button>
      </div>
    </li>
  );
}

function CopiedLine({ line, job }: { readonly line: string; readonly job: string }) {
  const [said, setSaid] = useState('');
  const copy = async () => setSaid((await copyText(line)) ? 'Copied' : notCopied);
  return (
    <div class="line">
      <code>{line}</code>
      <button type="button" class="quiet" onClick={() => void copy()}>
        Copy<span class="unseen"> the line of job {job}</span>
      </button>
      <span role="status" class="hint">
        {said}
      </span>
    </div>
  );
}
