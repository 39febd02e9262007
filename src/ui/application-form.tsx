/*
 * Draws everything that an applicant sees and hears from plain data (`View`, `Form`, `Messages`), and passes on the
 * applicant's actions (`FormActions`). Nothing here fetches or stores an answer.
 * The parts of `filling-parts.ts` are not needed before the first answer. They are loaded then and passed in as `Filling`;
 * until then plain texts replace them.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import { options, type RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Fallback, Form, Gone, View } from '../form/contract.ts';
import type { FirstMessages } from '../locale/messages.ts';
import { readControls } from './controls.tsx';
import { countryNames } from './phone.tsx';
import { Blocks } from './question.tsx';
import {
  type Filling,
  Heading,
  hiddenTagId,
  type InsteadProps,
  LiveRegion,
  Notice,
  type Region,
  type Screen,
  type Steps,
  takeFocus,
  WayOn,
} from './screen.tsx';

ownTexts();

interface ApplicationFormProps extends Pick<Screen, 'actions' | 'messages' | 'filling' | 'idPrefix'> {
  readonly view: ReadonlySignal<View>;
  /** Notice above every screen of the form, or null. */
  readonly notice: ReadonlySignal<string | null>;
  readonly gone?: ReadonlySignal<Gone | null>;
  /** null if all questions are on one page. */
  readonly steps: ReadonlySignal<Steps | null>;
  /** The way to apply without this form, for screens on which it cannot be used. */
  readonly fallback: ReadonlySignal<Fallback>;
  /** 1 to 6: level of the form's own heading in the host's page. */
  readonly headingLevel: number;
  /** Absent: the page's theme. */
  readonly theme?: 'auto' | 'light' | 'dark';
  /** True if it replaces a form that had focus. */
  readonly takesFocus?: boolean;
}

export function ApplicationForm(props: ApplicationFormProps) {
  const messages = props.messages.value;
  const last = useRef<Last>(props.takesFocus);
  const region: Region = useMemo(() => signal([]), []);
  // The first call is slow, so it runs while the questions load.
  useLayoutEffect(() => void setTimeout(countryNames, 0, messages.locale), []);
  return (
    <div class="af" lang={messages.locale} dir={messages.direction} data-theme={props.theme}>
      {props.notice.value && <Notice part="notice">{props.notice.value}</Notice>}
      {drawView({ ...props, region }, last)}
      <LiveRegion region={region} />
    </div>
  );
}

/** The last screen that the applicant used: the form of a view, or true while one loads. */
type Last = View | boolean | undefined;

type RegionProps = ApplicationFormProps & { readonly region: Region };

/** Only a screen that results from the applicant's action takes focus, never one on a page just opened. */
function drawView(props: RegionProps, last: RefObject<Last>) {
  const view = props.view.value;
  const filling = props.filling.value;
  const messages = props.messages.value;
  if (view.kind === 'loading' && view.takesFocus) last.current = true;
  const isReload = last.current === true;
  if (view.kind === 'loading') return drawSkeleton(messages.text('form.loading'), isReload);
  if (view.kind === 'form' && asksQuestions(view.form, filling)) {
    last.current = view;
    const gone = props.gone?.value;
    return (
      <>
        <FormScreen {...props} view={view} takesFocus={isReload} />
        {gone && <ReloadOffer gone={gone} messages={messages} />}
      </>
    );
  }
  const instead: InsteadProps = {
    view,
    fallback: props.fallback.value,
    headingLevel: props.headingLevel,
    takesFocus: isReload || last.current === view,
    onReload: props.actions.reload,
  };
  if (!filling) return drawPlain(instead, messages);
  return <filling.InsteadScreen {...instead} region={props.region} messages={filling.messages} />;
}

/** Once the answers are sent the receipt replaces the questions, unless some answers are to be corrected. */
function asksQuestions(form: Form, filling: Filling | null): boolean {
  const phase = form.submission.value;
  return (
    form.order.length > 0 &&
    (phase.kind !== 'accepted' || filling?.needsCorrection(phase.submission, form) === true)
  );
}

type FormScreenProps = Omit<RegionProps, 'view'> & { readonly view: Extract<View, { kind: 'form' }> };

function FormScreen(props: FormScreenProps) {
  const { view, messages } = props;
  const screen = useScreen(props);
  const filling = screen.filling.value;
  const sentences = messages.value;
  useLayoutEffect(() => {
    if (props.takesFocus) takeFocus(screen.box.current?.querySelector('form') ?? null);
  }, []);
  return (
    <form
      ref={screen.hold}
      class="af-form"
      // Outside a dialog this method submits nothing, even if the script has failed.
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
      {filling && (
        <filling.Banners
          screen={screen}
          changed={view.changed}
          messages={filling.messages}
          fallback={props.fallback.value}
        />
      )}
      <span id={hiddenTagId(screen)} hidden>
        {sentences.text(screen.shownTag === 'required' ? 'optional' : 'required')}
      </span>
      <Blocks screen={screen} />
      {view.preview ? (
        <Notice>{sentences.text('form.preview')}</Notice>
      ) : (
        filling && <filling.DraftLine screen={screen} />
      )}
      <Foot screen={screen} />
    </form>
  );
}

/** From this number on questions appear without motion: each would be a layer of its own. */
const MANY = 6;

function useScreen(props: FormScreenProps): Screen {
  const { view, actions, messages, filling, region, idPrefix } = props;
  const steps = props.steps.value;
  const { form } = view;
  const limits = view.limits ?? null;
  const headingLevel = view.title === null ? props.headingLevel : props.headingLevel + 1;
  return useMemo(() => {
    const box: Screen['box'] = { current: null };
    const required = form.order.filter((field) => field.question.required).length;
    return {
      form,
      actions,
      messages,
      filling,
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
      shownTag: required * 2 >= form.order.length ? 'optional' : 'required',
    };
  }, [form, actions, messages, filling, steps, limits, region, idPrefix, headingLevel]);
}

/** The failure, if any, then one line that stays visible: what is left, and the one button. */
function Foot({ screen }: { readonly screen: Screen }) {
  const phase = screen.form.submission.value;
  const messages = screen.messages.value;
  const filling = screen.filling.value;
  const sending = phase.kind === 'sending';
  const failed = phase.kind === 'failed';
  // The line above gives the reason and says that the form tries again.
  const isWaiting = screen.form.draft.value?.line.value?.isWaiting === true;
  const label = screen.form.correcting.value ? 'form.resend' : failed ? 'way.send' : 'form.send';
  const next = sending ? null : nextStep(screen);
  return (
    <>
      {failed &&
        !isWaiting &&
        (filling ? (
          <filling.FailureNotice failure={phase.failure} screen={screen} messages={filling.messages} />
        ) : (
          <div class="af-failure" part="status" ref={takeFocus}>
            {`${messages.text('failure.offline')} ${messages.text('way.kept')}`}
          </div>
        ))}
      <div class="af-foot">
        {filling && <filling.FootStatus screen={screen} messages={filling.messages} />}
        <button
          type="submit"
          class={next === null ? 'af-button' : 'af-button af-next'}
          part="button"
          aria-disabled={sending || undefined}
        >
          {next ?? messages.text(sending ? 'form.sending' : label)}
        </button>
      </div>
    </>
  );
}

/** Text of the button that leads to the next step; null if the button sends. */
function nextStep({ steps }: Screen): string | null {
  if (!steps?.journey.isOn.value || steps.journey.current.value === null) return null;
  return steps.words.value.text(steps.journey.returns.value ? 'steps.continue' : 'steps.next');
}

/** Replaces the full screen if that could not be loaded. */
const drawPlain = ({ fallback, takesFocus, onReload }: InsteadProps, messages: FirstMessages) => (
  <div key="plain" class="af-screen" part="status" ref={takesFocus ? takeFocus : null}>
    <p>{messages.text('failure.offline')}</p>
    <button type="button" class="af-button" part="button" onClick={onReload}>
      {messages.text('way.reload')}
    </button>
    <WayOn fallback={fallback} messages={messages} />
  </div>
);

/** Placeholders for the first questions, with a text: they reserve space, so that the page does not jump. */
const drawSkeleton = (label: string, takesFocus: boolean) => (
  <div key="skeleton" class="af-skeleton" part="status" ref={takesFocus ? takeFocus : null}>
    <p>{label}</p>
    {[1, 2, 3].map((number) => (
      <div key={number}>
        <i class="af-title" />
        <i />
      </div>
    ))}
  </div>
);

/** Visible wherever the applicant is, without moving what they are reading. */
export function ReloadOffer({ gone, messages }: { readonly gone: Gone; readonly messages: FirstMessages }) {
  const { presses, isKept, loadAgain } = gone;
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (presses > 0) button.current?.focus();
  }, [presses]);
  return (
    <div class="af-gone" role="alert" part="status">
      <p>{messages.text(isKept ? 'gone.kept' : 'gone.lost')}</p>
      <button type="button" class="af-button" part="button" ref={button} onClick={loadAgain}>
        {messages.text('gone.reload')}
      </button>
    </div>
  );
}

interface Drawn {
  type: unknown;
  props: string | number | { children?: unknown; textContent?: string | number };
  /** Preact's internal names of a node's children and its DOM node. */
  readonly __k?: readonly (Drawn | null)[] | null;
  readonly __e?: Line | null;
}

interface Line extends Element {
  /** The text that it last showed. */
  said?: string;
}

const isText = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/**
 * Makes every text the whole content of an element, set as a property, which removes whatever a translator has put there.
 * A text with siblings gets an element of its own.
 */
function ownText(drawn: Drawn): void {
  const { type, props } = drawn;
  if (isText(props)) {
    if (!`${props}`.trim()) return;
    drawn.type = 'apply-text';
    drawn.props = { textContent: props };
  } else if (typeof type === 'string' && isText(props.children)) {
    props.textContent = props.children;
    props.children = undefined;
  }
}

/** Puts the nodes of a line in order when its text has changed. */
function keepLine({ type, props, __k, __e: line }: Drawn): void {
  if (!line || typeof type !== 'string' || isText(props) || !Array.isArray(props.children)) return;
  const parts = partsOf(__k);
  const texts = parts.map((part) => (isText(part.props) ? undefined : part.props.textContent));
  if (!texts.some(isText)) return;
  const { said } = line;
  line.said = texts.join();
  if (said === undefined) line.insertBefore = insertInLine;
  if (said === undefined || said === line.said) return;
  const nodes = parts.flatMap(({ __e }) => __e ?? []);
  const isMoved = (node: Node, index: number) =>
    node.parentNode !== line || (index > 0 && nodes[index - 1]?.compareDocumentPosition(node) !== 4);
  if (nodes.some(isMoved)) line.replaceChildren(...nodes);
  nodes.forEach((node, index) => {
    const text = texts[index];
    if (text !== undefined && node.textContent !== `${text}`) node.textContent = `${text}`;
  });
}

const partsOf = (drawn: Drawn['__k']): readonly Drawn[] =>
  (drawn ?? []).flatMap((part) => (!part ? [] : typeof part.type === 'function' ? partsOf(part.__k) : part));

/** The next node may be inside an element of a translator; `keepLine` then restores the order. */
function insertInLine<Inserted extends Node>(this: Node, node: Inserted, next: Node | null): Inserted {
  return Node.prototype.insertBefore.call(this, node, next?.parentNode === this ? next : null) && node;
}

/**
 * Page translators replace texts with elements of their own, and move or replace parts of a line. Preact would then change
 * nodes that are no longer visible.
 */
function ownTexts(): void {
  const { diffed } = options;
  options.vnode = ownText;
  options.diffed = (drawn) => {
    diffed?.(drawn);
    keepLine(drawn);
  };
}
