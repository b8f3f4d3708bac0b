import type { MailWords } from "../words.ts";

export const mail: MailWords = {
  copyReason:
    "O Pathform enviou este e-mail porque alguém digitou este endereço no formulário “{title}”. Se não foi você, ignore este e-mail.",
  rest: "O restante não é mostrado.",
  file: "Arquivo {number}",
  signed: "Assinado",
  answer: "Responder ao formulário",
  invitationReason: "Você recebeu este e-mail porque {workspace} convidou você a responder ao formulário “{title}”.",
  reminder: "Lembrete: {subject}",
  reminderReason:
    "Você recebeu este lembrete porque {workspace} convidou você a responder ao formulário “{title}”. Ainda não recebemos suas respostas.",
  resume: "Continuar o preenchimento",
  resumeSubject: "Continuar o preenchimento: {title}",
  resumeText: "Abra este link para continuar de onde parou. Ele funciona uma única vez, por 30 dias.",
  resumeReason:
    "Você recebeu este e-mail porque alguém pediu este link no formulário “{title}”. Se não foi você, ignore-o.",
  unsubscribe: "Cancelar inscrição",
  unsubscribeTitle: "Cancelar inscrição?",
  unsubscribeText: "{address} não receberá mais convites de {workspace}.",
  unsubscribedTitle: "Inscrição cancelada",
  unsubscribedText: "{address} não recebe mais convites de {workspace}.",
  expiredTitle: "O link expirou",
  expiredText: "Use o link do e-mail mais recente.",
  busyTitle: "O serviço está sobrecarregado",
  busyText: "Tente de novo em um minuto.",
};
