import { computed, type ReadonlySignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { nameOfDetail } from '../core/model/details.ts';
import { isAnswerable, type Question, takesFiles } from '../core/model/question.ts';
import type { Field } from '../form/contract.ts';
import { isOfFile, isPrefilled } from '../form/field-state.ts';
import type { FirstMessages } from '../locale/messages.ts';
import { drawBoolean, drawChoice, drawUnknown, isSelect, isSingle } from './choice.tsx';
import {
  type ControlProps,
  drawError,
  FilesControl,
  hearInput,
  LineControl,
  LongTextControl,
  purposeOf,
} from './controls.tsx';
import { DateControl, isTyped } from './dates.tsx';
import { Closing, drawConsent, drawPart } from './details.tsx';
import { PhoneControl } from './phone.tsx';
import {
  elementIds,
  type FieldProps,
  hiddenTagId,
  joinIds,
  plainText,
  RichText,
  type Screen,
  textDirection,
  titleOf,
} from './screen.tsx';

/** Up to this number, questions are not grouped: a group pays only if some are out of sight. */
const FEW = 40;
/** Estimated height of a block in pixels: a title and one line. */
const BLOCK_SIZE = 116;

/**
 * All visible questions as one list. Its parts never come or go, so the list itself is made once; each part redraws
 * itself when something in it appears or disappears.
 */
export function Blocks({ screen }: { readonly screen: Screen }) {
  const { form } = screen;
  // Made again for another form: `useComputed` would go on reading the signals of the one before.
  const sending = useMemo(() => computed(() => form.submission.value.kind === 'sending'), [form]);
  // A correction hides most blocks, whose space a group would still reserve.
  const isGrouped = form.order.length > FEW && !form.correcting.value;
  const parts = useMemo(
    () =>
      form.parts.map((part, index) => <Part key={index} part={part} screen={screen} isGrouped={isGrouped} />),
    [form, screen, isGrouped],
  );
  const hear = (event: Event) => hearInput(event, form.controls.read);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of its fields, and does nothing by itself.
    <div
      class="af-blocks"
      inert={sending.value}
      onKeyDown={keepEnterFromSending}
      onInput={hear}
      onChange={hear}
    >
      {parts}
      <End screen={screen} />
    </div>
  );
}

/** Everything to know before sending; with steps, the answers to check. */
function End({ screen }: Pick<PartProps, 'screen'>) {
  const { steps } = screen;
  const isStepped = steps?.journey.isOn.value;
  if (isStepped && steps.journey.current.value !== null) return null;
  const messages = isStepped && screen.filling.value?.messages;
  return (
    <>
      {messages && (
        <steps.CheckAnswers {...steps} screen={screen} words={steps.words.value} messages={messages} />
      )}
      <Closing screen={screen} />
    </>
  );
}

interface PartProps {
  readonly part: ReadonlySignal<readonly Field[]>;
  readonly screen: Screen;
  readonly isGrouped: boolean;
}

/** A group is laid out as a whole, or not at all while it is out of sight (`content-visibility`). */
function Part({ part, screen, isGrouped }: PartProps) {
  const fields = part.value;
  const blocks = fields.map((field) => (
    <QuestionBlock key={field.question.id} field={field} screen={screen} />
  ));
  const { steps } = screen;
  const drawn = steps
    ? steps.drawSteps(steps.journey, fields, blocks, (own, ownBlocks) => drawPart(own, ownBlocks, screen))
    : drawPart(fields, blocks, screen);
  if (!isGrouped || fields.length === 0) return drawn;
  // Set as a property, which every security policy allows.
  const measure = (group: HTMLElement | null) => {
    if (group) group.style.containIntrinsicBlockSize = `auto ${blocks.length * BLOCK_SIZE}px`;
  };
  return (
    <div class="af-group" ref={measure}>
      {drawn}
    </div>
  );
}

/** Enter in a field would send an unfinished application, which cannot be taken back. */
function keepEnterFromSending(event: KeyboardEvent): void {
  const isField = event.target instanceof HTMLInputElement;
  if (event.key === 'Enter' && isField && event.target.type !== 'file') event.preventDefault();
}

/** Deeper questions keep the line without more indent. */
const deepestIndent = 3;

/** Screen readers read `aria-required` for typed lines; not all do for files and dates, and groups cannot have it. */
const typedTypes: readonly Question['type'][] = ['short_text', 'long_text', 'url', 'number'];

const isLine = ({ type }: Question): boolean => typedTypes.includes(type);

const isDate = ({ type }: Question): boolean => type === 'date' || type === 'date_range';

/**
 * One question. It is drawn again when its error or the language changes, a select also at each answer, and
 * radios when an answer comes or goes; rows of options follow their answer by themselves (`choice.tsx`). Its parts are
 * functions in an array, neither components nor fragments: a form may have thousands of blocks.
 */
export function QuestionBlock({ field, screen }: FieldProps) {
  // A correction shows only what may still change; the receipt for the rest is above.
  if (screen.form.correcting.value && !field.editable.value) return null;
  const { id, detail } = field.question;
  const isConsent = detail === 'consent';
  return (
    <div
      class={isConsent ? 'af-block af-consent' : 'af-block'}
      ref={field.depth > 0 ? screen.move : null}
      part="question"
      data-question-id={detail ? undefined : id}
      data-detail={detail && !isConsent ? nameOfDetail(id) : undefined}
      data-consent={isConsent ? nameOfDetail(id).replace('consent:', '') : undefined}
      data-depth={Math.min(field.depth, deepestIndent) || undefined}
      data-invalid={field.error.value !== null || undefined}
    >
      {isConsent ? drawConsent({ field, screen }) : drawQuestion({ field, screen })}
    </div>
  );
}

function drawQuestion({ field, screen }: FieldProps) {
  const question = field.shown;
  const ids = elementIds(screen, field);
  const messages = screen.messages.value;
  const constraint = constraintText(messages, question);
  const error = field.error.value;
  const below = belowAnswer({ field, screen });
  // A component of its own, so that a key redraws nothing else.
  const mark = screen.form.prefilled.value.includes(field) && (
    <p class="af-count" id={ids.prefilled}>
      <PrefilledMark field={field} screen={screen} />
    </p>
  );
  const isHelped = question.help.length > 0;
  const isGroup = controlsOf({ field, screen }) === 'several';
  const described = joinIds(
    !(field.required && isLine(question)) && (isTagged(screen, field) ? ids.tag : hiddenTagId(screen)),
    isHelped && ids.help,
    constraint && ids.hint,
    mark && ids.prefilled,
    below?.props.id,
    // Several fields of a date name their error themselves.
    error && !(isDate(question) && isGroup) && ids.error,
  );
  const props = { field, screen, ids, described };
  const drawn = [
    drawTitle(props),
    isHelped && (
      <div class="af-help" part="help" id={ids.help} dir={textDirection(plainText(question.help), messages)}>
        <RichText nodes={question.help} messages={messages} />
      </div>
    ),
    constraint && (
      <div class="af-help" part="help" id={ids.hint}>
        {constraint}
      </div>
    ),
    drawControl(props),
    mark,
    below,
    // The file's row shows its error, under the same id.
    error && !isOfFile(error) && drawError(props),
  ];
  return isGroup ? <fieldset aria-labelledby={ids.label}>{drawn}</fieldset> : drawn;
}

const tagOf = ({ required }: Field) => (required ? 'required' : 'optional');

const isTagged = ({ shownTag }: Screen, field: Field): boolean =>
  isAnswerable(field.question) && tagOf(field) === shownTag;

/** Uses one element for a title with nothing next to it, because a form may have thousands. */
function drawTitle(props: ControlProps) {
  const { field, screen, ids } = props;
  const question = field.shown;
  const messages = screen.messages.value;
  const title = titleOf(messages, question);
  const direction = textDirection(title, messages);
  const Title = controlsOf(props) === 'one' ? 'label' : 'span';
  const hasTag = isTagged(screen, field);
  const drawn = (
    <Title
      class={hasTag ? 'af-title' : 'af-head af-title'}
      part="label"
      id={ids.label}
      dir={direction}
      for={Title === 'label' ? ids.control : undefined}
    >
      {/* The space keeps the tag apart; a title that runs the other way would have it on its far side. */}
      {title + (hasTag && !direction ? ' ' : '')}
    </Title>
  );
  if (!hasTag) return drawn;
  return (
    <div class="af-head">
      {drawn}
      <span id={ids.tag} class="af-tag">
        {messages.text(tagOf(field))}
      </span>
    </div>
  );
}

/** Hint about the number of options to choose, or null. */
function constraintText(messages: FirstMessages, question: Question): string | null {
  if (question.type !== 'multiple_choice' || isSingle(question) || question.options.length === 0) return null;
  const { minimum, maximum } = question;
  if (maximum === null || maximum >= question.options.length)
    return minimum > 1 ? messages.text('choose.atLeast', { count: minimum }) : messages.text('choose.any');
  if (minimum === maximum) return messages.text('choose.exactly', { count: maximum });
  if (minimum > 1) return messages.text('choose.between', { minimum, maximum });
  return messages.text('choose.atMost', { count: maximum });
}

/** Draws what helps once there is an answer, such as the button that clears it. */
function belowAnswer({ field, screen }: FieldProps) {
  const { question } = field;
  const isSaidBack = question.type === 'number' || question.detail === 'phone';
  if (takesFiles(question) || (isLine(question) && !isSaidBack)) return null;
  // When the filling file is loaded, only those of a thousand choices that have an answer are drawn again.
  // Counted options, and dates that may be half filled in, need no answer.
  const needsNoAnswer = isDate(question) || (question.type === 'multiple_choice' && !isSingle(question));
  if (!needsNoAnswer && !field.filled.value) return null;
  const filling = screen.filling.value;
  return filling?.drawBelowAnswer({ field, screen, messages: filling.messages });
}

/** Several controls are a group that is named by the title. */
function controlsOf({ field, screen }: FieldProps): 'none' | 'one' | 'several' {
  const question = field.shown;
  if (!isAnswerable(question)) return 'none';
  if (question.type === 'multiple_choice') return isSelect(question) ? 'one' : 'several';
  const hasParts = question.type === 'date' && isTyped(screen, purposeOf(field));
  return hasParts || question.type === 'boolean' || question.type === 'date_range' ? 'several' : 'one';
}

/** The native control of each type of question; those typed into are components, because each key redraws them. */
function drawControl(props: ControlProps): VNode | null {
  const question = props.field.shown;
  if (question.detail === 'phone') return <PhoneControl {...props} />;
  switch (question.type) {
    case 'short_text':
      return <LineControl {...props} kind="text" />;
    case 'url':
    case 'number':
      return <LineControl {...props} kind={question.type} />;
    case 'long_text':
      return <LongTextControl {...props} />;
    case 'date':
    case 'date_range':
      return <DateControl {...props} />;
    case 'boolean':
      return drawBoolean(props);
    case 'multiple_choice':
      return drawChoice({ ...props, question });
    case 'document':
    case 'multi_document':
      return <FilesControl {...props} />;
    case 'unknown':
      return drawUnknown(props);
  }
}

const PrefilledMark = ({ field, screen }: FieldProps) =>
  isPrefilled(field) ? screen.messages.value.text('prefill.field') : null;
