/** The HTML of the sandbox page before its script fills it. It is a string, so that it is bundled with the sandbox. */

interface TableText {
  readonly id: string;
  readonly caption: string;
  readonly heads: readonly string[];
}

/** Roles are explicit: on small screens CSS displays rows as cards, and browsers then drop their table semantics. */
const table = ({ id, caption, heads }: TableText): string => `
      <table id="${id}" role="table">
        <caption>${caption}</caption>
        <thead role="rowgroup"><tr role="row">${heads.map(headCell).join('')}</tr></thead>
        <tbody role="rowgroup"></tbody>
      </table>
      <p class="none" id="${id}-none">Reading…</p>`;

const headCell = (text: string): string => `<th scope="col" role="columnheader">${text}</th>`;

const requests = table({
  id: 'requests',
  caption: 'What came to the service, the newest first.',
  heads: ['No.', 'Time', 'Method', 'Path', 'Status', 'Took', 'Application'],
});

const applications = table({
  id: 'applications',
  caption: 'The newest first. Choose one to see all of it.',
  heads: ['Application', 'Who', 'Job', 'Stage', 'Tags', 'Answers', 'Files'],
});

const jobSeekers = table({
  id: 'job-seekers',
  caption: 'The people behind the applications, the newest first.',
  heads: ['Job seeker', 'Candidate', 'Tags'],
});

const tags = table({
  id: 'tags',
  caption: 'Filterable in the user interface are those that were first created there.',
  heads: ['Tag', 'Context', 'Filterable'],
});

const forms = table({
  id: 'forms',
  caption: 'Each form is that of one job.',
  heads: ['Form', 'Job', 'Questions'],
});

const keyWords = (key: string | null): string =>
  key === null
    ? 'Every request carries the key in the header X-API-KEY. Another than the usual one was set at the start: the line in the terminal tells it, this page does not.'
    : `Every request carries the key in the header X-API-KEY. It is ${key}, since no other was set with --key.`;

/** @param key the published key; null when another was set, which the page does not show */
export const pageHtml = (key: string | null): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Sandbox</title>
    <link rel="stylesheet" href="page.css">
    <script src="page.js" type="module"></script>
  </head>
  <body>
    <header class="product-bar">
      <p class="product">Apply Form</p>
      <nav aria-label="Pages of this server"><ul id="pages"><li><a href="./" aria-current="page">Sandbox</a></li></ul></nav>
    </header>
    <noscript><p class="notice">This page needs scripts to show what the sandbox holds.</p></noscript>
    <main>
      <div class="title">
        <div>
          <h1>Sandbox</h1>
          <p>The recruitment service in miniature. Its base address is <code id="address"></code></p>
        </div>
        <p id="connection" role="status" data-state="connecting">Connecting…</p>
      </div>
      <section class="tools" aria-labelledby="tools-title">
        <h2 id="tools-title">Try something</h2>
        <div class="apply">
          <label for="form">Form</label>
          <select id="form"></select>
          <button type="button" id="apply">Make an application</button>
        </div>
        <div id="ask">
          <p><code id="curl">curl -H "X-API-KEY: ${key ?? 'YOUR-KEY'}" <span id="ask-address"></span>/api/v1/applications</code>
          <button type="button" class="quiet" id="copy">Copy</button></p>
          <p class="hint">${keyWords(key)}</p>
        </div>
        <p id="feedback" role="status"></p>
      </section>
      <section class="faults" aria-labelledby="faults-title">
        <h2 id="faults-title">Faults <span id="faults-on" class="count">none on</span></h2>
        <p class="hint">What the service does wrong until it is switched off again, and what an applicant sees of it.</p>
        <ul id="fault-list"></ul>
        <p class="hint" id="other-faults" hidden></p>
        <button type="button" class="quiet" id="no-faults">Switch all off</button>
      </section>
      <section aria-labelledby="requests-title">
        <h2 id="requests-title">Requests <span class="count" id="requests-count"></span></h2>${requests}
        <button type="button" class="quiet more" id="more-requests" hidden>Show older ones</button>
      </section>
      <div class="column">
      <section id="chosen" aria-labelledby="chosen-title" hidden>
        <h2 id="chosen-title" tabindex="-1">Application</h2>
        <p><a href="#applications-title" id="close">Close</a></p>
        <div id="chosen-content"></div>
      </section>
      <section aria-labelledby="applications-title">
        <h2 id="applications-title">Applications <span class="count" id="applications-count"></span></h2>${applications}
        <button type="button" class="quiet more" id="more-applications" hidden>Show older ones</button>
      </section>
      </div>
      <div class="rest">
        <section aria-labelledby="job-seekers-title">
          <h2 id="job-seekers-title">Job seekers <span class="count" id="job-seekers-count"></span></h2>${jobSeekers}
        </section>
        <section aria-labelledby="tags-title">
          <h2 id="tags-title">Tags <span class="count" id="tags-count"></span></h2>${tags}
        </section>
        <section aria-labelledby="forms-title">
          <h2 id="forms-title">Forms <span class="count" id="forms-count"></span></h2>${forms}
        </section>
      </div>
    </main>
  </body>
</html>
`;
