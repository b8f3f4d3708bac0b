import * as changeWords from "../../../strings/en/dashboard/builder/changes.ts";
import * as words from "../../../strings/en/dashboard/builder/problems.ts";
import { ChangeText } from "../changes/changeList.tsx";
import type { ChangeLine } from "../changes/changeText.ts";
import { GroupTitle } from "./groupTitle.tsx";
import styles from "./publishing.module.css";

const linesShown = 50;
const signs = { added: "+", removed: "−", changed: "~" };

/** Changes that don't affect comparison with earlier responses. */
export function OtherChanges({ lines }: { lines: readonly ChangeLine[] }) {
  if (lines.length === 0) return null;
  const more = lines.length - linesShown;
  return (
    <section className={styles.group}>
      <GroupTitle title={words.otherChanges} count={lines.length} />
      <ul className={styles.changes}>
        {lines.slice(0, linesShown).map(({ text, step, kind }) => (
          <li key={text} data-kind={kind}>
            <span aria-hidden="true">{signs[kind]}</span>
            <ChangeText text={text} step={step} />
          </li>
        ))}
        {more > 0 && <li>{changeWords.more(more)}</li>}
      </ul>
    </section>
  );
}
