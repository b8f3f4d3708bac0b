import type { MailWords } from "../words.ts";

export const mail: MailWords = {
  copyReason:
    "Pathform mengirim email ini karena alamat ini dimasukkan di formulir “{title}”. Jika bukan Anda, abaikan email ini.",
  rest: "Selebihnya tidak ditampilkan.",
  file: "File {number}",
  signed: "Ditandatangani",
  answer: "Isi formulir",
  invitationReason: "Anda menerima email ini karena {workspace} mengundang Anda mengisi formulir “{title}”.",
  reminder: "Pengingat: {subject}",
  reminderReason:
    "Anda menerima pengingat ini karena {workspace} mengundang Anda mengisi formulir “{title}”. Jawaban Anda belum kami terima.",
  resume: "Lanjutkan jawaban Anda",
  resumeSubject: "Lanjutkan jawaban Anda: {title}",
  resumeText: "Buka tautan ini untuk melanjutkan dari bagian terakhir. Tautan berlaku satu kali selama 30 hari.",
  resumeReason:
    "Anda menerima email ini karena tautan ini diminta di formulir “{title}”. Jika bukan Anda, abaikan email ini.",
  unsubscribe: "Berhenti berlangganan",
  unsubscribeTitle: "Berhenti berlangganan?",
  unsubscribeText: "{address} tidak akan menerima undangan lagi dari {workspace}.",
  unsubscribedTitle: "Langganan dihentikan",
  unsubscribedText: "{address} tidak lagi menerima undangan dari {workspace}.",
  expiredTitle: "Tautan kedaluwarsa",
  expiredText: "Gunakan tautan di email terbaru.",
  busyTitle: "Layanan sedang sibuk",
  busyText: "Coba lagi dalam satu menit.",
};
