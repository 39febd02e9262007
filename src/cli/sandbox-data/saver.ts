/** Saves changes: at most one save is under way, and changes during it cause exactly one more. */
export interface Saver {
  changed(): void;
  /** Resolves when all changes so far are saved; false if the last save failed. */
  flush(): Promise<boolean>;
}

interface SaverDependencies {
  readonly save: () => Promise<void>;
  readonly failed: (error: unknown) => void;
}

export function createSaver({ save, failed }: SaverDependencies): Saver {
  let isDirty = false;
  let isSaved = true;
  let running: Promise<void> | null = null;
  const run = async () => {
    while (isDirty) {
      isDirty = false;
      isSaved = await save().then(
        () => true,
        (error: unknown) => {
          failed(error);
          return false;
        },
      );
    }
    running = null;
  };
  const start = () => {
    running ??= run();
  };
  return {
    changed() {
      isDirty = true;
      start();
    },
    async flush() {
      // A failed save is retried once, since the disk may have space again.
      if (!isSaved) isDirty = true;
      if (isDirty) start();
      await running;
      return isSaved;
    },
  };
}
