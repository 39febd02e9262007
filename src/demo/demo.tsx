import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApplyFormElement } from '../browser/element/define.ts';
import { pageFolder } from '../browser/session/endpoint.ts';
import { Appeared } from './appeared.tsx';
import { brandTokens } from './brand-tokens.ts';
import { type Choices, readChoices, writeChoices } from './choices.ts';
import { markupOf } from './embed-markup.ts';
import { FormPlace } from './form-place.tsx';
import { Inside } from './inside.tsx';
import { CareersFoot, CareersHead, JobAdvert } from './job-advert.tsx';
import { readSamples, type Sample } from './sample-jobs.ts';
import { Start } from './start.tsx';
import { useToken } from './use-token.ts';
import { writeHtml, writeRule } from './write-html.ts';

export function Demo() {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const [choices, setChoices] = useState(() => readChoices(location.search));
  const { form, brand, embed, lang } = choices;

  useEffect(() => void readSamples().then(setSamples), []);
  useEffect(() => void Object.assign(document.documentElement.dataset, { brand }), [brand]);

  const choose = (next: Choices) => {
    history.replaceState(null, '', `${location.pathname}${writeChoices(next)}`);
    setChoices(next);
  };
  const sample = samples.find(({ name }) => name === form) ?? samples[0];
  const job = sample?.job.id ?? '';
  const rule = writeRule(embed === 'iframe' ? 'iframe[data-apply-frame]' : 'apply-form', brandTokens[brand]);
  const style = rule === '' || embed === 'page' ? '' : `<style>\n${rule}</style>\n`;
  const html = style + writeHtml(markupOf({ embed, lang, access: { job }, server }));
  return (
    <>
      <Start
        choices={{ ...choices, form: sample?.name ?? form }}
        samples={samples}
        html={job === '' ? '' : html}
        job={job}
        onChoose={choose}
      />
      <Stage choices={choices} sample={sample} rule={rule} />
    </>
  );
}

const server = pageFolder().slice(0, -1);

interface StageProps {
  readonly choices: Choices;
  /** undefined while it is not known. */
  readonly sample: Sample | undefined;
  /** The brand as a rule of CSS. */
  readonly rule: string;
}

/** The careers page with the form, and beside it the look inside. */
function Stage({ choices: { form, embed, lang }, sample, rule }: StageProps) {
  const [element, setElement] = useState<ApplyFormElement | null>(null);
  const [isInside, setInside] = useState(hasRoom);
  const [round, setRound] = useState(0);
  const token = useToken(form, round);
  const stage = useRef<HTMLElement>(null);
  const takesFocus = useRef(false);
  const show = (inside: boolean) => {
    takesFocus.current = true;
    setInside(inside);
    // It covers the lower half of a small screen: the form is brought into the upper one.
    if (inside && !hasRoom()) stage.current?.scrollIntoView();
  };
  const onRestart = () => setRound((before) => before + 1);
  const access = embed === 'page' ? sample && { job: sample.job.id } : token;
  const markup = access && access !== 'refused' ? markupOf({ embed, lang, access, server }) : null;
  return (
    <main class="stage" ref={stage} data-inside={isInside || undefined}>
      <div class="careers">
        {sample ? <CareersHead job={sample.job} /> : <div class="careers-head" />}
        <Appeared
          {...{ element, isInside, onRestart }}
          hint={embed === 'page' ? 'The link opens the form on a page of its own.' : ''}
          takesFocus={takesFocus.current}
          onInside={() => show(true)}
        />
        <div class="column">
          <FormPlace
            {...{ markup, lang, rule, onRestart }}
            occasion={JSON.stringify([round, embed, access, embed === 'page' && lang])}
            isRefused={access === 'refused'}
            onElement={setElement}
          />
          {sample && <JobAdvert job={sample.job} />}
          {sample && <CareersFoot company={sample.job.company} />}
        </div>
      </div>
      {isInside && (
        <Inside
          element={element}
          isElsewhere={embed === 'page'}
          takesFocus={takesFocus.current}
          onClose={() => show(false)}
        />
      )}
    </main>
  );
}

/** Whether the form and the look inside have room beside each other (`demo.css`). */
const hasRoom = () => matchMedia('(min-width: 68rem)').matches;
