import type { OwnColumn } from "../table.ts";
import { folded, ownColumns, type Sheet, type SheetFormat } from "./sheet.ts";

/** "Timestamp" in the languages of Google Forms. */
const timestamps = new Set(
  [
    ...["Timestamp", "Zeitstempel", "Marca temporal", "Horodateur", "Informazioni cronologiche", "Tijdstempel"],
    ...[
      "Carimbo de data/hora",
      "Carimbo de data / hora",
      "Carimbo data/hora",
      "Data/hora",
      "Tidsstempel",
      "Tidstämpel",
    ],
    ...["Tidsmerke", "Aikaleima", "Sygnatura czasowa", "Časová značka", "Časová pečiatka", "Časové razítko"],
    ...["Időbélyeg", "Marcaj de timp", "Marcaj temporal", "Marcă temporală", "Marca de temps", "Vremenska oznaka"],
    ...["Časovni žig", "Laiko žymė", "Laikspiedols", "Laika zīmogs", "Ajatempel", "Zaman damgası", "Dấu thời gian"],
    ...["Stempel waktu", "Cap waktu", "Cap masa", "Setempel waktu", "Отметка времени", "Позначка часу"],
    ...["Времева отметка", "Клеймо за време", "Временска ознака", "Χρονική σήμανση", "חותמת זמן", "טיימסטמפ"],
    ...["طابع زمني", "الطابع الزمني", "مهر زمانی", "टाइमस्टैम्प", "টাইমস্ট্যাম্প", "ประทับเวลา"],
    ...["タイムスタンプ", "타임스탬프", "时间戳记", "时间戳", "時間戳記"],
  ].map(folded),
);

/** `7 / 10`, `1.00 / 2` */
const points = /^\d+(?:[.,]\d+)? ?\/ ?\d+(?:[.,]\d+)?$/;

/** Responses of Google Forms as CSV, or the sheet of a form. */
export const googleForms: SheetFormat = {
  source: "google_forms",
  zone: null,
  isOf: ({ headers }) => timestamps.has(folded(headers[0] ?? "")),
  own: (sheet) =>
    ownColumns(sheet.headers, (header, at): OwnColumn | null => {
      if (at === 0) return "completed_at";
      return isOfQuiz(sheet, header, at) ? "skip" : null;
    }),
};

/** Quizzes have a total score first, and a score and feedback after each question, with their words in brackets. */
function isOfQuiz({ headers, rows }: Sheet, header: string, at: number): boolean {
  if (at <= 2 && hasPoints(rows, at)) return true;
  const question = headers.slice(Math.max(0, at - 2), at).find((before) => isPartOf(header, before));
  if (question === undefined) return false;
  return hasPoints(rows, at) || (isPartOf(headers[at - 1] ?? "", question) && hasPoints(rows, at - 1));
}

const isPartOf = (header: string, question: string): boolean =>
  question !== "" && header.startsWith(`${question} [`) && header.endsWith("]");

function hasPoints(rows: Sheet["rows"], at: number): boolean {
  const cells = rows.map((row) => (row[at] ?? "").trim()).filter((cell) => cell !== "" && cell !== "--");
  return cells.length > 0 && cells.every((cell) => points.test(cell) || /^-- ?\/ ?\d/.test(cell));
}
