/** Texts of our own page around the form, and before it is shown: a separate file, because no other page needs them. */
import type { Language } from './languages.ts';

const en = {
  'invite.title': 'Your application form',
  'invite.text':
    'Open it when you are ready. This link works on any of your devices until your application is sent.',
  'invite.open': 'Open my application',
  opening: 'Opening your application…',
  'over.title': 'This link has been used or is over',
  'over.text':
    'If you have sent your application, there is nothing more to do. If not, open the form again from where you found it.',
  'unknown.title': 'This link does not work',
  'unknown.text':
    'It may have been cut off, or is not valid any more. Open the form again from where you found it.',
  'failed.title': 'The form cannot be reached',
  'failed.text': 'Your link still works. Check your internet connection, then try again.',
  again: 'Try again',
  fallback: 'Apply another way',
  none: 'Contact the employer directly to apply.',
  'page.time': 'About {time}',
} as const;

export type LinkMessages = Readonly<Record<keyof typeof en, string>>;

export const linkMessages: Readonly<Record<Language, LinkMessages>> = {
  en,
  de: {
    'invite.title': 'Ihr Bewerbungsformular',
    'invite.text':
      'Öffnen Sie es, wenn Sie so weit sind. Dieser Link gilt auf allen Ihren Geräten, bis Ihre Bewerbung gesendet ist.',
    'invite.open': 'Meine Bewerbung öffnen',
    opening: 'Ihre Bewerbung wird geöffnet\u00a0…',
    'over.title': 'Dieser Link wurde bereits benutzt oder gilt nicht mehr',
    'over.text':
      'Wenn Sie Ihre Bewerbung gesendet haben, ist nichts weiter zu tun. Wenn nicht, öffnen Sie das Formular noch einmal dort, wo Sie es gefunden haben.',
    'unknown.title': 'Dieser Link funktioniert nicht',
    'unknown.text':
      'Vielleicht ist er unvollständig, oder er gilt nicht mehr. Öffnen Sie das Formular noch einmal dort, wo Sie es gefunden haben.',
    'failed.title': 'Das Formular ist nicht erreichbar',
    'failed.text':
      'Ihr Link gilt weiterhin. Prüfen Sie Ihre Internetverbindung und versuchen Sie es dann erneut.',
    again: 'Erneut versuchen',
    fallback: 'Auf anderem Weg bewerben',
    none: 'Bewerben Sie sich bitte direkt beim Arbeitgeber.',
    'page.time': 'Etwa {time}',
  },
  es: {
    'invite.title': 'Su formulario de solicitud',
    'invite.text':
      'Ábralo cuando quiera empezar. Este enlace funciona en todos sus dispositivos hasta que envíe su solicitud.',
    'invite.open': 'Abrir mi solicitud',
    opening: 'Abriendo su solicitud…',
    'over.title': 'Este enlace ya se ha usado o ha dejado de ser válido',
    'over.text':
      'Si ya ha enviado su solicitud, no tiene que hacer nada más. Si no, abra de nuevo el formulario desde donde lo encontró.',
    'unknown.title': 'Este enlace no funciona',
    'unknown.text':
      'Puede que esté incompleto o que ya no sea válido. Abra de nuevo el formulario desde donde lo encontró.',
    'failed.title': 'No se puede acceder al formulario',
    'failed.text': 'Su enlace sigue siendo válido. Compruebe su conexión a internet e inténtelo de nuevo.',
    again: 'Intentar de nuevo',
    fallback: 'Presentar la solicitud de otra manera',
    none: 'Para presentar su solicitud, póngase en contacto directamente con la empresa.',
    'page.time': 'Alrededor de {time}',
  },
  fr: {
    'invite.title': 'Votre formulaire de candidature',
    'invite.text':
      'Ouvrez-le quand vous le souhaitez. Ce lien fonctionne sur tous vos appareils jusqu’à l’envoi de votre candidature.',
    'invite.open': 'Ouvrir ma candidature',
    opening: 'Ouverture de votre candidature…',
    'over.title': 'Ce lien a déjà servi ou n’est plus valable',
    'over.text':
      'Si vous avez envoyé votre candidature, vous n’avez plus rien à faire. Sinon, rouvrez le formulaire à l’endroit où vous l’avez trouvé.',
    'unknown.title': 'Ce lien ne fonctionne pas',
    'unknown.text':
      'Il est peut-être incomplet, ou n’est plus valable. Rouvrez le formulaire à l’endroit où vous l’avez trouvé.',
    'failed.title': 'Le formulaire est inaccessible',
    'failed.text': 'Votre lien est toujours valable. Vérifiez votre connexion internet, puis réessayez.',
    again: 'Réessayer',
    fallback: 'Postuler autrement',
    none: 'Pour postuler, veuillez contacter directement l’employeur.',
    'page.time': 'Environ {time}',
  },
  pt: {
    'invite.title': 'O seu formulário de candidatura',
    'invite.text':
      'Abra-o quando quiser começar. Esta hiperligação funciona em todos os seus dispositivos até enviar a candidatura.',
    'invite.open': 'Abrir a minha candidatura',
    opening: 'A abrir a sua candidatura…',
    'over.title': 'Esta hiperligação já foi utilizada ou deixou de ser válida',
    'over.text':
      'Se já enviou a sua candidatura, não precisa de fazer mais nada. Caso contrário, abra novamente o formulário a partir do local onde o encontrou.',
    'unknown.title': 'Esta hiperligação não funciona',
    'unknown.text':
      'Pode estar incompleta ou já não ser válida. Abra novamente o formulário a partir do local onde o encontrou.',
    'failed.title': 'Não é possível aceder ao formulário',
    'failed.text':
      'A sua hiperligação continua válida. Verifique a sua ligação à Internet e tente novamente.',
    again: 'Tentar novamente',
    fallback: 'Candidatar-se de outra forma',
    none: 'Para se candidatar, contacte diretamente a entidade empregadora.',
    'page.time': 'Cerca de {time}',
  },
  'pt-BR': {
    'invite.title': 'Seu formulário de candidatura',
    'invite.text':
      'Abra quando quiser começar. Este link funciona em todos os seus dispositivos até você enviar a candidatura.',
    'invite.open': 'Abrir minha candidatura',
    opening: 'Abrindo sua candidatura…',
    'over.title': 'Este link já foi usado ou perdeu a validade',
    'over.text':
      'Se você já enviou sua candidatura, não precisa fazer mais nada. Caso contrário, abra o formulário de novo a partir de onde o encontrou.',
    'unknown.title': 'Este link não funciona',
    'unknown.text':
      'Ele pode estar incompleto ou ter perdido a validade. Abra o formulário de novo a partir de onde o encontrou.',
    'failed.title': 'Não é possível acessar o formulário',
    'failed.text': 'Seu link continua válido. Confira sua conexão com a internet e tente de novo.',
    again: 'Tentar de novo',
    fallback: 'Candidatar-se de outra forma',
    none: 'Para se candidatar, entre em contato diretamente com a empresa.',
    'page.time': 'Cerca de {time}',
  },
  ar: {
    'invite.title': 'نموذج طلب التوظيف الخاص بك',
    'invite.text': 'يمكنك فتحه في أي وقت يناسبك. يعمل هذا الرابط على جميع أجهزتك إلى أن يُرسَل طلبك.',
    'invite.open': 'فتح طلبي',
    opening: 'جارٍ فتح طلبك…',
    'over.title': 'سبق استخدام هذا الرابط أو انتهت صلاحيته',
    'over.text':
      'إذا كنت قد أرسلت طلبك، فلا يلزمك فعل أي شيء آخر. وإلا فيُرجى فتح النموذج من جديد من المكان الذي وجدته فيه.',
    'unknown.title': 'هذا الرابط لا يعمل',
    'unknown.text': 'قد يكون غير مكتمل، أو لم يعد صالحًا. يُرجى فتح النموذج من جديد من المكان الذي وجدته فيه.',
    'failed.title': 'يتعذر الوصول إلى النموذج',
    'failed.text': 'ما زال رابطك صالحًا. يُرجى التحقق من الاتصال بالإنترنت، ثم إعادة المحاولة.',
    again: 'إعادة المحاولة',
    fallback: 'التقديم بطريقة أخرى',
    none: 'للتقديم، يُرجى التواصل مباشرةً مع جهة العمل.',
    'page.time': 'نحو {time}',
  },
};
