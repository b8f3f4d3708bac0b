import { useState } from "react";
import * as words from "../strings/en/dashboard/keys.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import styles from "./keysHelp.module.css";
import { areKeysOff, type KeyActions, turnKeys, useKeyActions } from "./shortcuts.ts";

interface Props {
  /** what each does, in the order in which they are listed */
  keys: readonly (readonly [key: string, does: string])[];
  actions: KeyActions;
}

/** A page's keys, and the button that tells them: `?` does too. */
export function KeysHelp({ keys, actions }: Props) {
  const [isOpen, setOpen] = useState(false);
  useKeyActions({ ...actions, "?": () => setOpen(true) });
  return (
    <>
      <span className={styles.open}>
        <Button look="plain" onPress={() => setOpen(true)}>
          {words.keys}
        </Button>
      </span>
      {isOpen && (
        <Dialog title={words.keys} onClose={() => setOpen(false)}>
          <dl className={styles.keys}>
            {[...keys, ...words.help].map(([key, does]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
          <Switch />
          <div>
            <Button autoFocus onPress={() => setOpen(false)}>
              {words.close}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function Switch() {
  const [isOn, setOn] = useState(!areKeysOff());
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => {
          turnKeys(checked);
          setOn(checked);
        }}
      />
      {words.areOn}
    </label>
  );
}
