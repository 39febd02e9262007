import type { StoredResource } from '../resources/stored-resource.ts';
import { identifierOf } from '../resources/stored-resource.ts';
import { sectionAnswersOf } from './sample-answers.ts';
import { applicationId, createdAt, partId } from './sample-ids.ts';
import type { SamplePerson } from './sample-people.ts';

/** The relationships of one sample application: every one in the document leads to a resource. */

interface SampleRelations {
  readonly links: StoredResource['links'];
  readonly resources: readonly StoredResource[];
}

/** A resource of a type whose fields the document does not show. */
const named = (type: string, id: string, name: string): StoredResource => ({
  type,
  id,
  attributes: { name },
  extraFields: {},
  links: {},
});

/** Relationship, type, and what its resources are called. */
const single = [
  ['job_posting', 'job_postings', 'Sample posting'],
  ['hris_reference', 'hris_exports', 'Sample export'],
  ['onboarding_application', 'onboarding_applications', 'Sample onboarding'],
  // Parsed data of a CV is such a resource; its shape is not shown, so it has only a name.
  ['resume', 'resumes', 'Sample resume'],
] as const;

const several = [
  ['document_requests', 'Sample document request'],
  ['offers', 'Sample offer'],
  ['custom_attributes', 'Sample custom attribute'],
  ['scorecard_ratings', 'Sample rating'],
  ['scorecard_notes', 'Sample note'],
  ['scorecard_answers', 'Sample scorecard answer'],
  ['user_scorecards', 'Sample scorecard'],
] as const;

/** Who wrote the comments. */
export const sampleUsers: readonly StoredResource[] = [1, 2].map((number) =>
  named('users', String(87_000 + number), `Sample Recruiter ${number}`),
);

interface Relation {
  readonly name: string;
  readonly isOne: boolean;
  readonly resources: readonly StoredResource[];
}

export function relationsOf(person: SamplePerson): SampleRelations {
  const relations: readonly Relation[] = [
    ...unshownOf(person),
    { name: 'structured_section_responses', isOne: false, resources: [sectionOf(person)] },
    { name: 'comments', isOne: false, resources: commentsOf(person) },
  ];
  const resources = relations.flatMap((relation) => relation.resources);
  return { links: linksOf(relations), resources: [...resources, ...sectionAnswersOf(person)] };
}

const linksOf = (relations: readonly Relation[]): StoredResource['links'] =>
  Object.fromEntries(
    relations.map(({ name, isOne, resources }) => {
      const identifiers = resources.map(identifierOf);
      return [name, isOne ? (identifiers[0] ?? null) : identifiers];
    }),
  );

function unshownOf(person: SamplePerson): readonly Relation[] {
  const of = `of application ${applicationId(person)}`;
  return [
    ...single.map(([name, type, called]) => ({
      name,
      isOne: true,
      resources: [
        {
          ...named(type, partId(person, 1), `${called} ${of}`),
          links: type === 'job_postings' ? { job: { type: 'jobs', id: person.jobId } } : {},
        },
      ],
    })),
    ...several.map(([name, called]) => ({
      name,
      isOne: false,
      resources: [1, 2].map((place) => named(name, partId(person, place), `${called} ${place} ${of}`)),
    })),
  ];
}

/** Its answers are of all three kinds of `answerable`, so that a client sees each. */
const sectionOf = (person: SamplePerson): StoredResource => ({
  type: 'structured_section_responses',
  id: partId(person, 1),
  attributes: { name: 'Employment', date_from: '2020-01-01', date_to: '2025-12-31', position: 1 },
  extraFields: {},
  links: { answers: sectionAnswersOf(person).map(identifierOf) },
});

const commentsOf = (person: SamplePerson): readonly StoredResource[] =>
  sampleUsers.map((user, place) => ({
    type: 'comments',
    id: partId(person, place + 1),
    attributes: {
      body_text: `Sample comment ${place + 1}: worth a conversation.`,
      commentable_id: Number(applicationId(person)),
      commentable_type: 'Application',
      private_comment: place === 1,
      user_id: Number(user.id),
      created_at: createdAt(person),
      updated_at: createdAt(person),
    },
    extraFields: {},
    links: { user: identifierOf(user) },
  }));
