/** The settings of the job `analyst`: its details, consents, equality monitoring and sections. */

const PRIVACY = 'https://example.com/privacy';

const preferNot = {
  en: 'Prefer not to say',
  de: 'Keine Angabe',
  es: 'Prefiero no decirlo',
  fr: 'Je préfère ne pas répondre',
  pt: 'Prefiro não responder',
  'pt-BR': 'Prefiro não informar',
  ar: 'أفضل عدم الإجابة',
} as const;

/** The ids are those of the sandbox (`src/sandbox/README.md#its-readings`). */
const gender = {
  id: 'gender',
  title: {
    en: 'Your gender',
    de: 'Ihr Geschlecht',
    es: 'Su género',
    fr: 'Votre genre',
    pt: 'O seu género',
    'pt-BR': 'Seu gênero',
    ar: 'نوع الجنس',
  },
  options: [
    {
      id: '901',
      text: {
        en: 'Woman',
        de: 'Frau',
        es: 'Mujer',
        fr: 'Femme',
        pt: 'Mulher',
        'pt-BR': 'Mulher',
        ar: 'امرأة',
      },
    },
    {
      id: '902',
      text: { en: 'Man', de: 'Mann', es: 'Hombre', fr: 'Homme', pt: 'Homem', 'pt-BR': 'Homem', ar: 'رجل' },
    },
    {
      id: '903',
      text: {
        en: 'Non-binary',
        de: 'Nichtbinär',
        es: 'No binario',
        fr: 'Non binaire',
        pt: 'Não binário',
        'pt-BR': 'Não binário',
        ar: 'غير ثنائي',
      },
    },
    { id: '909', text: preferNot, undisclosed: true },
  ],
} as const;

const consent = [
  {
    id: 'process',
    version: '2026-01',
    required: true,
    text: {
      en: `I have read the [privacy notice](${PRIVACY}) and agree that my application is processed.`,
      de: `Ich habe die [Datenschutzhinweise](${PRIVACY}) gelesen und bin einverstanden, dass meine Bewerbung verarbeitet wird.`,
      es: `He leído el [aviso de privacidad](${PRIVACY}) y acepto que se trate mi candidatura.`,
      fr: `J’ai lu la [notice de confidentialité](${PRIVACY}) et j’accepte que ma candidature soit traitée.`,
      pt: `Li o [aviso de privacidade](${PRIVACY}) e aceito que a minha candidatura seja tratada.`,
      'pt-BR': `Li o [aviso de privacidade](${PRIVACY}) e concordo que minha candidatura seja processada.`,
      ar: `لقد قرأت [إشعار الخصوصية](${PRIVACY}) وأوافق على معالجة طلبي.`,
    },
  },
  {
    id: 'pool',
    version: '2026-01',
    required: false,
    text: {
      en: 'You may keep my application for two years and contact me about other jobs.',
      de: 'Sie dürfen meine Bewerbung zwei Jahre lang aufbewahren und mich auf andere Stellen ansprechen.',
      es: 'Pueden conservar mi candidatura durante dos años y contactarme para otros puestos.',
      fr: 'Vous pouvez conserver ma candidature pendant deux ans et me contacter pour d’autres postes.',
      pt: 'Podem guardar a minha candidatura durante dois anos e contactar-me sobre outras vagas.',
      'pt-BR': 'Vocês podem guardar minha candidatura por dois anos e entrar em contato sobre outras vagas.',
      ar: 'يمكنكم الاحتفاظ بطلبي لمدة عامين والتواصل معي بشأن وظائف أخرى.',
    },
    tag: { tag: 'Keep in touch', context: 'custom_talent_pool' },
  },
] as const;

const sections = [
  {
    title: {
      en: 'Your work so far',
      de: 'Ihre bisherige Arbeit',
      es: 'Su trabajo hasta ahora',
      fr: 'Votre travail jusqu’ici',
      pt: 'O seu trabalho até agora',
      'pt-BR': 'Seu trabalho até agora',
      ar: 'عملك حتى الآن',
    },
    questions: ['4701', '4702', '4703'],
  },
  {
    title: {
      en: 'An example, and when you could start',
      de: 'Ein Beispiel, und wann Sie anfangen könnten',
      es: 'Un ejemplo, y cuándo podría empezar',
      fr: 'Un exemple, et votre date de début',
      pt: 'Um exemplo, e quando poderia começar',
      'pt-BR': 'Um exemplo e quando você poderia começar',
      ar: 'مثال على عملك، ومتى يمكنك البدء',
    },
    questions: ['4704', '4705'],
  },
] as const;

/** An example of an operator's configuration. */
export const analystSettings = {
  details: {
    phone: 'required',
    cv: 'required',
    address: 'required',
    cover_letter: 'optional',
    documents: 'optional',
    preferred_name: 'optional',
    preferred_pronouns: 'optional',
    linkedin_url: 'optional',
    summary: 'optional',
  },
  consent,
  equality: [gender],
  sections,
  privacyUrl: PRIVACY,
  nextUrl: 'https://example.com/jobs',
  nextText: {
    en: 'We read every application within two weeks. If it fits, we call you to arrange a first conversation.',
    de: 'Wir lesen jede Bewerbung innerhalb von zwei Wochen. Wenn sie passt, rufen wir an und verabreden ein erstes Gespräch.',
    es: 'Leemos cada candidatura en un plazo de dos semanas. Si encaja, le llamamos para acordar una primera conversación.',
    fr: 'Nous lisons chaque candidature en deux semaines. Si elle convient, nous vous appelons pour fixer un premier entretien.',
    pt: 'Lemos cada candidatura no prazo de duas semanas. Se corresponder, ligamos para marcar uma primeira conversa.',
    'pt-BR':
      'Lemos cada candidatura em até duas semanas. Se combinar, ligamos para marcar uma primeira conversa.',
    ar: 'نقرأ كل طلب خلال أسبوعين. وإذا كان مناسبًا، نتصل بك لتحديد موعد أول مقابلة.',
  },
} as const;
