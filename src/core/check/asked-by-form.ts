/** Questions that ask what the form asks every visitor itself. */
import { type AskedName, askedNames } from '../model/details.ts';
import { type Question, type QuestionType, takesFiles } from '../model/question.ts';
import type { Found } from './finding.ts';
import { listed, plainWords } from './words.ts';

interface Asked {
  readonly inWords: string;
  readonly types: readonly QuestionType[];
  /** Each a whole title, once the words that say nothing are gone. */
  readonly titles: ReadonlySet<string>;
}

const texts: readonly QuestionType[] = ['short_text', 'long_text'];
const files: readonly QuestionType[] = ['document', 'multi_document'];

const asked = (inWords: string, types: readonly QuestionType[], titles: string): Asked => ({
  inWords,
  types,
  titles: new Set(titles.split(', ').map((title) => titleOf(title))),
});

/** Words that a title may have beside what it asks for. */
const idle = new Set(
  (
    'a an the your my our please enter give provide upload attach add send submit include fill here of can you ' +
    'current latest recent most updated optional required or and what is are as ' +
    'bitte dein deine deinen deinem ihr ihre ihren ihrem sie du aktueller aktuelle aktuellen hochladen anhangen eingeben ' +
    'lade laden ladt hoch hier fuge fugen hinzu an bei als wie lautet ist der die das den erforderlich pflichtfeld ' +
    'tu su sus tus por favor adjunte adjunta suba sube introduzca indique actual aqui opcional obligatorio en el la los las de cual es y o ' +
    'votre vos ton veuillez joindre joignez indiquer telecharger telechargez ajouter ajoutez deposez merci ici facultatif obligatoire au le les du des quel quelle est et ou ' +
    'seu sua teu tua anexe envie insira carregue atual obrigatorio os as qual e um uma o'
  ).split(' '),
);

/** Of files alone: “Name or type of the file” asks for no name, and “Address in the US” not for the applicant's. */
const idleOfFiles = new Set(
  'in us copy file files type format pdf word doc docx datei dokument archivo fichier ficheiro'.split(' '),
);

const titleOf = (text: string, alsoIdle: ReadonlySet<string> = new Set()): string =>
  plainWords(text)
    .filter((word) => !idle.has(word) && !alsoIdle.has(word))
    .sort()
    .join(' ');

const askedInWords: Readonly<Record<AskedName, Asked | null>> = {
  first_name: asked(
    'the first name',
    texts,
    'first name, given name, forename, vorname, nombre, nombre de pila, prenom, nome proprio, primeiro nome',
  ),
  last_name: asked(
    'the last name',
    texts,
    'last name, surname, family name, name, full name, first and last name, nachname, familienname, vollstandiger name, vor und nachname, apellido, apellidos, nombre y apellidos, nombre completo, nom, nom de famille, nom complet, nom et prenom, nom prenom, apelido, sobrenome, nome, nome completo',
  ),
  preferred_name: asked(
    'the preferred name',
    texts,
    'preferred name, preferred first name, rufname, nombre preferido, prenom usuel, nome preferido',
  ),
  preferred_pronouns: asked(
    'the pronouns',
    [...texts, 'multiple_choice'],
    'pronouns, preferred pronouns, pronomen, pronombres, pronoms, pronomes',
  ),
  email: asked(
    'the email address',
    texts,
    'email, e mail, email address, e mail address, mail address, e mail adresse, emailadresse, mailadresse, correo, correo electronico, direccion de correo electronico, courriel, adresse email, adresse e mail, adresse mail, endereco de email, endereco de e mail, correio eletronico',
  ),
  phone: asked(
    'the phone number',
    [...texts, 'number'],
    'phone, phone number, telephone, telephone number, mobile, mobile number, mobile phone, mobile phone number, cell phone, cell phone number, contact number, telefon, telefonnummer, telefonnummer mobil, handy, handynummer, mobilnummer, rufnummer, telefono, numero de telefono, telefono movil, movil, telephone portable, numero de telephone, telefone, numero de telefone, telemovel, celular',
  ),
  date_of_birth: asked(
    'the date of birth',
    ['date', ...texts],
    'date of birth, birth date, birthdate, birthday, dob, geburtsdatum, geburtstag, fecha de nacimiento, date de naissance, data de nascimento',
  ),
  linkedin_url: asked(
    'the LinkedIn address',
    ['url', ...texts],
    'linkedin, linkedin profile, linkedin url, linkedin profile url, linkedin link, linkedin profile link, link to linkedin, link to linkedin profile, link zu linkedin, link zu linkedin profil, link zum linkedin profil, lien linkedin, lien vers profil linkedin, enlace linkedin, enlace a perfil de linkedin, link do linkedin, link para perfil do linkedin, linkedin account, linkedin profil, perfil de linkedin, profil linkedin, perfil linkedin, perfil no linkedin',
  ),
  address: asked(
    'the postal address',
    texts,
    'address, home address, postal address, mailing address, street address, full address, adresse, anschrift, postanschrift, wohnadresse, direccion, direccion postal, domicilio, adresse postale, endereco, endereco completo, morada',
  ),
  address2: null,
  summary: asked('a personal summary', ['long_text'], 'summary, personal summary, professional summary'),
  cv: asked(
    'a CV',
    files,
    'cv, c v, cv cover letter, resume cover letter, resume, cv resume, resume cv, curriculum vitae, cv curriculum vitae, curriculum, lebenslauf, lebenslauf cv, curriculum vitae cv, hoja de vida, curriculo, curriculo vitae',
  ),
  cover_letter: asked(
    'a cover letter',
    [...files, 'long_text'],
    'cover letter, covering letter, cv cover letter, resume cover letter, motivation letter, letter of motivation, anschreiben, motivationsschreiben, bewerbungsschreiben, carta de presentacion, carta de motivacion, lettre de motivation, carta de apresentacao, carta de motivacao',
  ),
  documents: null,
};

/** Which details a question asks by its title: all of several; built once, looked up once for each question. */
const namesByTitle: ReadonlyMap<string, readonly AskedName[]> = collect();

function collect(): ReadonlyMap<string, readonly AskedName[]> {
  const names = new Map<string, AskedName[]>();
  for (const name of askedNames)
    for (const title of askedInWords[name]?.titles ?? [])
      names.set(title, [...(names.get(title) ?? []), name]);
  return names;
}

/** In characters: a longer one asks for more than the detail. */
const LONGEST_TITLE = 60;

/** No application is made without these. */
const needed: ReadonlySet<AskedName> = new Set<AskedName>(['first_name', 'last_name', 'email']);

/** Of another person, such as a referee, a follow-up may ask the name or the address, and never these. */
const ofApplicant: ReadonlySet<AskedName> = new Set<AskedName>(['cv', 'cover_letter']);

/**
 * @param details what the form asks itself
 */
export function askedByForm(question: Question, details: ReadonlySet<AskedName>): readonly Found[] {
  if (details.size === 0 || question.canonicalTitle.length > LONGEST_TITLE) return [];
  const title = titleOf(question.canonicalTitle, takesFiles(question) ? idleOfFiles : undefined);
  const names = namesByTitle.get(title) ?? [];
  const isAsked = names.every(
    (name) =>
      details.has(name) &&
      (question.conditional.kind === 'none' || ofApplicant.has(name)) &&
      askedInWords[name]?.types.some((type) => type === question.type),
  );
  if (names.length === 0 || !isAsked) return [];
  const inWords = listed(names.flatMap((name) => askedInWords[name]?.inWords ?? []));
  return [
    {
      code: 'asked_by_form',
      question,
      found: `The form asks every visitor for ${inWords} itself, so it is asked twice, and the two answers land in different places.`,
      fix: names.some((name) => needed.has(name))
        ? 'Delete this question: no application can be made without what the form asks.'
        : `Delete this question, or have the operator set ${listed(names.map((name) => `"${name}"`))} to "no" for this job (“details”, in the configuration of the form).`,
    },
  ];
}
