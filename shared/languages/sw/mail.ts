import type { MailWords } from "../words.ts";

export const mail: MailWords = {
  copyReason:
    "Pathform imetuma barua pepe hii kwa sababu anwani hii iliandikwa kwenye fomu “{title}”. Kama si wewe uliyeiandika, puuza barua pepe hii.",
  rest: "Sehemu iliyobaki haionyeshwi.",
  file: "Faili {number}",
  signed: "Imetiwa saini",
  answer: "Jaza fomu",
  invitationReason: "Umepokea barua pepe hii kwa sababu {workspace} imekualika kujaza fomu “{title}”.",
  reminder: "Kikumbusho: {subject}",
  reminderReason:
    "Umepokea kikumbusho hiki kwa sababu {workspace} imekualika kujaza fomu “{title}”. Majibu yako bado hayajafika.",
  resume: "Endelea kujibu",
  resumeSubject: "Endelea kujibu: {title}",
  resumeText: "Fungua kiungo hiki ili uendelee ulipoishia. Kinafanya kazi mara moja, kwa siku 30.",
  resumeReason:
    "Umepokea barua pepe hii kwa sababu kiungo hiki kiliombwa kwenye fomu “{title}”. Kama si wewe uliyekiomba, puuza barua pepe hii.",
  unsubscribe: "Jiondoe",
  unsubscribeTitle: "Ungependa kujiondoa?",
  unsubscribeText: "{address} haitapokea tena mialiko kutoka {workspace}.",
  unsubscribedTitle: "Umejiondoa",
  unsubscribedText: "{address} haipokei tena mialiko kutoka {workspace}.",
  expiredTitle: "Muda wa kiungo umeisha",
  expiredText: "Tumia kiungo kilicho kwenye barua pepe ya hivi karibuni.",
  busyTitle: "Huduma ina shughuli nyingi",
  busyText: "Jaribu tena baada ya dakika moja.",
};
