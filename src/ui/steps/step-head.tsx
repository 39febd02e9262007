import { useLayoutEffect, useRef } from 'preact/hooks';
import { bringIntoView, takeFocus } from '../focus/focus.ts';

import { Heading } from '../form/heading.tsx';
import { Icon } from '../icon/icon.tsx';
import { tickShape } from '../icon/icon-shapes.ts';
import type { StepsProps } from '../screen.ts';
import { type Step, titleOfStep } from './journey.ts';

/** The way back, the steps, and the heading of this one, which takes focus when the applicant turns to it. */
export function StepHead(props: StepsProps) {
  const { journey, screen, words } = props;
  const box = useRef<HTMLDivElement>(null);
  const step = journey.current.value;
  const turns = journey.turns.value;
  const steps = journey.steps.value;
  useLayoutEffect(() => {
    if (turns === 0) return;
    if (screen.box.current) bringIntoView(screen.box.current);
    takeFocus(box.current?.querySelector<HTMLElement>('.af-heading') ?? null, { preventScroll: true });
  }, [turns]);
  const number = step ? steps.indexOf(step) + 1 : steps.length + 1;
  return (
    <div ref={box} class="af-step-head">
      {steps.length > 1 && <StepList {...props} />}
      <div class="af-step-title">
        <Heading level={screen.headingLevel}>
          {titleOfStep(words, step)}
          <span class="af-hidden"> {`(${words.text('steps.of', { number, total: steps.length + 1 })})`}</span>
        </Heading>
        {number > 1 && (
          <button type="button" class="af-link" onClick={journey.back}>
            {words.text('steps.back')}
          </button>
        )}
      </div>
    </div>
  );
}

function StepList(props: StepsProps) {
  const { journey, words } = props;
  return (
    <nav class="af-steps" aria-label={words.text('steps.label')}>
      <ol>
        {[...journey.steps.value, null].map((step, index) => (
          <StepItem key={step?.place ?? 'check'} {...props} step={step} number={index + 1} />
        ))}
      </ol>
    </nav>
  );
}

interface ItemProps extends StepsProps {
  readonly step: Step | null;
  readonly number: number;
}

function StepItem({ journey, words, step, number }: ItemProps) {
  const isCurrent = step === journey.current.value;
  const place = step?.place ?? journey.end;
  const isDone = step !== null && journey.isDone(step);
  const content = (
    <>
      <span class="af-step-mark">{isDone ? <Icon shape={tickShape} /> : number}</span>
      <span class="af-step-name">{titleOfStep(words, step)}</span>
      {isDone && <span class="af-hidden"> {words.text('steps.done')}</span>}
    </>
  );
  return (
    <li data-done={isDone || undefined}>
      {!isCurrent && journey.mayTurnTo(place) ? (
        <button type="button" onClick={() => journey.turnTo(place)}>
          {content}
        </button>
      ) : (
        <span aria-current={isCurrent ? 'step' : undefined}>{content}</span>
      )}
    </li>
  );
}
