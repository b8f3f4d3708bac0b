import type { Language } from "./languages.ts";

/** Texts of the script for other sites: a button, and names of the dialog's button and of the frame. All languages in one file, because it is small. */
export interface EmbedWords {
  open: string;
  close: string;
  form: string;
}

export const embeds = {
  en: { open: "Open the form", close: "Close", form: "Form" },
  de: { open: "Formular öffnen", close: "Schließen", form: "Formular" },
  fr: { open: "Ouvrir le formulaire", close: "Fermer", form: "Formulaire" },
  es: { open: "Abrir el formulario", close: "Cerrar", form: "Formulario" },
  pt: { open: "Abrir o formulário", close: "Fechar", form: "Formulário" },
  it: { open: "Apri il modulo", close: "Chiudi", form: "Modulo" },
  nl: { open: "Formulier openen", close: "Sluiten", form: "Formulier" },
  pl: { open: "Otwórz formularz", close: "Zamknij", form: "Formularz" },
  tr: { open: "Formu aç", close: "Kapat", form: "Form" },
  uk: { open: "Відкрити форму", close: "Закрити", form: "Форма" },
  ru: { open: "Открыть форму", close: "Закрыть", form: "Форма" },
  ar: { open: "فتح النموذج", close: "إغلاق", form: "نموذج" },
  he: { open: "לפתיחת הטופס", close: "סגירה", form: "טופס" },
  fa: { open: "باز کردن فرم", close: "بستن", form: "فرم" },
  hi: { open: "फ़ॉर्म खोलें", close: "बंद करें", form: "फ़ॉर्म" },
  bn: { open: "ফর্মটি খুলুন", close: "বন্ধ করুন", form: "ফর্ম" },
  zh: { open: "打开表单", close: "关闭", form: "表单" },
  ja: { open: "フォームを開く", close: "閉じる", form: "フォーム" },
  ko: { open: "양식 열기", close: "닫기", form: "양식" },
  id: { open: "Buka formulir", close: "Tutup", form: "Formulir" },
  vi: { open: "Mở biểu mẫu", close: "Đóng", form: "Biểu mẫu" },
  sw: { open: "Fungua fomu", close: "Funga", form: "Fomu" },
} satisfies Record<Language, EmbedWords>;
