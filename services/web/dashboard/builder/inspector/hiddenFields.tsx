import { useState } from "react";
import { hiddenFieldLimit } from "../../../../../shared/domain/limits.ts";
import { undo } from "../../../strings/en/dashboard/app.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/inspector.ts";
import { smallButtonClass } from "../../../ui/button.tsx";
import { FieldGroup, Labelled } from "../../../ui/fields/labelled.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import { nameFault } from "../model/rename.ts";
import { usesOfHidden } from "../model/uses.ts";
import styles from "./inspector.module.css";
import { NameInput } from "./nameInput.tsx";
import { SmallButton } from "./smallButton.tsx";

/** Hidden fields, each with its number of uses. Renaming updates them. */
export function HiddenFields() {
  const graph = useGraph();
  const editor = useEditor();
  const keys = graph.hidden_fields ?? [];
  const set = (next: string[]) => editor.perform("setHidden", { keys: next }, { label: steps.hidden });
  const remove = (key: string) => {
    const still = usesOfHidden(graph, key);
    set(keys.filter((one) => one !== key));
    if (words.readers(still) !== "")
      tell(words.stillUsed(words.hiddenRemoved(key), still), { label: undo, onPress: editor.undo });
  };
  return (
    <FieldGroup label={words.hidden} description={words.hiddenHelp}>
      <ol className={styles.items}>
        {keys.map((key, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: under its new name it is the same field
          <li key={at} className={styles.item}>
            <NameInput
              label={words.hiddenField(at + 1)}
              description={words.hiddenUses(words.readers(usesOfHidden(graph, key)))}
              name={key}
              taken={new Set(keys)}
              onRename={(to) => editor.perform("renameHidden", { key, to }, { label: steps.renameHidden(key) })}
            />
            <SmallButton label={words.removeHidden(key)} onClick={() => remove(key)}>
              {words.removeShort}
            </SmallButton>
          </li>
        ))}
      </ol>
      {keys.length < hiddenFieldLimit ? (
        <NewHidden taken={new Set(keys)} onAdd={(key) => set([...keys, key])} />
      ) : (
        <p className={styles.help}>{words.tooManyHidden(hiddenFieldLimit)}</p>
      )}
    </FieldGroup>
  );
}

function NewHidden({ taken, onAdd }: { taken: ReadonlySet<string>; onAdd(key: string): void }) {
  const [text, setText] = useState("");
  const fault = text === "" ? null : nameFault(text, taken);
  const add = () => {
    if (text === "" || fault !== null) return;
    onAdd(text);
    setText("");
  };
  return (
    <>
      <Labelled
        label={words.newHidden}
        problems={fault === null ? [] : [fault === "taken" ? words.hiddenTaken : words.notAnId]}
      >
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={({ key }) => key === "Enter" && add()}
          />
        )}
      </Labelled>
      <button type="button" className={smallButtonClass} disabled={text === "" || fault !== null} onClick={add}>
        {words.addHidden}
      </button>
    </>
  );
}
