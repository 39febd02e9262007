/** What becomes of each attribute of an application that the service lets others write, when an applicant sends a form. */
import type { MemberName } from '../../service/application-members.ts';

export type WrittenAttribute = Exclude<MemberName, 'job'>;

/** How one attribute is treated, in words for the operator's page `public/docs/applications.md`. */
export type AttributeUse =
  /** The applicant says it. */
  | { readonly from: 'applicant'; readonly asked: string; readonly checked: string; readonly sent: string }
  /** The proxy writes it by itself; a browser that names it is refused. */
  | { readonly from: 'proxy'; readonly sent: string }
  /** Nothing sends it; a browser that names it is refused. */
  | { readonly from: 'never'; readonly reason: string };

const inMaking = 'in the request that makes the application';

const text = (asked: string, checked = 'at most 255 characters', sent = inMaking): AttributeUse => ({
  from: 'applicant',
  asked,
  checked,
  sent,
});

const neverSent = (reason: string): AttributeUse => ({ from: 'never', reason });

const ofTheEmployer = neverSent('the employer decides it, after the application');
const removesTags = neverSent('a new application has no tags; removing some is for those who work with it');

export const applicationAttributes: Readonly<Record<WrittenAttribute, AttributeUse>> = {
  first_name: text('first name'),
  last_name: text('last name'),
  preferred_name: text('preferred name'),
  preferred_pronouns: text('pronouns'),
  email: text('email address', 'one @, and a host with a dot; at most 255 characters'),
  phone: text(
    'phone number, in national or international writing',
    'a number of the right length for its country (libphonenumber); what stands around it is left out',
    `${inMaking}, as E.164`,
  ),
  phone_iso2: text(
    'the country beside the phone number',
    'the country of the number; one that begins with + decides it',
    `${inMaking}, always with \`phone\`, save one of no country`,
  ),
  date_of_birth: text(
    'date of birth; learned only once the operator agreed',
    'a real day, from 1900 on, not in the future',
    `${inMaking}, as ISO day`,
  ),
  linkedin_url: text('LinkedIn address', 'a web address of LinkedIn; at most 1,000 characters'),
  summary: text('personal summary', 'at most 20,000 characters'),
  country: text('address: country, by its name', 'ISO 3166, two letters'),
  address1: text('address: first line'),
  address2: text(
    'address: second line, outside the US',
    'at most 255 characters',
    `${inMaking}; never with the country \`US\``,
  ),
  town: text('address: town or city'),
  state_province: text(
    'address: state, in the US',
    'one of the states or territories, or Armed Forces, by its English name',
    `${inMaking}; only with the country \`US\``,
  ),
  postcode: text('address: postcode'),
  cv_base64_data: text(
    'CV',
    'pdf, doc, docx, txt, rtf, by name and content; at most 30 MB; scanned',
    `${inMaking}, streamed as a data URI`,
  ),
  cv_base64_filename: text(
    'the name of that file',
    'control characters and paths removed',
    `${inMaking}, with the CV`,
  ),
  cover_letter_base64_data: text(
    'cover letter',
    'pdf, doc, docx, txt, rtf, by name and content; at most 30 MB; scanned',
    `${inMaking}, streamed as a data URI`,
  ),
  cover_letter_base64_filename: text(
    'the name of that file',
    'control characters and paths removed',
    `${inMaking}, with the letter`,
  ),
  documents_base64: text(
    'further documents',
    'pdf, doc, docx, png, jpeg, xls, xlsx, pptx, mp4, mov, txt, by name and content; at most 10 MB each; scanned',
    `${inMaking} where the job requires them; else each in a PATCH of its own after it, before the answers`,
  ),
  equality_monitoring_option_ids: text(
    'equality monitoring, voluntary, in a section of its own',
    'options that the operator configured',
    `${inMaking}; kept nowhere else`,
  ),
  locale: { from: 'proxy', sent: `${inMaking}: the language of the form, where the service has it` },
  external_system_reference: {
    from: 'proxy',
    sent: `${inMaking}: our reference, by which it is found again when a reply is lost`,
  },
  channel_source: {
    from: 'proxy',
    sent: `${inMaking}: \`meta.source\` of the submission; left out when the service refuses it`,
  },
  add_tag_with_context: neverSent('one tag or several: the proxy writes the list'),
  add_tags_with_context: {
    from: 'proxy',
    sent: 'in a PATCH when everything has been delivered: the tags that the operator configured for complete applications and for consents',
  },
  remove_tag_with_context: removesTags,
  remove_tags_with_context: removesTags,
  hired_at: ofTheEmployer,
  start_on: ofTheEmployer,
  is_demo: neverSent('a real application is no demonstration'),
  channel: neverSent('the service derives it; `channel_source` says where the applicant came from'),
  cv_signed_id: neverSent(
    'it names a file that the service has already; a visitor’s file comes as its content',
  ),
  skip_notifications_on_create: neverSent(
    'an applicant could silence the employer’s notice of their application',
  ),
  create_pdf_application: neverSent('it costs the service work that no applicant needs'),
};
