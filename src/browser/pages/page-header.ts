/** What stands above the form where it stands alone: the employer, where the job is, how long the form takes. */
import { amount, nonBlank } from '../../core/jsonapi/read-members.ts';
import { member } from '../../core/jsonapi/stored-json.ts';
import { effect } from '../../form/signals.ts';
import { chooseLanguage } from '../../locale/choose-language.ts';
import { linkMessages } from '../../locale/link-words.ts';
import type { Session } from '../session/session.ts';

interface Headed {
  readonly session: Pick<Session, 'view' | 'speech' | 'page'> | null;
}

/** Above the element as long as there is a form; its room is kept while the first one is on its way. */
export function headPage(place: HTMLElement, element: Headed): void {
  const header = document.createElement('header');
  header.className = 'masthead';
  place.prepend(header);
  effect(() => {
    if (element.session === null) return;
    const { view, speech } = element.session;
    if (view.value.kind === 'loading') return;
    const isForm = view.value.kind === 'form';
    const { locale } = speech.value;
    const { stated = null } = (isForm && element.session.page?.meta) || {};
    const isSent = view.value.kind === 'form' && view.value.form.submission.value.kind === 'accepted';
    const drawn = isForm ? drawHeader(stated, isSent ? null : locale) : [];
    header.replaceChildren(...drawn);
    if (drawn.length > 0) place.prepend(header);
    else header.remove();
  });
}

/** @param locale null: it is filled in already, however long that took */
function drawHeader(stated: unknown, locale: string | null): readonly HTMLElement[] {
  const text = (name: string) => nonBlank(member(stated, name));
  const [employer, logo, minutes] = [text('employer'), text('logo'), amount(member(stated, 'minutes'))];
  const facts = [text('place'), minutes && locale && aboutTime(minutes, locale)].filter(
    (fact) => typeof fact === 'string',
  );
  return [
    ...(logo === null ? [] : [drawLogo(logo)]),
    ...(employer === null ? [] : [drawLine('employer', [employer])]),
    ...(facts.length === 0 ? [] : [drawLine('facts', facts)]),
  ];
}

/** In the page's direction, whatever the direction of each text. */
function drawLine(name: string, texts: readonly string[]): HTMLElement {
  const line = document.createElement('p');
  line.className = name;
  for (const text of texts) {
    const isolated = document.createElement('bdi');
    isolated.textContent = text;
    const part = document.createElement('span');
    part.append(isolated);
    // The dot between two texts is one of the style, which leaves it out where a line ends.
    line.append(...(line.hasChildNodes() ? [' '] : []), part);
  }
  return line;
}

/** The employer's name stands beside it; a picture that does not come leaves no gap. */
function drawLogo(address: string): HTMLElement {
  const picture = new Image();
  picture.className = 'logo';
  picture.alt = '';
  picture.referrerPolicy = 'no-referrer';
  picture.addEventListener('error', () => picture.remove());
  picture.src = address;
  return picture;
}

/** "About 6 minutes". */
function aboutTime(minutes: number, locale: string): string {
  const time = minutes.toLocaleString(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  const { language } = chooseLanguage(locale) ?? { language: 'en' };
  // On one line: "About 6" alone says nothing.
  return linkMessages[language]['page.time'].replace('{time}', time).replaceAll(' ', '\u00a0');
}
