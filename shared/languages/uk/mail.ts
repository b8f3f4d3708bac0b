import type { MailWords } from "../words.ts";

export const mail: MailWords = {
  copyReason:
    "Pathform надіслав цей лист, бо цю адресу вказали у формі «{title}». Якщо це були не ви, не зважайте на цей лист.",
  rest: "Решту не показано.",
  file: "Файл {number}",
  signed: "Підписано",
  answer: "Заповнити форму",
  invitationReason: "Ви отримали цей лист, бо {workspace} запрошує вас заповнити форму «{title}».",
  reminder: "Нагадування: {subject}",
  reminderReason:
    "Ви отримали це нагадування, бо {workspace} запрошує вас заповнити форму «{title}». Ваші відповіді ще не надійшли.",
  resume: "Продовжити відповідати",
  resumeSubject: "Продовжити відповідати: {title}",
  resumeText:
    "Відкрийте це посилання, щоб продовжити з того місця, де ви зупинилися. Воно діє один раз упродовж 30 днів.",
  resumeReason:
    "Ви отримали цей лист, бо у формі «{title}» замовили це посилання. Якщо це були не ви, не зважайте на цей лист.",
  unsubscribe: "Відписатися",
  unsubscribeTitle: "Відписатися?",
  unsubscribeText: "{address} більше не отримуватиме запрошень від {workspace}.",
  unsubscribedTitle: "Підписку скасовано",
  unsubscribedText: "{address} більше не отримує запрошень від {workspace}.",
  expiredTitle: "Термін дії посилання минув",
  expiredText: "Скористайтеся посиланням з останнього листа.",
  busyTitle: "Служба перевантажена",
  busyText: "Спробуйте ще раз за хвилину.",
};
