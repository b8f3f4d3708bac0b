import { useState } from "react";
import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogFooter } from "../../../ui/dialogFooter.tsx";
import { Labelled } from "../../../ui/fields/labelled.tsx";
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
        <Labelled label={words.rule}>
          {(attributes) => (
            <select {...attributes} value={handle} onChange={({ target }) => setHandle(target.value)}>
              {[...box.hidden, ...box.rows].map(
                ({ handle, text, edge, condition }) =>
                  handle !== null && (
                    <option key={handle} value={handle}>
                      {edge || condition ? text : words.otherwise}
                    </option>
                  ),
              )}
              <option value={handleNew}>{words.newRule}</option>
            </select>
          )}
        </Labelled>
        <Labelled label={words.target}>
          {(attributes) => (
            <select {...attributes} value={to} onChange={({ target }) => setTo(target.value)}>
              {others.map(({ id, number, title }) => (
                <option key={id} value={id}>
                  {words.numbered(number, title)}
                </option>
              ))}
            </select>
          )}
        </Labelled>
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
