import { useMemo } from 'preact/hooks';
import type { Field } from '../../form/contract.ts';
import { Heading } from '../form/heading.tsx';
import { Icon } from '../icon/icon.tsx';
import { alertShape, tickShape } from '../icon/icon-shapes.ts';
import { named } from '../question/named.ts';
import { titleOf } from '../question/title-of.ts';
import { titleEnd } from '../question/titled.ts';
import type { LazyFieldProps, LazyProps, Screen } from '../screen.ts';
import { FieldLink } from './field-link.tsx';
import { invalidityText } from './invalidity-text.ts';

/**
 * What an attempt to send found, with links; `Banners` focuses it at each attempt. The list stays as it was, and
 * corrected entries are marked: removing them would make the fields below jump while the applicant types.
 */
export function ErrorSummary({ screen, messages }: LazyProps) {
  const { form } = screen;
  const attempts = form.attempts.value;
  const listed = useMemo(() => invalidFields(screen), [form, attempts]);

  if (attempts === 0 || listed.length === 0) return null;
  const left = listed.filter((field) => field.error.value !== null).length;
  const title = left === 0 ? messages.text('summary.done') : messages.text('summary.title', { count: left });
  return (
    <div class="af-summary" part="summary" {...named(title)} data-done={left === 0 || undefined}>
      <Heading level={screen.headingLevel}>
        <Icon shape={left === 0 ? tickShape : alertShape} />
        {title}
      </Heading>
      <ul>
        {listed.map((field) => (
          <SummaryItem key={field.question.id} field={field} screen={screen} messages={messages} />
        ))}
      </ul>
    </div>
  );
}

function SummaryItem({ field, screen, messages }: LazyFieldProps) {
  const error = field.error.value;
  const title = titleOf(messages, field.shown);
  if (!error)
    return (
      <li data-done>
        <Icon shape={tickShape} />
        <span dir="auto">{title}</span> <span class="af-hidden">{messages.text('summary.fixed')}</span>
      </li>
    );
  return (
    <li>
      <FieldLink field={field} screen={screen}>
        <b dir="auto">{title}</b>
        {titleEnd(messages, title)}
        {invalidityText(messages, field, error)}
      </FieldLink>
    </li>
  );
}

const invalidFields = ({ form }: Screen): readonly Field[] =>
  form.invalid.peek().flatMap((id) => form.fields.get(id) ?? []);
