import { Suspense, useState } from "react";
import * as words from "../strings/en/dashboard/keys.ts";
import { Button } from "./button.tsx";
import type { Keys } from "./keysDialog.tsx";
import styles from "./keysHelp.module.css";
import { lazyPart } from "./lazyPart.ts";
import { type KeyActions, useKeyActions } from "./shortcuts.ts";

const KeysDialog = lazyPart(() => import("./keysDialog.tsx"), "KeysDialog");

/** A page's shortcuts. Shows a help button if it has any of its own. `?` opens the help too. */
export function KeysHelp({ keys, actions }: { keys: Keys; actions: KeyActions }) {
  const [isOpen, setOpen] = useState(false);
  useKeyActions({ ...actions, "?": () => setOpen(true) });
  return (
    <>
      {keys.length > 0 && (
        <span className={styles.open}>
          <Button look="plain" size="small" icon="keyboard" onPress={() => setOpen(true)}>
            {words.keys}
          </Button>
        </span>
      )}
      {isOpen && (
        <Suspense>
          <KeysDialog keys={keys} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
