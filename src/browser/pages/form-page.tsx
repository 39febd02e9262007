/** The page `/form`: the form alone, for links in e-mails and messages. */

import { render } from 'preact';
import { amount, member, nonBlank } from '../../core/jsonapi/json.ts';
import { effect } from '../../form/signals.ts';
import { linkMessages } from '../../locale/link-words.ts';
import { chooseLanguage, directionOf } from '../../locale/messages.ts';
import { Heading, Icon, takeFocus } from '../../ui/screen.tsx';
import styles from '../../ui/styles.css?inline';
import { pageFolder } from '../host/host.ts';
import { lightMountTarget } from '../host/mount-target.ts';
import { failureOf, fallbackOf, openSession } from '../proxy/access.ts';
import { browserTransport, type Session } from '../session/session.ts';
import {
  browserLanguage,
  type FragmentAttributes,
  followAttributes,
  type Link,
  openPage,
  type TakenLink,
  takeLink,
} from './open-page.ts';

async function open(container: HTMLElement): Promise<void> {
  // A page that is loaded ahead must not use up a link, and what it stores would be lost.
  if (/[#&](code|token)=/.test(location.hash)) await isShown();
  const link = takeLink();
  const attributes = link.code === null ? link.attributes : await openLink(container, link);
  const element = openPage(container, attributes, { 'heading-level': '1' });
  element.titled = true;
  headPage(container, element);
}

/** Chromium loads pages ahead of a press that may never come. */
const isShown = () =>
  new Promise<void>((resolve) => {
    if ('prerendering' in document && document.prerendering === true)
      document.addEventListener('prerenderingchange', () => resolve(), { once: true });
    else resolve();
  });

/** Milliseconds before each further request. */
const PAUSES = [500, 2_000, 4_000];

const icons = { invite: 'file', over: 'clock', unknown: 'lock', failed: 'alert' } as const;

/**
 * Exchanges the code of a link for a token, an invitation's only after a press, and shows a screen meanwhile.
 *
 * @returns the attributes that open the form; never resolves if the link opens none
 */
async function openLink(container: HTMLElement, taken: TakenLink): Promise<FragmentAttributes> {
  const { attributes, code } = taken;
  const { lang = browserLanguage() } = attributes;
  followAttributes(document, { theme: 'auto', ...attributes, lang });
  const { show, showOpening } = createScreens(container, lang);
  let isPressed = code?.startsWith('i-') === true;
  let fallback: string | null = null;
  if (isPressed) await show('invite', null);
  for (;;) {
    showOpening(isPressed);
    const session = await exchange(taken);
    if (session.ok) {
      const opened = { ...attributes, token: session.value.token };
      taken.keep({ attributes: opened, code: null, attempt: '' });
      // The button has disappeared: the new content answers the press.
      if (isPressed) takeFocus(container, { preventScroll: true });
      return opened;
    }
    fallback = fallbackOf(session.error) ?? fallback;
    const reason = failureOf(session.error).code;
    const isUnknown = reason === 'token_invalid' || reason === 'bad_request';
    await show(reason === 'token_expired' ? 'over' : isUnknown ? 'unknown' : 'failed', fallback);
    isPressed = true;
  }
}

/** Repeats the request after a short gap in the network; not after a timeout, which has lasted long enough. */
async function exchange({ code, attempt }: Link) {
  const connection = { endpoint: pageFolder().slice(0, -1), token: '', fetch: browserTransport.fetch };
  const ask = () => openSession(connection, { code: code ?? '', attempt });
  let session = await ask();
  for (const pause of PAUSES) {
    if (session.ok || !('code' in session.error) || session.error.code !== 'offline') return session;
    await new Promise((resolve) => setTimeout(resolve, pause));
    session = await ask();
  }
  return session;
}

function createScreens(container: HTMLElement, lang: string) {
  const { language, locale } = chooseLanguage(lang) ?? { language: 'en', locale: 'en' };
  const words = linkMessages[language];
  const host = document.createElement('div');
  container.replaceChildren(host);
  const { root } = lightMountTarget(host, styles, () => {});
  const draw = (content: preact.ComponentChild) =>
    render(
      <div class="af" lang={locale} dir={directionOf(locale)}>
        {content}
      </div>,
      root,
    );
  return {
    /** Resolves when its button is pressed; pending if there is no button. */
    show: (name: keyof typeof icons, fallback: string | null) =>
      new Promise<void>((resolve) => {
        const isEnd = name === 'over' || name === 'unknown';
        document.title = words[`${name}.title`];
        // The key makes another screen another box, which takes focus again.
        draw(
          <div class="af-screen" key={name} ref={name === 'invite' ? null : takeFocus}>
            <span class="af-badge">
              <Icon name={icons[name]} />
            </span>
            <Heading level={1}>{words[`${name}.title`]}</Heading>
            <p>{words[`${name}.text`]}</p>
            {!isEnd && (
              <button type="button" class="af-button" onClick={() => resolve()}>
                {words[name === 'invite' ? 'invite.open' : 'again']}
              </button>
            )}
            {(isEnd || fallback) && (
              <p class="af-way">{fallback ? <a href={fallback}>{words.fallback}</a> : words.none}</p>
            )}
          </div>,
        );
      }),
    showOpening: (takesFocus: boolean) =>
      draw(
        <p class="af-screen" role="status" key="opening" ref={takesFocus ? takeFocus : null}>
          {words.opening}
        </p>,
      ),
  };
}

/**
 * Shows the employer, the location and the duration above the element while there is a form. Reserves their space while
 * the first form is loaded.
 */
export function headPage(
  container: HTMLElement,
  element: { readonly session: Pick<Session, 'view' | 'speech' | 'page'> | null },
): void {
  const header = document.createElement('header');
  header.className = 'masthead';
  container.prepend(header);
  effect(() => {
    const { session } = element;
    const view = session?.view.value;
    if (!session || !view || view.kind === 'loading') return;
    const { locale } = session.speech.value;
    const stated = view.kind === 'form' ? session.page()?.meta.stated : null;
    const isSent = view.kind === 'form' && view.form.submission.value.kind === 'accepted';
    const text = (name: string) => nonBlank(member(stated, name));
    const [employer, logo, minutes] = [text('employer'), text('logo'), amount(member(stated, 'minutes'))];
    // A sent form needs no estimate.
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
    if (header.hasChildNodes()) container.prepend(header);
    else header.remove();
  });
}

/** The employer's name is next to it; a picture that cannot be loaded leaves no gap. */
const Logo = ({ src }: { readonly src: string }) => (
  <img
    class="logo"
    alt=""
    referrerPolicy="no-referrer"
    src={src}
    onError={({ currentTarget }) => currentTarget.remove()}
  />
);

/** Follows the page's direction, whatever the direction of each text. */
const Line = ({ name, texts }: { readonly name: string; readonly texts: readonly string[] }) => (
  <p class={name}>{texts.map((text, index) => [index > 0 && ' · ', <bdi key={text}>{text}</bdi>])}</p>
);

/** "About 6 minutes". */
function aboutTime(minutes: number, locale: string): string {
  const time = minutes.toLocaleString(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  const { language } = chooseLanguage(locale) ?? { language: 'en' };
  // Keeps "About 6 minutes" on one line.
  return linkMessages[language]['page.time'].replace('{time}', time).replaceAll(' ', '\u00a0');
}

// Tells `form.html` that the script runs.
document.body.dataset['runs'] = '';
const container = document.getElementById('place');
if (container !== null) void open(container);
