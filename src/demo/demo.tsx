import { useEffect, useState } from 'preact/hooks';
import type { ApplyFormElement } from '../browser/element/define.ts';
import { type Choices, readChoices, writeChoices } from './choices.ts';
import type { Drawer } from './drawer-button.tsx';
import { EvaluationBar } from './evaluation-bar.tsx';
import { FormPlace } from './form-place.tsx';
import { HostPagesPanel } from './host-pages-panel.tsx';
import { Inside } from './inside.tsx';
import { JobAdvert, SiteFoot, SiteHead } from './job-advert.tsx';
import { readSamples, type Sample } from './sample-jobs.ts';
import { type Release, snippetOf, type Wish } from './snippet/snippet.ts';
import { SnippetPanel } from './snippet/snippet-panel.tsx';
import { useApplication } from './use-application.ts';

export function Demo() {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const [release, setRelease] = useState<Release | null>(null);
  const [choices, setChoices] = useState(() => readChoices(location.search));
  const [element, setElement] = useState<ApplyFormElement | null>(null);
  const [round, setRound] = useState(0);
  const [drawer, setDrawer] = useState<Drawer | null>(null);
  const { form, lang, theme, brand, version } = choices;

  useEffect(() => void readSamples().then(setSamples), []);
  useEffect(() => void readRelease().then(setRelease), []);
  useEffect(() => void Object.assign(document.documentElement.dataset, { theme, brand }), [theme, brand]);

  const choose = (next: Choices) => {
    history.replaceState(null, '', `${location.pathname}${writeChoices(next)}`);
    setChoices(next);
  };
  const sample = samples.find(({ name }) => name === form) ?? samples[0];
  const opening = useApplication(choices, sample?.job.id, round);
  const { access, application } = opening;
  const pinned = version === 'pinned' ? release : null;
  const wish: Wish = { ...choices, access, origin: location.origin, release: pinned };
  const snippet = snippetOf(wish);
  return (
    <>
      <EvaluationBar
        samples={samples}
        choices={{ ...choices, form: sample?.name ?? form }}
        access={opening.isReady ? access : null}
        drawer={drawer}
        onChoose={choose}
        onRestart={() => setRound(round + 1)}
        onDrawer={setDrawer}
      />
      {drawer === 'html' && <SnippetPanel {...{ choices, access, snippet, release }} onChoose={choose} />}
      {drawer === 'hosts' && <HostPagesPanel />}
      <SiteHead company={sample?.job.company ?? ''} />
      {/* Shown together, so that nothing moves when the job has loaded. */}
      <main class="site" hidden={sample === undefined}>
        <div class="column">
          {sample && <JobAdvert job={sample.job} />}
          <FormPlace
            snippet={opening.isReady ? snippet : null}
            occasion={occasionOf(wish, round)}
            lang={lang}
            theme={theme}
            isRefused={opening.isRefused}
            onElement={setElement}
          />
        </div>
        <Inside element={element} application={application} />
      </main>
      {sample && <SiteFoot company={sample.job.company} />}
    </>
  );
}

/** A different key creates a new form. Language, theme and brand change in place. */
function occasionOf(wish: Wish, round: number): string {
  const { markup, call } = snippetOf({ ...wish, lang: 'en', theme: 'auto' });
  return JSON.stringify({ round, markup, call });
}

/** What `/integrity.json` says about the files that never change (`src/README.md#pages-and-files`); null when there are none. */
async function readRelease(): Promise<Release | null> {
  const response = await fetch('/integrity.json').catch(() => null);
  if (!response?.ok) return null;
  const listed: { readonly version: string; readonly files: Release['hashes'] } = await response.json();
  return { version: listed.version, hashes: listed.files };
}
