import { en } from '../../../src/locale/en.ts';
import { calendarShape } from '../../../src/ui/icon/icon-shapes.ts';
import type { ControlPlace } from './controls.ts';
import { drawIcon, element } from './element.ts';

/** In the order of the bench's own browser. */
const names = ['month', 'day', 'year'] as const;

/** A date as three fields with the browser's calendar beside them, as at a mouse. */
export function typedDate({ item, id, described, answer }: ControlPlace): HTMLElement {
  const parts = names.map((name, place) => {
    const input = element('input', {
      type: 'text',
      class: 'af-box',
      part: 'control',
      id: place === 0 ? id : `${id}-${name}`,
      'data-date-part': name,
      inputmode: 'numeric',
      autocomplete: 'off',
      'aria-describedby': place === 0 ? described || null : null,
    });
    return { name, input };
  });
  const write = (day: string): void => {
    const [year = '', month = '', date = ''] = day.split('-');
    const texts = { year, month: month.replace(/^0/, ''), day: date.replace(/^0/, '') };
    for (const { name, input } of parts) input.value = texts[name];
  };
  const read = (): string | null => {
    const [month = '', day = '', year = ''] = parts.map(({ input }) => input.value.trim());
    return month || day || year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : null;
  };
  if (typeof item.value === 'string') write(item.value);
  for (const { input } of parts) input.addEventListener('input', () => answer(read()));
  const hidden = element('span', { 'aria-hidden': 'true' });
  const button = element(
    'button',
    { type: 'button', 'aria-label': en['date.calendar'] },
    drawIcon(calendarShape),
  );
  button.addEventListener('click', () => {
    const calendar = element('input', { type: 'date', tabindex: -1, max: '9999-12-31' });
    calendar.addEventListener('input', () => {
      write(calendar.value);
      answer(calendar.value);
    });
    hidden.replaceChildren(calendar);
    calendar.showPicker();
  });
  const labels = parts.map(({ name, input }) =>
    element(
      'label',
      { class: name === 'year' ? 'af-part af-year' : 'af-part' },
      element('span', {}, en[`date.${name}`]),
      input,
    ),
  );
  return element(
    'div',
    { class: 'af-parts' },
    ...labels,
    element('span', { class: 'af-calendar' }, hidden, button),
  );
}
