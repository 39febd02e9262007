/** Readings of writes. The probe only reads, so it cannot tell; each says how a person can. */
import { type Finding, unknown } from './finding.ts';

export const judgeWrites = (): readonly Finding[] => [
  unknown(
    'A choice is answered by answer_options that are created by their text',
    'Send one choice to an application made for the purpose: does the service show the chosen options?',
  ),
  unknown(
    'Several files are answered by one POST each',
    'Send two files to one question of such an application: does the service show both?',
  ),
  unknown(
    'The reply to an answer is 201 with the resource "answers"',
    'Send a form to such an application: does "npm run --silent attention" stay empty?',
  ),
  unknown(
    'A change is answered by 200 with the resource: PATCH of an application',
    'Give the tenant a tag, and send a form to such an application: does the service show the tag?',
    { options: ['tag'] },
  ),
  unknown(
    'A visitor can apply: POST /api/v1/applications',
    'Apply to a job made for the purpose. A key that lacks the right to it is refused with 403.',
  ),
  unknown(
    'A file as an answer has at most 10 MB, and a type of documents_base64',
    "The document limits an application's files alone: ask the vendor, or send such an application a larger one.",
    { options: ['documentBytes', 'documentTypes'] },
  ),
];
