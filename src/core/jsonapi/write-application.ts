/** Writes the body of `POST /api/v1/applications`: the application that job mode creates before its first answer (`src/README.md#13-two-ways-in`). */
import { type Details, EQUALITY, textDetailNames } from '../model/details.ts';
import type { Reference } from '../model/ids.ts';
import type { Destination } from '../model/submission.ts';

export interface ApplicationAttributes extends Details {
  readonly external_system_reference: string;
  readonly locale?: string;
  readonly channel_source?: string;
  readonly [EQUALITY]?: readonly string[];
}

export interface ApplicationBody {
  readonly data: {
    readonly type: 'applications';
    readonly attributes: ApplicationAttributes;
    readonly relationships: {
      readonly job: { readonly data: { readonly type: 'jobs'; readonly id: string } };
    };
  };
}

/** By name, so that nothing else which came with them goes out. */
function written(details: Details): Details {
  const text = textDetailNames.flatMap((name) => (details[name] ? [[name, details[name]]] : []));
  const { phone_iso2 } = details;
  return { ...Object.fromEntries(text), ...(phone_iso2 === undefined ? {} : { phone_iso2 }) };
}

/** @param reference our reference, with which an application whose creation had an unclear outcome can be found again */
export function writeApplication(
  { job, details, equality = [], locale, source }: Extract<Destination, { kind: 'job' }>,
  reference: Reference,
): ApplicationBody {
  return {
    data: {
      type: 'applications',
      attributes: {
        ...written(details),
        ...(equality.length === 0 ? {} : { [EQUALITY]: equality }),
        external_system_reference: reference,
        ...(locale === null ? {} : { locale }),
        ...(source === null ? {} : { channel_source: source }),
      },
      relationships: { job: { data: { type: 'jobs', id: job } } },
    },
  };
}
