import type { SampleJob } from './sample-jobs.ts';

/** The company's mark is its first letter on a signal disc. */
export const CareersHead = ({ job }: { readonly job: SampleJob }) => (
  <header class="careers-head">
    <span class="mark" aria-hidden="true">
      {job.company.slice(0, 1)}
    </span>
    <div>
      <p class="company">{job.company} · Careers</p>
      <h2 id="apply-title">{job.title}</h2>
    </div>
  </header>
);

export const JobAdvert = ({ job }: { readonly job: SampleJob }) => (
  <article class="advert">
    <h2>About this job</h2>
    <ul class="facts">
      <li>{job.location}</li>
      <li>{job.contract}</li>
    </ul>
    {job.paragraphs.map((paragraph) => (
      <p key={paragraph}>{paragraph}</p>
    ))}
    <a class="to-form" href="#apply">
      Apply for this job
    </a>
  </article>
);

export const CareersFoot = ({ company }: { readonly company: string }) => (
  <footer class="careers-foot">
    <p>
      {company} is an invented company. Everything you send here stays in a sandbox on the computer that runs
      this demo.
    </p>
  </footer>
);
