import { type ResourceType, readOnly, readWrite, toMany, writeOnly } from './resource-type.ts';

/** Read through their applications: the document describes no request that writes one. */
export const candidates: ResourceType = {
  type: 'candidates',
  attributes: new Map([
    ...readWrite('first_name last_name middle_name preferred_name email locale phone phone_iso2'),
    ...readWrite('address1 town postcode country external_system_reference date_of_birth blocked'),
    ...readWrite('address2 state_province'),
    ...readOnly('full_name created_at updated_at'),
    ...writeOnly('documents_base64'),
  ]),
  extraFields: ['attachments', 'tags'],
  relationships: [
    toMany('applications', 'applications'),
    toMany('hris_references', 'hris_exports'),
    toMany('job_seekers', 'job_seekers'),
    toMany('skills', 'skills'),
    toMany('custom_attributes', 'custom_attributes'),
  ],
};
