import { useState } from "react";
import type { ApiKey, CreatedApiKey } from "../../../../shared/api/shapes/auth.ts";
import { cancel } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/developers.ts";
import { Button } from "../../ui/button.tsx";
import { recentTimeText } from "../../ui/dates.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogFooter } from "../../ui/dialogFooter.tsx";
import { problemText } from "../../ui/failed.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { rotateKey } from "../api/queries/developers.ts";
import styles from "./developers.module.css";
import { useNewKey } from "./useNewKey.ts";

interface Props {
  apiKey: ApiKey;
  onRotated: (key: CreatedApiKey) => void;
  onClose: () => void;
}

const hourMs = 60 * 60 * 1000;

/** Replaces a key by a new one with the same permissions. The old one works for a while. */
export function RotateDialog({ apiKey: { id, name, prefix, last_used: used }, onRotated, onClose }: Props) {
  const [grace, setGrace] = useState<keyof typeof words.graces>("24");
  const rotate = useNewKey(() => rotateKey(id, Number(grace)), onRotated);
  const now = new Date();
  const stops = new Date(now.getTime() + Number(grace) * hourMs);
  const stopText = grace === "0" ? words.stopsNow : words.stopsAt(recentTimeText(stops.toISOString(), now));
  return (
    <Dialog title={words.rotateTitle(name)} onClose={onClose}>
      <p>{words.rotateText}</p>
      <div className={styles.field}>
        <p className={styles.label}>{words.oldKeyStops}</p>
        <Segmented label={words.oldKeyStops} value={grace} options={words.graces} onChange={setGrace} />
      </div>
      <dl className={styles.timeline} data-grace={grace}>
        <dt>{words.oldKey}</dt>
        <dd className={styles.old}>
          <code>{prefix}…</code> {stopText}
        </dd>
        <dt>{words.freshKey}</dt>
        <dd className={styles.fresh}>{words.readyToUse}</dd>
      </dl>
      {rotate.error && <Notice kind="danger">{problemText(rotate.error)}</Notice>}
      <DialogFooter aside={used === null ? words.neverUsed : words.usedAt(recentTimeText(used, now))}>
        <Button onPress={onClose}>{cancel}</Button>
        <Button look="primary" isPending={rotate.isPending} onPress={() => rotate.mutate()}>
          {words.rotateKey}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
