/** What `/form` shows before there is a form: a code is exchanged for the token, an invitation's at a press. */

import { render } from 'preact';
import { chooseLanguage } from '../../locale/choose-language.ts';
import { type LinkMessages, linkMessages } from '../../locale/link-words.ts';
import { directionOf } from '../../locale/messages.ts';
import { takeFocus } from '../../ui/focus/focus.ts';
import { Heading } from '../../ui/form/heading.tsx';
import { Icon, type Shape } from '../../ui/icon/icon.tsx';
import { alertShape, clockShape, fileShape, lockShape } from '../../ui/icon/icon-shapes.ts';
import styles from '../../ui/styles.css?inline';
import { pageFolder } from '../host/endpoint.ts';
import { shadowMountTarget } from '../host/mount-target.ts';
import type { Trouble } from '../proxy/connection.ts';
import { openSession } from '../proxy/open-session.ts';
import { failureOf, fallbackOf } from '../proxy/read-trouble.ts';
import { dressPage } from './dress-page.ts';
import type { FragmentAttributes } from './fragment.ts';
import linkStyles from './open-link.css?inline';
import { browserLanguage } from './open-page.ts';
import type { Link, TakenLink } from './take-link.ts';

const PAUSES = [500, 2_000, 4_000];

interface Screen {
  readonly title: keyof LinkMessages & `${string}.title`;
  readonly text: keyof LinkMessages & `${string}.text`;
  readonly shape: Shape;
}

const screens = {
  invitation: { title: 'invite.title', text: 'invite.text', shape: fileShape },
  over: { title: 'over.title', text: 'over.text', shape: clockShape },
  unknown: { title: 'unknown.title', text: 'unknown.text', shape: lockShape },
  failed: { title: 'failed.title', text: 'failed.text', shape: alertShape },
} as const satisfies Readonly<Record<string, Screen>>;

/** Resolves with what opens the form, and never where the link opens none. */
export async function openLink(place: HTMLElement, taken: TakenLink): Promise<FragmentAttributes> {
  const { attributes } = taken;
  const { lang = browserLanguage() } = attributes;
  dressPage(document, { theme: 'auto', ...attributes, lang });
  const show = createScreens(place, lang);
  let pressed = isInvitation(taken);
  let fallback: string | null = null;
  if (pressed) await show.invitation();
  for (;;) {
    show.opening(pressed);
    const session = await exchange(taken);
    if (session.ok) {
      const opened = { ...attributes, token: session.value.token };
      taken.keep({ attributes: opened, code: null, attempt: '' });
      // The button is gone: what comes in its place is the answer to the press.
      if (pressed) takeFocus(place, { preventScroll: true });
      return opened;
    }
    const { code } = failureOf(session.error);
    fallback = fallbackOf(session.error) ?? fallback;
    if (code === 'token_expired' || code === 'token_invalid' || code === 'bad_request')
      return show.end(code === 'token_expired' ? 'over' : 'unknown', fallback);
    pressed = true;
    await show.failed(fallback);
  }
}

const isInvitation = ({ code }: Link): boolean => code?.startsWith('i-') === true;

/** A lost reply and a short gap in the network are none of the applicant's business; silence has lasted long enough. */
async function exchange({ code, attempt }: Link) {
  const send: typeof fetch = (input, init) => fetch(input, init);
  const connection = {
    endpoint: pageFolder().slice(0, -1),
    token: '',
    fetch: send,
  };
  const ask = () => openSession(connection, { code: code ?? '', attempt });
  let session = await ask();
  for (const pause of PAUSES) {
    if (session.ok || !isOffline(session.error)) return session;
    await new Promise((resolve) => setTimeout(resolve, pause));
    session = await ask();
  }
  return session;
}

const isOffline = (trouble: Trouble): boolean => 'code' in trouble && trouble.code === 'offline';

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
  const drawScreen = (name: keyof typeof screens, takesFocus: boolean, wayOn: preact.ComponentChild) => {
    const { title, text, shape } = screens[name];
    document.title = words[title];
    // A key: another screen is another box, which takes focus anew.
    draw(
      <div class="af-screen" key={name} ref={takesFocus ? takeFocus : null}>
        <span class="af-badge">
          <Icon shape={shape} />
        </span>
        <Heading level={1}>{words[title]}</Heading>
        <p>{words[text]}</p>
        {wayOn}
      </div>,
    );
  };
  const button = (label: 'invite.open' | 'again', resolve: () => void) => (
    <button type="button" class="af-button" onClick={() => resolve()}>
      {words[label]}
    </button>
  );
  const way = (fallback: string | null) => (
    <p class="af-way">{fallback === null ? words.none : <a href={fallback}>{words.fallback}</a>}</p>
  );
  return {
    /** Resolves when it is pressed. */
    invitation: () =>
      new Promise<void>((resolve) => drawScreen('invitation', false, button('invite.open', resolve))),
    /** Resolves when it is to be tried again. */
    failed: (fallback: string | null) =>
      new Promise<void>((resolve) =>
        drawScreen(
          'failed',
          true,
          <>
            {button('again', resolve)}
            {fallback !== null && way(fallback)}
          </>,
        ),
      ),
    opening(takesFocus: boolean) {
      draw(
        <p class="af-opening" role="status" key="opening" ref={takesFocus ? takeFocus : null}>
          {words.opening}
        </p>,
      );
    },
    end(name: 'over' | 'unknown', fallback: string | null): Promise<never> {
      drawScreen(name, true, way(fallback));
      return new Promise(() => {});
    },
  };
}
