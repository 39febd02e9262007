/** Milliseconds without output that a user does not notice. */
import { printError } from '../../server/app/print.ts';

const PATIENCE = 2_000;

export interface Progress {
  readonly tell: (step: string) => void;
  readonly end: () => void;
}

/** Reports slow steps on standard error, and no fast ones. */
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
