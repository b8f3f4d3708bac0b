import type { MailWords } from "../words.ts";

export const mail: MailWords = {
  copyReason:
    "Pathform این ایمیل را فرستاد، چون این نشانی در فرم «{title}» وارد شده است. اگر شما آن را وارد نکرده‌اید، این ایمیل را نادیده بگیرید.",
  rest: "بقیه نشان داده نمی‌شود.",
  file: "فایل {number}",
  signed: "امضا شد",
  answer: "پاسخ به فرم",
  invitationReason: "این ایمیل را دریافت کرده‌اید، چون {workspace} شما را به پاسخ دادن به فرم «{title}» دعوت کرده است.",
  reminder: "یادآوری: {subject}",
  reminderReason:
    "این یادآوری را دریافت کرده‌اید، چون {workspace} شما را به پاسخ دادن به فرم «{title}» دعوت کرده است. پاسخ‌های شما هنوز نرسیده است.",
  resume: "ادامهٔ پاسخ‌ها",
  resumeSubject: "ادامهٔ پاسخ‌ها: {title}",
  resumeText: "برای ادامه از همان‌جا که رها کردید، این پیوند را باز کنید. پیوند تا ۳۰ روز و تنها یک بار کار می‌کند.",
  resumeReason:
    "این ایمیل را دریافت کرده‌اید، چون این پیوند در فرم «{title}» درخواست شده است. اگر شما آن را نخواسته‌اید، این ایمیل را نادیده بگیرید.",
  unsubscribe: "لغو اشتراک",
  unsubscribeTitle: "اشتراک لغو شود؟",
  unsubscribeText: "نشانی {address} دیگر دعوت‌نامه‌ای از {workspace} دریافت نخواهد کرد.",
  unsubscribedTitle: "اشتراک لغو شد",
  unsubscribedText: "نشانی {address} دیگر دعوت‌نامه‌ای از {workspace} دریافت نمی‌کند.",
  expiredTitle: "اعتبار پیوند تمام شده است",
  expiredText: "از پیوند موجود در تازه‌ترین ایمیل استفاده کنید.",
  busyTitle: "سرویس شلوغ است",
  busyText: "یک دقیقهٔ دیگر دوباره تلاش کنید.",
};
