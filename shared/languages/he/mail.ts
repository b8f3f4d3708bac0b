import type { MailWords } from "../words.ts";

export const mail: MailWords = {
  copyReason: "Pathform שלח את ההודעה הזאת כי הכתובת הזאת הוזנה בטופס ״{title}״. אם לא הזנתם אותה, התעלמו מההודעה.",
  rest: "ההמשך אינו מוצג.",
  file: "קובץ {number}",
  answer: "למילוי הטופס",
  invitationReason: "קיבלתם את ההודעה הזאת כי הוזמנתם מטעם {workspace} למלא את הטופס ״{title}״.",
  reminder: "תזכורת: {subject}",
  reminderReason: "קיבלתם את התזכורת הזאת כי הוזמנתם מטעם {workspace} למלא את הטופס ״{title}״. התשובות עדיין לא הגיעו.",
  resume: "להמשך המילוי",
  resumeSubject: "להמשך המילוי: {title}",
  resumeText: "פתחו את הקישור כדי להמשיך מהמקום שבו הפסקתם. הוא פועל פעם אחת, במשך 30 יום.",
  resumeReason: "קיבלתם את ההודעה הזאת כי הקישור התבקש בטופס ״{title}״. אם לא ביקשתם אותו, התעלמו מההודעה.",
  unsubscribe: "ביטול המינוי",
  unsubscribeTitle: "לבטל את המינוי?",
  unsubscribeText: "הכתובת {address} לא תקבל עוד הזמנות מטעם {workspace}.",
  unsubscribedTitle: "המינוי בוטל",
  unsubscribedText: "הכתובת {address} כבר לא מקבלת הזמנות מטעם {workspace}.",
  expiredTitle: "תוקף הקישור פג",
  expiredText: "בקשו קישור חדש ממי ששלח אותו.",
  busyTitle: "השירות עמוס",
  busyText: "נסו שוב בעוד דקה.",
};
