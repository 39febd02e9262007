/** Saves what changes: at most one save is under way, and whatever changes meanwhile makes one more. */
export interface Saver {
  changed(): void;
  /** When everything that has changed so far is saved; false where the last save failed. */
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
      // A save that failed is tried once more: the disk may have room again.
      if (!isSaved) isDirty = true;
      if (isDirty) start();
      await running;
      return isSaved;
    },
  };
}
