import { useEffect, useState } from 'preact/hooks';
import type { ApplyFormElement } from '../embed/define.ts';
import { type DemoSession, openDemoSession } from './demo-session.ts';
import { EvaluationBar, type Theme } from './evaluation-bar.tsx';
import { FormPlace } from './form-place.tsx';
import { Inside } from './inside.tsx';
import { JobAdvert, SiteFoot, SiteHead } from './job-advert.tsx';
import { readSamples, type Sample } from './sample-jobs.ts';

/** `?form=NAME` opens a sample form; the picker keeps it there, so that a reload shows the same. */
const askedForm = () => new URLSearchParams(location.search).get('form');

export function Demo() {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const [form, setForm] = useState(askedForm() ?? 'engineer');
  const [theme, setTheme] = useState<Theme>('auto');
  const [session, setSession] = useState<DemoSession | null | 'refused'>(null);
  const [element, setElement] = useState<ApplyFormElement | null>(null);
  const [round, setRound] = useState(0);

  useEffect(() => void readSamples().then(setSamples), []);
  useEffect(() => openFor(form, setSession), [form, round]);
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);

  const choose = (name: string) => {
    history.replaceState(null, '', `?form=${encodeURIComponent(name)}`);
    setForm(name);
  };
  const sample = samples.find(({ name }) => name === form) ?? samples[0];
  return (
    <>
      <EvaluationBar
        samples={samples}
        form={form}
        theme={theme}
        token={session === 'refused' ? null : (session?.token ?? null)}
        onForm={choose}
        onTheme={setTheme}
        onRestart={() => setRound(round + 1)}
      />
      <SiteHead company={sample?.job.company ?? ''} />
      <main class="site">
        <div class="column">
          {sample && <JobAdvert job={sample.job} />}
          <FormPlace session={session} theme={theme} onElement={setElement} />
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
