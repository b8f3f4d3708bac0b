import { useState } from "react";
import * as words from "../../strings/en/dashboard/developers.ts";
import { Button } from "../../ui/button.tsx";
import { Rows, rowClass } from "../../ui/rows.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { type Can, useCan } from "../api/rights.ts";
import styles from "./developers.module.css";
import { type Kind, kindNames, kinds, type Level, type Levels, ofForms } from "./permissions.ts";

interface Props {
  levels: Levels;
  /** the key is for single forms */
  isForForms: boolean;
  onChange: (levels: Levels) => void;
}

/** Kinds that few keys need. */
const rare: readonly Kind[] = ["members", "account", "audit"];

/** A level for each kind of thing, up to the user's own. */
export function PermissionsField({ levels, isForForms, onChange }: Props) {
  const can = useCan();
  const [showsAll, setShowsAll] = useState(rare.some((kind) => levels[kind] !== "none"));
  const shown = kindNames.filter((kind) => {
    if (isForForms && !ofForms.includes(kind)) return false;
    return levelsOfKind(kind, can).length > 1 && (showsAll || !rare.includes(kind));
  });
  return (
    <div className={styles.field}>
      <p className={styles.label}>{words.permissions}</p>
      <Rows label={words.permissions}>
        {shown.map((kind) => (
          <li key={kind} className={`${rowClass} ${styles.permission}`}>
            <span>
              <strong>{words.kinds[kind].title}</strong> <span className={styles.hint}>{words.kinds[kind].text}</span>
            </span>
            <span className={styles.levels}>
              <Segmented
                label={words.kinds[kind].title}
                value={levels[kind]}
                options={optionsOf(kind, can)}
                onChange={(level) => onChange({ ...levels, [kind]: level })}
              />
            </span>
          </li>
        ))}
      </Rows>
      {!showsAll && !isForForms && rare.some((kind) => levelsOfKind(kind, can).length > 1) && (
        <div>
          <Button look="plain" size="small" icon="plus" onPress={() => setShowsAll(true)}>
            {words.moreKinds}
          </Button>
        </div>
      )}
    </div>
  );
}

const levelsOfKind = (kind: Kind, can: Can): Level[] =>
  kinds[kind].filter((level) => level === "none" || can(`${kind}:${level}` as Parameters<Can>[0]));

const optionsOf = (kind: Kind, can: Can) =>
  Object.fromEntries(levelsOfKind(kind, can).map((level) => [level, words.levels[level]])) as Record<Level, string>;
