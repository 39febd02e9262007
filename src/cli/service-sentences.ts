/** Why the service could not be read, and what to do next, for the person who runs a command. */
import { unreachable } from '../core/model/failure.ts';
import type { ServiceError } from '../server/service/service-error.ts';
import type { ChosenTenant } from './chosen-tenant.ts';
import { isApplyForm, noServerAt, notApplyForm } from './running-server.ts';

type Asked = Pick<ChosenTenant, 'address' | 'serviceUrl' | 'isSandbox'>;

/** The same, once it is known whether the server that answers is ours without a sandbox. */
export async function explainFailure(error: ServiceError, asked: Asked): Promise<string> {
  const isStrange = asked.isSandbox && (error.kind === 'bad_document' || error.kind === 'not_found');
  if (isStrange && !(await isApplyForm(asked.address))) return notApplyForm(asked.address);
  return sentenceOfFailure(error, asked);
}

function sentenceOfFailure(error: ServiceError, asked: Asked): string {
  const { serviceUrl } = asked;
  switch (error.kind) {
    case 'unreachable':
      return asked.isSandbox
        ? noServerAt(asked.address)
        : `Nobody answers at ${serviceUrl}: check APPLY_SERVICE_URL (serviceUrl of the tenant) and the network.`;
    case 'unauthorized':
      return asked.isSandbox
        ? `What answers at ${serviceUrl} does not take the key of the sandbox: is it an Apply Form in sandbox mode?`
        : `The service at ${serviceUrl} does not take the key (401): check APPLY_SERVICE_KEY (serviceKey of the tenant).`;
    case 'forbidden':
      return `The service at ${serviceUrl} does not allow this (403): the integration is not enabled there, or its key lacks the right to read this.`;
    case 'rate_limited':
      return `The service at ${serviceUrl} has had too many requests (429): ${whenAgain(error.retryAfter)}. The running server shares its limit.`;
    case 'server_error':
      return `The service at ${serviceUrl} has failed (${error.status}): try again later.`;
    case 'timeout':
    case 'interrupted':
      return `The service at ${serviceUrl} has not answered in time, or broke off: try again.`;
    case 'not_found':
    case 'bad_document':
      return asked.isSandbox
        ? `What answers at ${serviceUrl} is no sandbox: the server that runs there has a service of its own. Give this command the same environment.`
        : `What answers at ${serviceUrl} is not the recruitment service: APPLY_SERVICE_URL (serviceUrl of the tenant) is its address without /api/v1.`;
    case 'bad_request':
    case 'invalid':
    case 'unreadable_file':
      return `The service at ${serviceUrl} does not understand the question (400): "npx apply-form-server probe" says which of our readings it knows.`;
    default:
      return unreachable(error);
  }
}

const whenAgain = (seconds: number | null): string =>
  seconds === null ? 'try again in some minutes' : `try again in ${seconds} seconds`;
