import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ElsewhereFormat, FormLoss } from "../../../../../shared/api/shapes/elsewhere.ts";
import { close } from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/builder/elsewhere.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogFooter } from "../../../ui/dialogFooter.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SelectField } from "../../../ui/selectField.tsx";
import { titleText } from "../../../ui/titleText.ts";
import { lossesQuery } from "../../api/queries/elsewhere.ts";
import { linkInWorkspace } from "../../api/workspace.ts";
import { useGraph } from "../editing/useEditor.ts";
import styles from "./exchange.module.css";

/** Saves the draft as a file of another tool, and says which parts that tool lacks (wants §25). */
export function ElsewhereDialog({ slug, onClose }: { slug: string; onClose(): void }) {
  const [format, setFormat] = useState<ElsewhereFormat>("xlsform");
  const losses = useQuery(lossesQuery(slug, format));
  return (
    <Dialog title={words.title} guide="elsewhere" onClose={onClose}>
      <p>{words.text}</p>
      <SelectField label={words.format} value={format} options={words.formats} onChange={setFormat} />
      <Loaded query={losses}>{(found) => <Losses losses={found} />}</Loaded>
      <DialogFooter>
        <Button onPress={onClose}>{close}</Button>
        <a
          className={buttonClass("primary")}
          href={linkInWorkspace(`/api/v2/form/${slug}/draft/as/?format=${format}`)}
          download
        >
          {words.download}
        </a>
      </DialogFooter>
    </Dialog>
  );
}

function Losses({ losses }: { losses: readonly FormLoss[] }) {
  const { nodes } = useGraph();
  if (losses.length === 0) return <Notice kind="good">{words.complete}</Notice>;
  const nameOf = (id: string | null) =>
    id === null ? words.wholeForm : titleText(nodes.find((node) => node.id === id)?.data.title ?? "") || id;
  return (
    <section className={styles.losses}>
      <h3>{words.losses(losses.length)}</h3>
      <ul>
        {losses.map(({ node_id, reason }) => (
          <li key={`${node_id} ${reason}`}>
            <strong>{nameOf(node_id)}</strong> {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}
