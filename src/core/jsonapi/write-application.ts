/** Writes the body of `POST /api/v1/applications`: the application that job mode creates before its first answer (`src/README.md#13-two-ways-in`). */
import type { Details } from '../model/details.ts';
import type { Reference } from '../model/ids.ts';
import type { Destination } from '../model/submission.ts';

export interface ApplicationBody {
  readonly data: {
    readonly type: 'applications';
    readonly attributes: Details & {
      readonly external_system_reference: string;
      readonly locale?: string;
      readonly channel_source?: string;
    };
    readonly relationships: {
      readonly job: { readonly data: { readonly type: 'jobs'; readonly id: string } };
    };
  };
}

/** @param reference our reference, with which an application whose creation had an unclear outcome can be found again */
export function writeApplication(
  { job, details, locale, source }: Extract<Destination, { kind: 'job' }>,
  reference: Reference,
): ApplicationBody {
  const { first_name, last_name, email } = details;
  return {
    data: {
      type: 'applications',
      attributes: {
        first_name,
        last_name,
        email,
        external_system_reference: reference,
        ...(locale === null ? {} : { locale }),
        ...(source === null ? {} : { channel_source: source }),
      },
      relationships: { job: { data: { type: 'jobs', id: job } } },
    },
  };
}
