import type { MailWords } from "../words.ts";

export const mail: MailWords = {
  copyReason:
    "أرسل Pathform هذه الرسالة لأن هذا العنوان أُدخل في النموذج «{title}». إذا لم تُدخله بنفسك، فتجاهل هذه الرسالة.",
  rest: "البقية غير معروضة.",
  file: "الملف {number}",
  signed: "تم التوقيع",
  answer: "تعبئة النموذج",
  invitationReason: "وصلتك هذه الرسالة بدعوة من {workspace} للإجابة عن النموذج «{title}».",
  reminder: "تذكير: {subject}",
  reminderReason: "وصلك هذا التذكير بدعوة من {workspace} للإجابة عن النموذج «{title}». لم تصل إجاباتك بعد.",
  resume: "متابعة التعبئة",
  resumeSubject: "متابعة التعبئة: {title}",
  resumeText: "افتح هذا الرابط للمتابعة من حيث توقّفت. يعمل مرة واحدة خلال 30 يومًا.",
  resumeReason: "وصلتك هذه الرسالة لأن هذا الرابط طُلب في النموذج «{title}». إذا لم تطلبه بنفسك، فتجاهل هذه الرسالة.",
  unsubscribe: "إلغاء الاشتراك",
  unsubscribeTitle: "هل تريد إلغاء الاشتراك؟",
  unsubscribeText: "لن تصل إلى {address} دعوات أخرى من {workspace}.",
  unsubscribedTitle: "أُلغي الاشتراك",
  unsubscribedText: "لم تعد تصل إلى {address} دعوات من {workspace}.",
  expiredTitle: "انتهت صلاحية الرابط",
  expiredText: "استخدم الرابط الموجود في أحدث رسالة وصلتك.",
  busyTitle: "الخدمة مشغولة",
  busyText: "أعد المحاولة بعد دقيقة.",
};
