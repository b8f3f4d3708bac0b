import type { RecallKind } from "../../../../../shared/domain/graph/recallKinds.ts";
import { recallPattern } from "../../../../../shared/domain/graph/recalls.ts";
import * as words from "../../../strings/en/dashboard/builder/translations.ts";
import type { NameOf } from "../inspector/recall/recallText.ts";
import styles from "./translations.module.css";
import { wordDiff } from "./wordDiff.ts";

interface Props {
  text: string;
  nameOf: NameOf;
  /** the original at the time of the translation, if it differs */
  before?: string | undefined;
}

/** A text with its inserts marked, and what changed in it. */
export function SourceText({ text, nameOf, before }: Props) {
  if (before === undefined) return <WithInserts text={text} nameOf={nameOf} />;
  return wordDiff(before, text).map(({ kind, text: part }, at) => {
    const shown = <WithInserts text={part} nameOf={nameOf} />;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no name but their place
    if (kind === "same") return <span key={at}>{shown}</span>;
    const Part = kind === "removed" ? "del" : "ins";
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Part key={at} className={styles[kind]}>
        <span className="visually-hidden">{kind === "removed" ? words.before : words.now} </span>
        {shown}
      </Part>
    );
  });
}

function WithInserts({ text, nameOf }: Pick<Props, "text" | "nameOf">) {
  if (!text.includes("{{")) return text;
  const parts = [];
  let end = 0;
  for (const { 0: whole, 1: kind, 2: name = "", index } of text.matchAll(recallPattern)) {
    const insert = (
      <mark key={index} dir="auto">
        {nameOf(kind as RecallKind, name)}
      </mark>
    );
    parts.push(text.slice(end, index), insert);
    end = index + whole.length;
  }
  return [...parts, text.slice(end)];
}
