declare const brand: unique symbol;

type Branded<Kind extends string> = string & { readonly [brand]: Kind };

export type QuestionId = Branded<'question'>;
export type ApplicationId = Branded<'application'>;
export type JobId = Branded<'job'>;
/** The advertisement of a job on a careers site. */
export type PostingId = Branded<'posting'>;
export type AnswerId = Branded<'answer'>;
export type CandidateId = Branded<'candidate'>;
export type CommentId = Branded<'comment'>;
export type JobSeekerId = Branded<'job_seeker'>;
/** UUID of a staged file, chosen by the browser. */
export type FileId = Branded<'file'>;
/** SHA-256 (hex) of the canonical tree and its semantics, made by the proxy. */
export type Revision = Branded<'revision'>;
/** The reference on an applicant's receipt. */
export type Reference = Branded<'reference'>;
export type Tenant = Branded<'tenant'>;
/** Identifies a session to its tenant's back end; made by the proxy. */
export type SessionId = Branded<'session'>;
/** The subject of a session: the application's id, or a random id in job mode. */
export type Subject = Branded<'subject'>;

/** Returns null for null. */
interface Naming<Id extends string> {
  (text: string): Id;
  (text: string | null): Id | null;
}

/*
 * A brand exists only for the compiler, so it can only be given by a cast.
 * These are the only casts; call them where text from outside has just been checked.
 */
export const questionId = (text: string): QuestionId => text as QuestionId;
export const applicationId = (text: string): ApplicationId => text as ApplicationId;
export const jobId = (text: string): JobId => text as JobId;
export const postingId = (text: string): PostingId => text as PostingId;
export const answerId = (text: string): AnswerId => text as AnswerId;
export const candidateId = (text: string): CandidateId => text as CandidateId;
export const commentId = (text: string): CommentId => text as CommentId;
export const jobSeekerId = (text: string): JobSeekerId => text as JobSeekerId;
export const fileId = (text: string): FileId => text as FileId;
export const revision: Naming<Revision> = (text: string | null) => text as Revision;
export const reference: Naming<Reference> = (text: string | null) => text as Reference;
export const tenant = (text: string): Tenant => text as Tenant;
export const sessionId: Naming<SessionId> = (text: string | null) => text as SessionId;
export const subject = (text: string): Subject => text as Subject;
