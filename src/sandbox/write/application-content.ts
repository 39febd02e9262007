/** Checks and changes the content of an application, for creates and updates. */

import type { FileStore } from '../files/file-store.ts';
import { findUploadFaults, readUploads } from '../files/uploads.ts';
import type { JsonObject } from '../json.ts';
import type { ServiceFault } from '../json-api.ts';
import type { ApplicationContent, AttachmentRecord } from '../records/record-store.ts';
import { applications } from '../resource-types/resource-types.ts';
import type { SandboxState } from '../sandbox-state.ts';
import { applyTagChanges, findTagFaults, readTagChanges } from '../tags/tag-changes.ts';
import { type AttributeDemands, findAttributeFaults } from './attribute-faults.ts';

/** Returns all faults. Files and tags are checked only if all attributes are valid. */
export function findContentFaults(
  { tags }: SandboxState,
  attributes: JsonObject,
  demands: AttributeDemands,
): readonly ServiceFault[] {
  const faults = findAttributeFaults(applications, attributes, demands);
  if (faults.length > 0) return faults;
  return [...findUploadFaults(attributes), ...findTagFaults(attributes, tags)];
}

/** Accepts only checked attributes. Hashing is asynchronous, so callers read the application afterwards. */
export function storeUploads(files: FileStore, attributes: JsonObject): Promise<readonly AttachmentRecord[]> {
  return Promise.all(
    readUploads(attributes).map(async ({ context, content }) => ({
      context,
      file:
        content.of === 'bytes' ? await files.store(content.filename, content.uri) : files.signed(content.id),
    })),
  );
}

interface ContentChanges {
  readonly attributes: JsonObject;
  readonly attachments: readonly AttachmentRecord[];
}

/** Accepts only checked changes. */
export function changedContent(
  before: ApplicationContent,
  { attributes, attachments }: ContentChanges,
): ApplicationContent {
  return {
    attributes: { ...before.attributes, ...storedAttributes(attributes) },
    tags: applyTagChanges(before.tags, readTagChanges(attributes)),
    attachments: [
      ...before.attachments.filter(({ context }) => !isReplaced(context, attachments)),
      ...attachments,
    ],
  };
}

const storedAttributes = (attributes: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => {
      const type = applications.attributes.get(name);
      // Files and tags are stored elsewhere.
      if (type?.access !== 'read-write') return isHidden(name) && value !== null ? [[name, value]] : [];
      // A blank value that the rule rejects, such as an empty date, clears the attribute.
      return [[name, value === null || type.rule?.(value) === null ? value : null]];
    }),
  );

/** Attributes that only the control returns. */
export const hiddenAttributes = [
  'equality_monitoring_option_ids',
  'skip_notifications_on_create',
  'create_pdf_application',
] as const;

const isHidden = (name: string): boolean => hiddenAttributes.some((hidden) => hidden === name);

/** An application has one CV and one cover letter; documents are added. */
const isReplaced = (context: string, added: readonly AttachmentRecord[]): boolean =>
  context !== 'document' && added.some((attachment) => attachment.context === context);
