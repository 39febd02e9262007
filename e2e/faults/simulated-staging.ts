/** The staged files of one simulation. They outlive every process, like the store; a file is only a name, without bytes. */
import type { FileId } from '../../src/core/model/ids.ts';
import type { StagedFile, SubjectKey } from '../../src/server/ports.ts';

/** What the ledger, the entry and the gateway ask of the staging. */
export interface HeldFiles {
  find(key: SubjectKey, id: FileId): Promise<StagedFile | null>;
  hold(key: SubjectKey, id: FileId): Promise<boolean>;
  release(key: SubjectKey, id: FileId): Promise<void>;
  /** Whether its bytes are there. */
  open(key: SubjectKey, id: FileId): Promise<boolean>;
}

interface Kept {
  readonly file: StagedFile;
  hasBytes: boolean;
}

export class SimulatedStaging implements HeldFiles {
  readonly #files = new Map<string, Kept>();

  stage(key: SubjectKey, file: Omit<StagedFile, 'hash'>): void {
    const name = nameOf(key, file.id);
    if (!this.#files.has(name)) this.#files.set(name, { file: { ...file, hash: file.id }, hasBytes: true });
  }

  /** Copies what is staged now; calling the result restores it. */
  backUp(): () => void {
    const files = [...this.#files].map(([name, kept]) => [name, { ...kept }] as const);
    return () => {
      this.#files.clear();
      for (const [name, kept] of files) this.#files.set(name, { ...kept });
    };
  }

  async find(key: SubjectKey, id: FileId) {
    const kept = this.#files.get(nameOf(key, id));
    // Once it is delivered its name is not needed.
    return kept === undefined ? null : { ...kept.file, ...(kept.hasBytes ? {} : { name: 'file.pdf' }) };
  }

  async open(key: SubjectKey, id: FileId) {
    return this.#files.get(nameOf(key, id))?.hasBytes === true;
  }

  async hold(key: SubjectKey, id: FileId) {
    return this.open(key, id);
  }

  async release(key: SubjectKey, id: FileId) {
    const kept = this.#files.get(nameOf(key, id));
    if (kept !== undefined) kept.hasBytes = false;
  }
}

const nameOf = ({ tenant, subject }: SubjectKey, id: FileId): string => `${tenant}\n${subject}\n${id}`;
