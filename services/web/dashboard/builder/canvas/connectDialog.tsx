import { useState } from "react";
import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import { Button } from "../../../ui/button.tsx";
import { ButtonRow } from "../../../ui/buttonRow.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Labelled } from "../../../ui/fields/labelled.tsx";
import type { Box } from "./boxes.ts";
import styles from "./canvas.module.css";
import { handleNew, handleOfRule } from "./flow.ts";

interface Props {
  box: Box;
  boxes: readonly Box[];
  /** the handle to begin with */
  handle: string;
  onConnect(handle: string, to: string): void;
  onClose(): void;
}

/** What drawing a way does, without drawing (WCAG 2.5.7). */
export function ConnectDialog({ box, boxes, handle: first, onConnect, onClose }: Props) {
  const [handle, setHandle] = useState(first);
  const others = boxes.filter(({ id }) => id !== box.id);
  const leadsTo = box.rows.find(({ edge }) => handleOfRule(edge) === first)?.to;
  const [to, setTo] = useState(leadsTo ?? others[box.number - 1]?.id ?? others[0]?.id ?? "");
  return (
    <Dialog title={words.connectTitle(box.title)} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          onConnect(handle, to);
        }}
      >
        <Labelled label={words.rule}>
          {(attributes) => (
            <select {...attributes} value={handle} onChange={({ target }) => setHandle(target.value)}>
              {box.rows.map(({ edge, text }) => (
                <option key={edge} value={handleOfRule(edge)}>
                  {text}
                </option>
              ))}
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
        <ButtonRow>
          <Button type="submit" look="primary" isDisabled={to === ""}>
            {words.connect}
          </Button>
          <Button onPress={onClose}>{words.cancel}</Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
