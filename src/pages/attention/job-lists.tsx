import { isSensitive } from '../../core/model/details.ts';
import type { FaultyForm, Lesson } from './ask-server.ts';
import { timeOf } from './entry-card.tsx';

export function FormList({ forms }: { readonly forms: readonly FaultyForm[] }) {
  if (forms.length === 0) return null;
  return (
    <section class="card" aria-labelledby="findings">
      <h2 id="findings">Questions to correct</h2>
      <p class="hint">
        “npx apply-form-server check-questions” says what is wrong with them. Correct them in the recruitment
        service.
      </p>
      <ul>
        {forms.map(({ job, posting = null, title, count }) => (
          <li key={job ?? posting}>
            {title ?? (job !== null ? 'Job' : posting !== null ? 'Posting' : 'All questions of the service')}{' '}
            <span class="mono">{job ?? posting}</span>: {count}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LessonListProps {
  readonly lessons: readonly Lesson[];
  act(what: 'agree' | 'clear', lesson: Lesson): void;
}

/** Lists the demands of the service, learned from refusals. */
export function LessonList({ lessons, act }: LessonListProps) {
  if (lessons.length === 0) return null;
  return (
    <section class="card" aria-labelledby="lessons">
      <h2 id="lessons">What jobs demand</h2>
      <p class="hint">
        The service refused applications for want of this, so it is asked of the next visitors of the job,
        until 30 days after the last refusal. The line of APPLY_CONFIG asks for it from the start.
      </p>
      <ul class="lessons">
        {lessons.map((lesson, index) => {
          const { job, field, agreed, refused_at, configuration } = lesson;
          const waits = !agreed && isSensitive(field);
          return (
            <li key={`${job} ${field}`}>
              <p>
                Job <strong>{job}</strong>: <strong>{field}</strong>{' '}
                {waits ? 'is not asked until you agree' : 'is asked'}; last refused {timeOf(refused_at)}
              </p>
              {lessons[index + 1]?.configuration !== configuration && <code>{configuration}</code>}
              <div class="acts">
                {waits && (
                  <button type="button" onClick={() => act('agree', lesson)}>
                    Agree
                    <span class="unseen">
                      {' '}
                      that {field} is asked for job {job}
                    </span>
                  </button>
                )}
                <button type="button" class="quiet" onClick={() => act('clear', lesson)}>
                  Forget
                  <span class="unseen">
                    {' '}
                    that job {job} demands {field}
                  </span>
                </button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
