import { useState } from "react";
import * as words from "../strings/en/dashboard/keys.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { DialogFooter } from "./dialogFooter.tsx";
import styles from "./keysHelp.module.css";
import { areKeysOff, type KeyActions, turnKeys, useKeyActions } from "./shortcuts.ts";
import { Switch } from "./switch.tsx";

/** Keys with what they do, in display order. */
type Keys = readonly (readonly [key: string, does: string])[];

/** A page's shortcuts. Shows a help button if it has any of its own. `?` opens the help too. */
export function KeysHelp({ keys, actions }: { keys: Keys; actions: KeyActions }) {
  const [isOpen, setOpen] = useState(false);
  useKeyActions({ ...actions, "?": () => setOpen(true) });
  return (
    <>
      {keys.length > 0 && (
        <span className={styles.open}>
          <Button look="plain" onPress={() => setOpen(true)}>
            {words.keys}
          </Button>
        </span>
      )}
      {isOpen && <KeysDialog keys={keys} onClose={() => setOpen(false)} />}
    </>
  );
}

export function KeysDialog({ keys, onClose }: { keys: Keys; onClose: () => void }) {
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
