/** Where else the form can be seen. */
import type { Choices } from './choices.ts';
import type { Access } from './snippet/snippet.ts';

export interface Place {
  readonly name: string;
  readonly address: string;
  /** What it is. */
  readonly words: string;
}

/** `127.0.0.1` and `localhost` are two origins of one server: the one that this page does not use acts as the host. */
const otherHost: Readonly<Record<string, string>> = { '127.0.0.1': 'localhost', localhost: '127.0.0.1' };

export function places(choices: Choices, access: Access | null): readonly Place[] {
  const ownPage =
    access === null || (access.kind === 'token' && !access.link)
      ? []
      : [{ name: 'Own page', address: formPage(choices, access), words: 'what a link in a message opens' }];
  // Each brand has a careers page of its own.
  const careers = choices.brand === 'none' ? 'careers-site' : `brand-${choices.brand}`;
  return [
    ...ownPage,
    {
      name: 'Careers site',
      address: hostPage(careers, choices, access),
      words: 'another origin, one script',
    },
    {
      name: 'Partner portal',
      address: hostPage('partner-portal', choices, access),
      words: 'another origin, in an iframe',
    },
  ];
}

function formPage({ lang, theme }: Choices, access: Access): string {
  const looks = new URLSearchParams({ lang, theme });
  return access.kind === 'job'
    ? `./form#${new URLSearchParams({ job: access.job, tenant: 'default' })}&${looks}`
    : `${access.link}&${looks}`;
}

/** A host page that opens the form itself: for a given job, otherwise for an application that the sandbox creates. */
function hostPage(page: string, choices: Choices, access: Access | null): string {
  const { form, lang, theme, brand, embed } = choices;
  const address = onOtherOrigin(page);
  const job = access?.kind === 'job' ? { job: access.job } : {};
  address.search = new URLSearchParams({ form, lang, theme, brand, embed, ...job }).toString();
  return address.href;
}

/** Address of a host page on the other origin. */
export function onOtherOrigin(page: string): URL {
  const address = new URL(`./hosts/${page}.html`, location.href);
  address.hostname = otherHost[location.hostname] ?? location.hostname;
  return address;
}
