import type { Catalogue } from './catalogue.ts';

/** Português do Brasil: você, sem gênero para quem se candidata. */
export const ptBR: Catalogue = {
  required: 'obrigatório',
  optional: 'opcional',
  yes: 'Sim',
  no: 'Não',
  from: 'De',
  to: 'Até',
  'date.day': 'Dia',
  'date.month': 'Mês',
  'date.year': 'Ano',
  'date.calendar': 'Abrir o calendário',
  select: 'Selecione uma opção',
  opensInNewTab: '(abre em uma nova aba)',

  'detail.first_name': 'Nome',
  'detail.last_name': 'Sobrenome',
  'detail.email': 'E-mail',

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
  'choose.between': 'Selecione de {minimum} a {maximum} opções',

  'file.chooseOne': 'Escolher um arquivo',
  'file.chooseSeveral': 'Escolher arquivos',
  'file.drop': 'ou solte-o aqui',
  'file.dropSeveral': 'ou solte-os aqui',
  'file.limit': 'até {size} cada um',
  'file.limitOne': 'até {size}',

  'notice.unknown':
    'Não é possível responder a esta pergunta aqui. Você pode enviar sua candidatura sem ela.',

  'error.plain': 'Confira esta resposta',

  'form.label': 'Formulário de candidatura',
  'form.send': 'Enviar candidatura',
  'form.sending': 'Enviando…',
  'form.preview': 'Esta é uma prévia. Nada do que você digitar será enviado.',
  'form.loading': 'Carregando o formulário de candidatura…',

  'way.reload': 'Tentar de novo',
  'way.send': 'Enviar de novo',
  'way.fallback': 'Candidatar-se de outra forma',
  'way.none': 'Para se candidatar, entre em contato diretamente com a empresa.',
  'way.kept': 'Suas respostas continuam aqui.',

  'failure.offline': 'Confira sua conexão com a internet e tente de novo.',

  clear: 'Apagar resposta',
  'clear.done': 'Resposta apagada',

  'choose.count': {
    one: '{count} de {maximum} selecionada',
    many: '{count} de {maximum} selecionadas',
    other: '{count} de {maximum} selecionadas',
  },
  'choose.full': {
    one: '{count} de {maximum} selecionada. Para escolher outra, desmarque uma antes.',
    many: '{count} de {maximum} selecionadas. Para escolher outra, desmarque uma antes.',
    other: '{count} de {maximum} selecionadas. Para escolher outra, desmarque uma antes.',
  },
  'choose.swap': 'Para escolher “{option}”, desmarque antes uma destas: {chosen}',

  'number.understood': 'Entendemos assim: {number}',
  'number.decimals': 'Entendemos {number} como um número com casas decimais, e não como milhares',

  'file.more': 'Adicionar outro arquivo',
  'file.replace': 'Escolher outro arquivo',
  'file.uploading': 'Enviando, {percent}',
  'file.staged': 'Adicionado',
  'file.failed': 'Não enviado',
  'file.cancel': 'Cancelar',
  'file.remove': 'Remover',
  'file.retry': 'Tentar de novo',
  'file.of': '{action}: {name}',
  'file.said': '{name}: {state}',
  'file.several': { one: '{count} arquivo', many: '{count} de arquivos', other: '{count} arquivos' },
  'file.removed': 'Removido',
  'file.failedOffline': 'Não enviado. Confira sua conexão com a internet e tente de novo.',
  'file.file_too_large': 'Este arquivo é grande demais: {own}. Escolha um de até {size}.',
  'file.file_too_large_unknown': 'Este arquivo é grande demais. Escolha um menor.',
  'file.file_type': 'Este tipo de arquivo não é aceito. Salve-o como PDF e escolha-o novamente.',
  'file.file_empty': 'Este arquivo está vazio. Escolha outro.',
  'file.file_unreadable':
    'Não é possível ler este arquivo. Confira se ele ainda está no mesmo lugar e escolha-o novamente.',
  'file.renamed':
    'O nome deste arquivo indica que ele é {named}, mas o conteúdo é {found}. Salve-o no formato certo ou escolha outro.',
  'file.damaged':
    'Este arquivo está danificado ou protegido por senha. Salve-o de novo sem ela ou escolha outro.',
  'file.macros': 'Este arquivo contém macros. Salve-o sem elas e escolha-o novamente.',
  'file.infected': 'Este arquivo não passou na nossa verificação antivírus. Escolha outro.',
  'file.kinds': 'Este tipo de arquivo não é aceito. Escolha um arquivo de um destes tipos: {kinds}.',
  'file.most': {
    one: 'Você só pode adicionar {count} arquivo no total. Remova outro primeiro.',
    many: 'Você pode adicionar até {count} de arquivos no total. Remova outro primeiro.',
    other: 'Você pode adicionar até {count} arquivos no total. Remova outro primeiro.',
  },
  'file.total_too_large':
    'No total, seus arquivos podem ter no máximo {size}. Remova outro primeiro ou escolha um menor.',
  'file.twice': '“{name}” já foi adicionado.',
  'file.onlyOne': 'Só é possível adicionar um arquivo aqui. Escolha um.',
  'file.notFile':
    'Só é possível adicionar arquivos aqui. Primeiro salve o conteúdo como arquivo e depois escolha-o.',

  'error.heard': 'Erro',
  'error.required.text': 'Digite uma resposta',
  'error.required.url': 'Digite um endereço da web',
  'error.required.number': 'Digite um número',
  'error.required.date': 'Informe uma data',
  'error.required.date_range': 'Informe as duas datas',
  'error.required.boolean': 'Selecione sim ou não',
  'error.required.choice': 'Selecione uma opção',
  'error.required.choices': 'Selecione pelo menos uma opção',
  'error.required.document': 'Adicione um arquivo',
  'error.required.multi_document': 'Adicione pelo menos um arquivo',
  'error.named': '{error} em “{title}”',
  'error.required.first_name': 'Digite seu nome',
  'error.required.last_name': 'Digite seu sobrenome',
  'error.required.email': 'Digite seu e-mail',
  'error.unreadable_number': 'Digite um número, por exemplo {example}',
  'error.number_too_long': 'Digite um número de no máximo 40 dígitos',
  'error.unreadable_date': 'Informe uma data válida, com dia, mês e ano',
  'error.date.day': 'Informe o dia',
  'error.date.month': 'Informe o mês',
  'error.date.year': 'Informe o ano, com quatro dígitos',
  'error.range_incomplete.from': 'Informe a data de início',
  'error.range_incomplete.to': 'Informe a data de término',
  'error.range_reversed': 'Informe uma data de término que não seja anterior à data de início',
  'error.invalid_url': 'Digite um endereço da web, por exemplo www.example.com',
  'error.invalid_email': 'Digite um e-mail no formato correto, por exemplo name@example.com',
  'error.too_long': 'Digite no máximo 255 caracteres',
  'error.not_an_option': 'Selecione uma das opções exibidas',
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
    one: '{count} pergunta adicionada depois de “{title}”',
    many: '{count} de perguntas adicionadas depois de “{title}”',
    other: '{count} perguntas adicionadas depois de “{title}”',
  },
  'live.hidden': {
    one: '{count} pergunta removida depois de “{title}”',
    many: '{count} de perguntas removidas depois de “{title}”',
    other: '{count} perguntas removidas depois de “{title}”',
  },
  'live.both': '{shown}. {hidden}',

  'summary.title': {
    one: 'Há um problema em {count} resposta',
    many: 'Há um problema em {count} de respostas',
    other: 'Há um problema em {count} respostas',
  },
  'summary.done': 'Agora está tudo certo',
  'summary.fixed': 'resolvido',
  'summary.more': 'e mais {count}',
  'summary.colon': ':',

  'foot.missing': {
    one: 'Falta {count} resposta obrigatória',
    many: 'Faltam {count} de respostas obrigatórias',
    other: 'Faltam {count} respostas obrigatórias',
  },
  'foot.wrong': {
    one: '{count} resposta para conferir',
    many: '{count} de respostas para conferir',
    other: '{count} respostas para conferir',
  },
  'foot.ready': 'Tudo pronto para enviar',
  'foot.files': 'Enviando seus arquivos…',
  'foot.sending': 'Enviando suas respostas…',
  'foot.long': 'Ainda enviando. Suas respostas estão seguras.',

  'form.empty': 'Esta vaga não tem perguntas para responder.',
  'form.changed.title': 'A empresa alterou o formulário',
  'form.changed': {
    one: 'Mantivemos suas respostas. Confira esta pergunta e envie de novo:',
    many: 'Mantivemos suas respostas. Confira estas perguntas e envie de novo:',
    other: 'Mantivemos suas respostas. Confira estas perguntas e envie de novo:',
  },
  'form.changed.none': 'Mantivemos suas respostas. Confira-as e envie de novo.',
  'form.changed.rest': {
    one: 'Mantivemos todas as suas outras respostas. Confira esta pergunta e envie de novo:',
    many: 'Mantivemos todas as suas outras respostas. Confira estas perguntas e envie de novo:',
    other: 'Mantivemos todas as suas outras respostas. Confira estas perguntas e envie de novo:',
  },
  'form.changed.restNone': 'Mantivemos todas as suas outras respostas. Confira-as e envie de novo.',
  'form.lost': {
    one: 'Uma resposta não se encaixa mais no formulário. Copie o que ainda quiser aproveitar:',
    many: '{count} de respostas não se encaixam mais no formulário. Copie o que ainda quiser aproveitar:',
    other: '{count} respostas não se encaixam mais no formulário. Copie o que ainda quiser aproveitar:',
  },

  'receipt.title': 'Candidatura enviada',
  'receipt.unclear': 'Sua candidatura pode não ter chegado',
  'receipt.thanks': 'Agradecemos sua candidatura.',
  'receipt.reference': 'Sua referência',
  'receipt.copy': 'Copiar',
  'receipt.copied': 'Copiada',
  'receipt.next': 'O que acontece agora',
  'receipt.nextText':
    'A equipe de recrutamento vai ler sua candidatura e entrar em contato com você. Guarde sua referência para o caso de ter alguma dúvida.',
  'receipt.on': 'Continuar',
  'receipt.sentOn': 'Enviada em {date}',
  'receipt.print': 'Imprimir ou salvar uma cópia',
  'receipt.slow':
    'Está demorando mais do que o normal. Você pode fechar esta página: temos suas respostas e continuamos a encaminhá-las.',
  'receipt.sent': {
    one: 'O que você enviou ({count} resposta)',
    many: 'O que você enviou ({count} de respostas)',
    other: 'O que você enviou ({count} respostas)',
  },
  'receipt.sentAll': 'O que você enviou',
  'receipt.passing':
    'Recebemos sua candidatura e estamos encaminhando-a para a empresa. Você não precisa fazer mais nada.',
  'receipt.how': 'Andamento do envio',
  'receipt.delivering': 'Respostas encaminhadas à empresa: {delivered} de {total}',
  'receipt.complete': 'Sua candidatura chegou à empresa',
  'receipt.attention':
    'Uma parte da sua candidatura pode não ter chegado à empresa e não vamos reenviá-la automaticamente. Guarde uma cópia do que enviou e informe sua referência se entrar em contato com a empresa.',

  'receipt.attentionNone':
    'Sua candidatura pode não ter chegado à empresa e não vamos reenviá-la automaticamente. Guarde uma cópia do que enviou e informe sua referência se entrar em contato com a empresa.',
  'form.resend': 'Enviar alterações',
  'refused.title': {
    one: 'Uma resposta precisa ser alterada',
    many: '{count} de respostas precisam ser alteradas',
    other: '{count} respostas precisam ser alteradas',
  },
  'refused.text':
    'Recebemos sua candidatura, com a referência {reference}, mas o sistema da empresa não conseguiu aceitar tudo. Altere o que está marcado abaixo e envie de novo. Todas as suas outras respostas estão seguras.',
  'refused.details': 'Confira seus dados pessoais',
  'refused.detailsText':
    'Recebemos sua candidatura, com a referência {reference}, mas o sistema da empresa não conseguiu aceitar seus dados pessoais. Confira-os abaixo e envie de novo. Todas as suas respostas estão seguras.',
  'refused.detailsAsks':
    'Recebemos sua candidatura, com a referência {reference}, mas o sistema da empresa também pede estes dados: {fields}. Acrescente abaixo o que falta e envie de novo. Todas as suas respostas estão seguras.',
  'refused.changed':
    'A empresa alterou o formulário depois que você enviou sua candidatura, por isso não foi possível enviar suas alterações. Sua candidatura está segura, com a referência {reference}. Entre em contato com a empresa para falar sobre as respostas marcadas aqui.',

  'refusal.title': 'Não foi possível encaminhar sua candidatura',
  'refusal.asks':
    'O sistema da empresa também exige dados que este formulário não pede: {fields}. Sem eles, não aceita nenhuma candidatura.',
  'refusal.wrong': 'O sistema da empresa não aceitou estes dados: {fields}.',
  'refusal.silent': 'O sistema da empresa não aceitou sua candidatura e não informou o motivo.',
  'refusal.closed': 'Esta vaga não aceita mais candidaturas.',
  'refusal.gone': 'O sistema da empresa não encontra esta vaga. Ela pode ter sido retirada.',
  'refusal.nothing': 'Nada da sua candidatura chegou à empresa.',
  'refusal.check': 'Você pode alterar seus dados abaixo e enviar de novo, ou se candidatar de outra forma.',
  'field.first_name': 'Nome',
  'field.last_name': 'Sobrenome',
  'field.email': 'E-mail',
  'field.preferred_name': 'Nome social',
  'field.preferred_pronouns': 'Pronomes',
  'field.phone': 'Número de telefone',
  'field.date_of_birth': 'Data de nascimento',
  'field.linkedin_url': 'Perfil do LinkedIn',
  'field.summary': 'Resumo pessoal',
  'field.address1': 'Endereço',
  'field.address2': 'Complemento do endereço',
  'field.town': 'Cidade',
  'field.state_province': 'Estado',
  'field.postcode': 'CEP',
  'field.country': 'País',
  'field.cv': 'Currículo',
  'field.cover_letter': 'Carta de apresentação',
  'field.documents': 'Outros documentos',
  'field.equality_monitoring_option_ids': 'Igualdade de oportunidades',

  'section.about': 'Sobre você',
  'section.documents': 'Documentos',
  'section.questions': 'Perguntas',
  'section.equality': 'Igualdade de oportunidades',
  'section.equalityText':
    'Estas perguntas são voluntárias. Você pode enviar sua candidatura sem responder a elas.',
  'section.equalityAsked':
    'Estas perguntas são voluntárias, mas o sistema da empresa precisa de uma resposta para cada uma. Preferir não responder também é uma resposta.',
  'section.send': 'Antes de enviar',

  'privacy.text': 'Para saber como seus dados são usados, consulte o [aviso de privacidade].',
  'phone.country': 'País do número de telefone',

  'need.preferred_name': 'Digite seu nome social',
  'need.preferred_pronouns': 'Digite seus pronomes',
  'need.phone': 'Digite seu número de telefone',
  'need.date_of_birth': 'Informe sua data de nascimento',
  'need.linkedin_url': 'Digite o endereço do seu perfil do LinkedIn',
  'need.country': 'Selecione seu país',
  'need.address1': 'Digite seu endereço',
  'need.address2': 'Digite o complemento do seu endereço',
  'need.town': 'Digite sua cidade',
  'need.state_province': 'Selecione seu estado',
  'need.postcode': 'Digite seu CEP',
  'need.summary': 'Digite um resumo pessoal',
  'need.cv': 'Adicione seu currículo',
  'need.cover_letter': 'Adicione sua carta de apresentação',
  'need.documents': 'Adicione pelo menos um documento',
  'address.half': '{need} ou deixe todo o endereço em branco',
  'need.equality': 'Selecione uma resposta',
  'need.consent': 'Marque esta caixa: sem ela, sua candidatura não pode ser enviada',

  'fault.phone': 'Digite um número de telefone em algarismos, por exemplo {example}',
  'fault.phoneCountry':
    'Digite um número de telefone que exista neste país ({country}) ou comece pelo código do país',
  'fault.phoneAnywhere': 'Digite um número de telefone que exista: este não corresponde ao código do país',
  'fault.linkedin': 'Digite um endereço do LinkedIn, por exemplo {example}',
  'fault.future': 'Informe uma data de nascimento no passado',
  'fault.summary': 'Digite no máximo {most} caracteres',

  'closed.title': 'Este formulário não está mais aberto',
  'closed.text': 'Ele não aceita mais candidaturas. Agradecemos seu interesse.',
  'already_sent.title': 'Sua candidatura já foi enviada',
  'already_sent.text':
    'Ela não pode ser enviada de novo por aqui. Se não souber se ela chegou, entre em contato com a empresa.',

  'way.wait': {
    one: 'Você pode tentar de novo em {count} segundo.',
    many: 'Você pode tentar de novo em {count} de segundos.',
    other: 'Você pode tentar de novo em {count} segundos.',
  },

  'title.cannotOpen': 'Não é possível abrir este formulário',
  'title.cannotSend': 'Sua candidatura não foi enviada.',
  'title.cannotResend': 'Suas alterações não foram enviadas.',
  'title.offline': 'Não é possível acessar o formulário',
  'way.blocked':
    'Se for bloqueado de novo, escreva de outro jeito as respostas com código ou caracteres incomuns e encurte as longas.',
  'way.copy': 'Suas respostas continuam aqui: copie o que quiser guardar antes de sair desta página.',
  'title.expired': 'Seu link expirou',
  'title.busy': 'Um momento, por favor',
  'title.changed': 'O formulário mudou',
  'title.already': 'Sua candidatura já foi enviada.',

  'failure.bad_request': 'Algo deu errado. Recarregue a página.',
  'failure.token_invalid':
    'Este link não funciona ou deixou de funcionar. Abra o formulário de novo a partir de onde o encontrou.',
  'failure.token_expired':
    'Os links para este formulário funcionam por tempo limitado. Abra-o de novo a partir de onde o encontrou.',
  'failure.unauthorized':
    'Esta página não tem permissão para abrir o formulário. Por favor, avise a empresa.',
  'failure.origin_not_allowed':
    'Este site não tem permissão para exibir o formulário. Por favor, avise a empresa.',
  'failure.job_not_public': 'Você precisa de um link pessoal para se candidatar a esta vaga.',
  'failure.not_found': 'Não encontramos esta vaga ou candidatura. Talvez tenha sido retirada do ar.',
  'failure.form_changed': 'A empresa acabou de alterar as perguntas. Confira-as e envie de novo.',
  'failure.already_submitted': 'Ela não pode mais ser alterada aqui.',
  'failure.job_closed': 'Este formulário acabou de ser encerrado.',
  'failure.file_too_large': 'Um arquivo é grande demais. Escolha um menor e envie de novo.',
  'failure.body_too_large':
    'Sua candidatura é grande demais. Encurte suas respostas mais longas e envie de novo.',
  'failure.file_type': 'Um dos arquivos é de um tipo que não é aceito. Salve-o como PDF e envie de novo.',
  'failure.no_job': 'Não sabemos a que vaga este formulário pertence. Por favor, avise a empresa.',
  'failure.hidden_answer':
    'Algumas perguntas não se aplicam mais a você. Confira o formulário e envie de novo.',
  'failure.foreign_question': 'O formulário e as perguntas da empresa não coincidem. Recarregue a página.',
  'failure.missing_answer': 'Falta uma resposta obrigatória. Preencha-a e envie de novo.',
  'failure.invalid_answer':
    'Não foi possível aceitar uma resposta. Altere o que está marcado e envie de novo.',
  'failure.invalid_details': 'Não foi possível aceitar alguns dos seus dados. Confira-os e envie de novo.',
  'failure.file_missing': 'Um arquivo não chegou até nós. Adicione-o outra vez e envie de novo.',
  'failure.file_empty': 'Um arquivo está vazio. Escolha outro e envie de novo.',
  'failure.too_many': 'Você adicionou arquivos demais. Remova alguns e envie de novo.',
  'failure.rate_limited':
    'Muitas pessoas estão se candidatando agora. Por favor, tente de novo um pouco mais tarde.',
  'failure.bad_document':
    'O sistema da empresa enviou algo que não conseguimos ler. Por favor, tente de novo um pouco mais tarde.',
  'failure.service_unavailable':
    'Não conseguimos acessar o sistema da empresa. Por favor, tente de novo um pouco mais tarde.',
  'failure.timed_out':
    'O servidor não respondeu a tempo. Confira sua conexão com a internet e tente de novo.',
  'failure.blocked':
    'Algo entre esta página e nós bloqueou o pedido, e não sabemos por quê. Tente de novo ou use outra rede.',
  'failure.bad_setup': 'O formulário não está configurado corretamente. Por favor, avise a empresa.',

  'draft.offline':
    'Você está sem conexão. Continue preenchendo o formulário e envie-o quando a conexão voltar.',
  'draft.online': 'A conexão voltou. Você já pode enviar sua candidatura.',
  'draft.here': 'Salvo neste dispositivo',
  'draft.tab': 'Salvo nesta aba',
  'draft.keep': 'Manter por 7 dias neste dispositivo',
  'draft.until': 'Salvo neste dispositivo até {date}',
  'draft.end': 'Não manter neste dispositivo',
  'draft.unkept':
    'Não foi possível manter suas respostas neste dispositivo; elas estão salvas nesta aba. Verifique sua conexão com a internet e tente de novo.',
  'draft.found': 'Há respostas salvas neste dispositivo. Continue somente se forem suas.',
  'draft.goOn': 'Continuar',
  'draft.anew': 'Começar de novo',
  'draft.askAnew': 'Apagar as respostas salvas neste dispositivo? Esta ação não pode ser desfeita.',
  'draft.over': 'As respostas que estavam salvas neste dispositivo não estão mais lá.',
  'draft.not':
    'Suas respostas não podem ser salvas neste dispositivo. Mantenha esta página aberta até enviá-las.',
  'draft.back': 'Suas respostas foram recuperadas.',
  'draft.clear': 'Apagar minhas respostas',
  'draft.cleared': 'Suas respostas foram apagadas.',
  'draft.ask': 'Apagar tudo o que você preencheu aqui? Esta ação não pode ser desfeita.',
  'draft.askSent':
    'Apagar tudo o que você preencheu aqui? Esta ação não pode ser desfeita. O que você enviou pode já ter chegado e não será apagado.',
  'draft.yes': 'Sim, apagar',
  'draft.no': 'Não, manter',
  'wait.offline':
    'Sua candidatura está salva neste dispositivo. Vamos enviá-la assim que a conexão voltar. Mantenha esta página aberta.',
  'wait.busy':
    'Sua candidatura está salva neste dispositivo. Vamos enviá-la em instantes. Mantenha esta página aberta.',
  'wait.unreached':
    'No momento, não conseguimos nos conectar ao servidor. Sua candidatura está salva neste dispositivo. Continuamos tentando e nada chegará duas vezes. Mantenha esta página aberta.',
  'wait.slow':
    'Continuamos tentando: o servidor ainda não respondeu. Sua candidatura está salva neste dispositivo e nada chegará duas vezes. Mantenha esta página aberta.',
  'wait.long':
    'Sua candidatura ainda não foi confirmada. Continuamos tentando e nada chegará duas vezes. Você também pode voltar mais tarde: o que você preencheu fica salvo neste dispositivo.',

  'gone.kept':
    'Este formulário foi atualizado depois que você o abriu. Recarregue a página para continuar: suas respostas ficam salvas neste dispositivo.',
  'gone.lost':
    'Este formulário foi atualizado depois que você o abriu. Para continuar, é preciso recarregar a página, e o que você preencheu será perdido. Copie antes o que quiser guardar.',
  'gone.reload': 'Recarregar a página',

  'challenge.solving': 'Estamos verificando que não é spam. Suas respostas estão seguras.',
  'prefill.some': 'Este site preencheu algumas respostas para você. Confira-as antes de enviar.',
  'prefill.field': 'Preenchido para você. Confira, por favor.',

  'steps.label': 'Etapas',
  'steps.of': 'Etapa {number} de {total}',
  'steps.done': '(concluída)',
  'steps.about': 'Sobre você',
  'steps.questions': 'Perguntas',
  'steps.check': 'Confira suas respostas',
  'steps.back': 'Voltar',
  'steps.next': 'Avançar',
  'steps.continue': 'Continuar',
  'steps.change': 'Alterar',
  'steps.none': 'Sem resposta',

  'list.search': 'Buscar nas opções',
  'list.keys': 'As teclas de seta percorrem as opções.',
  'list.count': 'Opções exibidas: {shown} de {total}. Selecionadas: {count}',
  'list.none': 'Nenhuma opção corresponde à busca. Selecionadas: {count}',
  'list.chosen': 'Selecionadas: {options}',
};
