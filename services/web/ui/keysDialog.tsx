import { useState } from "react";
import * as words from "../strings/en/dashboard/keys.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { DialogFooter } from "./dialogFooter.tsx";
import styles from "./keysHelp.module.css";
import { areKeysOff, turnKeys } from "./shortcuts.ts";
import { Switch } from "./switch.tsx";

/** Keys with what they do, in display order. */
export type Keys = readonly (readonly [key: string, does: string])[];

interface Props {
  keys: Keys;
  onClose: () => void;
}

/** A page's shortcuts and those of every page. */
export function KeysDialog({ keys, onClose }: Props) {
  return (
    <Dialog title={words.keys} onClose={onClose}>
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
      <DialogFooter aside={<KeysSwitch />}>
        <Button autoFocus onPress={onClose}>
          {words.close}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function KeysSwitch() {
  const [isOn, setOn] = useState(!areKeysOff());
  return (
    <Switch
      label={words.areOn}
      isOn={isOn}
      onChange={(next) => {
        turnKeys(next);
        setOn(next);
      }}
    />
  );
}
