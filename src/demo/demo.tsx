import { useEffect, useState } from 'preact/hooks';
import type { ApplyFormElement } from '../embed/define.ts';
import { type Choices, readChoices, writeChoices } from './choices.ts';
import { type DemoSession, openDemoSession } from './demo-session.ts';
import { EvaluationBar } from './evaluation-bar.tsx';
import { FormPlace } from './form-place.tsx';
import { Inside } from './inside.tsx';
import { JobAdvert, SiteFoot, SiteHead } from './job-advert.tsx';
import { readSamples, type Sample } from './sample-jobs.ts';

export function Demo() {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const [choices, setChoices] = useState(() => readChoices(location.search));
  const [session, setSession] = useState<DemoSession | null | 'refused'>(null);
  const [element, setElement] = useState<ApplyFormElement | null>(null);
  const [round, setRound] = useState(0);
  const { form, lang, theme, brand } = choices;

  useEffect(() => void readSamples().then(setSamples), []);
  useEffect(() => openFor(form, setSession), [form, round]);
  useEffect(() => void Object.assign(document.documentElement.dataset, { theme, brand }), [theme, brand]);

  const choose = (next: Choices) => {
    history.replaceState(null, '', `${location.pathname}${writeChoices(next)}`);
    setChoices(next);
  };
  const sample = samples.find(({ name }) => name === form) ?? samples[0];
  return (
    <>
      <EvaluationBar
        samples={samples}
        choices={{ ...choices, form: sample?.name ?? form }}
        token={session === 'refused' ? null : (session?.token ?? null)}
        onChoose={choose}
        onRestart={() => setRound(round + 1)}
      />
      <SiteHead company={sample?.job.company ?? ''} />
      <main class="site">
        <div class="column">
          {sample && <JobAdvert job={sample.job} />}
          <FormPlace session={session} lang={lang} theme={theme} onElement={setElement} />
        </div>
        <Inside element={element} session={session === 'refused' ? null : session} />
      </main>
      <SiteFoot company={sample?.job.company ?? ''} />
    </>
  );
}

/** Another form may be chosen before the session has come: the older one is dropped. */
function openFor(form: string, give: (session: DemoSession | null | 'refused') => void): () => void {
  let current = true;
  give(null);
  void openDemoSession(form).then((session) => current && give(session ?? 'refused'));
  return () => {
    current = false;
  };
}
