import type { MailWords } from "../words.ts";

export const mail: MailWords = {
  copyReason:
    "Pathform отправил это письмо, потому что этот адрес указали в форме «{title}». Если это были не вы, не обращайте внимания на это письмо.",
  rest: "Остальное не показано.",
  file: "Файл {number}",
  signed: "Подписано",
  answer: "Заполнить форму",
  invitationReason: "Вы получили это письмо, потому что {workspace} приглашает вас заполнить форму «{title}».",
  reminder: "Напоминание: {subject}",
  reminderReason:
    "Вы получили это напоминание, потому что {workspace} приглашает вас заполнить форму «{title}». Ваши ответы ещё не поступили.",
  resume: "Продолжить отвечать",
  resumeSubject: "Продолжить отвечать: {title}",
  resumeText:
    "Откройте эту ссылку, чтобы продолжить с того места, где вы остановились. Она действует один раз в течение 30 дней.",
  resumeReason:
    "Вы получили это письмо, потому что в форме «{title}» запросили эту ссылку. Если это были не вы, не обращайте внимания на это письмо.",
  unsubscribe: "Отписаться",
  unsubscribeTitle: "Отписаться?",
  unsubscribeText: "{address} больше не будет получать приглашения от {workspace}.",
  unsubscribedTitle: "Подписка отменена",
  unsubscribedText: "{address} больше не получает приглашения от {workspace}.",
  expiredTitle: "Срок действия ссылки истёк",
  expiredText: "Попросите у отправителя новую.",
  busyTitle: "Сервис перегружен",
  busyText: "Повторите попытку через минуту.",
};
