/** The content of an application, shared by create and update. */

import type { FileStore } from '../files/file-store.ts';
import { findUploadFaults, readUploads } from '../files/uploads.ts';
import type { JsonObject } from '../json.ts';
import type { ServiceFault } from '../json-api.ts';
import type { ApplicationContent, AttachmentRecord } from '../records/record-store.ts';
import { applications } from '../resource-types/resource-types.ts';
import type { SandboxState } from '../sandbox-state.ts';
import { applyTagChanges, findTagFaults, readTagChanges } from '../tags/tag-changes.ts';
import { type AttributeDemands, findAttributeFaults } from './attribute-faults.ts';

/** All faults; files and tags are only checked when their attributes have the right shape. */
export function findContentFaults(
  { tags }: SandboxState,
  attributes: JsonObject,
  demands: AttributeDemands,
): readonly ServiceFault[] {
  const faults = findAttributeFaults(applications, attributes, demands);
  if (faults.length > 0) return faults;
  return [...findUploadFaults(attributes), ...findTagFaults(attributes, tags)];
}

/** For checked attributes only. Hashing is asynchronous, so nothing of the application is read before it. */
export function holdUploads(files: FileStore, attributes: JsonObject): Promise<readonly AttachmentRecord[]> {
  return Promise.all(
    readUploads(attributes).map(async ({ context, content }) => ({
      context,
      file:
        content.of === 'bytes' ? await files.hold(content.filename, content.uri) : files.signed(content.id),
    })),
  );
}

interface ContentChanges {
  readonly attributes: JsonObject;
  readonly attachments: readonly AttachmentRecord[];
}

/** For checked changes only. */
export function changedContent(
  before: ApplicationContent,
  { attributes, attachments }: ContentChanges,
): ApplicationContent {
  return {
    attributes: { ...before.attributes, ...keptAttributes(attributes) },
    tags: applyTagChanges(before.tags, readTagChanges(attributes)),
    attachments: [
      ...before.attachments.filter(({ context }) => !isReplaced(context, attachments)),
      ...attachments,
    ],
  };
}

const keptAttributes = (attributes: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => {
      const type = applications.attributes.get(name);
      // Files and tags leave only their effect.
      if (type?.access !== 'read-write') return isHidden(name) && value !== null ? [[name, value]] : [];
      // A blank that its rule does not take, as of a date, was written to clear.
      return [[name, value === null || type.rule?.(value) === null ? value : null]];
    }),
  );

/** What no read returns, and only the control shows. */
export const hiddenAttributes = [
  'equality_monitoring_option_ids',
  'skip_notifications_on_create',
  'create_pdf_application',
] as const;

const isHidden = (name: string): boolean => hiddenAttributes.some((hidden) => hidden === name);

/** An application has one CV and one cover letter; documents are added. */
const isReplaced = (context: string, fresh: readonly AttachmentRecord[]): boolean =>
  context !== 'document' && fresh.some((one) => one.context === context);
