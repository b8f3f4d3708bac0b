import { useState } from "react";
import {
  Autocomplete,
  Header,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  TextField,
} from "react-aria-components";
import * as words from "../../../strings/en/dashboard/builder/goTo.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { useActions } from "../editing/useActions.ts";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import styles from "./goTo.module.css";
import { type Match, matchesOf } from "./matches.ts";

/** Ctrl+K: a question of the form to go to, or one of any type to add, by a few letters of its name. */
export default function GoToDialog({ onClose }: { onClose(): void }) {
  const editor = useEditor();
  const actions = useActions();
  const { nodes } = useGraph();
  const { names } = useQuestionTable();
  const [text, setText] = useState("");
  const found = matchesOf(text, nodes, names);
  const choose = (key: string) => {
    onClose();
    const [kind, id] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
    if (kind === "add") actions.add(id);
    else editor.select(id);
  };
  const isNone = found.nodes.length + found.types.length === 0;
  return (
    <Dialog title={words.title} onClose={onClose}>
      <div className={styles.frame}>
        <Autocomplete inputValue={text} onInputChange={setText}>
          <TextField autoFocus className={styles.field as string}>
            <Label>{words.label}</Label>
            <Input className={styles.input as string} />
          </TextField>
          <ListBox
            aria-label={words.title}
            className={styles.list as string}
            selectionMode="none"
            onAction={(key) => choose(String(key))}
          >
            {found.nodes.length > 0 && <Section title={words.goTo} matches={found.nodes} />}
            {found.types.length > 0 && <Section title={words.add} matches={found.types} />}
          </ListBox>
        </Autocomplete>
      </div>
      {isNone && <p role="status">{words.none}</p>}
      {found.more > 0 && <p className={styles.more}>{words.more(found.more)}</p>}
    </Dialog>
  );
}

function Section({ title, matches }: { title: string; matches: readonly Match[] }) {
  return (
    <ListBoxSection id={title} className={styles.section as string}>
      <Header className={styles.header as string}>{title}</Header>
      {matches.map(({ id, name, detail }) => (
        <ListBoxItem key={id} id={id} textValue={name} className={styles.item as string}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          {detail !== null && <span className={styles.detail}>{detail}</span>}
        </ListBoxItem>
      ))}
    </ListBoxSection>
  );
}
