/** Why a file that is stored is not handed out. */

export type HeldBackCause =
  /** A scanner has not found it clean: it was not scanned, gave no verdict, or is harmful. */
  | 'not_scanned'
  /** It was sealed with a secret that this process does not have. */
  | 'other_secret';

/** Opening a staged file rejects with this when its bytes are intact but may not be handed out. */
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
