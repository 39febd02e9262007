import type { Finding, JobFindings } from './read-reply.ts';

/** What is wrong with the questions of the service, by job. */
export function QuestionList({ jobs }: { readonly jobs: readonly JobFindings[] }) {
  if (jobs.length === 0) return null;
  return (
    <section class="card" aria-labelledby="questions-title">
      <h2 id="questions-title">Questions that need mending</h2>
      <p class="hint">To be mended in the recruitment service. Nothing is to be done here.</p>
      {jobs.map(({ job, title, findings }) => (
        <div key={job} class="of-job">
          <h3>
            {title ?? 'Job'} <span class="mono hint">{job}</span>
          </h3>
          <ul class="findings">
            {findings.map((finding, place) => (
              <FindingLine key={`${finding.question} ${place}`} finding={finding} />
            ))}
          </ul>
        </div>
      ))}
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
