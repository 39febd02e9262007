/** How the service of one simulation behaves, and the forms that are filled in. */
import type { QuestionTree } from '../../src/core/tree/question-tree.ts';
import * as faults from './faults-of-a-schedule.ts';
import { createRandom, type Random } from './random.ts';
import { randomForm } from './random-form.ts';
import { consentIds, demandable } from './said.ts';
import type { Habits, Naming } from './simulated-service.ts';

/** Number of different forms per seed. */
export const FORMS = 400;

export function drawDemands(random: Random): Omit<Habits, 'duplicates' | 'namesQuestions' | 'clockAhead'> {
  const count = random.chance(faults.demands.share) ? random.whole(1, faults.demands.most) : 0;
  const demands = new Set(Array.from({ length: count }, () => random.pick(demandable)));
  return {
    demands: [...demands],
    tells: !random.chance(faults.demands.tellsNothing),
    showsDocuments: !random.chance(faults.habits.hidesDocuments),
    naming: drawNaming(random),
    showsAllFiles: random.chance(faults.habits.showsAllFiles),
    refusedTag: random.chance(faults.habits.refusesTag) ? random.pick(consentIds) : null,
  };
}

function drawNaming(random: Random): Naming {
  const { rewritesNames, givesNames } = faults.habits;
  const drawn = random.next();
  if (drawn < givesNames) return 'own';
  return drawn < givesNames + rewritesNames ? 'rewritten' : 'kept';
}

export function drawHabits(random: Random): Pick<Habits, 'duplicates' | 'namesQuestions' | 'clockAhead'> {
  const duplicates = random.chance(0.7) ? 'accept' : random.pick(['reject', 'replace'] as const);
  return { duplicates, namesQuestions: random.chance(0.8), clockAhead: random.between(-90_000, 90_000) };
}

const forms = new Map<string, QuestionTree>();

/** Cached, because making a form takes longer than most of a schedule. */
export function formOf(seed: number, number: number): QuestionTree {
  const name = `${seed} ${number}`;
  const form = forms.get(name) ?? randomForm(createRandom(seed, 1e9 + number));
  forms.set(name, form);
  return form;
}
