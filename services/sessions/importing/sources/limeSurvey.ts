import type { OwnColumn } from "../table.ts";
import { cellReader, folded, ownColumns, type Sheet, type SheetFormat } from "./sheet.ts";

/** Names of the response's columns: the code, then the texts that LimeSurvey writes instead, by language. */
const names = {
  id: [
    ...["id", "Response ID", "Antwort ID", "Antwort-ID", "ID de respuesta", "ID de la réponse", "ID réponse"],
    ...["ID risposta", "ID della risposta", "Antwoord ID", "Antwoord-ID", "ID da resposta", "回答ID"],
  ],
  submitdate: [
    ...["submitdate", "Date submitted", "Datum Abgeschickt", "Fecha de envío", "Date de soumission"],
    ...["Data di invio", "Data invio", "Datum ingestuurd", "Datum ingezonden", "Datum voltooid", "Data de envio"],
    ...["Data de submissão", "送信日"],
  ],
  lastpage: [
    ...["lastpage", "Last page", "Letzte Seite", "Última página", "Dernière page", "Ultima pagina"],
    ...["Laatste pagina", "最終ページ"],
  ],
  startlanguage: [
    ...["startlanguage", "Start language", "Start-Sprache", "Startsprache", "Idioma inicial", "Lenguaje inicial"],
    ...["Langue de départ", "Langue initiale", "Lingua iniziale", "Lingua di partenza", "Starttaal", "Begintaal"],
    ...["Língua inicial", "開始言語"],
  ],
  seed: ["seed", "Seed", "Zufallsstartwert", "Semilla", "Tête de série", "Seme", "Semente"],
  startdate: [
    ...["startdate", "Date started", "Datum gestartet", "Fecha de inicio", "Date de lancement", "Date de début"],
    ...["Data di inizio", "Data inizio", "Datum gestart", "Begindatum", "Data de início", "開始日"],
  ],
  datestamp: [
    ...["datestamp", "Date last action", "Datum letzte Aktivität", "Fecha de la última acción"],
    ...["Date de la dernière action", "Data ultima azione", "Data dell'ultima azione", "Datum laatste actie"],
    ...["Data da última ação"],
  ],
  ipaddr: [
    "ipaddr",
    "IP address",
    "IP-Adresse",
    "Dirección IP",
    "Adresse IP",
    "Indirizzo IP",
    "IP-adres",
    "Endereço IP",
  ],
  refurl: ["refurl", "Referrer URL", "Verweis-URL", "Referenz-URL", "URL de referencia", "URL référente"],
  interviewtime: ["interviewtime", "Total time", "Gesamtzeit", "Temps total", "Tiempo total", "Tempo totale"],
} as const;

const kinds: Readonly<Record<keyof typeof names, OwnColumn>> = {
  id: "id",
  submitdate: "completed_at",
  lastpage: "skip",
  startlanguage: "language",
  seed: "skip",
  startdate: "started_at",
  datestamp: "skip",
  ipaddr: "skip",
  refurl: "skip",
  interviewtime: "skip",
};

const byName = new Map(
  Object.entries(names).flatMap(([code, texts]) => texts.map((text) => [folded(text), code as keyof typeof names])),
);

/** Headers of code and text are `id. Response ID`. */
const codeOf = (header: string): keyof typeof names | undefined =>
  byName.get(folded(header)) ?? byName.get(folded(header.replace(/^[a-z]*\. /, "")));

/** Stands for no date in a survey without dates. */
const noDate = /^1980-01-01(?:[T ]00:00(?::00)?)?$/;

const first = ["id", "submitdate", "lastpage", "startlanguage"];

export const limeSurvey: SheetFormat = {
  source: "limesurvey",
  zone: null,
  isOf: ({ headers }) => first.every((code, at) => codeOf(headers[at] ?? "") === code),
  own({ headers }) {
    const seen = new Set<string>();
    const isTiming = timings(headers);
    return ownColumns(headers, (header) => {
      const code = codeOf(header);
      if (code !== undefined && !seen.has(code)) {
        seen.add(code);
        return kinds[code];
      }
      return isTiming(header) ? "skip" : null;
    });
  },
  reader({ headers }: Sheet) {
    const submitted = cellReader(headers, headers[1] ?? "");
    return { isUnfinished: (cells) => submitted(cells) === "", isNoTime: (text) => noDate.test(text) };
  },
};

const timingTexts = ["Group time:", "Question time:", "Gruppenzeit:", "Fragenzeit:"];

/** Returns whether a header is of the seconds that a group or a question took: `groupTime12`, `Q1Time`. */
function timings(headers: readonly string[]): (header: string) => boolean {
  const codes = new Set(headers.map((header) => header.replace(/[[_.].*$/s, "")));
  return (header) => {
    if (/^groupTime\d*$/.test(header) || timingTexts.some((text) => header.startsWith(text))) return true;
    return header.endsWith("Time") && codes.has(header.slice(0, -"Time".length));
  };
}
