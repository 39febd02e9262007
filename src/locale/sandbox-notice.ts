/** The notice above a sandbox form: the server sends it, so that it adds no bytes to other forms. */
import type { Language } from './languages.ts';

export const sandboxNotices: Readonly<Record<Language, string>> = {
  en: 'This form is a test (sandbox). Nothing you send here reaches an employer, and all of it is deleted when this server starts again.',
  de: 'Dieses Formular ist nur ein Test (Sandbox). Nichts, was Sie hier senden, erreicht einen Arbeitgeber, und alles wird beim nächsten Start dieses Servers gelöscht.',
  es: 'Este formulario es solo una prueba (sandbox). Nada de lo que envíe aquí llega a una empresa, y todo se borra cuando este servidor se reinicia.',
  fr: 'Ce formulaire est un simple test (sandbox). Rien de ce que vous envoyez ici ne parvient à un employeur, et tout est effacé au prochain démarrage de ce serveur.',
  pt: 'Este formulário é apenas um teste (sandbox). Nada do que enviar aqui chega a um empregador, e tudo é apagado quando este servidor voltar a arrancar.',
  'pt-BR':
    'Este formulário é apenas um teste (sandbox). Nada do que você enviar aqui chega a um empregador, e tudo é apagado quando este servidor for reiniciado.',
  ar: 'هذا النموذج للتجربة فقط (sandbox). لا شيء مما يُرسَل هنا يصل إلى أي جهة عمل، ويُحذف كله عند إعادة تشغيل هذا الخادم.',
};
