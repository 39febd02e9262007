/** What the proxy tells a form of what it asks besides the service's questions (`meta`), in the form's language. */
import type { AskedDetail } from '../../core/model/details.ts';
import { detailFiles, endingsOf } from '../files/types.ts';
import type { Asked, AskedForm } from './asked-details.ts';
import type {
  ConsentSetting,
  EqualitySetting,
  FormSettings,
  SectionSetting,
  Texts,
} from './form-settings.ts';
import { pickText } from './pick-text.ts';

/** @param locale null: English */
export function writeAsked(settings: FormSettings, asked: AskedForm, locale: string | null) {
  const { sections, consent, privacyUrl, nextUrl, nextText, employer, place, logo } = settings;
  const words = (texts: Texts) => pickText(texts, locale)?.text ?? null;
  return {
    details: asked.details.map(writeDetail),
    consent: consent.flatMap((one) => writeConsent(one, locale)),
    equality: asked.equality.map((one) => ({
      ...writeEquality(one, words),
      ...(asked.isEqualityRequired ? { required: true } : {}),
    })),
    sections: sections.map(({ title, questions }: SectionSetting) => ({
      title: words(title) ?? '',
      questions,
    })),
    privacyUrl,
    nextText: words(nextText),
    nextUrl,
    employer,
    place: words(place),
    logo,
  };
}

function writeDetail({ name, required }: Asked): AskedDetail {
  if (name !== 'cv' && name !== 'cover_letter' && name !== 'documents') return { name, required };
  const { bytes, types } = detailFiles[name];
  return { name, required, limits: { bytes, types: endingsOf(types) } };
}

function writeConsent({ id, version, required, text }: ConsentSetting, locale: string | null) {
  const picked = pickText(text, locale);
  return picked === null ? [] : [{ id, version, required, ...picked }];
}

/** An option that means "prefer not to say" comes last. */
const writeEquality = ({ id, title, options }: EqualitySetting, words: (texts: Texts) => string | null) => ({
  id,
  title: words(title) ?? '',
  options: [...options]
    .sort((one, other) => Number(one.undisclosed === true) - Number(other.undisclosed === true))
    .map((option) => ({
      id: option.id,
      text: words(option.text) ?? '',
      ...(option.undisclosed === true ? { undisclosed: true } : {}),
    })),
});
