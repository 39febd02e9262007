import type { SampleJob } from './sample-jobs.ts';

/** The company's mark: its first letter on a signal disc. */
export function SiteHead({ company }: { readonly company: string }) {
  return (
    <header class="site-head">
      <p class="brand">
        <span class="mark" aria-hidden="true">
          {company.slice(0, 1)}
        </span>
        {company}
      </p>
      <p class="site-part">Careers</p>
    </header>
  );
}

export function JobAdvert({ job }: { readonly job: SampleJob }) {
  return (
    <article class="advert">
      <h1>{job.title}</h1>
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
}

export function SiteFoot({ company }: { readonly company: string }) {
  return (
    <footer class="site-foot">
      <p>
        {company} is an invented company. Everything you send here stays in a sandbox on the computer that
        runs this demo.
      </p>
    </footer>
  );
}
