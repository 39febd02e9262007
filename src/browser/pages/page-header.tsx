/** What is above the form where it is alone: the employer, where the job is, how long the form takes. */
import { render } from 'preact';
import { amount, member, nonBlank } from '../../core/jsonapi/json.ts';
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
    const { session } = element;
    const view = session?.view.value;
    if (!session || !view || view.kind === 'loading') return;
    const { locale } = session.speech.value;
    const stated = view.kind === 'form' ? session.page()?.meta.stated : null;
    const isSent = view.kind === 'form' && view.form.submission.value.kind === 'accepted';
    const text = (name: string) => nonBlank(member(stated, name));
    const [employer, logo, minutes] = [text('employer'), text('logo'), amount(member(stated, 'minutes'))];
    // It is filled in already, however long that took.
    const time = isSent || minutes === null ? null : aboutTime(minutes, locale);
    const facts = [text('place'), time].filter((fact) => fact !== null);
    render(
      [
        logo && <Logo src={logo} />,
        employer && <Line name="employer" texts={[employer]} />,
        facts[0] && <Line name="facts" texts={facts} />,
      ],
      header,
    );
    if (header.hasChildNodes()) place.prepend(header);
    else header.remove();
  });
}

/** The employer's name is next to it; a picture that does not come leaves no gap. */
const Logo = ({ src }: { readonly src: string }) => (
  <img
    class="logo"
    alt=""
    referrerPolicy="no-referrer"
    src={src}
    onError={({ currentTarget }) => currentTarget.remove()}
  />
);

/** In the page's direction, whatever the direction of each text; the style draws the dot between two. */
const Line = ({ name, texts }: { readonly name: string; readonly texts: readonly string[] }) => (
  <p class={name}>
    {texts.map((text) => [
      <span key={text}>
        <bdi>{text}</bdi>
      </span>,
      ' ',
    ])}
  </p>
);

/** "About 6 minutes". */
function aboutTime(minutes: number, locale: string): string {
  const time = minutes.toLocaleString(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  const { language } = chooseLanguage(locale) ?? { language: 'en' };
  // On one line: "About 6" alone says nothing.
  return linkMessages[language]['page.time'].replace('{time}', time).replaceAll(' ', '\u00a0');
}
