/** Puts steps over a form that is drawn as on one page: its parts are the same, all but one step's are hidden. */
import { computed, type ReadonlySignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { Field, Form } from '../../form/contract.ts';
import type { StepsKey } from '../../locale/catalogue.ts';
import type { Messages } from '../../locale/messages.ts';
import type { ApplicationFormProps } from '../form/application-form.tsx';
import type { BannersProps, DetailParts, Lazy, LazyProps, Screen } from '../screen.ts';
import { CheckAnswers } from './check-answers.tsx';
import { createJourney, type Journey } from './journey.ts';
import { StepHead } from './step-head.tsx';
import { StepPart } from './step-part.tsx';

export interface StepsTools {
  readonly words: ReadonlySignal<Messages<StepsKey>>;
  /** Counts an attempt to go on that found something. */
  readonly attempt: () => void;
}

export type Dress = (props: ApplicationFormProps) => ApplicationFormProps;

export function createDress(tools: StepsTools): Dress {
  const journeys = new WeakMap<Form, Journey>();
  const journeyOf = (form: Form): Journey => {
    const journey = journeys.get(form) ?? createJourney(form, tools.attempt);
    journeys.set(form, journey);
    return journey;
  };
  let made: { readonly from: ApplicationFormProps['lazy']; readonly parts: Dressed } | null = null;
  return (props) => {
    if (made?.from !== props.lazy) made = { from: props.lazy, parts: dressParts(props, tools, journeyOf) };
    return { ...props, ...made.parts };
  };
}

type Dressed = Pick<ApplicationFormProps, 'actions' | 'lazy' | 'details'>;

function dressParts(
  { view, actions, lazy, details }: ApplicationFormProps,
  tools: StepsTools,
  journeyOf: (form: Form) => Journey,
): Dressed {
  const { Banners, FootStatus } = dressLazy(lazy, tools, journeyOf);
  return {
    actions: {
      ...actions,
      send() {
        const shown = view.peek();
        const journey = shown.kind === 'form' ? journeyOf(shown.form) : null;
        if (journey?.isOn.peek() && journey.current.peek()) journey.next();
        else actions.send();
      },
    },
    lazy: computed(() => lazy.value && { ...lazy.value, Banners, FootStatus }),
    details: computed(() => dressDetails(details.value, lazy, tools, journeyOf)),
  };
}

function dressLazy(
  lazy: ApplicationFormProps['lazy'],
  { words }: StepsTools,
  journeyOf: (form: Form) => Journey,
): Pick<Lazy, 'Banners' | 'FootStatus'> {
  return {
    Banners(props: BannersProps) {
      const journey = journeyOf(props.screen.form);
      const plain = lazy.value;
      if (!plain) return null;
      if (!journey.isOn.value) return <plain.Banners {...props} />;
      const place = journey.current.value?.place;
      // What was found in another step is not listed here.
      const lists = (field: Field) => place === undefined || journey.placeOf(field) === place;
      return (
        <>
          <plain.Banners {...props} lists={lists} />
          <StepHead screen={props.screen} journey={journey} words={words.value} />
        </>
      );
    },
    FootStatus(props: LazyProps) {
      const journey = journeyOf(props.screen.form);
      const plain = lazy.value;
      const isSending = props.screen.form.submission.value.kind === 'sending';
      const isStep = journey.isOn.value && journey.current.value !== null && !isSending;
      return (
        plain && (
          <>
            <plain.FootStatus {...props} />
            {isStep && (
              <button type="submit" class="af-button af-next" part="button">
                {words.value.text(journey.returns.value ? 'steps.continue' : 'steps.next')}
              </button>
            )}
          </>
        )
      );
    },
  };
}

function dressDetails(
  plain: DetailParts | null,
  lazy: ApplicationFormProps['lazy'],
  { words }: StepsTools,
  journeyOf: (form: Form) => Journey,
): DetailParts {
  return {
    ...plain,
    drawControl: (props) => plain?.drawControl(props) ?? null,
    drawPart(fields: readonly Field[], blocks: readonly VNode[], screen: Screen) {
      const journey = journeyOf(screen.form);
      const places = [...new Set(fields.map(journey.placeOf))];
      return places.map((place) => {
        const isHere = (_: unknown, index: number) => {
          const field = fields[index];
          return field !== undefined && journey.placeOf(field) === place;
        };
        const own = fields.filter(isHere);
        const drawn = blocks.filter(isHere);
        return (
          <StepPart key={place} journey={journey} place={place}>
            {plain?.drawPart(own, drawn, screen) ?? drawn}
          </StepPart>
        );
      });
    },
    drawEnd(screen) {
      const journey = journeyOf(screen.form);
      const isStep = journey.isOn.value && journey.current.value !== null;
      const messages = lazy.value?.messages;
      return (
        <>
          {journey.isOn.value && !isStep && messages && (
            <CheckAnswers screen={screen} journey={journey} words={words.value} messages={messages} />
          )}
          {!isStep && plain?.drawEnd(screen)}
        </>
      );
    },
  };
}
