/** Where else the form can be seen. */
import type { Choices } from './choices.ts';

export interface Place {
  readonly name: string;
  readonly address: string;
}

/** `127.0.0.1` and `localhost` are two origins of one server: the one that this page is not on plays the host. */
const otherHost: Readonly<Record<string, string>> = { '127.0.0.1': 'localhost', localhost: '127.0.0.1' };

export function places(choices: Choices, token: string | null): readonly Place[] {
  const { lang, theme, brand } = choices;
  const link = new URLSearchParams({ token: token ?? '', lang, theme });
  const ownPage = token === null ? [] : [{ name: 'Own page', address: `/form#${link}` }];
  // Each brand has a careers page of its own.
  const careers = brand === 'none' ? 'careers-site' : `brand-${brand}`;
  return [
    ...ownPage,
    { name: 'Careers site', address: hostPage(careers, choices) },
    { name: 'Partner portal', address: hostPage('partner-portal', choices) },
  ];
}

function hostPage(page: string, { form, lang, theme }: Choices): string {
  const address = new URL(`/hosts/${page}.html`, location.href);
  address.hostname = otherHost[location.hostname] ?? location.hostname;
  address.search = new URLSearchParams({ form, lang, theme }).toString();
  return address.href;
}
