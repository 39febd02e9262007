/** The headings of the service's document in its order, and what each is about. */
export interface DocumentPart {
  readonly heading: string;
  readonly about: string;
}

export const documentParts: readonly DocumentPart[] = [
  {
    heading: 'What the service does',
    about: 'resource objects, compound documents, media type, base address',
  },
  { heading: 'Resources and their fields', about: 'ids' },
  {
    heading: 'applications (attributes)',
    about: 'attributes, extra fields, sparse fields, sorting, eighteen relationships',
  },
  { heading: 'candidates (attributes)', about: 'attributes, extra fields, relationships' },
  { heading: 'job seekers', about: 'tags' },
  {
    heading: 'answers (attributes)',
    about: 'attributes, files, relationships, the three kinds of `answerable`',
  },
  { heading: 'comments (attributes)', about: 'attributes, the user' },
  { heading: 'questions', about: 'conditions, operators, resources whose fields are not shown' },
  { heading: 'States and transitions', about: 'what an application carries; no named states' },
  {
    heading: 'GET /api/v1/applications (list applications)',
    about: 'filters, extra fields, `include`, `sort`, pages',
  },
  { heading: 'GET /api/v1/applications/{id}', about: 'one application, its tags' },
  {
    heading: 'PATCH or PUT /api/v1/applications/{id}',
    about: 'writing attributes and tags; the rules of tags',
  },
  {
    heading: 'GET /api/v1/questions (list questions)',
    about: 'filters, fields, `include`, `sort`, pages, total',
  },
  { heading: 'POST /api/v1/answers (create answer)', about: 'every kind of answer; follow-up questions' },
  { heading: 'Authentication', about: 'the key and its four rules' },
  { heading: 'Events', about: 'none are shown' },
  { heading: 'Errors', about: 'shape and statuses' },
  { heading: 'Limits', about: 'pages, files, rate' },
  { heading: 'Versioning', about: 'the version in the path' },
];
