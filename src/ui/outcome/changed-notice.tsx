import type { Field, FormChange } from '../../form/contract.ts';
import type { Messages } from '../../locale/messages.ts';
import { FieldLink } from '../errors/field-link.tsx';
import { Heading } from '../form/heading.tsx';
import { Icon } from '../icon/icon.tsx';
import { againShape } from '../icon/icon-shapes.ts';
import { named } from '../question/title-of.ts';
import type { LazyProps, Screen } from '../screen.ts';
import { LostAnswers } from './lost-answers.tsx';

interface ChangedNoticeProps extends LazyProps {
  readonly changed: FormChange;
}

/** The questions changed while they were being answered: which to look at, and what could not be kept. */
export function ChangedNotice({ screen, changed, messages }: ChangedNoticeProps) {
  const fields = visibleFields(screen, changed);
  const title = messages.text('form.changed.title');
  return (
    <div class="af-banner" part="status" {...named(title)}>
      <Heading level={screen.headingLevel}>
        <Icon shape={againShape} />
        {title}
      </Heading>
      <LostAnswers lost={changed.lost} messages={messages} />
      <p>{whatToDo(messages, fields.length, changed.lost.length > 0)}</p>
      <ul>
        {fields.map((field) => (
          <li key={field.question.id}>
            <FieldLink field={field} screen={screen}>
              <span dir="auto">{field.shown.title}</span>
            </FieldLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function whatToDo(messages: Messages, count: number, isLost: boolean): string {
  if (count > 0) return messages.text(isLost ? 'form.changed.rest' : 'form.changed', { count });
  return messages.text(isLost ? 'form.changed.restNone' : 'form.changed.none');
}

function visibleFields({ form }: Screen, { questions }: FormChange): readonly Field[] {
  const visible = new Set(form.visible.value);
  return questions.filter((id) => visible.has(id)).flatMap((id) => form.fields.get(id) ?? []);
}
