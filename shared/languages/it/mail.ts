import type { MailWords } from "../words.ts";

export const mail: MailWords = {
  copyReason:
    "Pathform ha inviato questa email perché qualcuno ha inserito questo indirizzo nel modulo «{title}». Se non eri tu, ignora questa email.",
  rest: "Il resto non è mostrato.",
  file: "File {number}",
  signed: "Firmato",
  answer: "Compila il modulo",
  invitationReason: "Ricevi questa email perché {workspace} ti invita a compilare il modulo «{title}».",
  reminder: "Promemoria: {subject}",
  reminderReason:
    "Ricevi questo promemoria perché {workspace} ti invita a compilare il modulo «{title}». Le tue risposte non sono ancora arrivate.",
  resume: "Riprendi la compilazione",
  resumeSubject: "Riprendi la compilazione: {title}",
  resumeText: "Apri questo link per riprendere da dove avevi lasciato. Funziona una sola volta, per 30 giorni.",
  resumeReason:
    "Ricevi questa email perché qualcuno ha richiesto questo link nel modulo «{title}». Se non eri tu, ignorala.",
  unsubscribe: "Annulla l’iscrizione",
  unsubscribeTitle: "Annullare l’iscrizione?",
  unsubscribeText: "{address} non riceverà più inviti da {workspace}.",
  unsubscribedTitle: "Iscrizione annullata",
  unsubscribedText: "{address} non riceve più inviti da {workspace}.",
  expiredTitle: "Link scaduto",
  expiredText: "Usa il link nell’email più recente.",
  busyTitle: "Il servizio è sovraccarico",
  busyText: "Riprova tra un minuto.",
};
