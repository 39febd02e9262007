import type { Catalogue } from './catalogue.ts';

/** Français : vous ; espace fine insécable (U+202F) devant les signes doubles et dans les guillemets. */
export const fr: Catalogue = {
  required: 'obligatoire',
  optional: 'facultatif',
  yes: 'Oui',
  no: 'Non',
  from: 'Du',
  to: 'Au',
  'date.day': 'Jour',
  'date.month': 'Mois',
  'date.year': 'Année',
  'date.calendar': 'Ouvrir le calendrier',
  select: 'Sélectionnez une option',
  opensInNewTab: '(s’ouvre dans un nouvel onglet)',

  'detail.first_name': 'Prénom',
  'detail.last_name': 'Nom',
  'detail.email': 'Adresse e-mail',

  'choose.any': 'Sélectionnez toutes les réponses qui conviennent',
  'choose.atLeast': {
    one: 'Sélectionnez au moins {count} option',
    many: 'Sélectionnez au moins {count} d’options',
    other: 'Sélectionnez au moins {count} options',
  },
  'choose.atMost': {
    one: 'Sélectionnez jusqu’à {count} option',
    many: 'Sélectionnez jusqu’à {count} d’options',
    other: 'Sélectionnez jusqu’à {count} options',
  },
  'choose.exactly': {
    one: 'Sélectionnez exactement {count} option',
    many: 'Sélectionnez exactement {count} d’options',
    other: 'Sélectionnez exactement {count} options',
  },
  'choose.between': 'Sélectionnez de {minimum} à {maximum} options',

  'file.chooseOne': 'Choisir un fichier',
  'file.chooseSeveral': 'Choisir des fichiers',
  'file.drop': 'ou déposez-le ici',
  'file.dropSeveral': 'ou déposez-les ici',
  'file.limit': '{size} maximum chacun',
  'file.limitOne': '{size} maximum',

  'notice.unknown':
    'Il n’est pas possible de répondre à cette question ici. Vous pouvez envoyer votre candidature sans y répondre.',

  'error.plain': 'Vérifiez cette réponse',

  'form.label': 'Formulaire de candidature',
  'form.send': 'Envoyer la candidature',
  'form.sending': 'Envoi en cours…',
  'form.preview': 'Ceci est un aperçu. Rien de ce que vous saisissez n’est envoyé.',
  'form.loading': 'Chargement du formulaire de candidature…',

  'way.reload': 'Réessayer',
  'way.send': 'Envoyer à nouveau',
  'way.fallback': 'Postuler autrement',
  'way.none': 'Pour postuler, veuillez contacter directement l’employeur.',
  'way.kept': 'Vos réponses sont toujours là.',

  'failure.offline': 'Vérifiez votre connexion internet, puis réessayez.',

  clear: 'Effacer la réponse',
  'clear.done': 'Réponse effacée',

  'choose.count': {
    one: '{count} option choisie sur {maximum}',
    many: '{count} d’options choisies sur {maximum}',
    other: '{count} options choisies sur {maximum}',
  },
  'choose.full': {
    one: '{count} option choisie sur {maximum}. Pour en choisir une autre, décochez-en d’abord une.',
    many: '{count} d’options choisies sur {maximum}. Pour en choisir une autre, décochez-en d’abord une.',
    other: '{count} options choisies sur {maximum}. Pour en choisir une autre, décochez-en d’abord une.',
  },
  'choose.swap': 'Pour choisir «\u202f{option}\u202f», décochez d’abord l’une de ces options\u202f: {chosen}',

  'number.understood': 'Nous avons compris\u202f: {number}',
  'number.decimals': 'Nous avons compris {number} comme un nombre décimal, et non comme des milliers',

  'file.more': 'Ajouter un autre fichier',
  'file.replace': 'Choisir un autre fichier',
  'file.uploading': 'Envoi en cours, {percent}',
  'file.staged': 'Ajouté',
  'file.failed': 'Non envoyé',
  'file.cancel': 'Annuler',
  'file.remove': 'Retirer',
  'file.retry': 'Réessayer',
  'file.of': '{action}\u202f: {name}',
  'file.said': '{name}\u202f: {state}',
  'file.several': { one: '{count} fichier', many: '{count} de fichiers', other: '{count} fichiers' },
  'file.removed': 'Retiré',
  'file.failedOffline': 'Non envoyé. Vérifiez votre connexion internet, puis réessayez.',
  'file.file_too_large':
    'Ce fichier est trop volumineux\u202f: {own}. Choisissez-en un de {size} au maximum.',
  'file.file_too_large_unknown': 'Ce fichier est trop volumineux. Choisissez-en un plus petit.',
  'file.file_type':
    'Ce type de fichier n’est pas accepté. Enregistrez-le au format PDF et choisissez-le à nouveau.',
  'file.file_empty': 'Ce fichier est vide. Choisissez-en un autre.',
  'file.file_unreadable':
    'Ce fichier est illisible. Vérifiez qu’il est toujours à sa place, puis choisissez-le à nouveau.',
  'file.renamed':
    'D’après son nom, ce fichier est de type {named}, mais son contenu est de type {found}. Enregistrez-le au bon format ou choisissez-en un autre.',
  'file.damaged':
    'Ce fichier est endommagé ou protégé par un mot de passe. Enregistrez-le de nouveau sans mot de passe ou choisissez-en un autre.',
  'file.macros': 'Ce fichier contient des macros. Enregistrez-le sans macros, puis choisissez-le à nouveau.',
  'file.infected': 'Notre antivirus a refusé ce fichier. Choisissez-en un autre.',
  'file.kinds':
    'Ce type de fichier n’est pas accepté. Choisissez un fichier de l’un de ces types\u202f: {kinds}.',
  'file.most': {
    one: 'Vous ne pouvez ajouter que {count} fichier en tout. Retirez-en d’abord un autre.',
    many: 'Vous pouvez ajouter jusqu’à {count} de fichiers en tout. Retirez-en d’abord un autre.',
    other: 'Vous pouvez ajouter jusqu’à {count} fichiers en tout. Retirez-en d’abord un autre.',
  },
  'file.total_too_large':
    'L’ensemble de vos fichiers est limité à {size}. Retirez-en d’abord un autre ou choisissez-en un plus petit.',
  'file.twice': '«\u202f{name}\u202f» a déjà été ajouté.',
  'file.onlyOne': 'Vous ne pouvez ajouter qu’un seul fichier ici. Choisissez-en un.',
  'file.notFile':
    'Vous ne pouvez ajouter ici que des fichiers. Enregistrez d’abord ce contenu dans un fichier, puis choisissez ce fichier.',

  'error.heard': 'Erreur',
  'error.required.text': 'Saisissez une réponse',
  'error.required.url': 'Saisissez une adresse web',
  'error.required.number': 'Saisissez un nombre',
  'error.required.date': 'Saisissez une date',
  'error.required.date_range': 'Saisissez les deux dates',
  'error.required.boolean': 'Sélectionnez oui ou non',
  'error.required.choice': 'Sélectionnez une option',
  'error.required.choices': 'Sélectionnez au moins une option',
  'error.required.document': 'Ajoutez un fichier',
  'error.required.multi_document': 'Ajoutez au moins un fichier',
  'error.named': '{error} pour «\u202f{title}\u202f»',
  'error.required.first_name': 'Saisissez votre prénom',
  'error.required.last_name': 'Saisissez votre nom',
  'error.required.email': 'Saisissez votre adresse e-mail',
  'error.unreadable_number': 'Saisissez un nombre, par exemple {example}',
  'error.number_too_long': 'Saisissez un nombre de 40 chiffres au maximum',
  'error.unreadable_date': 'Saisissez une date valide, avec le jour, le mois et l’année',
  'error.date.day': 'Ajoutez le jour',
  'error.date.month': 'Ajoutez le mois',
  'error.date.year': 'Ajoutez l’année, en quatre chiffres',
  'error.range_incomplete.from': 'Saisissez la date de début',
  'error.range_incomplete.to': 'Saisissez la date de fin',
  'error.range_reversed': 'Saisissez une date de fin qui ne précède pas la date de début',
  'error.invalid_url': 'Saisissez une adresse web, par exemple www.example.com',
  'error.invalid_email': 'Saisissez une adresse e-mail au bon format, par exemple name@example.com',
  'error.too_long': 'Ne saisissez pas plus de 255 caractères',
  'error.not_an_option': 'Sélectionnez l’une des options affichées',
  'error.too_few_options': {
    one: 'Sélectionnez au moins {count} option',
    many: 'Sélectionnez au moins {count} d’options',
    other: 'Sélectionnez au moins {count} options',
  },
  'error.too_many_options': {
    one: 'Ne sélectionnez pas plus de {count} option',
    many: 'Ne sélectionnez pas plus de {count} d’options',
    other: 'Ne sélectionnez pas plus de {count} options',
  },
  'error.refused': 'Modifiez cette réponse. Elle n’a pas pu être acceptée.',

  'live.shown': {
    one: '{count} question ajoutée après «\u202f{title}\u202f»',
    many: '{count} de questions ajoutées après «\u202f{title}\u202f»',
    other: '{count} questions ajoutées après «\u202f{title}\u202f»',
  },
  'live.hidden': {
    one: '{count} question retirée après «\u202f{title}\u202f»',
    many: '{count} de questions retirées après «\u202f{title}\u202f»',
    other: '{count} questions retirées après «\u202f{title}\u202f»',
  },
  'live.both': '{shown}. {hidden}',

  'summary.title': {
    one: 'Il y a un problème avec {count} réponse',
    many: 'Il y a un problème avec {count} de réponses',
    other: 'Il y a un problème avec {count} réponses',
  },
  'summary.done': 'Merci, tout est maintenant en ordre',
  'summary.fixed': 'corrigé',
  'summary.more': 'et {count} de plus',
  'summary.colon': '\u202f:',

  'foot.missing': {
    one: 'Encore {count} champ requis',
    many: 'Encore {count} de champs requis',
    other: 'Encore {count} champs requis',
  },
  'foot.wrong': {
    one: '{count} réponse à vérifier',
    many: '{count} de réponses à vérifier',
    other: '{count} réponses à vérifier',
  },
  'foot.ready': 'Tout est prêt',
  'foot.files': 'Envoi de vos fichiers…',
  'foot.sending': 'Envoi de vos réponses…',
  'foot.long': 'L’envoi continue. Rien n’est perdu.',

  'form.empty': 'Aucune question n’est posée pour ce poste.',
  'form.changed.title': 'L’employeur a modifié le formulaire',
  'form.changed': {
    one: 'Nous avons conservé vos réponses. Vérifiez cette question, puis envoyez à nouveau votre candidature\u202f:',
    many: 'Nous avons conservé vos réponses. Vérifiez ces questions, puis envoyez à nouveau votre candidature\u202f:',
    other:
      'Nous avons conservé vos réponses. Vérifiez ces questions, puis envoyez à nouveau votre candidature\u202f:',
  },
  'form.changed.none':
    'Nous avons conservé vos réponses. Vérifiez-les, puis envoyez à nouveau votre candidature.',
  'form.changed.rest': {
    one: 'Nous avons conservé toutes vos autres réponses. Vérifiez cette question, puis envoyez à nouveau votre candidature\u202f:',
    many: 'Nous avons conservé toutes vos autres réponses. Vérifiez ces questions, puis envoyez à nouveau votre candidature\u202f:',
    other:
      'Nous avons conservé toutes vos autres réponses. Vérifiez ces questions, puis envoyez à nouveau votre candidature\u202f:',
  },
  'form.changed.restNone':
    'Nous avons conservé toutes vos autres réponses. Vérifiez-les, puis envoyez à nouveau votre candidature.',
  'form.lost': {
    one: 'Une réponse ne correspond plus au formulaire. Copiez ce que vous souhaitez encore utiliser\u202f:',
    many: '{count} de réponses ne correspondent plus au formulaire. Copiez ce que vous souhaitez encore utiliser\u202f:',
    other:
      '{count} réponses ne correspondent plus au formulaire. Copiez ce que vous souhaitez encore utiliser\u202f:',
  },

  'receipt.title': 'Candidature envoyée',
  'receipt.unclear': 'Votre candidature n’est peut-être pas arrivée',
  'receipt.thanks': 'Merci pour votre candidature.',
  'receipt.reference': 'Votre référence',
  'receipt.copy': 'Copier',
  'receipt.copied': 'Copiée',
  'receipt.next': 'Prochaines étapes',
  'receipt.nextText':
    'L’équipe de recrutement lira votre candidature et vous contactera. Conservez votre référence au cas où vous auriez une question.',
  'receipt.on': 'Continuer',
  'receipt.sentOn': 'Envoyée le {date}',
  'receipt.print': 'Imprimer ou enregistrer une copie',
  'receipt.slow':
    'Cela prend plus de temps que d’habitude. Vous pouvez fermer cette page\u202f: nous avons vos réponses et nous continuons à les transmettre.',
  'receipt.sent': {
    one: 'Ce que vous avez envoyé ({count} réponse)',
    many: 'Ce que vous avez envoyé ({count} de réponses)',
    other: 'Ce que vous avez envoyé ({count} réponses)',
  },
  'receipt.sentAll': 'Ce que vous avez envoyé',
  'receipt.passing':
    'Nous avons bien reçu votre candidature et nous la transmettons à l’employeur. Vous n’avez plus rien à faire.',
  'receipt.how': 'État de la transmission',
  'receipt.delivering': 'Réponses transmises à l’employeur\u202f: {delivered} sur {total}',
  'receipt.complete': 'Votre candidature est parvenue à l’employeur',
  'receipt.attention':
    'Une partie de votre candidature n’est peut-être pas parvenue à l’employeur, et nous ne l’enverrons pas à nouveau automatiquement. Conservez une copie de ce que vous avez envoyé et indiquez votre référence si vous contactez l’employeur.',

  'receipt.attentionNone':
    'Votre candidature n’est peut-être pas parvenue à l’employeur, et nous ne l’enverrons pas à nouveau automatiquement. Conservez une copie de ce que vous avez envoyé et indiquez votre référence si vous contactez l’employeur.',
  'form.resend': 'Envoyer les modifications',
  'refused.title': {
    one: 'Une réponse doit être modifiée',
    many: '{count} de réponses doivent être modifiées',
    other: '{count} réponses doivent être modifiées',
  },
  'refused.text':
    'Nous avons bien reçu votre candidature, sous la référence {reference}, mais le système de l’employeur n’a pas pu tout accepter. Modifiez ce qui est signalé ci-dessous, puis envoyez à nouveau votre candidature. Toutes vos autres réponses sont conservées.',
  'refused.details': 'Vérifiez vos coordonnées',
  'refused.detailsText':
    'Nous avons bien reçu votre candidature, sous la référence {reference}, mais le système de l’employeur n’a pas pu accepter vos coordonnées. Vérifiez-les ci-dessous, puis envoyez à nouveau votre candidature. Toutes vos réponses sont conservées.',
  'refused.detailsAsks':
    'Nous avons bien reçu votre candidature, sous la référence {reference}, mais le système de l’employeur demande aussi ces informations\u202f: {fields}. Ajoutez ci-dessous ce qui manque, puis envoyez à nouveau votre candidature. Toutes vos réponses sont conservées.',
  'refused.changed':
    'L’employeur a modifié le formulaire depuis l’envoi de votre candidature\u202f: vos modifications n’ont donc pas pu être envoyées. Votre candidature est conservée, sous la référence {reference}. Contactez l’employeur au sujet des réponses signalées ici.',

  'refusal.title': 'Votre candidature n’a pas pu être transmise',
  'refusal.asks':
    'Le système de l’employeur exige aussi des informations que ce formulaire ne demande pas\u202f: {fields}. Sans elles, il n’accepte aucune candidature.',
  'refusal.wrong': 'Le système de l’employeur n’a pas accepté ces informations\u202f: {fields}.',
  'refusal.silent':
    'Le système de l’employeur n’a pas accepté votre candidature et n’en a pas donné la raison.',
  'refusal.closed': 'Les candidatures à ce poste sont closes.',
  'refusal.gone': 'Le système de l’employeur ne trouve pas ce poste. Il a peut-être été retiré.',
  'refusal.nothing': 'Aucun élément de votre candidature n’est parvenu à l’employeur.',
  'refusal.check':
    'Vous pouvez modifier vos coordonnées ci-dessous et envoyer à nouveau votre candidature, ou postuler autrement.',
  'field.first_name': 'Prénom',
  'field.last_name': 'Nom',
  'field.email': 'Adresse e-mail',
  'field.preferred_name': 'Prénom d’usage',
  'field.preferred_pronouns': 'Pronoms',
  'field.phone': 'Numéro de téléphone',
  'field.date_of_birth': 'Date de naissance',
  'field.linkedin_url': 'Profil LinkedIn',
  'field.summary': 'Résumé personnel',
  'field.address1': 'Adresse',
  'field.address2': 'Complément d’adresse',
  'field.town': 'Ville',
  'field.state_province': 'État',
  'field.postcode': 'Code postal',
  'field.country': 'Pays',
  'field.cv': 'CV',
  'field.cover_letter': 'Lettre de motivation',
  'field.documents': 'Autres documents',
  'field.equality_monitoring_option_ids': 'Suivi de l’égalité des chances',

  'section.about': 'À propos de vous',
  'section.documents': 'Documents',
  'section.questions': 'Questions',
  'section.equality': 'Suivi de l’égalité des chances',
  'section.equalityText':
    'Ces questions sont facultatives. Vous pouvez envoyer votre candidature sans y répondre.',
  'section.equalityAsked':
    'Ces questions sont facultatives, mais le système de l’employeur a besoin d’une réponse à chacune. Préférer ne pas répondre est aussi une réponse.',
  'section.send': 'Avant l’envoi',

  'privacy.text':
    'Pour savoir comment vos données sont utilisées, consultez les [informations sur la confidentialité].',
  'phone.country': 'Pays du numéro de téléphone',

  'need.preferred_name': 'Saisissez votre prénom d’usage',
  'need.preferred_pronouns': 'Saisissez vos pronoms',
  'need.phone': 'Saisissez votre numéro de téléphone',
  'need.date_of_birth': 'Saisissez votre date de naissance',
  'need.linkedin_url': 'Saisissez l’adresse de votre profil LinkedIn',
  'need.country': 'Sélectionnez votre pays',
  'need.address1': 'Saisissez votre adresse',
  'need.address2': 'Saisissez votre complément d’adresse',
  'need.town': 'Saisissez votre ville',
  'need.state_province': 'Sélectionnez votre État',
  'need.postcode': 'Saisissez votre code postal',
  'need.summary': 'Saisissez un résumé personnel',
  'need.cv': 'Ajoutez votre CV',
  'need.cover_letter': 'Ajoutez votre lettre de motivation',
  'need.documents': 'Ajoutez au moins un document',
  'address.half': '{need}, ou laissez toute l’adresse vide',
  'need.equality': 'Sélectionnez une réponse',
  'need.consent': 'Cochez cette case\u202f: sans cela, votre candidature ne peut pas être envoyée',

  'fault.phone': 'Saisissez un numéro de téléphone en chiffres, par exemple {example}',
  'fault.phoneCountry':
    'Saisissez un numéro de téléphone qui existe dans ce pays ({country}) ou commencez par l’indicatif du pays',
  'fault.phoneAnywhere':
    'Saisissez un numéro de téléphone qui existe\u202f: celui-ci ne correspond pas à l’indicatif du pays',
  'fault.linkedin': 'Saisissez une adresse LinkedIn, par exemple {example}',
  'fault.future': 'Saisissez une date de naissance située dans le passé',
  'fault.summary': 'Ne saisissez pas plus de {most} caractères',

  'closed.title': 'Ce formulaire n’est plus ouvert',
  'closed.text': 'Il n’accepte plus de candidatures. Merci de votre intérêt.',
  'already_sent.title': 'Votre candidature a déjà été envoyée',
  'already_sent.text':
    'Elle ne peut pas être envoyée à nouveau ici. Si vous ne savez pas si elle est arrivée, contactez l’employeur.',

  'way.wait': {
    one: 'Vous pourrez réessayer dans {count} seconde.',
    many: 'Vous pourrez réessayer dans {count} de secondes.',
    other: 'Vous pourrez réessayer dans {count} secondes.',
  },

  'title.cannotOpen': 'Impossible d’ouvrir ce formulaire',
  'title.cannotSend': 'Votre candidature n’a pas été envoyée.',
  'title.cannotResend': 'Vos modifications n’ont pas été envoyées.',
  'title.offline': 'Le formulaire est inaccessible',
  'way.blocked':
    'Si cela se reproduit, reformulez les réponses qui contiennent du code ou des caractères inhabituels, et raccourcissez les plus longues.',
  'way.copy':
    'Vos réponses sont toujours là\u202f: copiez ce que vous souhaitez conserver avant de quitter cette page.',
  'title.expired': 'Votre lien a expiré',
  'title.busy': 'Un instant, s’il vous plaît',
  'title.changed': 'Le formulaire a changé',
  'title.already': 'Votre candidature a déjà été envoyée.',

  'failure.bad_request': 'Un problème est survenu. Rechargez la page.',
  'failure.token_invalid':
    'Ce lien ne fonctionne pas ou ne fonctionne plus. Ouvrez à nouveau le formulaire là où vous l’avez trouvé.',
  'failure.token_expired':
    'Les liens vers ce formulaire ont une durée limitée. Ouvrez-le à nouveau là où vous l’avez trouvé.',
  'failure.unauthorized':
    'Cette page n’est pas autorisée à ouvrir le formulaire. Veuillez prévenir l’employeur.',
  'failure.origin_not_allowed':
    'Ce site n’est pas autorisé à afficher le formulaire. Veuillez prévenir l’employeur.',
  'failure.job_not_public': 'Il vous faut un lien personnel pour postuler à ce poste.',
  'failure.not_found': 'Ce poste ou cette candidature est introuvable. L’annonce a peut-être été retirée.',
  'failure.form_changed':
    'L’employeur vient de modifier les questions. Vérifiez-les, puis envoyez à nouveau votre candidature.',
  'failure.already_submitted': 'Elle ne peut plus être modifiée ici.',
  'failure.job_closed': 'Ce formulaire vient d’être fermé.',
  'failure.file_too_large':
    'Un fichier est trop volumineux. Choisissez-en un plus petit, puis envoyez à nouveau votre candidature.',
  'failure.body_too_large':
    'Votre candidature est trop volumineuse. Raccourcissez vos réponses les plus longues, puis envoyez à nouveau votre candidature.',
  'failure.file_type':
    'L’un des fichiers est d’un type qui n’est pas accepté. Enregistrez-le au format PDF, puis envoyez à nouveau votre candidature.',
  'failure.no_job':
    'Nous ne savons pas à quel poste correspond ce formulaire. Veuillez prévenir l’employeur.',
  'failure.hidden_answer':
    'Certaines questions ne vous concernent plus. Vérifiez le formulaire, puis envoyez à nouveau votre candidature.',
  'failure.foreign_question':
    'Le formulaire et les questions de l’employeur ne correspondent pas. Rechargez la page.',
  'failure.missing_answer':
    'Il manque une réponse obligatoire. Complétez-la, puis envoyez à nouveau votre candidature.',
  'failure.invalid_answer':
    'Une réponse n’a pas pu être acceptée. Modifiez ce qui est signalé, puis envoyez à nouveau votre candidature.',
  'failure.invalid_details':
    'Certaines de vos informations n’ont pas pu être acceptées. Vérifiez-les, puis envoyez à nouveau votre candidature.',
  'failure.file_missing':
    'Un fichier ne nous est pas parvenu. Ajoutez-le une nouvelle fois, puis envoyez à nouveau votre candidature.',
  'failure.file_empty':
    'Un fichier est vide. Choisissez-en un autre, puis envoyez à nouveau votre candidature.',
  'failure.too_many':
    'Vous avez ajouté trop de fichiers. Retirez-en quelques-uns, puis envoyez à nouveau votre candidature.',
  'failure.rate_limited':
    'De nombreuses personnes postulent en ce moment. Veuillez réessayer un peu plus tard.',
  'failure.bad_document':
    'Le système de l’employeur a envoyé quelque chose que nous ne pouvons pas lire. Veuillez réessayer un peu plus tard.',
  'failure.service_unavailable':
    'Nous ne parvenons pas à joindre le système de l’employeur. Veuillez réessayer un peu plus tard.',
  'failure.timed_out':
    'Le serveur n’a pas répondu à temps. Vérifiez votre connexion internet, puis réessayez.',
  'failure.blocked':
    'Quelque chose l’a bloqué sur le chemin jusqu’à nous, et nous ne pouvons pas savoir pourquoi. Réessayez, ou passez par un autre réseau.',
  'failure.bad_setup': 'Le formulaire n’est pas configuré correctement. Veuillez prévenir l’employeur.',

  'draft.offline':
    'Vous êtes hors ligne. Continuez à remplir le formulaire et envoyez-le une fois la connexion rétablie.',
  'draft.online': 'La connexion est rétablie. Vous pouvez maintenant envoyer votre candidature.',
  'draft.here': 'Enregistré sur cet appareil',
  'draft.tab': 'Enregistré dans cet onglet',
  'draft.keep': 'Conserver 7 jours sur cet appareil',
  'draft.until': 'Conservé sur cet appareil jusqu’au {date}',
  'draft.end': 'Ne pas conserver sur cet appareil',
  'draft.unkept':
    'Vos réponses n’ont pas pu être conservées sur cet appareil\u202f; elles sont enregistrées dans cet onglet. Vérifiez votre connexion internet, puis réessayez.',
  'draft.found': 'Des réponses sont conservées sur cet appareil. Ne continuez que si ce sont les vôtres.',
  'draft.goOn': 'Continuer',
  'draft.anew': 'Recommencer',
  'draft.askAnew':
    'Effacer les réponses conservées sur cet appareil\u202f? Vous ne pourrez pas les récupérer.',
  'draft.over': 'Les réponses qui étaient conservées sur cet appareil n’y sont plus.',
  'draft.not':
    'Vos réponses ne peuvent pas être enregistrées sur cet appareil. Gardez cette page ouverte jusqu’à ce que vous les ayez envoyées.',
  'draft.back': 'Vos réponses ont été restaurées.',
  'draft.clear': 'Effacer mes réponses',
  'draft.cleared': 'Vos réponses ont été effacées.',
  'draft.ask': 'Effacer tout ce que vous avez saisi ici\u202f? Vous ne pourrez pas le récupérer.',
  'draft.askSent':
    'Effacer tout ce que vous avez saisi ici\u202f? Vous ne pourrez pas le récupérer. Ce que vous avez envoyé est peut-être déjà arrivé et ne sera pas effacé.',
  'draft.yes': 'Oui, effacer',
  'draft.no': 'Non, garder',
  'wait.offline':
    'Votre candidature est enregistrée sur cet appareil. Nous l’enverrons dès que vous serez de nouveau en ligne. Gardez cette page ouverte.',
  'wait.busy':
    'Votre candidature est enregistrée sur cet appareil. Nous l’enverrons dans un instant. Gardez cette page ouverte.',
  'wait.unreached':
    'Nous ne parvenons pas à joindre le serveur pour le moment. Votre candidature est enregistrée sur cet appareil. Nous continuons d’essayer et rien n’arrivera en double. Gardez cette page ouverte.',
  'wait.slow':
    'Nous continuons d’essayer\u202f: le serveur n’a pas encore répondu. Votre candidature est enregistrée sur cet appareil et rien n’arrivera en double. Gardez cette page ouverte.',
  'wait.long':
    'Votre candidature n’est pas encore confirmée. Nous continuons d’essayer et rien n’arrivera en double. Vous pouvez aussi revenir plus tard\u202f: ce que vous avez saisi est conservé sur cet appareil.',

  'gone.kept':
    'Ce formulaire a été mis à jour depuis que vous l’avez ouvert. Rechargez la page pour continuer\u202f: vos réponses sont conservées sur cet appareil.',
  'gone.lost':
    'Ce formulaire a été mis à jour depuis que vous l’avez ouvert. Pour continuer, il faut recharger la page, et ce que vous avez saisi sera perdu. Copiez d’abord ce que vous souhaitez conserver.',
  'gone.reload': 'Recharger la page',

  'challenge.solving': 'Nous vérifions qu’il ne s’agit pas d’un envoi indésirable. Rien n’est perdu.',
  'prefill.some': 'Ce site a rempli certaines réponses pour vous. Vérifiez-les avant d’envoyer.',
  'prefill.field': 'Rempli pour vous. Veuillez vérifier.',

  'steps.label': 'Étapes',
  'steps.of': 'Étape {number} sur {total}',
  'steps.done': '(terminée)',
  'steps.about': 'À propos de vous',
  'steps.questions': 'Questions',
  'steps.check': 'Vérifiez vos réponses',
  'steps.back': 'Retour',
  'steps.next': 'Suivant',
  'steps.continue': 'Continuer',
  'steps.change': 'Modifier',
  'steps.none': 'Sans réponse',

  'list.search': 'Rechercher parmi les options',
  'list.keys': 'Les touches fléchées parcourent les options.',
  'list.count': 'Options affichées\u202f: {shown} sur {total}. Choisies\u202f: {count}',
  'list.none': 'Aucune option ne correspond. Choisies\u202f: {count}',
  'list.chosen': 'Options choisies\u202f: {options}',
};
