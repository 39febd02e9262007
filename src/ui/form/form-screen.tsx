import type { ReadonlySignal } from '@preact/signals';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import type { Fallback, Form, View } from '../../form/contract.ts';
import type { Region } from '../announcements/live-region.tsx';
import { readControls } from '../controls/read-controls.ts';
import { takeFocus } from '../focus/focus.ts';
import { Icon } from '../icon/icon.tsx';
import { infoShape } from '../icon/icon-shapes.ts';
import { Blocks } from '../question/blocks.tsx';
import { hiddenTagId, type Screen, type Steps } from '../screen.ts';
import { Foot } from './foot.tsx';
import { Heading } from './heading.tsx';

type FormView = Extract<View, { kind: 'form' }>;

/** So many that appear at once are simply there: no eye follows them, and every one would be a layer of its own. */
const MANY = 6;

/** What the element decides for every form it shows. */
export interface SettingProps extends Pick<Screen, 'actions' | 'messages' | 'lazy' | 'idPrefix'> {
  /** null: all questions are on one page. */
  readonly steps: ReadonlySignal<Steps | null>;
  /** The way to apply without this form, for screens on which it cannot be used. */
  readonly fallback: ReadonlySignal<Fallback>;
  /** 1 to 6: level of the form's own heading in the host's page. */
  readonly headingLevel: number;
}

interface FormScreenProps extends SettingProps {
  readonly view: FormView;
  readonly region: Region;
  readonly takesFocus: boolean;
}

export function FormScreen(props: FormScreenProps) {
  const { view, messages } = props;
  const screen = useScreen(props);
  const lazy = screen.lazy.value;
  const sentences = messages.value;
  useLayoutEffect(() => {
    if (props.takesFocus) takeFocus(screen.box.current?.querySelector('form') ?? null);
  }, []);
  return (
    <form
      ref={screen.hold}
      class="af-form"
      // Outside a dialog such a form goes nowhere, should the script that listens to it have died.
      method="dialog"
      part="form"
      noValidate
      aria-label={sentences.text('form.label')}
      onSubmit={(event) => {
        event.preventDefault();
        const { journey } = screen.steps ?? {};
        if (journey?.isOn.peek() && journey.current.peek()) journey.next();
        else screen.actions.send();
      }}
    >
      {view.title !== null && <Heading level={props.headingLevel}>{view.title}</Heading>}
      {lazy && (
        <lazy.Banners
          screen={screen}
          changed={view.changed}
          messages={lazy.messages}
          fallback={props.fallback.value}
        />
      )}
      <span id={hiddenTagId(screen)} hidden>
        {sentences.text(screen.shownTag === 'required' ? 'optional' : 'required')}
      </span>
      <Blocks screen={screen} />
      <Foot screen={screen}>
        {view.preview ? (
          <p class="af-notice">
            <Icon shape={infoShape} />
            {sentences.text('form.preview')}
          </p>
        ) : (
          lazy && <lazy.DraftLine screen={screen} />
        )}
      </Foot>
    </form>
  );
}

function useScreen(props: FormScreenProps): Screen {
  const { view, actions, messages, lazy, region, idPrefix } = props;
  const steps = props.steps.value;
  const { form } = view;
  const limits = view.limits ?? null;
  const headingLevel = view.title === null ? props.headingLevel : props.headingLevel + 1;
  return useMemo(() => {
    const box: Screen['box'] = { current: null };
    return {
      form,
      actions,
      messages,
      lazy,
      limits,
      steps: steps && { ...steps, journey: steps.createJourney(form) },
      region,
      announced: { current: form.change.peek() },
      box,
      hold(drawn) {
        box.current = drawn?.parentElement ?? null;
        form.controls.read = () => readControls(box.current);
      },
      move(block) {
        if (block && (form.change.peek()?.shown.length ?? MANY) < MANY) block.dataset['new'] = '';
      },
      hasFinePointer: matchMedia('(pointer: fine)').matches,
      idPrefix,
      headingLevel,
      shownTag: rarerTag(form),
    };
  }, [form, actions, messages, lazy, steps, limits, region, idPrefix, headingLevel]);
}

function rarerTag(form: Form): 'required' | 'optional' {
  const required = form.order.filter((field) => field.question.required).length;
  return required * 2 >= form.order.length ? 'optional' : 'required';
}
