import { useState } from "react";
import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogFooter } from "../../../ui/dialogFooter.tsx";
import { SelectField } from "../../../ui/selectField.tsx";
import type { Box } from "./boxes.ts";
import styles from "./canvas.module.css";
import { rowOf, type Source } from "./connecting.ts";
import { handleNew } from "./flow.ts";

interface Props {
  box: Box;
  boxes: readonly Box[];
  /** selected at first */
  handle: string;
  onConnect(source: Source, to: string): void;
  onClose(): void;
}

/** Connects a row to a node without dragging (WCAG 2.5.7). */
export function ConnectDialog({ box, boxes, handle: first, onConnect, onClose }: Props) {
  const [handle, setHandle] = useState(first);
  const others = boxes.filter(({ id }) => id !== box.id);
  const target = rowOf({ box, handle: first })?.to;
  const [to, setTo] = useState(target ?? others[box.number - 1]?.id ?? others[0]?.id ?? "");
  return (
    <Dialog title={words.connectTitle(box.title)} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          onConnect({ box, handle }, to);
        }}
      >
        <SelectField label={words.rule} value={handle} options={rulesOf(box)} onChange={setHandle} />
        <SelectField
          label={words.target}
          value={to}
          options={others.map(({ id, number, title }) => [id, words.numbered(number, title)])}
          onChange={setTo}
        />
        <DialogFooter>
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button type="submit" look="primary" isDisabled={to === ""}>
            {words.connect}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

const rulesOf = ({ hidden, rows }: Box): [handle: string, name: string][] => [
  ...[...hidden, ...rows].flatMap(({ handle, text, edge, condition }): [string, string][] =>
    handle === null ? [] : [[handle, edge || condition ? text : words.otherwise]],
  ),
  [handleNew, words.newRule],
];
