/** Every reading, in the order of the report. */
import { applicationReadings } from './application-readings.ts';
import { conditionReadings } from './condition-readings.ts';
import { formReadings } from './form-readings.ts';
import { questionReadings } from './question-readings.ts';
import { type Circumstances, type Finding, judgeReading, type Reading } from './reading.ts';
import type { Replies } from './replies.ts';
import { hiddenReadings, serviceReadings } from './service-readings.ts';

export interface Chapter {
  readonly title: string;
  readonly findings: readonly Finding[];
}

const chapters: Readonly<Record<string, Readonly<Record<string, Reading>>>> = {
  'Which questions are a form': formReadings,
  'What a question looks like': questionReadings,
  'When a follow-up is shown': conditionReadings,
  'What an application holds': applicationReadings,
  'How the service speaks': serviceReadings,
  'What reading cannot show': hiddenReadings,
};

export const judge = (replies: Replies, circumstances: Circumstances): readonly Chapter[] =>
  Object.entries(chapters).map(([title, readings]) => ({
    title,
    findings: Object.values(readings).map((one) => judgeReading(one, replies, circumstances)),
  }));
