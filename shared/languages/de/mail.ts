import type { MailWords } from "../words.ts";

export const mail: MailWords = {
  copyReason:
    "Pathform hat diese E-Mail gesendet, weil diese Adresse im Formular „{title}“ eingegeben wurde. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.",
  rest: "Der Rest wird nicht angezeigt.",
  file: "Datei {number}",
  signed: "Unterschrieben",
  answer: "Formular ausfüllen",
  invitationReason: "Sie erhalten diese E-Mail, weil {workspace} Sie gebeten hat, das Formular „{title}“ auszufüllen.",
  reminder: "Erinnerung: {subject}",
  reminderReason:
    "Sie erhalten diese Erinnerung, weil {workspace} Sie gebeten hat, das Formular „{title}“ auszufüllen. Ihre Antworten sind noch nicht angekommen.",
  resume: "Weiter ausfüllen",
  resumeSubject: "Weiter ausfüllen: {title}",
  resumeText:
    "Mit diesem Link machen Sie dort weiter, wo Sie aufgehört haben. Er funktioniert einmal und 30 Tage lang.",
  resumeReason:
    "Sie erhalten diese E-Mail, weil dieser Link im Formular „{title}“ angefordert wurde. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.",
  unsubscribe: "Abmelden",
  unsubscribeTitle: "Abmelden?",
  unsubscribeText: "{address} erhält dann keine Einladungen von {workspace} mehr.",
  unsubscribedTitle: "Abgemeldet",
  unsubscribedText: "{address} erhält keine Einladungen von {workspace} mehr.",
  expiredTitle: "Link abgelaufen",
  expiredText: "Verwenden Sie den Link in der neuesten E-Mail.",
  busyTitle: "Der Dienst ist ausgelastet",
  busyText: "Versuchen Sie es in einer Minute erneut.",
};
