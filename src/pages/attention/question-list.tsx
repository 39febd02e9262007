import type { Finding, JobFindings } from './read-reply.ts';

interface QuestionListProps {
  readonly jobs: readonly JobFindings[];
  /** Jobs that the server does not tell of yet. */
  readonly leftOut: number;
}

/** What is wrong with the questions of the service, by job. */
export function QuestionList({ jobs, leftOut }: QuestionListProps) {
  if (jobs.length === 0) return null;
  return (
    <section class="card" aria-labelledby="questions-title">
      <h2 id="questions-title">Questions that need mending</h2>
      <p class="hint">
        To be mended in the recruitment service by those who write the questions, and not on this page.
      </p>
      {jobs.map(({ job, title, count, findings }) => (
        <div key={job ?? ''} class="of-job">
          <h3>
            {job === null ? (
              'All questions of the service'
            ) : (
              <>
                {title ?? 'Job'} <span class="mono hint">{job}</span>
              </>
            )}
          </h3>
          <p class="hint">{count === 1 ? '1 thing' : `${count} things`} to mend</p>
          <ul class="findings">
            {findings.map((finding, place) => (
              <FindingLine key={`${finding.question} ${place}`} finding={finding} />
            ))}
          </ul>
          {count > findings.length && (
            <p class="hint">And {count - findings.length} more: put these right first.</p>
          )}
        </div>
      ))}
      {leftOut > 0 && (
        <p class="of-job hint">
          And {leftOut === 1 ? 'one more job' : `${leftOut} more jobs`} with such questions: put these right
          first.
        </p>
      )}
    </section>
  );
}

function FindingLine({ finding: { question, title, found, fix } }: { readonly finding: Finding }) {
  return (
    <li>
      {question !== null && (
        <p>
          <strong>{title === null || title === '' ? 'Question' : title}</strong>{' '}
          <span class="mono hint">{question}</span>
        </p>
      )}
      <p>{found}</p>
      {fix !== null && fix !== '' && <p class="fix">{fix}</p>}
    </li>
  );
}
