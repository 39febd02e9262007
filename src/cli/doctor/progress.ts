/** Milliseconds without a word that nobody minds. */
import { printError } from '../../server/app/print.ts';

const PATIENCE = 2_000;

export interface Progress {
  readonly tell: (step: string) => void;
  readonly end: () => void;
}

/** Says on the standard error stream what takes its time, and nothing of what is quick. */
export function tellSlowly(): Progress {
  let timer: NodeJS.Timeout | undefined;
  const end = () => clearTimeout(timer);
  return {
    tell(step) {
      end();
      timer = setTimeout(() => printError(step), PATIENCE);
    },
    end,
  };
}
