import type { MailWords } from "../words.ts";

export const mail: MailWords = {
  copyReason:
    "Pathform heeft deze e-mail gestuurd omdat iemand dit adres heeft ingevuld in het formulier ‘{title}’. Was jij dat niet? Negeer deze e-mail dan.",
  rest: "De rest wordt niet getoond.",
  file: "Bestand {number}",
  signed: "Ondertekend",
  answer: "Formulier invullen",
  invitationReason: "Je ontvangt deze e-mail omdat {workspace} je heeft gevraagd het formulier ‘{title}’ in te vullen.",
  reminder: "Herinnering: {subject}",
  reminderReason:
    "Je ontvangt deze herinnering omdat {workspace} je heeft gevraagd het formulier ‘{title}’ in te vullen. Je antwoorden zijn nog niet binnen.",
  resume: "Verder invullen",
  resumeSubject: "Verder invullen: {title}",
  resumeText: "Open deze link om verder te gaan waar je was gebleven. Hij werkt één keer, 30 dagen lang.",
  resumeReason:
    "Je ontvangt deze e-mail omdat iemand deze link heeft aangevraagd in het formulier ‘{title}’. Was jij dat niet? Negeer deze e-mail dan.",
  unsubscribe: "Afmelden",
  unsubscribeTitle: "Afmelden?",
  unsubscribeText: "{address} krijgt dan geen uitnodigingen van {workspace} meer.",
  unsubscribedTitle: "Afgemeld",
  unsubscribedText: "{address} krijgt geen uitnodigingen van {workspace} meer.",
  expiredTitle: "Link verlopen",
  expiredText: "Gebruik de link in de nieuwste e-mail.",
  busyTitle: "De dienst is overbelast",
  busyText: "Probeer het over een minuut opnieuw.",
};
