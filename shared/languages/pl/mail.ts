import type { MailWords } from "../words.ts";

export const mail: MailWords = {
  copyReason:
    "Pathform wysłał tę wiadomość, ponieważ ktoś podał ten adres w formularzu „{title}”. Jeśli to pomyłka, zignoruj tę wiadomość.",
  rest: "Reszta nie jest pokazana.",
  file: "Plik {number}",
  signed: "Podpisano",
  answer: "Wypełnij formularz",
  invitationReason: "Otrzymujesz tę wiadomość, ponieważ {workspace} prosi o wypełnienie formularza „{title}”.",
  reminder: "Przypomnienie: {subject}",
  reminderReason:
    "Otrzymujesz to przypomnienie, ponieważ {workspace} prosi o wypełnienie formularza „{title}”. Twoje odpowiedzi jeszcze do nas nie dotarły.",
  resume: "Kontynuuj wypełnianie",
  resumeSubject: "Kontynuuj wypełnianie: {title}",
  resumeText: "Otwórz ten link, aby kontynuować od miejsca przerwania. Działa jeden raz, przez 30 dni.",
  resumeReason:
    "Otrzymujesz tę wiadomość, ponieważ w formularzu „{title}” poproszono o ten link. Jeśli to pomyłka, zignoruj tę wiadomość.",
  unsubscribe: "Wypisz się",
  unsubscribeTitle: "Wypisać się?",
  unsubscribeText: "{address} nie będzie już otrzymywać zaproszeń od {workspace}.",
  unsubscribedTitle: "Wypisano",
  unsubscribedText: "{address} nie otrzymuje już zaproszeń od {workspace}.",
  expiredTitle: "Link wygasł",
  expiredText: "Użyj linku z najnowszej wiadomości.",
  busyTitle: "Usługa jest przeciążona",
  busyText: "Spróbuj ponownie za minutę.",
};
