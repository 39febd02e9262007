/** Every reading, in the order in which a person wants to know them. */
import type { Finding, Settings } from './finding.ts';
import * as conditions from './judge-conditions.ts';
import * as form from './judge-form.ts';
import { judgeLanguages, judgeWrongLanguage } from './judge-languages.ts';
import * as lists from './judge-lists.ts';
import * as lookups from './judge-lookups.ts';
import * as manners from './judge-manners.ts';
import * as questions from './judge-questions.ts';
import { judgeWrites } from './judge-writes.ts';
import type { Replies } from './replies.ts';

export interface Chapter {
  readonly title: string;
  readonly findings: readonly Finding[];
}

export interface Circumstances {
  /** Of the running configuration. */
  readonly current: Settings;
  /** Seconds of a `Retry-After`; null: a 429 without one; undefined: no 429 came. */
  readonly limited: number | null | undefined;
}

type Judge = (replies: Replies, current: Settings) => Finding;

const chapters: readonly (readonly [title: string, judges: readonly Judge[]])[] = [
  [
    'Which questions are a form',
    [
      form.judgeFilter,
      form.judgeOwner,
      form.judgeFollowUps,
      form.judgeDeeper,
      form.judgeJob,
      form.judgePublicJobs,
      lists.judgePages,
    ],
  ],
  [
    'What a question looks like',
    [
      questions.judgeAttributes,
      questions.judgeTypes,
      questions.judgeOptions,
      questions.judgeSeveral,
      judgeLanguages,
      judgeWrongLanguage,
    ],
  ],
  [
    'When a follow-up is shown',
    [
      conditions.judgeConditional,
      conditions.judgeOperators,
      conditions.judgeDateValues,
      conditions.judgeDates,
      conditions.judgeUnanswered,
    ],
  ],
  [
    'What an application holds',
    [
      lookups.judgeAnswersQuestion,
      lookups.judgeAnswers,
      lookups.judgeByPhone,
      lookups.judgeReadBack,
      lookups.judgeReference,
      lookups.judgeApplicationPages,
      lookups.judgeTags,
      manners.judgeNested,
      manners.judgeJobSeeker,
      manners.judgeFurther,
    ],
  ],
  [
    'How the service speaks',
    [
      manners.judgeMediaType,
      manners.judgeIds,
      manners.judgeUnloaded,
      manners.judgeErrors,
      manners.judgeMissing,
      lists.judgeStranger,
      lists.judgeTotal,
      lists.judgeBankedFilter,
      lists.judgeDateFilters,
      lists.judgeSectionFilter,
    ],
  ],
];

export function judge(replies: Replies, { current, limited }: Circumstances): readonly Chapter[] {
  const judged = chapters.map(([title, judges]) => ({
    title,
    findings: judges.map((one) => one(replies, current)),
  }));
  return [
    ...judged,
    { title: 'What reading cannot show', findings: [...judgeWrites(), manners.judgeRetryAfter(limited)] },
  ];
}
