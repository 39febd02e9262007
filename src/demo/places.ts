/** Where else the form can be seen. */

export interface Place {
  readonly name: string;
  readonly address: string;
}

/** `127.0.0.1` and `localhost` are two origins of one server: the one that this page is not on plays the host. */
const otherHost: Readonly<Record<string, string>> = { '127.0.0.1': 'localhost', localhost: '127.0.0.1' };

export function places(form: string, token: string | null): readonly Place[] {
  const ownPage =
    token === null ? [] : [{ name: 'Own page', address: `/form#token=${encodeURIComponent(token)}` }];
  return [
    ...ownPage,
    { name: 'Careers site', address: hostPage('careers-site', form) },
    { name: 'Partner portal', address: hostPage('partner-portal', form) },
  ];
}

function hostPage(page: string, form: string): string {
  const address = new URL(`/hosts/${page}.html`, location.href);
  address.hostname = otherHost[location.hostname] ?? location.hostname;
  address.searchParams.set('form', form);
  return address.href;
}
