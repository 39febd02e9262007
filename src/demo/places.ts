/** Where else the form can be seen. */
import type { Choices } from './choices.ts';
import type { Access } from './snippet/snippet.ts';

export interface Place {
  readonly name: string;
  readonly address: string;
}

/** `127.0.0.1` and `localhost` are two origins of one server: the one that this page is not on plays the host. */
const otherHost: Readonly<Record<string, string>> = { '127.0.0.1': 'localhost', localhost: '127.0.0.1' };

export function places(choices: Choices, access: Access | null): readonly Place[] {
  const ownPage = access === null ? [] : [{ name: 'Own page', address: formPage(choices, access) }];
  // Each brand has a careers page of its own.
  const careers = choices.brand === 'none' ? 'careers-site' : `brand-${choices.brand}`;
  return [
    ...ownPage,
    { name: 'Careers site', address: hostPage(careers, choices) },
    { name: 'Partner portal', address: hostPage('partner-portal', choices) },
  ];
}

function formPage({ lang, theme }: Choices, access: Access): string {
  const opened = access.kind === 'job' ? { job: access.job, tenant: 'default' } : { token: access.token };
  return `/form#${new URLSearchParams({ ...opened, lang, theme })}`;
}

function hostPage(page: string, { form, lang, theme, brand, applicant }: Choices): string {
  const address = new URL(`/hosts/${page}.html`, location.href);
  address.hostname = otherHost[location.hostname] ?? location.hostname;
  address.search = new URLSearchParams({ form, lang, theme, brand, applicant }).toString();
  return address.href;
}
