import { useState } from "react";
import * as words from "../strings/en/dashboard/keys.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { DialogFooter } from "./dialogFooter.tsx";
import styles from "./keysHelp.module.css";
import { areKeysOff, turnKeys } from "./shortcuts.ts";
import { Switch } from "./switch.tsx";

/** Keys with what they do, in display order. Commas part several. */
export type Keys = readonly (readonly [key: string, does: string])[];

interface Props {
  keys: Keys;
  /** actions of the pointer */
  gestures?: Keys;
  onClose: () => void;
}

/** A page's shortcuts, and those of every page that it has no others for. */
export function KeysDialog({ keys, gestures = [], onClose }: Props) {
  const own = new Set(keys.flatMap(([key]) => partsOf(key)));
  const others = words.help.filter(([key]) => !own.has(key));
  return (
    <Dialog title={words.keys} onClose={onClose}>
      <dl className={styles.keys}>
        {[...keys, ...others].map(([key, does]) => (
          <div key={key}>
            <dt>
              {partsOf(key).map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
        {gestures.map(([gesture, does]) => (
          <div key={gesture}>
            <dt>{gesture}</dt>
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

const partsOf = (key: string): string[] => key.split(", ");

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
