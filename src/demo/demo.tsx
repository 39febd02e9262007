import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApplyFormElement } from '../browser/element/define.ts';
import { pageFolder } from '../browser/session/endpoint.ts';
import { Appeared } from './appeared.tsx';
import { type Choices, readChoices, writeChoices } from './choices.ts';
import { FormPlace } from './form-place.tsx';
import { Inside } from './inside.tsx';
import { CareersFoot, CareersHead, JobAdvert } from './job-advert.tsx';
import { MorePanel } from './more-panel.tsx';
import type { Panel } from './panel.ts';
import { readSamples, type Sample } from './sample-jobs.ts';
import { type Release, type Snippet, snippetOf, type Wish } from './snippet/snippet.ts';
import { SnippetPanel } from './snippet/snippet-panel.tsx';
import { wholeHtml } from './snippet/write-html.ts';
import { Start } from './start.tsx';
import { type Opening, useApplication } from './use-application.ts';

export function Demo() {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const [release, setRelease] = useState<Release | null>(null);
  const [choices, setChoices] = useState(() => readChoices(location.search));
  const [round, setRound] = useState(0);
  const [panel, setPanel] = useState<Panel | null>(null);
  const { form, theme, brand, version } = choices;

  useEffect(() => {
    void readSamples().then(setSamples);
    void readRelease().then(setRelease);
  }, []);
  useEffect(() => void Object.assign(document.documentElement.dataset, { theme, brand }), [theme, brand]);

  const choose = (next: Choices) => {
    history.replaceState(null, '', `${location.pathname}${writeChoices(next)}`);
    setChoices(next);
  };
  const sample = samples.find(({ name }) => name === form) ?? samples[0];
  const opening = useApplication(choices, sample?.job.id, round);
  const { access } = opening;
  const onRestart = () => setRound((before) => before + 1);
  const wish: Wish = {
    ...choices,
    access,
    origin: pageFolder().slice(0, -1),
    release: version === 'pinned' ? release : null,
  };
  const snippet = snippetOf(wish);
  const visitors =
    sample === undefined ? null : snippetOf({ ...wish, access: { kind: 'job', job: sample.job.id } });
  const shown = { ...choices, form: sample?.name ?? form };
  return (
    <>
      <Start
        choices={shown}
        html={visitors === null ? null : wholeHtml(visitors)}
        job={sample?.job.id ?? ''}
        panel={panel}
        onChoose={choose}
        onPanel={setPanel}
      />
      {panel === 'html' && visitors && (
        <SnippetPanel {...{ choices, access, snippet, visitors, release }} onChoose={choose} />
      )}
      {panel === 'more' && (
        <MorePanel
          {...{ samples, onRestart }}
          choices={shown}
          access={opening.isReady ? access : null}
          onChoose={choose}
        />
      )}
      <Stage
        {...{ choices, sample, opening, onRestart }}
        snippet={opening.isReady ? snippet : null}
        occasion={occasionOf(wish, round)}
      />
    </>
  );
}

interface StageProps {
  readonly choices: Choices;
  /** undefined while it is not known. */
  readonly sample: Sample | undefined;
  readonly opening: Opening;
  /** null while the form cannot be opened. */
  readonly snippet: Snippet | null;
  readonly occasion: string;
  readonly onRestart: () => void;
}

/** The careers page with the form, and beside it the look inside. */
function Stage({ choices, sample, opening, snippet, occasion, onRestart }: StageProps) {
  const [element, setElement] = useState<ApplyFormElement | null>(null);
  const [isInside, setInside] = useState(hasRoom);
  const stage = useRef<HTMLElement>(null);
  const takesFocus = useRef(false);
  const show = (inside: boolean) => {
    takesFocus.current = true;
    setInside(inside);
  };
  const lookInside = () => {
    show(true);
    // It covers the lower half of a small screen: the form is brought into the upper one.
    if (!hasRoom()) stage.current?.scrollIntoView();
  };
  return (
    <main class="stage" ref={stage} data-inside={isInside || undefined}>
      <div class="careers">
        {sample ? <CareersHead job={sample.job} /> : <div class="careers-head" />}
        <Appeared
          {...{ element, isInside, onRestart }}
          takesFocus={takesFocus.current}
          onInside={lookInside}
        />
        <div class="column">
          <FormPlace
            {...choices}
            snippet={snippet}
            occasion={occasion}
            isRefused={opening.isRefused}
            onElement={setElement}
            onRestart={onRestart}
          />
          {sample && <JobAdvert job={sample.job} />}
          {sample && <CareersFoot company={sample.job.company} />}
        </div>
      </div>
      {isInside && (
        <Inside
          element={element}
          application={opening.application}
          takesFocus={takesFocus.current}
          onClose={() => show(false)}
        />
      )}
    </main>
  );
}

/** Whether the form and the look inside have room beside each other (`demo.css`). */
const hasRoom = () => matchMedia('(min-width: 68rem)').matches;

/** A different key creates a new form. Language, theme and brand change in place. */
function occasionOf(wish: Wish, round: number): string {
  const { markup, call } = snippetOf({ ...wish, lang: 'en', theme: 'auto' });
  return JSON.stringify({ round, markup, call });
}

/** What `/integrity.json` says about the files that never change (`src/README.md#pages-and-files`); null when there are none. */
async function readRelease(): Promise<Release | null> {
  const response = await fetch('./integrity.json').catch(() => null);
  if (!response?.ok) return null;
  const listed: { readonly version: string; readonly files: Release['hashes'] } = await response.json();
  return { version: listed.version, hashes: listed.files };
}
