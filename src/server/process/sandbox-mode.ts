/** The parts that only a server in sandbox mode has and loads. */
import { IncomingMessage } from 'node:http';
import { chooseLanguage } from '../../locale/messages.ts';
import { sandboxNotices } from '../../locale/sandbox-notice.ts';
import {
  callerOf,
  hasLoopbackHost,
  hasLoopbackOrigin,
  isLoopback,
  isLoopbackHost,
} from '../../sandbox/caller.ts';
import { createSandbox } from '../../sandbox/create-sandbox.ts';
import { analystSettings } from '../../sandbox/forms/analyst-settings.ts';
import { sampleForms } from '../../sandbox/sample-forms.ts';
import { type Clock, untilAborted } from '../clock.ts';
import type { FormSettings } from '../forms/form-settings.ts';
import { refuse } from '../http/replies.ts';
import type { Send } from '../service/send-request.ts';
import type { Caller } from './answer-requests.ts';
import type { Configuration } from './configuration/configuration.ts';
import { extendDeadline, LONGEST_REQUEST } from './connections.ts';
import { printUnexpected } from './print.ts';

export type SandboxMode = ReturnType<typeof openSandboxMode>;

/** Address of the sandbox for calls without a connection. */
const DIRECT_URL = 'http://localhost/sandbox';
const CONTROL_URL = `${DIRECT_URL}/_control`;

/**
 * @param address address of the server, or null if it has no port, so that the sandbox is called without a connection
 */
export function openSandboxMode(given: Configuration, address: string | null, { now, sleep }: Clock) {
  const { isPublicSandbox, publicUrl, sandboxKeys } = given;
  const sandbox = createSandbox({
    key: sandboxKeys?.serviceKey ?? '',
    basePath: '/sandbox',
    samples: true,
    now,
    sleep,
    unexpected: printUnexpected,
  });
  const serviceUrl = address === null ? DIRECT_URL : `${address}/sandbox`;
  const tenants = given.tenants.map((tenant) => ({
    ...tenant,
    serviceUrl,
    jobs: { ...sampleSettings(tenant.form?.employer ?? null), ...tenant.jobs },
  }));
  return {
    sandbox,
    configuration: { ...given, tenants },
    proxyOptions: {
      sandbox: { controlUrl: CONTROL_URL, tenant: tenants[0]?.name ?? '' },
      /** The notice in the language of the form, chosen as the form itself does. */
      notice: (locale: string | null): string => sandboxNotices[chooseLanguage(locale)?.language ?? 'en'],
    },
    /**
     * Sends requests for the sandbox's control directly, because it answers only this machine, on any listen address.
     */
    wrapSend(send: Send): Send {
      const direct = `${address === null ? DIRECT_URL : CONTROL_URL}/`;
      return (request) =>
        request.url.startsWith(direct)
          ? untilAborted(request.signal, sandbox.fetch(request, { address: '127.0.0.1' }))
          : send(request);
    },
    /** True for other names than this machine's: published keys are for this machine only. */
    isForeign: (host = ''): boolean => !isPublicSandbox && !isLoopbackHost(host),
    /** @returns null if the request is for the proxy and its pages */
    async answer(request: Request, incoming: Caller): Promise<Response | null> {
      if (!isPublicSandbox && !hasLoopbackHost(request))
        return refuse({ code: 'origin_not_allowed', detail: foreignHostDetail });
      const { pathname } = new URL(request.url);
      const address = incoming.socket.remoteAddress;
      const caller = incoming instanceof IncomingMessage ? callerOf(incoming) : { address };
      if (pathname === '/sandbox' || pathname.startsWith('/sandbox/')) {
        // Our own requests to the sandbox have the time limit of a service.
        if (isLoopback(address)) extendDeadline(incoming, LONGEST_REQUEST);
        return sandbox.fetch(request, caller);
      }
      return pathname === '/demo/sessions' && !mayOpenDemo(request, isPublicSandbox, publicUrl)
        ? refuse({ code: 'origin_not_allowed', detail: foreignDemoDetail })
        : null;
    },
  };
}

const foreignHostDetail =
  'The sandbox is for its own machine only: it answers under 127.0.0.1, localhost and [::1]. APPLY_SANDBOX_PUBLIC=yes opens it to others, with random keys.';

/**
 * The demo opens a form without a key, so it answers only our own pages, and only under loopback names unless the
 * sandbox is public.
 */
function mayOpenDemo(request: Request, isPublicSandbox: boolean, publicUrl: string | null): boolean {
  if (hasLoopbackHost(request) && hasLoopbackOrigin(request)) return true;
  if (!isPublicSandbox) return false;
  const origin = request.headers.get('origin');
  if (origin === null || !URL.canParse(origin)) return origin === null;
  if (publicUrl !== null) return origin === new URL(publicUrl).origin;
  return new URL(origin).host === request.headers.get('host');
}

const foreignDemoDetail =
  'The demo opens forms on its own machine only: under 127.0.0.1, localhost and [::1].';

/**
 * Settings of the sandbox's sample jobs, which show what a form can ask. An employer's own name replaces the sample's.
 */
export const sampleSettings = (employer: string | null): Readonly<Record<string, Partial<FormSettings>>> =>
  Object.fromEntries(
    sampleForms.map(({ name, job, questions }) => [
      job.id,
      {
        ...(employer === null ? { employer: job.company, place: { en: job.location } } : {}),
        ...(name === 'analyst' ? analystSettings : {}),
        ...(questions.some(({ title }) => title === 'Your CV') ? { details: { cv: 'no' } } : {}),
      },
    ]),
  );
