import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Field } from '../../form/contract.ts';
import { Heading } from '../form/heading.tsx';
import { Icon } from '../icon/icon.tsx';
import { alertShape, tickShape } from '../icon/icon-shapes.ts';
import { named, names, titleEnd, titleOf } from '../question/title-of.ts';
import type { LazyFieldProps, LazyProps, Screen } from '../screen.ts';
import { FieldLink } from './field-link.tsx';
import { errorText } from './invalidity-text.ts';

/** Lines of the list, so that it fits on a phone; what is beyond them is counted, and led to. */
const MOST_LINES = 5;

/**
 * What an attempt to send found, with links; `Banners` focuses it at each attempt. The list stays as it was, and
 * corrected entries are marked: removing them would make the fields below jump while the applicant types. Its list
 * describes it, so that both are read out when it takes focus; an alert would be said again with each correction.
 */
export function ErrorSummary({ screen, messages }: LazyProps) {
  const { form } = screen;
  const attempts = form.attempts.value;
  const found = useMemo(() => invalidFields(screen), [form, attempts]);
  const listed = found.filter(isInThisStep(screen));

  if (attempts === 0 || listed.length === 0) return null;
  const left = listed.filter((field) => field.error.value !== null).length;
  // What failed since then is said below, beside the button: all is not well.
  if (left === 0 && form.submission.value.kind === 'failed') return null;
  const title = left === 0 ? messages.text('summary.done') : messages.text('summary.title', { count: left });
  const rest = listed.slice(MOST_LINES);
  const open = rest.filter((field) => field.error.value !== null);
  const list = `${screen.idPrefix}-summary`;
  return (
    <div
      class="af-summary"
      part="summary"
      {...named(title)}
      aria-describedby={list}
      data-done={left === 0 || undefined}
    >
      <Heading level={screen.headingLevel}>
        <Icon shape={left === 0 ? tickShape : alertShape} />
        {title}
      </Heading>
      <ul id={list}>
        {listed.slice(0, MOST_LINES).map((field) => (
          <SummaryItem key={field.question.id} field={field} screen={screen} messages={messages} />
        ))}
        {rest.length > 0 &&
          drawItem(
            { screen, messages },
            open[0],
            messages.text('summary.more', { count: open.length || rest.length }),
          )}
      </ul>
    </div>
  );
}

/** What was found in another step is not listed here. */
function isInThisStep({ steps }: Screen): (field: Field) => boolean {
  const step = steps?.journey.isOn.value ? steps.journey.current.value : null;
  return (field) => !step || steps?.journey.placeOf(field) === step.place;
}

function SummaryItem({ field, screen, messages }: LazyFieldProps) {
  const error = field.error.value;
  const title = titleOf(messages, field.shown);
  if (!error) return drawItem({ screen, messages }, undefined, title);
  const text = errorText(messages, { field, screen }, error);
  const heading = names(text, title) || [<b dir="auto">{title}</b>, titleEnd(messages, title)];
  return drawItem({ screen, messages }, field, [heading, text]);
}

/** @param field undefined: what it was about has been corrected */
const drawItem = ({ screen, messages }: LazyProps, field: Field | undefined, text: ComponentChildren) =>
  field ? (
    <li>
      <FieldLink field={field} screen={screen}>
        {text}
      </FieldLink>
    </li>
  ) : (
    <li data-done>
      <Icon shape={tickShape} />
      <span dir="auto">{text}</span> <span class="af-hidden">{messages.text('summary.fixed')}</span>
    </li>
  );

const invalidFields = ({ form }: Screen): readonly Field[] =>
  form.invalid
    .peek()
    .flatMap((id) => form.fields.get(id) ?? [])
    .filter((field) => field.error.peek());
