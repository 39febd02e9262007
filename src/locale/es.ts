import type { Catalogue } from './catalogue.ts';

/** Español: usted, con palabras que valen en España y en América; sin género para quien responde. */
export const es: Catalogue = {
  required: 'obligatorio',
  optional: 'opcional',
  yes: 'Sí',
  no: 'No',
  from: 'Desde',
  to: 'Hasta',
  'date.day': 'Día',
  'date.month': 'Mes',
  'date.year': 'Año',
  'date.calendar': 'Abrir el calendario',
  select: 'Seleccione una opción',
  opensInNewTab: '(se abre en una pestaña nueva)',

  'detail.first_name': 'Nombre',
  'detail.last_name': 'Apellidos',
  'detail.email': 'Correo electrónico',

  'choose.any': 'Seleccione todo lo que corresponda',
  'choose.atLeast': {
    one: 'Seleccione al menos {count} opción',
    many: 'Seleccione al menos {count} de opciones',
    other: 'Seleccione al menos {count} opciones',
  },
  'choose.atMost': {
    one: 'Seleccione hasta {count} opción',
    many: 'Seleccione hasta {count} de opciones',
    other: 'Seleccione hasta {count} opciones',
  },
  'choose.exactly': {
    one: 'Seleccione exactamente {count} opción',
    many: 'Seleccione exactamente {count} de opciones',
    other: 'Seleccione exactamente {count} opciones',
  },
  'choose.between': 'Seleccione entre {minimum} y {maximum} opciones',

  'file.chooseOne': 'Elegir un archivo',
  'file.chooseSeveral': 'Elegir archivos',
  'file.drop': 'o arrástrelo hasta aquí',
  'file.dropSeveral': 'o arrástrelos hasta aquí',
  'file.limit': 'hasta {size} cada uno',
  'file.limitOne': 'hasta {size}',

  'notice.unknown': 'Esta pregunta no se puede responder aquí. Puede enviar su solicitud sin ella.',

  'error.plain': 'Revise esta respuesta',

  'form.label': 'Formulario de solicitud',
  'form.send': 'Enviar solicitud',
  'form.sending': 'Enviando…',
  'form.preview': 'Esto es una vista previa. No se enviará nada de lo que escriba.',
  'form.loading': 'Cargando el formulario de solicitud…',

  'way.reload': 'Intentar de nuevo',
  'way.send': 'Enviar de nuevo',
  'way.fallback': 'Presentar la solicitud de otra manera',
  'way.none': 'Para presentar su solicitud, póngase en contacto directamente con la empresa.',
  'way.kept': 'Sus respuestas siguen aquí.',

  'failure.offline': 'Compruebe su conexión a internet e inténtelo de nuevo.',

  clear: 'Borrar respuesta',
  'clear.done': 'Respuesta borrada',

  'choose.count': {
    one: '{count} de {maximum} seleccionada',
    many: '{count} de {maximum} seleccionadas',
    other: '{count} de {maximum} seleccionadas',
  },
  'choose.full': {
    one: '{count} de {maximum} seleccionada. Para elegir otra, desmarque una primero.',
    many: '{count} de {maximum} seleccionadas. Para elegir otra, desmarque una primero.',
    other: '{count} de {maximum} seleccionadas. Para elegir otra, desmarque una primero.',
  },
  'choose.swap': 'Para elegir «{option}», desmarque primero una de estas: {chosen}',

  'number.understood': 'Lo hemos entendido así: {number}',
  'number.decimals': 'Hemos entendido {number} como un número con decimales, no como miles',

  'file.more': 'Añadir otro archivo',
  'file.replace': 'Elegir otro archivo',
  'file.uploading': 'Subiendo, {percent}',
  'file.staged': 'Añadido',
  'file.failed': 'No se ha subido',
  'file.cancel': 'Cancelar',
  'file.remove': 'Quitar',
  'file.retry': 'Intentar de nuevo',
  'file.of': '{action}: {name}',
  'file.said': '{name}: {state}',
  'file.several': { one: '{count} archivo', many: '{count} de archivos', other: '{count} archivos' },
  'file.removed': 'Quitado',
  'file.failedOffline': 'No se ha subido. Compruebe su conexión a internet e inténtelo de nuevo.',
  'file.file_too_large': 'Este archivo es demasiado grande: {own}. Elija uno de {size} como máximo.',
  'file.file_too_large_unknown': 'Este archivo es demasiado grande. Elija uno más pequeño.',
  'file.file_type': 'No se aceptan archivos de este tipo. Guárdelo como PDF y vuelva a elegirlo.',
  'file.file_empty': 'Este archivo está vacío. Elija otro.',
  'file.file_unreadable':
    'Este archivo no se puede leer. Compruebe que sigue en su sitio y vuelva a elegirlo.',
  'file.renamed':
    'El nombre de este archivo indica que es {named}, pero su contenido es {found}. Guárdelo en el formato correcto o elija otro.',
  'file.damaged':
    'Este archivo está dañado o protegido con contraseña. Guárdelo de nuevo sin ella o elija otro.',
  'file.macros': 'Este archivo contiene macros. Guárdelo sin ellas y vuelva a elegirlo.',
  'file.infected': 'Este archivo no ha superado nuestro análisis antivirus. Elija otro.',
  'file.kinds': 'No se aceptan archivos de este tipo. Elija uno de estos tipos: {kinds}.',
  'file.most': {
    one: 'Solo puede añadir {count} archivo en total. Quite otro primero.',
    many: 'Puede añadir hasta {count} de archivos en total. Quite otro primero.',
    other: 'Puede añadir hasta {count} archivos en total. Quite otro primero.',
  },
  'file.total_too_large':
    'En total, sus archivos pueden ocupar {size} como máximo. Quite otro primero o elija uno más pequeño.',
  'file.twice': '«{name}» ya se ha añadido.',
  'file.onlyOne': 'Aquí solo se puede añadir un archivo. Elija uno.',
  'file.notFile':
    'Aquí solo se pueden añadir archivos. Guarde primero el contenido como archivo y después elíjalo.',

  'error.heard': 'Error',
  'error.required.text': 'Escriba una respuesta',
  'error.required.url': 'Escriba una dirección web',
  'error.required.number': 'Escriba un número',
  'error.required.date': 'Indique una fecha',
  'error.required.date_range': 'Indique las dos fechas',
  'error.required.boolean': 'Seleccione sí o no',
  'error.required.choice': 'Seleccione una opción',
  'error.required.choices': 'Seleccione al menos una opción',
  'error.required.document': 'Añada un archivo',
  'error.required.multi_document': 'Añada al menos un archivo',
  'error.named': '{error} en «{title}»',
  'error.required.first_name': 'Escriba su nombre',
  'error.required.last_name': 'Escriba sus apellidos',
  'error.required.email': 'Escriba su correo electrónico',
  'error.unreadable_number': 'Escriba un número, por ejemplo {example}',
  'error.number_too_long': 'Escriba un número de 40 cifras como máximo',
  'error.unreadable_date': 'Indique una fecha válida, con día, mes y año',
  'error.date.day': 'Indique el día',
  'error.date.month': 'Indique el mes',
  'error.date.year': 'Indique el año, con cuatro cifras',
  'error.range_incomplete.from': 'Indique la fecha de inicio',
  'error.range_incomplete.to': 'Indique la fecha de fin',
  'error.range_reversed': 'Indique una fecha de fin que no sea anterior a la de inicio',
  'error.invalid_url': 'Escriba una dirección web, por ejemplo www.example.com',
  'error.invalid_email': 'Escriba una dirección de correo electrónico correcta, por ejemplo name@example.com',
  'error.too_long': 'Escriba como máximo 255 caracteres',
  'error.not_an_option': 'Seleccione una de las opciones que se muestran',
  'error.too_few_options': {
    one: 'Seleccione al menos {count} opción',
    many: 'Seleccione al menos {count} de opciones',
    other: 'Seleccione al menos {count} opciones',
  },
  'error.too_many_options': {
    one: 'Seleccione como máximo {count} opción',
    many: 'Seleccione como máximo {count} de opciones',
    other: 'Seleccione como máximo {count} opciones',
  },
  'error.refused': 'Cambie esta respuesta. No se ha podido aceptar.',

  'live.shown': {
    one: '{count} pregunta añadida después de «{title}»',
    many: '{count} de preguntas añadidas después de «{title}»',
    other: '{count} preguntas añadidas después de «{title}»',
  },
  'live.hidden': {
    one: '{count} pregunta retirada después de «{title}»',
    many: '{count} de preguntas retiradas después de «{title}»',
    other: '{count} preguntas retiradas después de «{title}»',
  },
  'live.both': '{shown}. {hidden}',

  'summary.title': {
    one: 'Hay un problema en {count} respuesta',
    many: 'Hay un problema en {count} de respuestas',
    other: 'Hay un problema en {count} respuestas',
  },
  'summary.done': 'Gracias, ya está todo en orden',
  'summary.fixed': 'resuelto',
  'summary.more': 'y {count} más',
  'summary.colon': ':',

  'foot.missing': {
    one: 'Falta {count} respuesta obligatoria',
    many: 'Faltan {count} de respuestas obligatorias',
    other: 'Faltan {count} respuestas obligatorias',
  },
  'foot.wrong': {
    one: 'Revise {count} respuesta',
    many: 'Revise {count} de respuestas',
    other: 'Revise {count} respuestas',
  },
  'foot.ready': 'Todo listo para enviar',
  'foot.files': 'Subiendo sus archivos…',
  'foot.sending': 'Enviando sus respuestas…',
  'foot.long': 'Se sigue enviando. Sus respuestas están a salvo.',

  'form.empty': 'No hay preguntas que responder para este puesto.',
  'form.changed.title': 'La empresa ha cambiado el formulario',
  'form.changed': {
    one: 'Hemos conservado sus respuestas. Revise esta pregunta y vuelva a enviar la solicitud:',
    many: 'Hemos conservado sus respuestas. Revise estas preguntas y vuelva a enviar la solicitud:',
    other: 'Hemos conservado sus respuestas. Revise estas preguntas y vuelva a enviar la solicitud:',
  },
  'form.changed.none': 'Hemos conservado sus respuestas. Revíselas y vuelva a enviar la solicitud.',
  'form.changed.rest': {
    one: 'Hemos conservado todas sus demás respuestas. Revise esta pregunta y vuelva a enviar la solicitud:',
    many: 'Hemos conservado todas sus demás respuestas. Revise estas preguntas y vuelva a enviar la solicitud:',
    other:
      'Hemos conservado todas sus demás respuestas. Revise estas preguntas y vuelva a enviar la solicitud:',
  },
  'form.changed.restNone':
    'Hemos conservado todas sus demás respuestas. Revíselas y vuelva a enviar la solicitud.',
  'form.lost': {
    one: 'Una respuesta ya no encaja en el formulario. Copie lo que todavía quiera aprovechar:',
    many: '{count} de respuestas ya no encajan en el formulario. Copie lo que todavía quiera aprovechar:',
    other: '{count} respuestas ya no encajan en el formulario. Copie lo que todavía quiera aprovechar:',
  },

  'receipt.title': 'Solicitud enviada',
  'receipt.unclear': 'Es posible que su solicitud no haya llegado',
  'receipt.thanks': 'Gracias por su solicitud.',
  'receipt.reference': 'Su referencia',
  'receipt.copy': 'Copiar',
  'receipt.copied': 'Copiada',
  'receipt.next': 'Próximos pasos',
  'receipt.nextText':
    'El equipo de selección leerá su solicitud y se pondrá en contacto con usted. Guarde su referencia por si tiene alguna pregunta.',
  'receipt.on': 'Continuar',
  'receipt.sentOn': 'Enviada el {date}',
  'receipt.print': 'Imprimir o guardar una copia',
  'receipt.slow':
    'Está tardando más de lo habitual. Puede cerrar esta página: tenemos sus respuestas y seguimos entregándolas a la empresa.',
  'receipt.sent': {
    one: 'Lo que ha enviado ({count} respuesta)',
    many: 'Lo que ha enviado ({count} de respuestas)',
    other: 'Lo que ha enviado ({count} respuestas)',
  },
  'receipt.sentAll': 'Lo que ha enviado',
  'receipt.passing':
    'Hemos recibido su solicitud y la estamos entregando a la empresa. No tiene que hacer nada más.',
  'receipt.how': 'Estado de la entrega',
  'receipt.delivering': 'Respuestas entregadas a la empresa: {delivered} de {total}',
  'receipt.complete': 'Su solicitud ha llegado a la empresa',
  'receipt.attention':
    'Es posible que una parte de su solicitud no haya llegado a la empresa, y no la volveremos a enviar automáticamente. Guarde una copia de lo que ha enviado e indique su referencia si se pone en contacto con la empresa.',

  'receipt.attentionNone':
    'Es posible que su solicitud no haya llegado a la empresa, y no la volveremos a enviar automáticamente. Guarde una copia de lo que ha enviado e indique su referencia si se pone en contacto con la empresa.',
  'form.resend': 'Enviar cambios',
  'refused.title': {
    one: 'Hay que cambiar una respuesta',
    many: 'Hay que cambiar {count} de respuestas',
    other: 'Hay que cambiar {count} respuestas',
  },
  'refused.text':
    'Hemos recibido su solicitud, con la referencia {reference}, pero el sistema de la empresa no ha podido aceptarlo todo. Cambie lo que está marcado abajo y vuelva a enviar la solicitud. Todas sus demás respuestas están a salvo.',
  'refused.details': 'Revise sus datos personales',
  'refused.detailsText':
    'Hemos recibido su solicitud, con la referencia {reference}, pero el sistema de la empresa no ha podido aceptar sus datos personales. Revíselos abajo y vuelva a enviar la solicitud. Todas sus respuestas están a salvo.',
  'refused.detailsAsks':
    'Hemos recibido su solicitud, con la referencia {reference}, pero el sistema de la empresa pide además estos datos: {fields}. Añada abajo lo que falta y vuelva a enviar la solicitud. Todas sus respuestas están a salvo.',
  'refused.changed':
    'La empresa ha cambiado el formulario después de que usted enviara su solicitud, por lo que no se han podido enviar sus cambios. Su solicitud está a salvo, con la referencia {reference}. Póngase en contacto con la empresa para hablar de las respuestas marcadas aquí.',

  'refusal.title': 'No se ha podido entregar su solicitud a la empresa',
  'refusal.asks':
    'El sistema de la empresa pide también datos que este formulario no solicita: {fields}. Sin ellos no acepta ninguna solicitud.',
  'refusal.wrong': 'El sistema de la empresa no ha aceptado estos datos: {fields}.',
  'refusal.silent': 'El sistema de la empresa no ha aceptado su solicitud ni ha indicado el motivo.',
  'refusal.closed': 'Ya no se aceptan solicitudes para este puesto.',
  'refusal.gone': 'El sistema de la empresa no encuentra este puesto. Es posible que se haya retirado.',
  'refusal.nothing': 'A la empresa no le ha llegado nada de su solicitud.',
  'refusal.check':
    'Puede cambiar sus datos abajo y volver a enviar la solicitud, o presentarla de otra manera.',
  'field.first_name': 'Nombre',
  'field.last_name': 'Apellidos',
  'field.email': 'Correo electrónico',
  'field.preferred_name': 'Nombre preferido',
  'field.preferred_pronouns': 'Pronombres',
  'field.phone': 'Número de teléfono',
  'field.date_of_birth': 'Fecha de nacimiento',
  'field.linkedin_url': 'Perfil de LinkedIn',
  'field.summary': 'Resumen personal',
  'field.address1': 'Dirección',
  'field.address2': 'Segunda línea de la dirección',
  'field.town': 'Localidad',
  'field.state_province': 'Estado',
  'field.postcode': 'Código postal',
  'field.country': 'País',
  'field.cv': 'Currículum',
  'field.cover_letter': 'Carta de presentación',
  'field.documents': 'Otros documentos',
  'field.equality_monitoring_option_ids': 'Igualdad de oportunidades',

  'section.about': 'Sobre usted',
  'section.documents': 'Documentos',
  'section.questions': 'Preguntas',
  'section.equality': 'Igualdad de oportunidades',
  'section.equalityText': 'Estas preguntas son voluntarias. Puede enviar su solicitud sin responderlas.',
  'section.equalityAsked':
    'Estas preguntas son voluntarias, pero el sistema de la empresa necesita una respuesta a cada una. Preferir no contestar también es una respuesta.',
  'section.send': 'Antes de enviar',

  'privacy.text': 'Para saber cómo se usan sus datos, consulte el [aviso de privacidad].',
  'phone.country': 'País del número de teléfono',

  'need.preferred_name': 'Escriba su nombre preferido',
  'need.preferred_pronouns': 'Escriba sus pronombres',
  'need.phone': 'Escriba su número de teléfono',
  'need.date_of_birth': 'Indique su fecha de nacimiento',
  'need.linkedin_url': 'Escriba la dirección de su perfil de LinkedIn',
  'need.country': 'Seleccione su país',
  'need.address1': 'Escriba su dirección',
  'need.address2': 'Escriba la segunda línea de su dirección',
  'need.town': 'Escriba su localidad',
  'need.state_province': 'Seleccione su estado',
  'need.postcode': 'Escriba su código postal',
  'need.summary': 'Escriba un resumen personal',
  'need.cv': 'Añada su currículum',
  'need.cover_letter': 'Añada su carta de presentación',
  'need.documents': 'Añada al menos un documento',
  'address.half': '{need} o deje vacía toda la dirección',
  'need.equality': 'Seleccione una respuesta',
  'need.consent': 'Marque esta casilla: sin ella no se puede enviar su solicitud',

  'fault.phone': 'Escriba un número de teléfono con cifras, por ejemplo {example}',
  'fault.phoneCountry':
    'Escriba un número de teléfono que exista en este país ({country}) o empiece por el prefijo internacional',
  'fault.phoneAnywhere': 'Escriba un número de teléfono que exista: este no corresponde al país del prefijo',
  'fault.linkedin': 'Escriba una dirección de LinkedIn, por ejemplo {example}',
  'fault.future': 'Indique una fecha de nacimiento anterior a hoy',
  'fault.summary': 'Escriba como máximo {most} caracteres',

  'closed.title': 'Este formulario ya no está abierto',
  'closed.text': 'Ya no se aceptan solicitudes. Gracias por su interés.',
  'already_sent.title': 'Su solicitud ya se ha enviado',
  'already_sent.text':
    'No se puede volver a enviar desde aquí. Si no sabe si ha llegado, póngase en contacto con la empresa.',

  'way.wait': {
    one: 'Puede intentarlo de nuevo dentro de {count} segundo.',
    many: 'Puede intentarlo de nuevo dentro de {count} de segundos.',
    other: 'Puede intentarlo de nuevo dentro de {count} segundos.',
  },

  'title.cannotOpen': 'Este formulario no se puede abrir',
  'title.cannotSend': 'Su solicitud no se ha enviado.',
  'title.cannotResend': 'Sus cambios no se han enviado.',
  'title.offline': 'No se puede acceder al formulario',
  'way.blocked':
    'Si se vuelve a bloquear, escriba de otra forma las respuestas con código o caracteres poco habituales, y acorte las largas.',
  'way.copy': 'Sus respuestas siguen aquí: copie lo que quiera conservar antes de salir de esta página.',
  'title.expired': 'Su enlace ha caducado',
  'title.busy': 'Un momento, por favor',
  'title.changed': 'El formulario ha cambiado',
  'title.already': 'Su solicitud ya se ha enviado.',

  'failure.bad_request': 'Algo ha fallado. Vuelva a cargar la página.',
  'failure.token_invalid':
    'Este enlace no funciona o ha dejado de funcionar. Abra de nuevo el formulario desde donde lo encontró.',
  'failure.token_expired':
    'Los enlaces a este formulario funcionan durante un tiempo limitado. Ábralo de nuevo desde donde lo encontró.',
  'failure.unauthorized':
    'Esta página no tiene permiso para abrir el formulario. Por favor, avise a la empresa.',
  'failure.origin_not_allowed':
    'Este sitio web no tiene permiso para mostrar el formulario. Por favor, avise a la empresa.',
  'failure.job_not_public': 'Necesita un enlace personal para presentar una solicitud a este puesto.',
  'failure.not_found': 'No encontramos este puesto o esta solicitud. Puede que se haya retirado.',
  'failure.form_changed':
    'La empresa acaba de cambiar las preguntas. Revíselas y vuelva a enviar la solicitud.',
  'failure.already_submitted': 'Ya no se puede cambiar aquí.',
  'failure.job_closed': 'Este formulario acaba de cerrarse.',
  'failure.file_too_large':
    'Un archivo es demasiado grande. Elija uno más pequeño y vuelva a enviar la solicitud.',
  'failure.body_too_large':
    'Su solicitud es demasiado grande. Acorte sus respuestas más largas y vuelva a enviarla.',
  'failure.file_type':
    'Uno de los archivos es de un tipo que no se acepta. Guárdelo como PDF y vuelva a enviar la solicitud.',
  'failure.no_job': 'No sabemos a qué puesto corresponde este formulario. Por favor, avise a la empresa.',
  'failure.hidden_answer':
    'Algunas preguntas ya no le corresponden. Revise el formulario y vuelva a enviar la solicitud.',
  'failure.foreign_question':
    'El formulario y las preguntas de la empresa no coinciden. Vuelva a cargar la página.',
  'failure.missing_answer': 'Falta una respuesta obligatoria. Complétela y vuelva a enviar la solicitud.',
  'failure.invalid_answer':
    'No se ha podido aceptar una respuesta. Cambie lo que está marcado y vuelva a enviar la solicitud.',
  'failure.invalid_details':
    'No se han podido aceptar algunos de sus datos. Revíselos y vuelva a enviar la solicitud.',
  'failure.file_missing':
    'Uno de los archivos no nos ha llegado. Añádalo otra vez y vuelva a enviar la solicitud.',
  'failure.file_empty': 'Un archivo está vacío. Elija otro y vuelva a enviar la solicitud.',
  'failure.too_many': 'Ha añadido demasiados archivos. Quite algunos y vuelva a enviar la solicitud.',
  'failure.rate_limited':
    'Muchas personas están enviando su solicitud en este momento. Por favor, inténtelo de nuevo un poco más tarde.',
  'failure.bad_document':
    'El sistema de la empresa ha enviado algo que no podemos leer. Por favor, inténtelo de nuevo un poco más tarde.',
  'failure.service_unavailable':
    'No podemos acceder al sistema de la empresa. Por favor, inténtelo de nuevo un poco más tarde.',
  'failure.timed_out':
    'El servidor no ha respondido a tiempo. Compruebe su conexión a internet e inténtelo de nuevo.',
  'failure.blocked':
    'Algo lo ha bloqueado en el camino hasta nosotros, y no podemos saber por qué. Inténtelo de nuevo o desde otra red.',
  'failure.bad_setup': 'El formulario no está bien configurado. Por favor, avise a la empresa.',

  'draft.offline': 'No tiene conexión. Siga completando el formulario y envíelo cuando recupere la conexión.',
  'draft.online': 'Ha recuperado la conexión. Ya puede enviar su solicitud.',
  'draft.here': 'Guardado en este dispositivo',
  'draft.tab': 'Guardado en esta pestaña',
  'draft.keep': 'Conservar 7 días en este dispositivo',
  'draft.until': 'Guardado en este dispositivo hasta el {date}',
  'draft.end': 'No conservar en este dispositivo',
  'draft.unkept':
    'Sus respuestas no se han podido conservar en este dispositivo; están guardadas en esta pestaña. Compruebe su conexión a internet e inténtelo de nuevo.',
  'draft.found': 'Hay respuestas guardadas en este dispositivo. Continúe solo si son suyas.',
  'draft.goOn': 'Continuar',
  'draft.anew': 'Empezar de nuevo',
  'draft.askAnew': '¿Borrar las respuestas guardadas en este dispositivo? Esta acción no se puede deshacer.',
  'draft.over': 'Las respuestas que estaban guardadas en este dispositivo ya no están.',
  'draft.not':
    'Sus respuestas no se pueden guardar en este dispositivo. Mantenga abierta esta página hasta que las haya enviado.',
  'draft.back': 'Hemos recuperado sus respuestas.',
  'draft.clear': 'Borrar mis respuestas',
  'draft.cleared': 'Sus respuestas se han borrado.',
  'draft.ask': '¿Borrar todo lo que ha introducido aquí? Esta acción no se puede deshacer.',
  'draft.askSent':
    '¿Borrar todo lo que ha introducido aquí? Esta acción no se puede deshacer. Es posible que lo que envió ya haya llegado: eso no se borra.',
  'draft.yes': 'Sí, borrar',
  'draft.no': 'No, conservar',
  'wait.offline':
    'Su solicitud está guardada en este dispositivo. La enviaremos en cuanto recupere la conexión. Mantenga abierta esta página.',
  'wait.busy':
    'Su solicitud está guardada en este dispositivo. La enviaremos en un momento. Mantenga abierta esta página.',
  'wait.unreached':
    'En este momento no podemos acceder al servidor. Su solicitud está guardada en este dispositivo. Seguimos intentándolo y nada llegará dos veces. Mantenga abierta esta página.',
  'wait.slow':
    'Seguimos intentándolo: el servidor aún no ha respondido. Su solicitud está guardada en este dispositivo y nada llegará dos veces. Mantenga abierta esta página.',
  'wait.long':
    'Su solicitud aún no está confirmada. Seguimos intentándolo y nada llegará dos veces. También puede volver más tarde: lo que ha introducido se conserva en este dispositivo.',

  'gone.kept':
    'Este formulario se actualizó después de que usted lo abriera. Vuelva a cargar la página para continuar: sus respuestas se conservan en este dispositivo.',
  'gone.lost':
    'Este formulario se actualizó después de que usted lo abriera. Para continuar hay que volver a cargar la página, y se perderá lo que ha introducido. Copie antes lo que quiera conservar.',
  'gone.reload': 'Volver a cargar la página',

  'challenge.solving': 'Comprobamos que no es spam. Sus respuestas están a salvo.',
  'prefill.some': 'Este sitio ha rellenado algunas respuestas por usted. Compruébelas antes de enviar.',
  'prefill.field': 'Rellenado por este sitio. Compruébelo, por favor.',

  'steps.label': 'Pasos',
  'steps.of': 'Paso {number} de {total}',
  'steps.done': '(completado)',
  'steps.about': 'Sobre usted',
  'steps.questions': 'Preguntas',
  'steps.check': 'Revise sus respuestas',
  'steps.back': 'Atrás',
  'steps.next': 'Siguiente',
  'steps.continue': 'Continuar',
  'steps.change': 'Cambiar',
  'steps.none': 'Sin respuesta',

  'list.search': 'Buscar entre las opciones',
  'list.keys': 'Las teclas de flecha recorren las opciones.',
  'list.count': 'Se muestran {shown} de {total}. Seleccionadas: {count}',
  'list.none': 'Ninguna opción coincide. Seleccionadas: {count}',
  'list.chosen': 'Seleccionadas: {options}',
};
