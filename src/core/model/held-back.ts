/** Why a file that is there is not given out. */

export type HeldBackCause =
  /** A scanner has not found it clean: it has not looked, did not say, or found it harmful. */
  | 'not_scanned'
  /** It was sealed with a secret that this process has not. */
  | 'other_secret';

/** What the opening of a staged file rejects with when its bytes are there and well. */
export class FileHeldBack extends Error {
  override readonly name = 'FileHeldBack';
  readonly reason: HeldBackCause;

  constructor(reason: HeldBackCause) {
    super(sentences[reason]);
    this.reason = reason;
  }
}

const sentences: Readonly<Record<HeldBackCause, string>> = {
  not_scanned: 'A staged file is not scanned yet.',
  other_secret: 'A staged file was sealed with another secret.',
};
