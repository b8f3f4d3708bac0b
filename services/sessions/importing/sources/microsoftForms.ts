import { folded, ownColumns, type SheetFormat } from "./sheet.ts";

const setOf = (...names: string[]): ReadonlySet<string> => new Set(names.map(folded));

/** The first columns in languages of Microsoft Forms. */
const ids = setOf("ID", "Identifiant", "Identificador", "Identyfikator", "Identifikation", "Kimlik", "識別子");
const starts = setOf(
  ...["Start time", "Startzeit", "Hora de inicio", "Heure de début", "Ora di inizio", "Ora inizio", "Begintijd"],
  ...["Starttijd", "Hora de início", "Hora de Início", "Data de início", "開始時刻", "Starttid", "Starttidspunkt"],
  ...["Godzina rozpoczęcia", "Aloitusaika", "Čas zahájení", "Kezdés időpontja", "Время начала", "Час початку"],
  ...["Başlangıç saati", "开始时间", "開始時間", "시작 시간", "Ora de începere", "Ora începerii"],
);
const completions = setOf(
  ...["Completion time", "Fertigstellungszeit", "Abschlusszeit", "Endzeit", "Hora de finalización"],
  ...["Heure de fin", "Heure d'achèvement", "Heure de l’achèvement", "Heure d’achèvement", "Ora di completamento"],
  ...["Ora completamento", "Tijd van voltooien", "Voltooiingstijd", "Tijdstip van voltooiing", "Hora de conclusão"],
  ...["Hora da conclusão", "Hora de Conclusão", "Data de conclusão", "完了時刻", "Slutförandetid", "Sluttid"],
  ...["Fullføringstidspunkt", "Fullføringstid", "Fuldførelsestidspunkt", "Afslutningstidspunkt", "Czas ukończenia"],
  ...["Godzina ukończenia", "Valmistumisaika", "Čas dokončení", "Befejezés időpontja", "Время завершения"],
  ...["Время выполнения", "Час завершення", "Tamamlama saati", "Tamamlanma saati", "完成时间", "完成時間", "완료 시간"],
  ...["Ora finalizării", "Ora de finalizare"],
);
const others = setOf(
  ...["Email", "E-mail", "E-Mail", "E-Mail-Adresse", "Correo electrónico", "Adresse de messagerie", "Courriel"],
  ...["Posta elettronica", "Indirizzo di posta elettronica", "E-mailadres", "Endereço de email", "メール"],
  ...["メール アドレス", "E-post", "Mail", "Adres e-mail", "Sähköposti", "电子邮件", "電子郵件", "전자 메일"], // words: ok
  ...["Электронная почта", "E-posta", "Name", "Nombre", "Nom", "Nome", "Naam", "名前", "Namn", "Navn", "Nazwa", "Imię"],
  ...["Nimi", "Jméno", "Név", "Имя", "Ad", "名称", "姓名", "이름"],
);
/** Between the first columns and the questions, or behind them. */
const quiz = setOf(
  ...["Last modified time", "Uhrzeit der letzten Änderung", "Zeitpunkt der letzten Änderung"],
  ...["Hora de la última modificación", "Heure de la dernière modification", "Ora ultima modifica"],
  ...["Ora dell'ultima modifica", "Tijd laatste wijziging", "Hora da última modificação", "最終変更時刻"],
  ...["Total points", "Gesamtpunktzahl", "Total de puntos", "Puntos totales", "Total des points", "Punti totali"],
  ...["Totaal aantal punten", "Total de pontos", "合計点", "Quiz feedback", "Quizfeedback", "Quiz-Feedback"],
  ...["Comentarios del cuestionario", "Commentaires sur le quiz", "Feedback sul test", "Feedback over quiz"],
  ...["Comentários do teste", "テストのフィードバック", "Grade posted time"],
);

/** Responses of Microsoft Forms as a workbook, or saved as CSV. */
export const microsoftForms: SheetFormat = {
  source: "microsoft_forms",
  zone: null,
  isOf: ({ headers: [id = "", start = "", completion = ""] }) =>
    ids.has(folded(id)) && starts.has(folded(start)) && completions.has(folded(completion)),
  own: ({ headers }) =>
    ownColumns(headers, (header, at) => {
      if (at < 3) return (["id", "started_at", "completed_at"] as const)[at];
      const name = folded(header);
      return (at < 5 && others.has(name)) || quiz.has(name) || isOfQuestion(headers, at) ? "skip" : null;
    }),
};

/** In a quiz each question has two more columns: its points and its feedback, each with its title at the end. */
function isOfQuestion(headers: readonly string[], at: number): boolean {
  const title = (back: number) => headers[at - back] ?? "";
  const isAbout = (header: string, question: string) =>
    question !== "" && header.length > question.length && header.endsWith(` ${question}`);
  const isPoints = (index: number) =>
    isAbout(headers[index] ?? "", headers[index - 1] ?? "") &&
    isAbout(headers[index + 1] ?? "", headers[index - 1] ?? "");
  return isPoints(at) || (isAbout(headers[at] ?? "", title(2)) && isPoints(at - 1));
}
