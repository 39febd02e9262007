/** Where the service has its lists, and one resource of a list. The version of its API is in every path. */
type ResourceType = 'answers' | 'applications' | 'job_seekers' | 'jobs' | 'job_postings' | 'questions';

export const listPath = (type: ResourceType): string => `/api/v1/${type}`;

export const resourcePath = (type: ResourceType, id: string): string =>
  `${listPath(type)}/${encodeURIComponent(id)}`;
