import type { MailWords } from "../words.ts";

export const mail: MailWords = {
  copyReason:
    "Pathform ha enviado este correo porque alguien introdujo esta dirección en el formulario «{title}». Si no fuiste tú, ignora este correo.",
  rest: "El resto no se muestra.",
  file: "Archivo {number}",
  signed: "Firmado",
  answer: "Completar el formulario",
  invitationReason: "Recibes este correo porque {workspace} te ha invitado a completar el formulario «{title}».",
  reminder: "Recordatorio: {subject}",
  reminderReason:
    "Recibes este recordatorio porque {workspace} te ha invitado a completar el formulario «{title}». Aún no hemos recibido tus respuestas.",
  resume: "Seguir respondiendo",
  resumeSubject: "Seguir respondiendo: {title}",
  resumeText: "Abre este enlace para continuar donde lo dejaste. Funciona una sola vez, durante 30 días.",
  resumeReason:
    "Recibes este correo porque alguien pidió este enlace en el formulario «{title}». Si no fuiste tú, ignóralo.",
  unsubscribe: "Darse de baja",
  unsubscribeTitle: "¿Quieres darte de baja?",
  unsubscribeText: "{address} no recibirá más invitaciones de {workspace}.",
  unsubscribedTitle: "Baja confirmada",
  unsubscribedText: "{address} ya no recibe invitaciones de {workspace}.",
  expiredTitle: "El enlace ha caducado",
  expiredText: "Usa el enlace del correo más reciente.",
  busyTitle: "El servicio está saturado",
  busyText: "Inténtalo de nuevo dentro de un minuto.",
};
