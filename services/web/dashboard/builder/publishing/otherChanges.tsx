import * as changeWords from "../../../strings/en/dashboard/builder/changes.ts";
import * as words from "../../../strings/en/dashboard/builder/problems.ts";
import { ChangeText } from "../changes/changeList.tsx";
import type { ChangeLine } from "../changes/changeText.ts";
import { Group } from "../problems/group.tsx";
import styles from "./publishing.module.css";

const linesShown = 50;
const signs = { added: "+", removed: "−", changed: "~" };

/** Changes that don't affect comparison with earlier responses. Breaking ones are problems. */
export function OtherChanges({ lines }: { lines: readonly ChangeLine[] }) {
  const others = lines.filter(({ why }) => why === null);
  if (others.length === 0) return null;
  const more = others.length - linesShown;
  return (
    <Group title={others.length < lines.length ? words.otherChanges : words.changes} count={others.length}>
      <ul className={styles.changes}>
        {others.slice(0, linesShown).map(({ text, step, kind }) => (
          <li key={text} data-kind={kind}>
            <span aria-hidden="true">{signs[kind]}</span>
            <ChangeText text={text} step={step} />
          </li>
        ))}
        {more > 0 && <li>{changeWords.more(more)}</li>}
      </ul>
    </Group>
  );
}
