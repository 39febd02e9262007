import type { Catalogue } from './catalogue.ts';

/** Deutsch: Sie; wer sich bewirbt, wird ohne Geschlecht angesprochen. */
export const de: Catalogue = {
  required: 'erforderlich',
  optional: 'optional',
  yes: 'Ja',
  no: 'Nein',
  from: 'Von',
  to: 'Bis',
  'date.day': 'Tag',
  'date.month': 'Monat',
  'date.year': 'Jahr',
  'date.calendar': 'Kalender öffnen',
  select: 'Option auswählen',
  opensInNewTab: '(öffnet sich in einem neuen Tab)',

  'detail.first_name': 'Vorname',
  'detail.last_name': 'Nachname',
  'detail.email': 'E-Mail-Adresse',

  'choose.any': 'Wählen Sie alles aus, was zutrifft',
  'choose.atLeast': {
    one: 'Wählen Sie mindestens {count} Option aus',
    other: 'Wählen Sie mindestens {count} Optionen aus',
  },
  'choose.atMost': {
    one: 'Wählen Sie höchstens {count} Option aus',
    other: 'Wählen Sie höchstens {count} Optionen aus',
  },
  'choose.exactly': {
    one: 'Wählen Sie genau {count} Option aus',
    other: 'Wählen Sie genau {count} Optionen aus',
  },
  'choose.between': 'Wählen Sie {minimum} bis {maximum} Optionen aus',

  'file.chooseOne': 'Datei auswählen',
  'file.chooseSeveral': 'Dateien auswählen',
  'file.drop': 'oder hier ablegen',
  'file.dropSeveral': 'oder hier ablegen',
  'file.limit': 'jeweils bis zu {size}',
  'file.limitOne': 'bis zu {size}',

  'notice.unknown':
    'Diese Frage kann hier nicht beantwortet werden. Sie können Ihre Bewerbung ohne diese Antwort senden.',

  'error.plain': 'Prüfen Sie diese Antwort',

  'form.label': 'Bewerbungsformular',
  'form.send': 'Bewerbung senden',
  'form.sending': 'Wird gesendet\u00a0…',
  'form.preview': 'Das ist eine Vorschau. Nichts von dem, was Sie eingeben, wird gesendet.',
  'form.loading': 'Das Bewerbungsformular wird geladen\u00a0…',

  'way.reload': 'Erneut versuchen',
  'way.send': 'Erneut senden',
  'way.fallback': 'Auf anderem Weg bewerben',
  'way.none': 'Bewerben Sie sich bitte direkt beim Arbeitgeber.',
  'way.kept': 'Ihre Antworten sind noch da.',

  'failure.offline': 'Prüfen Sie Ihre Internetverbindung und versuchen Sie es dann erneut.',

  clear: 'Antwort löschen',
  'clear.done': 'Antwort gelöscht',

  'choose.count': {
    one: '{count} von {maximum} ausgewählt',
    other: '{count} von {maximum} ausgewählt',
  },
  'choose.full': {
    one: '{count} von {maximum} ausgewählt. Um eine andere Option zu wählen, heben Sie zuerst eine Auswahl auf.',
    other:
      '{count} von {maximum} ausgewählt. Um eine andere Option zu wählen, heben Sie zuerst eine Auswahl auf.',
  },
  'choose.swap': 'Um „{option}“ zu wählen, heben Sie zuerst eine dieser Auswahlen auf: {chosen}',

  'number.understood': 'So haben wir es verstanden: {number}',
  'number.decimals': 'Wir haben {number} als Zahl mit Nachkommastellen verstanden, nicht als Tausender',

  'file.more': 'Weitere Datei hinzufügen',
  'file.replace': 'Andere Datei auswählen',
  'file.uploading': 'Wird hochgeladen, {percent}',
  'file.staged': 'Hinzugefügt',
  'file.failed': 'Nicht hochgeladen',
  'file.cancel': 'Abbrechen',
  'file.remove': 'Entfernen',
  'file.retry': 'Erneut versuchen',
  'file.of': '{action}: {name}',
  'file.said': '{name}: {state}',
  'file.several': { one: '{count} Datei', other: '{count} Dateien' },
  'file.removed': 'Entfernt',
  'file.failedOffline':
    'Nicht hochgeladen. Prüfen Sie Ihre Internetverbindung und versuchen Sie es dann erneut.',
  'file.file_too_large': 'Diese Datei ist zu groß: {own}. Wählen Sie eine mit höchstens {size} aus.',
  'file.file_too_large_unknown': 'Diese Datei ist zu groß. Wählen Sie eine kleinere aus.',
  'file.file_type':
    'Dieses Dateiformat wird nicht angenommen. Speichern Sie die Datei als PDF und wählen Sie sie erneut aus.',
  'file.file_empty': 'Diese Datei ist leer. Wählen Sie eine andere aus.',
  'file.file_unreadable':
    'Diese Datei kann nicht gelesen werden. Prüfen Sie, ob sie noch vorhanden ist, und wählen Sie sie dann erneut aus.',
  'file.renamed':
    'Dem Namen nach ist diese Datei im Format {named}, dem Inhalt nach im Format {found}. Speichern Sie sie im richtigen Format oder wählen Sie eine andere aus.',
  'file.damaged':
    'Diese Datei ist beschädigt oder mit einem Passwort geschützt. Speichern Sie sie erneut ohne Passwort oder wählen Sie eine andere aus.',
  'file.macros':
    'Diese Datei enthält Makros. Speichern Sie sie ohne Makros und wählen Sie sie dann erneut aus.',
  'file.infected': 'Diese Datei hat unsere Virenprüfung nicht bestanden. Wählen Sie eine andere aus.',
  'file.kinds':
    'Dieses Dateiformat wird nicht angenommen. Wählen Sie eine Datei in einem dieser Formate aus: {kinds}.',
  'file.most': {
    one: 'Sie können insgesamt nur {count} Datei hinzufügen. Entfernen Sie zuerst eine andere.',
    other: 'Sie können insgesamt bis zu {count} Dateien hinzufügen. Entfernen Sie zuerst eine andere.',
  },
  'file.total_too_large':
    'Ihre Dateien dürfen zusammen höchstens {size} groß sein. Entfernen Sie zuerst eine andere oder wählen Sie eine kleinere aus.',
  'file.twice': '„{name}“ wurde bereits hinzugefügt.',
  'file.onlyOne': 'Hier können Sie nur eine Datei hinzufügen. Wählen Sie eine aus.',
  'file.notFile':
    'Hier können Sie nur Dateien hinzufügen. Speichern Sie den Inhalt zuerst als Datei und wählen Sie diese dann aus.',

  'error.heard': 'Fehler',
  'error.required.text': 'Geben Sie eine Antwort ein',
  'error.required.url': 'Geben Sie eine Internetadresse ein',
  'error.required.number': 'Geben Sie eine Zahl ein',
  'error.required.date': 'Geben Sie ein Datum ein',
  'error.required.date_range': 'Geben Sie das Anfangs- und das Enddatum ein',
  'error.required.boolean': 'Wählen Sie Ja oder Nein aus',
  'error.required.choice': 'Wählen Sie eine Option aus',
  'error.required.choices': 'Wählen Sie mindestens eine Option aus',
  'error.required.document': 'Fügen Sie eine Datei hinzu',
  'error.required.multi_document': 'Fügen Sie mindestens eine Datei hinzu',
  'error.named': '„{title}“: {error}',
  'error.required.first_name': 'Geben Sie Ihren Vornamen ein',
  'error.required.last_name': 'Geben Sie Ihren Nachnamen ein',
  'error.required.email': 'Geben Sie Ihre E-Mail-Adresse ein',
  'error.unreadable_number': 'Geben Sie eine Zahl ein, zum Beispiel {example}',
  'error.number_too_long': 'Geben Sie eine Zahl mit höchstens 40 Ziffern ein',
  'error.unreadable_date': 'Geben Sie ein gültiges Datum mit Tag, Monat und Jahr ein',
  'error.date.day': 'Ergänzen Sie den Tag',
  'error.date.month': 'Ergänzen Sie den Monat',
  'error.date.year': 'Ergänzen Sie das Jahr (vierstellig)',
  'error.range_incomplete.from': 'Geben Sie das Anfangsdatum ein',
  'error.range_incomplete.to': 'Geben Sie das Enddatum ein',
  'error.range_reversed': 'Geben Sie ein Enddatum ein, das nicht vor dem Anfangsdatum liegt',
  'error.invalid_url': 'Geben Sie eine Internetadresse ein, zum Beispiel www.example.com',
  'error.invalid_email':
    'Geben Sie eine E-Mail-Adresse im richtigen Format ein, zum Beispiel name@example.com',
  'error.too_long': 'Geben Sie höchstens 255 Zeichen ein',
  'error.not_an_option': 'Wählen Sie eine der angezeigten Optionen aus',
  'error.too_few_options': {
    one: 'Wählen Sie mindestens {count} Option aus',
    other: 'Wählen Sie mindestens {count} Optionen aus',
  },
  'error.too_many_options': {
    one: 'Wählen Sie höchstens {count} Option aus',
    other: 'Wählen Sie höchstens {count} Optionen aus',
  },
  'error.refused': 'Ändern Sie diese Antwort. Sie konnte nicht angenommen werden.',

  'live.shown': {
    one: '{count} Frage nach „{title}“ hinzugekommen',
    other: '{count} Fragen nach „{title}“ hinzugekommen',
  },
  'live.hidden': {
    one: '{count} Frage nach „{title}“ entfallen',
    other: '{count} Fragen nach „{title}“ entfallen',
  },
  'live.both': '{shown}. {hidden}',

  'summary.title': {
    one: 'Bei {count} Antwort gibt es ein Problem',
    other: 'Bei {count} Antworten gibt es ein Problem',
  },
  'summary.done': 'Danke, jetzt ist alles in Ordnung',
  'summary.fixed': 'erledigt',
  'summary.more': 'und {count} weitere',
  'summary.colon': ':',

  'foot.missing': { one: 'Noch {count} Pflichtangabe', other: 'Noch {count} Pflichtangaben' },
  'foot.wrong': { one: '{count} Angabe prüfen', other: '{count} Angaben prüfen' },
  'foot.ready': 'Bereit zum Absenden',
  'foot.files': 'Dateien werden hochgeladen\u00a0…',
  'foot.sending': 'Antworten werden gesendet\u00a0…',
  'foot.long': 'Es dauert noch. Nichts geht verloren.',

  'form.empty': 'Für diese Stelle sind keine Fragen zu beantworten.',
  'form.changed.title': 'Der Arbeitgeber hat das Formular geändert',
  'form.changed': {
    one: 'Ihre Antworten sind noch da. Sehen Sie sich diese Frage an und senden Sie Ihre Bewerbung dann erneut:',
    other:
      'Ihre Antworten sind noch da. Sehen Sie sich diese Fragen an und senden Sie Ihre Bewerbung dann erneut:',
  },
  'form.changed.none':
    'Ihre Antworten sind noch da. Prüfen Sie sie und senden Sie Ihre Bewerbung dann erneut.',
  'form.changed.rest': {
    one: 'Alle anderen Antworten sind noch da. Sehen Sie sich diese Frage an und senden Sie Ihre Bewerbung dann erneut:',
    other:
      'Alle anderen Antworten sind noch da. Sehen Sie sich diese Fragen an und senden Sie Ihre Bewerbung dann erneut:',
  },
  'form.changed.restNone':
    'Alle anderen Antworten sind noch da. Prüfen Sie sie und senden Sie Ihre Bewerbung dann erneut.',
  'form.lost': {
    one: 'Eine Antwort passt nicht mehr zum Formular. Kopieren Sie, was Sie noch verwenden möchten:',
    other: '{count} Antworten passen nicht mehr zum Formular. Kopieren Sie, was Sie noch verwenden möchten:',
  },

  'receipt.title': 'Bewerbung gesendet',
  'receipt.unclear': 'Ihre Bewerbung ist vielleicht nicht angekommen',
  'receipt.thanks': 'Vielen Dank für Ihre Bewerbung.',
  'receipt.reference': 'Ihre Vorgangsnummer',
  'receipt.copy': 'Kopieren',
  'receipt.copied': 'Kopiert',
  'receipt.next': 'Wie es weitergeht',
  'receipt.nextText':
    'Das Personalteam liest Ihre Bewerbung und meldet sich bei Ihnen. Bewahren Sie Ihre Vorgangsnummer auf, falls Sie Fragen haben.',
  'receipt.on': 'Weiter',
  'receipt.sentOn': 'Gesendet am {date}',
  'receipt.print': 'Kopie drucken oder speichern',
  'receipt.slow':
    'Das dauert länger als üblich. Sie können diese Seite schließen: Wir haben Ihre Antworten und leiten sie weiter.',
  'receipt.sent': {
    one: 'Was Sie gesendet haben ({count} Antwort)',
    other: 'Was Sie gesendet haben ({count} Antworten)',
  },
  'receipt.sentAll': 'Was Sie gesendet haben',
  'receipt.passing':
    'Wir haben Ihre Bewerbung und leiten sie an den Arbeitgeber weiter. Sie müssen nichts mehr tun.',
  'receipt.how': 'Stand der Weiterleitung',
  'receipt.delivering': '{delivered} von {total} Antworten an den Arbeitgeber weitergeleitet',
  'receipt.complete': 'Ihre Bewerbung ist beim Arbeitgeber angekommen',
  'receipt.attention':
    'Ein Teil Ihrer Bewerbung ist vielleicht nicht beim Arbeitgeber angekommen, und wir senden ihn nicht automatisch noch einmal. Bewahren Sie eine Kopie Ihrer Angaben auf und nennen Sie Ihre Vorgangsnummer, wenn Sie den Arbeitgeber kontaktieren.',

  'receipt.attentionNone':
    'Ihre Bewerbung ist vielleicht nicht beim Arbeitgeber angekommen, und wir senden sie nicht automatisch noch einmal. Bewahren Sie eine Kopie Ihrer Angaben auf und nennen Sie Ihre Vorgangsnummer, wenn Sie den Arbeitgeber kontaktieren.',
  'form.resend': 'Änderungen senden',
  'refused.title': {
    one: 'Eine Antwort muss geändert werden',
    other: '{count} Antworten müssen geändert werden',
  },
  'refused.text':
    'Ihre Bewerbung ist unter der Vorgangsnummer {reference} bei uns eingegangen, aber das System des Arbeitgebers konnte nicht alles annehmen. Ändern Sie, was unten markiert ist, und senden Sie Ihre Bewerbung erneut. Alle anderen Antworten bleiben erhalten.',
  'refused.details': 'Prüfen Sie Ihre Angaben zur Person',
  'refused.detailsText':
    'Ihre Bewerbung ist unter der Vorgangsnummer {reference} bei uns eingegangen, aber das System des Arbeitgebers konnte Ihre Angaben zur Person nicht annehmen. Prüfen Sie sie unten und senden Sie Ihre Bewerbung erneut. Alle Ihre Antworten bleiben erhalten.',
  'refused.detailsAsks':
    'Ihre Bewerbung ist unter der Vorgangsnummer {reference} bei uns eingegangen, aber das System des Arbeitgebers verlangt außerdem diese Angaben: {fields}. Ergänzen Sie unten, was fehlt, und senden Sie Ihre Bewerbung erneut. Alle Ihre Antworten bleiben erhalten.',
  'refused.changed':
    'Der Arbeitgeber hat das Formular geändert, nachdem Sie Ihre Bewerbung gesendet haben. Deshalb konnten Ihre Änderungen nicht gesendet werden. Ihre Bewerbung bleibt unter der Vorgangsnummer {reference} erhalten. Wenden Sie sich wegen der hier markierten Antworten an den Arbeitgeber.',

  'refusal.title': 'Ihre Bewerbung konnte nicht weitergeleitet werden',
  'refusal.asks':
    'Das System des Arbeitgebers verlangt auch Angaben, nach denen dieses Formular nicht fragt: {fields}. Ohne sie nimmt es keine Bewerbung an.',
  'refusal.wrong': 'Das System des Arbeitgebers hat diese Angaben nicht angenommen: {fields}.',
  'refusal.silent':
    'Das System des Arbeitgebers hat Ihre Bewerbung nicht angenommen und keinen Grund genannt.',
  'refusal.closed': 'Für diese Stelle werden keine Bewerbungen mehr angenommen.',
  'refusal.gone':
    'Das System des Arbeitgebers findet diese Stelle nicht. Vielleicht wird sie nicht mehr angeboten.',
  'refusal.nothing': 'Beim Arbeitgeber ist nichts von Ihrer Bewerbung angekommen.',
  'refusal.check':
    'Sie können Ihre Angaben unten ändern und die Bewerbung erneut senden oder sich auf anderem Weg bewerben.',
  'field.first_name': 'Vorname',
  'field.last_name': 'Nachname',
  'field.email': 'E-Mail-Adresse',
  'field.preferred_name': 'Rufname',
  'field.preferred_pronouns': 'Pronomen',
  'field.phone': 'Telefonnummer',
  'field.date_of_birth': 'Geburtsdatum',
  'field.linkedin_url': 'LinkedIn-Profil',
  'field.summary': 'Kurzprofil',
  'field.address1': 'Adresse',
  'field.address2': 'Adresszusatz',
  'field.town': 'Ort',
  'field.state_province': 'Bundesstaat',
  'field.postcode': 'Postleitzahl',
  'field.country': 'Land',
  'field.cv': 'Lebenslauf',
  'field.cover_letter': 'Anschreiben',
  'field.documents': 'Weitere Unterlagen',
  'field.equality_monitoring_option_ids': 'Angaben zur Chancengleichheit',

  'section.about': 'Über Sie',
  'section.documents': 'Unterlagen',
  'section.questions': 'Fragen',
  'section.equality': 'Angaben zur Chancengleichheit',
  'section.equalityText':
    'Diese Fragen sind freiwillig. Sie können Ihre Bewerbung auch senden, ohne sie zu beantworten.',
  'section.equalityAsked':
    'Diese Fragen sind freiwillig, aber das System des Arbeitgebers braucht auf jede davon eine Antwort. Auch „keine Angabe“ ist eine Antwort.',
  'section.send': 'Vor dem Senden',

  'privacy.text': 'Wie Ihre Daten verwendet werden, steht in den [Hinweisen zum Datenschutz].',
  'phone.country': 'Land der Telefonnummer',

  'need.preferred_name': 'Geben Sie Ihren Rufnamen ein',
  'need.preferred_pronouns': 'Geben Sie Ihre Pronomen ein',
  'need.phone': 'Geben Sie Ihre Telefonnummer ein',
  'need.date_of_birth': 'Geben Sie Ihr Geburtsdatum ein',
  'need.linkedin_url': 'Geben Sie die Adresse Ihres LinkedIn-Profils ein',
  'need.country': 'Wählen Sie Ihr Land aus',
  'need.address1': 'Geben Sie Ihre Adresse ein',
  'need.address2': 'Geben Sie Ihren Adresszusatz ein',
  'need.town': 'Geben Sie Ihren Wohnort ein',
  'need.state_province': 'Wählen Sie Ihren Bundesstaat aus',
  'need.postcode': 'Geben Sie Ihre Postleitzahl ein',
  'need.summary': 'Geben Sie ein Kurzprofil ein',
  'need.cv': 'Fügen Sie Ihren Lebenslauf hinzu',
  'need.cover_letter': 'Fügen Sie Ihr Anschreiben hinzu',
  'need.documents': 'Fügen Sie mindestens ein Dokument hinzu',
  'address.half': '{need}, oder lassen Sie die ganze Adresse leer',
  'need.equality': 'Wählen Sie eine Antwort aus',
  'need.consent': 'Setzen Sie dieses Häkchen: Sonst kann Ihre Bewerbung nicht gesendet werden',

  'fault.phone': 'Geben Sie eine Telefonnummer in Ziffern ein, zum Beispiel {example}',
  'fault.phoneCountry':
    'Geben Sie eine Telefonnummer ein, die es in diesem Land gibt ({country}), oder beginnen Sie mit der Ländervorwahl',
  'fault.phoneAnywhere': 'Geben Sie eine gültige Telefonnummer ein: Diese passt nicht zu ihrer Ländervorwahl',
  'fault.linkedin': 'Geben Sie eine LinkedIn-Adresse ein, zum Beispiel {example}',
  'fault.future': 'Geben Sie ein Geburtsdatum ein, das in der Vergangenheit liegt',
  'fault.summary': 'Geben Sie höchstens {most} Zeichen ein',

  'closed.title': 'Dieses Formular ist nicht mehr geöffnet',
  'closed.text': 'Hier werden keine Bewerbungen mehr angenommen. Vielen Dank für Ihr Interesse.',
  'already_sent.title': 'Ihre Bewerbung wurde bereits gesendet',
  'already_sent.text':
    'Sie kann hier nicht noch einmal gesendet werden. Wenn Sie nicht sicher sind, ob sie angekommen ist, wenden Sie sich an den Arbeitgeber.',

  'way.wait': {
    one: 'Sie können es in {count} Sekunde erneut versuchen.',
    other: 'Sie können es in {count} Sekunden erneut versuchen.',
  },

  'title.cannotOpen': 'Dieses Formular kann nicht geöffnet werden',
  'title.cannotSend': 'Ihre Bewerbung wurde nicht gesendet.',
  'title.cannotResend': 'Ihre Änderungen wurden nicht gesendet.',
  'title.offline': 'Das Formular ist nicht erreichbar',
  'way.blocked':
    'Wird es wieder aufgehalten, formulieren Sie Antworten mit Code oder ungewöhnlichen Zeichen anders, und kürzen Sie lange.',
  'way.copy':
    'Ihre Antworten sind noch da: Kopieren Sie, was Sie behalten möchten, bevor Sie diese Seite verlassen.',
  'title.expired': 'Ihr Link ist abgelaufen',
  'title.busy': 'Einen Moment bitte',
  'title.changed': 'Das Formular wurde geändert',
  'title.already': 'Ihre Bewerbung wurde bereits gesendet.',

  'failure.bad_request': 'Etwas ist schiefgegangen. Laden Sie die Seite neu.',
  'failure.token_invalid':
    'Dieser Link funktioniert nicht oder nicht mehr. Öffnen Sie das Formular noch einmal dort, wo Sie es gefunden haben.',
  'failure.token_expired':
    'Links zu diesem Formular gelten nur für begrenzte Zeit. Öffnen Sie es noch einmal dort, wo Sie es gefunden haben.',
  'failure.unauthorized':
    'Diese Seite darf das Formular nicht öffnen. Bitte geben Sie dem Arbeitgeber Bescheid.',
  'failure.origin_not_allowed':
    'Diese Website darf das Formular nicht anzeigen. Bitte geben Sie dem Arbeitgeber Bescheid.',
  'failure.job_not_public': 'Um sich auf diese Stelle zu bewerben, brauchen Sie einen persönlichen Link.',
  'failure.not_found':
    'Wir können diese Stelle oder Bewerbung nicht finden. Vielleicht wurde sie inzwischen entfernt.',
  'failure.form_changed':
    'Der Arbeitgeber hat gerade die Fragen geändert. Prüfen Sie sie und senden Sie Ihre Bewerbung dann erneut.',
  'failure.already_submitted': 'Sie kann hier nicht mehr geändert werden.',
  'failure.job_closed': 'Dieses Formular wurde gerade geschlossen.',
  'failure.file_too_large':
    'Eine Datei ist zu groß. Wählen Sie eine kleinere aus und senden Sie Ihre Bewerbung dann erneut.',
  'failure.body_too_large':
    'Ihre Bewerbung ist zu umfangreich. Kürzen Sie Ihre längsten Antworten und senden Sie die Bewerbung dann erneut.',
  'failure.file_type':
    'Eine Datei hat ein Format, das nicht angenommen wird. Speichern Sie sie als PDF und senden Sie Ihre Bewerbung dann erneut.',
  'failure.no_job':
    'Wir wissen nicht, zu welcher Stelle dieses Formular gehört. Bitte geben Sie dem Arbeitgeber Bescheid.',
  'failure.hidden_answer':
    'Einige Fragen treffen auf Sie nicht mehr zu. Prüfen Sie das Formular und senden Sie Ihre Bewerbung dann erneut.',
  'failure.foreign_question':
    'Das Formular und die Fragen des Arbeitgebers passen nicht zusammen. Laden Sie die Seite neu.',
  'failure.missing_answer':
    'Eine erforderliche Antwort fehlt. Ergänzen Sie sie und senden Sie Ihre Bewerbung dann erneut.',
  'failure.invalid_answer':
    'Eine Antwort konnte nicht angenommen werden. Ändern Sie, was markiert ist, und senden Sie Ihre Bewerbung dann erneut.',
  'failure.invalid_details':
    'Einige Ihrer Angaben konnten nicht angenommen werden. Prüfen Sie sie und senden Sie Ihre Bewerbung dann erneut.',
  'failure.file_missing':
    'Eine Datei ist nicht bei uns angekommen. Fügen Sie sie noch einmal hinzu und senden Sie Ihre Bewerbung dann erneut.',
  'failure.file_empty':
    'Eine Datei ist leer. Wählen Sie eine andere aus und senden Sie Ihre Bewerbung dann erneut.',
  'failure.too_many':
    'Sie haben zu viele Dateien hinzugefügt. Entfernen Sie einige und senden Sie Ihre Bewerbung dann erneut.',
  'failure.rate_limited':
    'Gerade bewerben sich viele gleichzeitig. Bitte versuchen Sie es etwas später erneut.',
  'failure.bad_document':
    'Das System des Arbeitgebers hat etwas gesendet, was wir nicht lesen können. Bitte versuchen Sie es etwas später erneut.',
  'failure.service_unavailable':
    'Das System des Arbeitgebers ist nicht erreichbar. Bitte versuchen Sie es etwas später erneut.',
  'failure.timed_out':
    'Der Server hat nicht rechtzeitig geantwortet. Prüfen Sie Ihre Internetverbindung und versuchen Sie es dann erneut.',
  'failure.blocked':
    'Etwas auf dem Weg zu uns hat das aufgehalten, und wir können nicht erkennen, warum. Versuchen Sie es erneut oder über ein anderes Netz.',
  'failure.bad_setup':
    'Das Formular ist nicht richtig eingerichtet. Bitte geben Sie dem Arbeitgeber Bescheid.',

  'draft.offline':
    'Sie sind offline. Füllen Sie das Formular weiter aus und senden Sie es, sobald Sie wieder online sind.',
  'draft.online': 'Sie sind wieder online. Sie können Ihre Bewerbung jetzt senden.',
  'draft.here': 'Auf diesem Gerät gespeichert',
  'draft.tab': 'In diesem Tab gespeichert',
  'draft.keep': '7 Tage auf diesem Gerät behalten',
  'draft.until': 'Auf diesem Gerät gespeichert bis {date}',
  'draft.end': 'Nicht auf diesem Gerät behalten',
  'draft.unkept':
    'Ihre Antworten konnten nicht auf diesem Gerät behalten werden; sie sind in diesem Tab gespeichert. Prüfen Sie Ihre Internetverbindung und versuchen Sie es noch einmal.',
  'draft.found': 'Auf diesem Gerät sind Antworten gespeichert. Fahren Sie nur fort, wenn es Ihre sind.',
  'draft.goOn': 'Fortfahren',
  'draft.anew': 'Neu beginnen',
  'draft.askAnew':
    'Die auf diesem Gerät gespeicherten Antworten löschen? Das lässt sich nicht rückgängig machen.',
  'draft.over': 'Die Antworten, die auf diesem Gerät gespeichert waren, sind nicht mehr da.',
  'draft.not':
    'Ihre Antworten können auf diesem Gerät nicht gespeichert werden. Lassen Sie diese Seite geöffnet, bis Sie sie gesendet haben.',
  'draft.back': 'Ihre Antworten sind wiederhergestellt.',
  'draft.clear': 'Meine Antworten löschen',
  'draft.cleared': 'Ihre Angaben sind gelöscht.',
  'draft.ask': 'Alles löschen, was Sie hier eingegeben haben? Das lässt sich nicht rückgängig machen.',
  'draft.askSent':
    'Alles löschen, was Sie hier eingegeben haben? Das lässt sich nicht rückgängig machen. Was Sie gesendet haben, ist vielleicht schon angekommen und bleibt dort.',
  'draft.yes': 'Ja, löschen',
  'draft.no': 'Nein, behalten',
  'wait.offline':
    'Ihre Bewerbung ist auf diesem Gerät gespeichert. Wir senden sie, sobald Sie wieder online sind. Lassen Sie diese Seite geöffnet.',
  'wait.busy':
    'Ihre Bewerbung ist auf diesem Gerät gespeichert. Wir senden sie in Kürze. Lassen Sie diese Seite geöffnet.',
  'wait.unreached':
    'Wir erreichen den Server gerade nicht. Ihre Bewerbung ist auf diesem Gerät gespeichert. Wir versuchen es weiter, und nichts kommt doppelt an. Lassen Sie diese Seite geöffnet.',
  'wait.slow':
    'Wir versuchen es weiter: Bisher hat der Server nicht geantwortet. Ihre Bewerbung ist auf diesem Gerät gespeichert, und nichts kommt doppelt an. Lassen Sie diese Seite geöffnet.',
  'wait.long':
    'Ihre Bewerbung ist noch nicht bestätigt. Wir versuchen es weiter, und nichts kommt doppelt an. Sie können auch später wiederkommen: Was Sie eingegeben haben, bleibt auf diesem Gerät gespeichert.',

  'gone.kept':
    'Dieses Formular wurde aktualisiert, nachdem Sie es geöffnet haben. Laden Sie die Seite neu, um fortzufahren: Ihre Antworten bleiben auf diesem Gerät gespeichert.',
  'gone.lost':
    'Dieses Formular wurde aktualisiert, nachdem Sie es geöffnet haben. Um fortzufahren, müssen Sie die Seite neu laden. Was Sie eingegeben haben, geht dabei verloren. Kopieren Sie zuerst, was Sie behalten möchten.',
  'gone.reload': 'Seite neu laden',

  'challenge.solving': 'Wir prüfen kurz, dass dies kein Spam ist. Nichts geht verloren.',
  'prefill.some':
    'Diese Website hat einige Antworten für Sie ausgefüllt. Bitte prüfen Sie sie vor dem Absenden.',
  'prefill.field': 'Für Sie ausgefüllt. Bitte prüfen.',

  'steps.label': 'Schritte',
  'steps.of': 'Schritt {number} von {total}',
  'steps.done': '(erledigt)',
  'steps.about': 'Über Sie',
  'steps.questions': 'Fragen',
  'steps.check': 'Antworten prüfen',
  'steps.back': 'Zurück',
  'steps.next': 'Weiter',
  'steps.continue': 'Weiter zur Übersicht',
  'steps.change': 'Ändern',
  'steps.none': 'Nicht beantwortet',

  'list.search': 'Optionen durchsuchen',
  'list.keys': 'Mit den Pfeiltasten bewegen Sie sich durch die Optionen.',
  'list.count': '{shown} von {total} angezeigt, {count} ausgewählt',
  'list.none': 'Keine Option passt dazu. {count} ausgewählt',
  'list.chosen': 'Ausgewählt: {options}',
};
