import { isAnswerable } from '../../core/model/question.ts';
import type { Field } from '../../form/contract.ts';
import type { Messages } from '../../locale/messages.ts';
import { blockOfField, showBlock } from '../focus/focus-field.ts';
import { Heading } from '../form/heading.tsx';
import { answerText } from '../question/answer-text.ts';
import { titleOf } from '../question/title-of.ts';
import type { StepsProps } from '../screen.ts';
import { titleOfStep } from './journey.ts';

interface CheckProps extends StepsProps {
  readonly messages: Messages;
}

/** Every visible question with its answer in words, and the way to change it. */
export function CheckAnswers(props: CheckProps) {
  const { journey, screen, words } = props;
  return (
    <div class="af-step af-check" data-step={journey.end}>
      {journey.steps.value.map((step) => (
        <section key={step.place}>
          <Heading level={screen.headingLevel + 1}>{titleOfStep(words, step)}</Heading>
          <dl>
            {step.fields
              .filter((field) => field.visible.value && isAnswerable(field.question))
              .map((field) => (
                <CheckLine key={field.question.id} {...props} field={field} />
              ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function CheckLine({ field, screen, journey, words, messages }: CheckProps & { readonly field: Field }) {
  const title = titleOf(messages, field.shown);
  const answer = field.entry.value;
  const isConsent = field.question.detail === 'consent';
  const isGiven = answer?.kind === 'choice' && answer.options.length > 0;
  const text = isConsent
    ? messages.text(isGiven ? 'yes' : 'no')
    : answer && answerText(messages, field.shown, answer);
  return (
    <div>
      <dt dir="auto">{title}</dt>
      <dd dir="auto" data-empty={!text || undefined}>
        {text || words.text('steps.none')}
      </dd>
      <dd>
        <button
          type="button"
          class="af-link"
          onClick={() => {
            journey.change();
            const block = blockOfField(screen, field);
            if (block) showBlock(block);
          }}
        >
          {words.text('steps.change')}
          <span class="af-hidden"> {title}</span>
        </button>
      </dd>
    </div>
  );
}
