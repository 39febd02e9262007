import type { SampleQuestion, SampleTranslation } from './sample-form.ts';

/**
 * A question as the list in another language gives it. The document says only that conditions keep the canonical
 * English option texts; that `locale` translates title, help and options in their own places is a reading.
 */
export function translate(
  question: SampleQuestion,
  translation: SampleTranslation | null | undefined,
): SampleQuestion | null {
  if (translation === undefined) return question;
  if (translation === null) return null;
  const { title = question.title, help = question.help, options, raw } = translation;
  return {
    ...question,
    title,
    ...(help === undefined ? {} : { help }),
    ...(options === undefined
      ? {}
      : { options: options.map((text, place) => likeOption(question, place, text)) }),
    ...(raw === undefined ? {} : { raw: { ...question.raw, ...raw } }),
  };
}

/** Where the canonical option is an object, the translated one is. */
function likeOption(
  { options = [] }: SampleQuestion,
  place: number,
  text: string,
): string | { readonly text: string } {
  return typeof options[place] === 'object' ? { text } : text;
}
