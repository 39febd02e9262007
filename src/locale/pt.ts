import type { Catalogue } from './catalogue.ts';

/** Português europeu: tratamento formal sem género; infinitivo nos botões, imperativo nas instruções. */
export const pt: Catalogue = {
  required: 'obrigatório',
  optional: 'facultativo',
  yes: 'Sim',
  no: 'Não',
  from: 'De',
  to: 'Até',
  'date.day': 'Dia',
  'date.month': 'Mês',
  'date.year': 'Ano',
  'date.calendar': 'Abrir o calendário',
  select: 'Selecione uma opção',
  opensInNewTab: '(abre num separador novo)',

  'detail.first_name': 'Nome próprio',
  'detail.last_name': 'Apelido',
  'detail.email': 'Endereço de e-mail',

  'choose.any': 'Selecione tudo o que se aplica',
  'choose.atLeast': {
    one: 'Selecione pelo menos {count} opção',
    many: 'Selecione pelo menos {count} de opções',
    other: 'Selecione pelo menos {count} opções',
  },
  'choose.atMost': {
    one: 'Selecione até {count} opção',
    many: 'Selecione até {count} de opções',
    other: 'Selecione até {count} opções',
  },
  'choose.exactly': {
    one: 'Selecione exatamente {count} opção',
    many: 'Selecione exatamente {count} de opções',
    other: 'Selecione exatamente {count} opções',
  },
  'choose.between': 'Selecione entre {minimum} e {maximum} opções',

  'file.chooseOne': 'Escolher um ficheiro',
  'file.chooseSeveral': 'Escolher ficheiros',
  'file.drop': 'ou largue-o aqui',
  'file.dropSeveral': 'ou largue-os aqui',
  'file.limit': 'até {size} cada',
  'file.limitOne': 'até {size}',

  'notice.unknown': 'Não é possível responder aqui a esta pergunta. Pode enviar a sua candidatura sem ela.',

  'error.plain': 'Verifique esta resposta',

  'form.label': 'Formulário de candidatura',
  'form.send': 'Enviar candidatura',
  'form.sending': 'A enviar…',
  'form.preview': 'Isto é uma pré-visualização. Nada do que introduzir será enviado.',
  'form.loading': 'A carregar o formulário de candidatura…',

  'way.reload': 'Tentar novamente',
  'way.send': 'Enviar novamente',
  'way.fallback': 'Candidatar-se de outra forma',
  'way.none': 'Para se candidatar, contacte diretamente a entidade empregadora.',
  'way.kept': 'As suas respostas continuam aqui.',

  'failure.offline': 'Verifique a sua ligação à Internet e tente novamente.',

  clear: 'Apagar resposta',
  'clear.done': 'Resposta apagada',

  'choose.count': {
    one: '{count} de {maximum} escolhida',
    many: '{count} de {maximum} escolhidas',
    other: '{count} de {maximum} escolhidas',
  },
  'choose.full': {
    one: '{count} de {maximum} escolhida. Para escolher outra, desmarque primeiro uma.',
    many: '{count} de {maximum} escolhidas. Para escolher outra, desmarque primeiro uma.',
    other: '{count} de {maximum} escolhidas. Para escolher outra, desmarque primeiro uma.',
  },
  'choose.swap': 'Para escolher «{option}», desmarque primeiro uma destas: {chosen}',

  'number.understood': 'Entendemos assim: {number}',
  'number.decimals': 'Entendemos {number} como um número com casas decimais, e não como milhares',

  'file.more': 'Adicionar outro ficheiro',
  'file.replace': 'Escolher outro ficheiro',
  'file.uploading': 'A carregar, {percent}',
  'file.staged': 'Adicionado',
  'file.failed': 'Não carregado',
  'file.cancel': 'Cancelar',
  'file.remove': 'Remover',
  'file.retry': 'Tentar novamente',
  'file.of': '{action}: {name}',
  'file.said': '{name}: {state}',
  'file.several': { one: '{count} ficheiro', many: '{count} de ficheiros', other: '{count} ficheiros' },
  'file.removed': 'Removido',
  'file.failedOffline': 'Não carregado. Verifique a sua ligação à Internet e tente novamente.',
  'file.file_too_large': 'Este ficheiro é demasiado grande: {own}. Escolha um com {size} no máximo.',
  'file.file_too_large_unknown': 'Este ficheiro é demasiado grande. Escolha um mais pequeno.',
  'file.file_type': 'Este tipo de ficheiro não é aceite. Guarde-o como PDF e volte a escolhê-lo.',
  'file.file_empty': 'Este ficheiro está vazio. Escolha outro.',
  'file.file_unreadable':
    'Não é possível ler este ficheiro. Verifique se ainda está no mesmo sítio e volte a escolhê-lo.',
  'file.renamed':
    'O nome deste ficheiro indica que é {named}, mas o conteúdo é {found}. Guarde-o no formato certo ou escolha outro.',
  'file.damaged':
    'Este ficheiro está danificado ou protegido por palavra-passe. Guarde-o de novo sem ela ou escolha outro.',
  'file.macros': 'Este ficheiro contém macros. Guarde-o sem elas e volte a escolhê-lo.',
  'file.infected': 'Este ficheiro não passou na nossa verificação antivírus. Escolha outro.',
  'file.kinds': 'Este tipo de ficheiro não é aceite. Escolha um ficheiro de um destes tipos: {kinds}.',
  'file.most': {
    one: 'Só pode adicionar {count} ficheiro no total. Remova outro primeiro.',
    many: 'Pode adicionar até {count} de ficheiros no total. Remova outro primeiro.',
    other: 'Pode adicionar até {count} ficheiros no total. Remova outro primeiro.',
  },
  'file.total_too_large':
    'No total, os seus ficheiros podem ter no máximo {size}. Remova outro primeiro ou escolha um mais pequeno.',
  'file.twice': '«{name}» já foi adicionado.',
  'file.onlyOne': 'Aqui só pode ser adicionado um ficheiro. Escolha um.',
  'file.notFile':
    'Aqui só podem ser adicionados ficheiros. Guarde primeiro o conteúdo num ficheiro e depois escolha-o.',

  'error.heard': 'Erro',
  'error.required.text': 'Introduza uma resposta',
  'error.required.url': 'Introduza um endereço web',
  'error.required.number': 'Introduza um número',
  'error.required.date': 'Introduza uma data',
  'error.required.date_range': 'Introduza as duas datas',
  'error.required.boolean': 'Selecione sim ou não',
  'error.required.choice': 'Selecione uma opção',
  'error.required.choices': 'Selecione pelo menos uma opção',
  'error.required.document': 'Adicione um ficheiro',
  'error.required.multi_document': 'Adicione pelo menos um ficheiro',
  'error.named': '{error} em «{title}»',
  'error.required.first_name': 'Introduza o seu nome próprio',
  'error.required.last_name': 'Introduza o seu apelido',
  'error.required.email': 'Introduza o seu endereço de e-mail',
  'error.unreadable_number': 'Introduza um número, por exemplo {example}',
  'error.number_too_long': 'Introduza um número com 40 algarismos no máximo',
  'error.unreadable_date': 'Introduza uma data válida, com dia, mês e ano',
  'error.date.day': 'Acrescente o dia',
  'error.date.month': 'Acrescente o mês',
  'error.date.year': 'Acrescente o ano, com quatro algarismos',
  'error.range_incomplete.from': 'Introduza a data de início',
  'error.range_incomplete.to': 'Introduza a data de fim',
  'error.range_reversed': 'Introduza uma data de fim que não seja anterior à data de início',
  'error.invalid_url': 'Introduza um endereço web, por exemplo www.example.com',
  'error.invalid_email': 'Introduza um endereço de e-mail no formato correto, por exemplo name@example.com',
  'error.too_long': 'Introduza no máximo 255 caracteres',
  'error.not_an_option': 'Selecione uma das opções apresentadas',
  'error.too_few_options': {
    one: 'Selecione pelo menos {count} opção',
    many: 'Selecione pelo menos {count} de opções',
    other: 'Selecione pelo menos {count} opções',
  },
  'error.too_many_options': {
    one: 'Selecione no máximo {count} opção',
    many: 'Selecione no máximo {count} de opções',
    other: 'Selecione no máximo {count} opções',
  },
  'error.refused': 'Altere esta resposta. Não foi possível aceitá-la.',

  'live.shown': {
    one: '{count} pergunta acrescentada depois de «{title}»',
    many: '{count} de perguntas acrescentadas depois de «{title}»',
    other: '{count} perguntas acrescentadas depois de «{title}»',
  },
  'live.hidden': {
    one: '{count} pergunta retirada depois de «{title}»',
    many: '{count} de perguntas retiradas depois de «{title}»',
    other: '{count} perguntas retiradas depois de «{title}»',
  },
  'live.both': '{shown}. {hidden}',

  'summary.title': {
    one: 'Há um problema em {count} resposta',
    many: 'Há um problema em {count} de respostas',
    other: 'Há um problema em {count} respostas',
  },
  'summary.done': 'Agora está tudo em ordem',
  'summary.fixed': 'corrigido',
  'summary.more': 'e mais {count}',
  'summary.colon': ':',

  'foot.missing': {
    one: 'Falta {count} resposta obrigatória',
    many: 'Faltam {count} de respostas obrigatórias',
    other: 'Faltam {count} respostas obrigatórias',
  },
  'foot.wrong': {
    one: '{count} resposta a verificar',
    many: '{count} de respostas a verificar',
    other: '{count} respostas a verificar',
  },
  'foot.ready': 'Tudo pronto para enviar',
  'foot.files': 'A carregar os seus ficheiros…',
  'foot.sending': 'A enviar as suas respostas…',
  'foot.long': 'O envio continua. As suas respostas estão a salvo.',

  'form.empty': 'Esta vaga não tem perguntas para responder.',
  'form.changed.title': 'A entidade empregadora alterou o formulário',
  'form.changed': {
    one: 'Guardámos as suas respostas. Verifique esta pergunta e envie novamente:',
    many: 'Guardámos as suas respostas. Verifique estas perguntas e envie novamente:',
    other: 'Guardámos as suas respostas. Verifique estas perguntas e envie novamente:',
  },
  'form.changed.none': 'Guardámos as suas respostas. Verifique-as e envie novamente.',
  'form.changed.rest': {
    one: 'Guardámos todas as suas outras respostas. Verifique esta pergunta e envie novamente:',
    many: 'Guardámos todas as suas outras respostas. Verifique estas perguntas e envie novamente:',
    other: 'Guardámos todas as suas outras respostas. Verifique estas perguntas e envie novamente:',
  },
  'form.changed.restNone': 'Guardámos todas as suas outras respostas. Verifique-as e envie novamente.',
  'form.lost': {
    one: 'Uma resposta já não se adequa ao formulário. Copie o que ainda quiser aproveitar:',
    many: '{count} de respostas já não se adequam ao formulário. Copie o que ainda quiser aproveitar:',
    other: '{count} respostas já não se adequam ao formulário. Copie o que ainda quiser aproveitar:',
  },

  'receipt.title': 'Candidatura enviada',
  'receipt.unclear': 'A sua candidatura pode não ter chegado',
  'receipt.thanks': 'Agradecemos a sua candidatura.',
  'receipt.reference': 'A sua referência',
  'receipt.copy': 'Copiar',
  'receipt.copied': 'Copiada',
  'receipt.next': 'O que acontece a seguir',
  'receipt.nextText':
    'A equipa de recrutamento vai ler a sua candidatura e entrar em contacto consigo. Guarde a sua referência para o caso de ter alguma dúvida.',
  'receipt.on': 'Continuar',
  'receipt.sentOn': 'Enviada a {date}',
  'receipt.print': 'Imprimir ou guardar uma cópia',
  'receipt.slow':
    'Está a demorar mais do que o habitual. Pode fechar esta página: temos as suas respostas e continuamos a encaminhá-las.',
  'receipt.sent': {
    one: 'O que enviou ({count} resposta)',
    many: 'O que enviou ({count} de respostas)',
    other: 'O que enviou ({count} respostas)',
  },
  'receipt.sentAll': 'O que enviou',
  'receipt.passing':
    'Recebemos a sua candidatura e estamos a encaminhá-la para a entidade empregadora. Não precisa de fazer mais nada.',
  'receipt.how': 'Ponto da situação',
  'receipt.delivering': 'Respostas encaminhadas para a entidade empregadora: {delivered} de {total}',
  'receipt.complete': 'A sua candidatura chegou à entidade empregadora',
  'receipt.attention':
    'Uma parte da sua candidatura pode não ter chegado à entidade empregadora e não voltaremos a enviá-la automaticamente. Guarde uma cópia do que enviou e indique a sua referência se contactar a entidade empregadora.',

  'receipt.attentionNone':
    'A sua candidatura pode não ter chegado à entidade empregadora e não voltaremos a enviá-la automaticamente. Guarde uma cópia do que enviou e indique a sua referência se contactar a entidade empregadora.',
  'form.resend': 'Enviar alterações',
  'refused.title': {
    one: 'É preciso alterar uma resposta',
    many: 'É preciso alterar {count} de respostas',
    other: 'É preciso alterar {count} respostas',
  },
  'refused.text':
    'Recebemos a sua candidatura, com a referência {reference}, mas o sistema da entidade empregadora não conseguiu aceitar tudo. Altere o que está assinalado abaixo e envie novamente. Todas as suas outras respostas estão a salvo.',
  'refused.details': 'Verifique os seus dados pessoais',
  'refused.detailsText':
    'Recebemos a sua candidatura, com a referência {reference}, mas o sistema da entidade empregadora não conseguiu aceitar os seus dados pessoais. Verifique-os abaixo e envie novamente. Todas as suas respostas estão a salvo.',
  'refused.detailsAsks':
    'Recebemos a sua candidatura, com a referência {reference}, mas o sistema da entidade empregadora pede também estes dados: {fields}. Acrescente abaixo o que falta e envie novamente. Todas as suas respostas estão a salvo.',
  'refused.changed':
    'A entidade empregadora alterou o formulário depois de a sua candidatura ter sido enviada, pelo que não foi possível enviar as suas alterações. A sua candidatura está a salvo, com a referência {reference}. Contacte a entidade empregadora acerca das respostas aqui assinaladas.',

  'refusal.title': 'Não foi possível encaminhar a sua candidatura',
  'refusal.asks':
    'O sistema da entidade empregadora exige também dados que este formulário não pede: {fields}. Sem eles, não aceita nenhuma candidatura.',
  'refusal.wrong': 'O sistema da entidade empregadora não aceitou estes dados: {fields}.',
  'refusal.silent': 'O sistema da entidade empregadora não aceitou a sua candidatura e não indicou o motivo.',
  'refusal.closed': 'Já não são aceites candidaturas para esta vaga.',
  'refusal.gone': 'O sistema da entidade empregadora não encontra esta vaga. Pode ter sido retirada.',
  'refusal.nothing': 'Nada da sua candidatura chegou à entidade empregadora.',
  'refusal.check': 'Pode alterar os seus dados abaixo e enviar novamente, ou candidatar-se de outra forma.',
  'field.first_name': 'Nome próprio',
  'field.last_name': 'Apelido',
  'field.email': 'Endereço de e-mail',
  'field.preferred_name': 'Nome preferido',
  'field.preferred_pronouns': 'Pronomes',
  'field.phone': 'Número de telefone',
  'field.date_of_birth': 'Data de nascimento',
  'field.linkedin_url': 'Perfil do LinkedIn',
  'field.summary': 'Resumo pessoal',
  'field.address1': 'Morada',
  'field.address2': 'Segunda linha da morada',
  'field.town': 'Localidade',
  'field.state_province': 'Estado',
  'field.postcode': 'Código postal',
  'field.country': 'País',
  'field.cv': 'Currículo',
  'field.cover_letter': 'Carta de apresentação',
  'field.documents': 'Outros documentos',
  'field.equality_monitoring_option_ids': 'Igualdade de oportunidades',

  'section.about': 'Sobre si',
  'section.documents': 'Documentos',
  'section.questions': 'Perguntas',
  'section.equality': 'Igualdade de oportunidades',
  'section.equalityText':
    'Estas perguntas são voluntárias. Pode enviar a sua candidatura sem lhes responder.',
  'section.equalityAsked':
    'Estas perguntas são voluntárias, mas o sistema da entidade empregadora precisa de uma resposta a cada uma. Preferir não responder também é uma resposta.',
  'section.send': 'Antes de enviar',

  'privacy.text': 'Para saber como são utilizados os seus dados, consulte o [aviso de privacidade].',
  'phone.country': 'País do número de telefone',

  'need.preferred_name': 'Introduza o seu nome preferido',
  'need.preferred_pronouns': 'Introduza os seus pronomes',
  'need.phone': 'Introduza o seu número de telefone',
  'need.date_of_birth': 'Introduza a sua data de nascimento',
  'need.linkedin_url': 'Introduza o endereço do seu perfil do LinkedIn',
  'need.country': 'Selecione o seu país',
  'need.address1': 'Introduza a sua morada',
  'need.address2': 'Introduza a segunda linha da sua morada',
  'need.town': 'Introduza a sua localidade',
  'need.state_province': 'Selecione o seu estado',
  'need.postcode': 'Introduza o seu código postal',
  'need.summary': 'Introduza um resumo pessoal',
  'need.cv': 'Adicione o seu currículo',
  'need.cover_letter': 'Adicione a sua carta de apresentação',
  'need.documents': 'Adicione pelo menos um documento',
  'address.half': '{need} ou deixe toda a morada em branco',
  'need.equality': 'Selecione uma resposta',
  'need.consent': 'Assinale esta caixa: sem ela, a sua candidatura não pode ser enviada',

  'fault.phone': 'Introduza um número de telefone em algarismos, por exemplo {example}',
  'fault.phoneCountry':
    'Introduza um número de telefone que exista neste país ({country}) ou comece pelo indicativo internacional',
  'fault.phoneAnywhere':
    'Introduza um número de telefone que exista: este não corresponde ao país do indicativo',
  'fault.linkedin': 'Introduza um endereço do LinkedIn, por exemplo {example}',
  'fault.future': 'Introduza uma data de nascimento no passado',
  'fault.summary': 'Introduza no máximo {most} caracteres',

  'closed.title': 'Este formulário já não está aberto',
  'closed.text': 'Já não são aceites candidaturas. Agradecemos o seu interesse.',
  'already_sent.title': 'A sua candidatura já foi enviada',
  'already_sent.text':
    'Não pode ser enviada de novo a partir daqui. Se não souber se chegou, contacte a entidade empregadora.',

  'way.wait': {
    one: 'Pode tentar novamente dentro de {count} segundo.',
    many: 'Pode tentar novamente dentro de {count} de segundos.',
    other: 'Pode tentar novamente dentro de {count} segundos.',
  },

  'title.cannotOpen': 'Não é possível abrir este formulário',
  'title.cannotSend': 'A sua candidatura não foi enviada.',
  'title.cannotResend': 'As suas alterações não foram enviadas.',
  'title.offline': 'Não é possível aceder ao formulário',
  'way.blocked':
    'Se voltar a ser bloqueado, escreva de outra forma as respostas com código ou carateres invulgares e encurte as longas.',
  'way.copy': 'As suas respostas continuam aqui: copie o que quiser guardar antes de sair desta página.',
  'title.expired': 'A sua hiperligação expirou',
  'title.busy': 'Um momento, por favor',
  'title.changed': 'O formulário foi alterado',
  'title.already': 'A sua candidatura já foi enviada.',

  'failure.bad_request': 'Algo correu mal. Volte a carregar a página.',
  'failure.token_invalid':
    'Esta hiperligação não funciona ou deixou de funcionar. Abra novamente o formulário a partir de onde o encontrou.',
  'failure.token_expired':
    'As hiperligações para este formulário só funcionam durante algum tempo. Abra-o novamente a partir de onde o encontrou.',
  'failure.unauthorized':
    'Esta página não tem permissão para abrir o formulário. Por favor, avise a entidade empregadora.',
  'failure.origin_not_allowed':
    'Este sítio web não tem permissão para mostrar o formulário. Por favor, avise a entidade empregadora.',
  'failure.job_not_public': 'Precisa de uma hiperligação pessoal para se candidatar a esta vaga.',
  'failure.not_found': 'Não encontramos esta vaga ou candidatura. É possível que tenha sido retirada.',
  'failure.form_changed':
    'A entidade empregadora acabou de alterar as perguntas. Verifique-as e envie novamente.',
  'failure.already_submitted': 'Já não pode ser alterada aqui.',
  'failure.job_closed': 'Este formulário acabou de encerrar.',
  'failure.file_too_large': 'Há um ficheiro demasiado grande. Escolha um mais pequeno e envie novamente.',
  'failure.body_too_large':
    'A sua candidatura é demasiado grande. Encurte as suas respostas mais longas e envie novamente.',
  'failure.file_type': 'Há um ficheiro de um tipo que não é aceite. Guarde-o como PDF e envie novamente.',
  'failure.no_job':
    'Não sabemos a que vaga pertence este formulário. Por favor, avise a entidade empregadora.',
  'failure.hidden_answer':
    'Algumas perguntas já não se aplicam ao seu caso. Verifique o formulário e envie novamente.',
  'failure.foreign_question':
    'O formulário e as perguntas da entidade empregadora não coincidem. Volte a carregar a página.',
  'failure.missing_answer': 'Falta uma resposta obrigatória. Preencha-a e envie novamente.',
  'failure.invalid_answer':
    'Não foi possível aceitar uma resposta. Altere o que está assinalado e envie novamente.',
  'failure.invalid_details':
    'Não foi possível aceitar alguns dos seus dados. Verifique-os e envie novamente.',
  'failure.file_missing': 'Há um ficheiro que não chegou até nós. Adicione-o outra vez e envie novamente.',
  'failure.file_empty': 'Há um ficheiro vazio. Escolha outro e envie novamente.',
  'failure.too_many': 'Adicionou demasiados ficheiros. Remova alguns e envie novamente.',
  'failure.rate_limited':
    'Muitas pessoas estão a candidatar-se neste momento. Por favor, tente novamente um pouco mais tarde.',
  'failure.bad_document':
    'O sistema da entidade empregadora enviou algo que não conseguimos ler. Por favor, tente novamente um pouco mais tarde.',
  'failure.service_unavailable':
    'Não conseguimos aceder ao sistema da entidade empregadora. Por favor, tente novamente um pouco mais tarde.',
  'failure.timed_out':
    'O servidor não respondeu a tempo. Verifique a sua ligação à Internet e tente novamente.',
  'failure.blocked':
    'Algo entre esta página e nós bloqueou o pedido, e não conseguimos saber porquê. Tente novamente ou use outra rede.',
  'failure.bad_setup':
    'O formulário não está configurado corretamente. Por favor, avise a entidade empregadora.',

  'draft.offline':
    'Não tem ligação à Internet. Continue a preencher o formulário e envie-o quando a ligação for reposta.',
  'draft.online': 'A ligação foi reposta. Já pode enviar a sua candidatura.',
  'draft.here': 'Guardado neste dispositivo',
  'draft.tab': 'Guardado neste separador',
  'draft.keep': 'Manter 7 dias neste dispositivo',
  'draft.until': 'Guardado neste dispositivo até {date}',
  'draft.end': 'Não manter neste dispositivo',
  'draft.unkept':
    'Não foi possível manter as suas respostas neste dispositivo; estão guardadas neste separador. Verifique a sua ligação à Internet e tente novamente.',
  'draft.found': 'Há respostas guardadas neste dispositivo. Continue apenas se forem suas.',
  'draft.goOn': 'Continuar',
  'draft.anew': 'Começar de novo',
  'draft.askAnew': 'Apagar as respostas guardadas neste dispositivo? Esta ação não pode ser anulada.',
  'draft.over': 'As respostas que estavam guardadas neste dispositivo já não estão lá.',
  'draft.not':
    'As suas respostas não podem ser guardadas neste dispositivo. Mantenha esta página aberta até as ter enviado.',
  'draft.back': 'As suas respostas foram recuperadas.',
  'draft.clear': 'Apagar as minhas respostas',
  'draft.cleared': 'As suas respostas foram apagadas.',
  'draft.ask': 'Apagar tudo o que introduziu aqui? Esta ação não pode ser anulada.',
  'draft.askSent':
    'Apagar tudo o que introduziu aqui? Esta ação não pode ser anulada. O que enviou pode já ter chegado e não será apagado.',
  'draft.yes': 'Sim, apagar',
  'draft.no': 'Não, manter',
  'wait.offline':
    'A sua candidatura está guardada neste dispositivo. Vamos enviá-la assim que voltar a ter ligação. Mantenha esta página aberta.',
  'wait.busy':
    'A sua candidatura está guardada neste dispositivo. Vamos enviá-la dentro de momentos. Mantenha esta página aberta.',
  'wait.unreached':
    'De momento, não conseguimos contactar o servidor. A sua candidatura está guardada neste dispositivo. Continuamos a tentar e nada chegará duas vezes. Mantenha esta página aberta.',
  'wait.slow':
    'Continuamos a tentar: o servidor ainda não respondeu. A sua candidatura está guardada neste dispositivo e nada chegará duas vezes. Mantenha esta página aberta.',
  'wait.long':
    'A sua candidatura ainda não está confirmada. Continuamos a tentar e nada chegará duas vezes. Também pode voltar mais tarde: o que introduziu fica guardado neste dispositivo.',

  'gone.kept':
    'Este formulário foi atualizado depois de o ter aberto. Volte a carregar a página para continuar: as suas respostas ficam guardadas neste dispositivo.',
  'gone.lost':
    'Este formulário foi atualizado depois de o ter aberto. Para continuar, é preciso voltar a carregar a página, e o que introduziu será perdido. Copie primeiro o que quiser guardar.',
  'gone.reload': 'Voltar a carregar a página',

  'challenge.solving': 'Estamos a verificar que não é spam. As suas respostas estão a salvo.',
  'prefill.some': 'Esta página preencheu algumas respostas por si. Verifique-as antes de enviar.',
  'prefill.field': 'Preenchido por esta página. Verifique, por favor.',

  'steps.label': 'Passos',
  'steps.of': 'Passo {number} de {total}',
  'steps.done': '(concluído)',
  'steps.about': 'Sobre si',
  'steps.questions': 'Perguntas',
  'steps.check': 'Verifique as suas respostas',
  'steps.back': 'Voltar',
  'steps.next': 'Seguinte',
  'steps.continue': 'Continuar',
  'steps.change': 'Alterar',
  'steps.none': 'Sem resposta',

  'list.search': 'Procurar nas opções',
  'list.keys': 'As teclas de seta percorrem as opções.',
  'list.count': 'Opções visíveis: {shown} de {total}. Escolhidas: {count}',
  'list.none': 'Nenhuma opção corresponde. Escolhidas: {count}',
  'list.chosen': 'Escolhidas: {options}',
};
