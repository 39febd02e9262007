import type { VNode } from 'preact';
import type { Field } from '../../form/contract.ts';
import { Heading } from '../form/heading.tsx';
import type { Screen } from '../screen.ts';
import { ConsentBlock } from './consent.tsx';

/** Short fields that stand side by side where there is room, by the name of their row. */
const rows: Readonly<Record<string, string>> = {
  first_name: 'names',
  last_name: 'names',
  preferred_name: 'called',
  preferred_pronouns: 'called',
  town: 'places',
  state_province: 'places',
  postcode: 'places',
};

/** A part of one section: its heading, if it begins there, and its blocks, some of them in rows. */
export function drawPart(fields: readonly Field[], blocks: readonly VNode[], screen: Screen) {
  const drawn = fields.map((field, place) =>
    field.question.detail === 'consent' ? (
      <ConsentBlock key={field.question.id} field={field} screen={screen} />
    ) : (
      blocks[place]
    ),
  );
  const isAddress = ({ question }: Field) => question.block === 'address';
  const start = fields.findIndex(isAddress);
  // They stand together.
  const end = start + fields.filter(isAddress).length;
  // While something else is corrected none of it is drawn.
  const isHidden =
    screen.form.correcting.value && !fields.some((one) => isAddress(one) && one.editable.value);
  if (start < 0 || isHidden) return [...drawHeading(fields[0], screen), ...inRows(fields, drawn)];
  return [
    ...drawHeading(fields[0], screen),
    ...inRows(fields.slice(0, start), drawn),
    <fieldset
      key="address"
      data-detail="address"
      aria-label={fields.find(({ question }) => question.detail === 'address1')?.shown.title}
    >
      {inRows(fields.slice(start, end), drawn.slice(start))}
    </fieldset>,
    ...inRows(fields.slice(end), drawn.slice(end)),
  ];
}

/** While something is corrected, few blocks are left, and what they belong to is plain. */
function drawHeading(first: Field | undefined, { form, headingLevel }: Screen): readonly VNode[] {
  const section = first?.shown.section;
  if (!section || form.correcting.value) return [];
  const heading = (
    <div key="heading" class="af-section">
      <Heading level={headingLevel}>{section.title}</Heading>
    </div>
  );
  if (!section.intro) return [heading];
  return [
    heading,
    <p key="intro" class="af-help">
      {section.intro}
    </p>,
  ];
}

type Drawn = VNode | undefined;

function inRows(fields: readonly Field[], drawn: readonly Drawn[]): readonly Drawn[] {
  const found: Drawn[] = [];
  let row: string | undefined;
  let members: Drawn[] = [];
  fields.forEach(({ question }, place) => {
    const own = rows[`${question.detail}`];
    if (own !== undefined && own === row) {
      members.push(drawn[place]);
      return;
    }
    row = own;
    members = [drawn[place]];
    found.push(
      own === undefined ? (
        drawn[place]
      ) : (
        <div key={own} class="af-side">
          {members}
        </div>
      ),
    );
  });
  return found;
}
