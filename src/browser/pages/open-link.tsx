/** What `/form` shows before there is a form: a code is exchanged for the token, an invitation's at a press. */
import { render } from 'preact';
import { chooseLanguage } from '../../locale/choose-language.ts';
import { linkMessages } from '../../locale/link-words.ts';
import { directionOf } from '../../locale/messages.ts';
import { Heading, Icon, takeFocus } from '../../ui/elements.tsx';
import styles from '../../ui/styles.css?inline';
import { pageFolder } from '../host/host.ts';
import { shadowMountTarget } from '../host/mount-target.ts';
import { failureOf, fallbackOf } from '../proxy/questions.ts';
import { openSession } from '../proxy/session.ts';
import linkStyles from './open-link.css?inline';
import { browserLanguage, followAttributes } from './open-page.ts';
import type { FragmentAttributes, Link, TakenLink } from './take-link.ts';

/** Milliseconds before each further request. */
const PAUSES = [500, 2_000, 4_000];

const icons = { invite: 'file', over: 'clock', unknown: 'lock', failed: 'alert' } as const;

/** Resolves with what opens the form, and never where the link opens none. */
export async function openLink(place: HTMLElement, taken: TakenLink): Promise<FragmentAttributes> {
  const { attributes, code } = taken;
  const { lang = browserLanguage() } = attributes;
  followAttributes(document, { theme: 'auto', ...attributes, lang });
  const { show, showOpening } = createScreens(place, lang);
  let isPressed = code?.startsWith('i-') === true;
  let fallback: string | null = null;
  if (isPressed) await show('invite', null);
  for (;;) {
    showOpening(isPressed);
    const session = await exchange(taken);
    if (session.ok) {
      const opened = { ...attributes, token: session.value.token };
      taken.keep({ attributes: opened, code: null, attempt: '' });
      // The button is gone: what comes in its place is the answer to the press.
      if (isPressed) takeFocus(place, { preventScroll: true });
      return opened;
    }
    fallback = fallbackOf(session.error) ?? fallback;
    const reason = failureOf(session.error).code;
    const isUnknown = reason === 'token_invalid' || reason === 'bad_request';
    await show(reason === 'token_expired' ? 'over' : isUnknown ? 'unknown' : 'failed', fallback);
    isPressed = true;
  }
}

/** A lost reply and a short gap in the network are none of the applicant's business; silence has lasted long enough. */
async function exchange({ code, attempt }: Link) {
  const send: typeof fetch = (input, init) => fetch(input, init);
  const connection = { endpoint: pageFolder().slice(0, -1), token: '', fetch: send };
  const ask = () => openSession(connection, { code: code ?? '', attempt });
  let session = await ask();
  for (const pause of PAUSES) {
    if (session.ok || !('code' in session.error) || session.error.code !== 'offline') return session;
    await new Promise((resolve) => setTimeout(resolve, pause));
    session = await ask();
  }
  return session;
}

function createScreens(place: HTMLElement, lang: string) {
  const { language, locale } = chooseLanguage(lang) ?? { language: 'en', locale: 'en' };
  const words = linkMessages[language];
  const host = document.createElement('div');
  const { root, adopt } = shadowMountTarget(host, styles);
  adopt(linkStyles);
  place.replaceChildren(host);
  const draw = (content: preact.ComponentChild) =>
    render(
      <div class="af" lang={locale} dir={directionOf(locale)}>
        {content}
      </div>,
      root,
    );
  return {
    /** Resolves at a press of its button; where the link opens nothing, there is none. */
    show: (name: keyof typeof icons, fallback: string | null) =>
      new Promise<void>((resolve) => {
        const isEnd = name === 'over' || name === 'unknown';
        document.title = words[`${name}.title`];
        // A key: another screen is another box, which takes focus again.
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
        <p class="af-opening" role="status" key="opening" ref={takesFocus ? takeFocus : null}>
          {words.opening}
        </p>,
      ),
  };
}
