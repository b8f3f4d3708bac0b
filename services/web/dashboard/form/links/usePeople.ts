import { useMemo, useState } from "react";
import * as words from "../../../strings/en/dashboard/links.ts";
import { type Encoding, type EncodingSample, encodingsOf, isBinary, textIn, unicodeText } from "./encodings.ts";
import { peopleIn } from "./peopleRows.ts";
import { type Known, type Table, tableOf } from "./peopleTable.ts";

interface ChosenFile {
  name: string;
  bytes: ArrayBuffer;
  /** that it can be in. Empty if the file says it. */
  encodings: readonly EncodingSample[];
  encoding: Encoding | null;
  isBinary: boolean;
}

/** The text or file of the owner, what its columns are, and the people in it with the owner's corrections. */
export function usePeople(known: Known) {
  const [text, setText] = useState("");
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [uses, choose] = useState<Table["columns"] | null>(null);
  const [corrected, setCorrected] = useState<ReadonlyMap<string, string>>(new Map());
  const read = useMemo(() => tableOf(text, known), [text, known]);
  const table = uses ? { ...read, columns: uses } : read;
  const isAsking = file !== null && file.encodings.length > 0 && file.encoding === null;
  const problem = isAsking ? null : problemOf(file, table);
  const found = useMemo(() => peopleIn(table, known, corrected), [table, known, corrected]);
  const people = problem === null ? found : { links: [], faults: [] };
  const take = (next: string, from: ChosenFile | null) => {
    setText(next);
    setFile(from);
    choose(null);
    setCorrected(new Map());
  };
  const takeFile = (name: string, bytes: ArrayBuffer) => {
    const chosen = { name, bytes, encodings: [], encoding: null, isBinary: isBinary(bytes) };
    const unicode = chosen.isBinary ? "" : unicodeText(bytes);
    take(unicode ?? "", unicode === null ? { ...chosen, encodings: encodingsOf(bytes) } : chosen);
  };
  const decode = (encoding: Encoding) => file && take(textIn(file.bytes, encoding), { ...file, encoding });
  const correct = (cell: string, value: string) => setCorrected((before) => new Map(before).set(cell, value));
  const type = (next: string) => take(next, null);
  return { text, file, table, problem, people, isAsking, type, takeFile, decode, choose, corrected, correct };
}

/** Returns why no row can be read as meant. */
function problemOf(file: ChosenFile | null, { rows, unclosed }: Table): string | null {
  if (file?.isBinary) return words.notCsv;
  if (file && rows.length === 0) return words.noRows;
  return unclosed === null ? null : words.unclosed(unclosed);
}
