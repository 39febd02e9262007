import { type ResourceType, readOnly, readWrite, toOne, writeOnly } from './resource-type.ts';

/** Read through their application: the document describes no request that writes one. */
export const comments: ResourceType = {
  type: 'comments',
  attributes: new Map([
    ...readWrite('body_text'),
    ...writeOnly('category'),
    ...readOnly('commentable_id commentable_type private_comment user_id created_at updated_at'),
  ]),
  extraFields: [],
  relationships: [toOne('user', 'users')],
};
