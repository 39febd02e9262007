/** Sentences of our own pages when no script can load: part of the page itself. */
import type { Language } from './languages.ts';

const en = {
  old: 'This browser is too old for this form. Open this page in a newer browser, or contact the employer directly to apply.',
  lost: 'The form could not be loaded. Check your internet connection, then load this page again.',
} as const;

export type GuardMessages = Readonly<Record<keyof typeof en, string>>;

export const guardMessages: Readonly<Record<Language, GuardMessages>> = {
  en,
  de: {
    old: 'Dieser Browser ist zu alt für dieses Formular. Öffnen Sie die Seite in einem neueren Browser, oder bewerben Sie sich direkt beim Arbeitgeber.',
    lost: 'Das Formular konnte nicht geladen werden. Prüfen Sie Ihre Internetverbindung und laden Sie diese Seite dann neu.',
  },
  es: {
    old: 'Este navegador es demasiado antiguo para este formulario. Abra esta página en un navegador más reciente o póngase en contacto directamente con la empresa.',
    lost: 'No se ha podido cargar el formulario. Compruebe su conexión a internet y vuelva a cargar esta página.',
  },
  fr: {
    old: 'Ce navigateur est trop ancien pour ce formulaire. Ouvrez cette page dans un navigateur plus récent ou adressez-vous directement à l’employeur.',
    lost: 'Le formulaire n’a pas pu être chargé. Vérifiez votre connexion internet, puis rechargez cette page.',
  },
  pt: {
    old: 'Este navegador é demasiado antigo para este formulário. Abra esta página num navegador mais recente ou contacte diretamente o empregador.',
    lost: 'Não foi possível carregar o formulário. Verifique a sua ligação à internet e volte a carregar esta página.',
  },
  'pt-BR': {
    old: 'Este navegador é antigo demais para este formulário. Abra esta página em um navegador mais recente ou entre em contato diretamente com o empregador.',
    lost: 'Não foi possível carregar o formulário. Verifique sua conexão com a internet e recarregue esta página.',
  },
  ar: {
    old: 'هذا المتصفح قديم جدًا لهذا النموذج. افتح هذه الصفحة في متصفح أحدث، أو تواصل مع صاحب العمل مباشرةً للتقديم.',
    lost: 'تعذر تحميل النموذج. تحقق من اتصالك بالإنترنت، ثم أعد تحميل هذه الصفحة.',
  },
};
