/** Blocks of KoboToolbox whose rows are one question: a rating, a ranking or a matrix. */
export type KoboPart = "score" | "rank" | "kobomatrix";

export type BlockPart = "group" | "repeat" | KoboPart;

/** Place of a question's choices: the sheet `choices`, an attached file, or the sheet `external_choices`. */
export type ChoiceOrigin = "sheet" | "file" | "external";

/** `type` cells of the survey sheet (https://xlsform.org/en/#question-types). */
export type RowKind =
  | { kind: "question"; type: string; list: string; origin: ChoiceOrigin; allowsOther: boolean }
  | { kind: "begin" | "end"; part: BlockPart }
  | { kind: "metadata" }
  | { kind: "calculate" }
  | { kind: "hidden" }
  | { kind: "unknown" };

const metadata: ReadonlySet<string> = new Set([
  ..."start end today deviceid device_id subscriberid simserial sim_serial phonenumber phone_number username email".split(
    " ",
  ),
  ..."audit start-geopoint background-audio background-geopoint uri:subscriberid csv-external xml-external".split(" "),
  ..."end_time start_time device_phonenumber username_from_metadata".split(" "),
]);

const questionTypes: ReadonlySet<string> = new Set([
  ..."text string integer int decimal dec range gps note date time datetime geopoint location geotrace geoshape barcode".split(
    " ",
  ),
  ..."image photo picture audio video file acknowledge trigger".split(" "), // words: ok
]);

/** Other spellings that converters of XLSForms accept. */
const aliases: Readonly<Record<string, string>> = {
  string: "text",
  dec: "decimal",
  gps: "geopoint",
  picture: "image",
  int: "integer",
  photo: "image",
  location: "geopoint",
  trigger: "acknowledge",
};

const selects: readonly (readonly [RegExp, string, ChoiceOrigin?])[] = [
  [/^select[_ ](?:one|1)[_ ]from[_ ]file\s+(\S+)/, "select_one", "file"],
  [/^select[_ ]multiple[_ ]from[_ ]file\s+(\S+)/, "select_multiple", "file"],
  [/^select[_ ]one[_ ]external\s+(\S+)/, "select_one", "external"],
  [/^(?:select[_ ]one|select1)(?: from| using)?\s+(\S+)/, "select_one"],
  [/^(?:select[_ ]multiple|select[_ ]all[_ ]that[_ ]apply)(?: from| using)?\s+(\S+)/, "select_multiple"],
  [/^(?:odk:)?rank\s+(\S+)/, "rank"],
];

/** Reads a `type` cell. */
export function rowKindOf(cell: string): RowKind {
  const text = cell
    .trim()
    .replace(/\s+/g, " ")
    .replace(/^(?:add|q) /i, "")
    .replace(/ prompt(?= |$)/i, "");
  const lower = text.toLowerCase();
  const block = /^(begin|end)[ _-](group|repeat|loop|lgroup|looped group)$/.exec(lower);
  if (block) return { kind: block[1] as "begin" | "end", part: block[2] === "group" ? "group" : "repeat" };
  const kobo = /^(begin|end)_(score|rank|kobomatrix)$/.exec(lower);
  if (kobo) return { kind: kobo[1] as "begin" | "end", part: kobo[2] as KoboPart };
  if (metadata.has(lower)) return { kind: "metadata" };
  if (lower === "calculate" || lower === "hidden") return { kind: lower };
  for (const [pattern, type, origin = "sheet"] of selects) {
    const match = pattern.exec(text.replace(/^\S+/, (word) => word.toLowerCase()));
    if (match)
      return {
        kind: "question",
        type,
        list: match[1] ?? "",
        origin,
        allowsOther: /\s(or_other|or specify other)$/.test(lower),
      };
  }
  const type = aliases[lower] ?? lower.replace("date time", "datetime");
  if (questionTypes.has(lower)) return { kind: "question", type, list: "", origin: "sheet", allowsOther: false };
  return { kind: "unknown" };
}
