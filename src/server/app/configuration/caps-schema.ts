/** What `APPLY_CONFIG` may say as `caps` of a tenant (`public/docs/deploying.md#caps`). */
import * as z from 'zod';
import { type Caps, defaultCaps } from '../../http/forms/caps.ts';

const count = z.int().min(1).max(1e12).exactOptional();

export const capsRule = z.strictObject({ queued: count, network: count } satisfies Record<
  keyof Caps,
  unknown
>);

export const capsWords = `whole numbers from 1, any of ${Object.keys(defaultCaps).join(', ')}`;
