import type { MailWords } from "../words.ts";

export const mail: MailWords = {
  copyReason:
    "Pathform bu e-postayı, “{title}” formunda bu adres girildiği için gönderdi. Adresi siz girmediyseniz bu e-postayı dikkate almayın.",
  rest: "Geri kalanı gösterilmiyor.",
  file: "Dosya {number}",
  signed: "İmzalandı",
  answer: "Formu yanıtla",
  invitationReason: "{workspace} sizi “{title}” formunu yanıtlamaya davet ettiği için bu e-postayı aldınız.",
  reminder: "Hatırlatma: {subject}",
  reminderReason:
    "{workspace} sizi “{title}” formunu yanıtlamaya davet ettiği için bu hatırlatmayı aldınız. Yanıtlarınız henüz bize ulaşmadı.",
  resume: "Yanıtlamaya devam et",
  resumeSubject: "Yanıtlamaya devam et: {title}",
  resumeText: "Kaldığınız yerden devam etmek için bu bağlantıyı açın. Bağlantı 30 gün boyunca bir kez çalışır.",
  resumeReason:
    "“{title}” formunda bu bağlantı istendiği için bu e-postayı aldınız. Bağlantıyı siz istemediyseniz bu e-postayı dikkate almayın.",
  unsubscribe: "Abonelikten çık",
  unsubscribeTitle: "Abonelikten çıkılsın mı?",
  unsubscribeText: "{address} artık {workspace} davetlerini almayacak.",
  unsubscribedTitle: "Abonelikten çıkıldı",
  unsubscribedText: "{address} artık {workspace} davetlerini almıyor.",
  expiredTitle: "Bağlantının süresi doldu",
  expiredText: "En son e-postadaki bağlantıyı kullanın.",
  busyTitle: "Hizmet şu anda yoğun",
  busyText: "Bir dakika sonra yeniden deneyin.",
};
