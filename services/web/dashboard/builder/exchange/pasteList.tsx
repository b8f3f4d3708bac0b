import { useState } from "react";
import { nodeLimit } from "../../../../../shared/domain/limits.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import { tooManyNodes } from "../../../strings/en/dashboard/builder/exchange.ts";
import * as words from "../../../strings/en/dashboard/builder/imports.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogFooter } from "../../../ui/dialogFooter.tsx";
import { TextField } from "../../../ui/textField.tsx";
import { useAnnounce } from "../editing/announcer.tsx";
import { useEditor } from "../editing/useEditor.ts";
import { addQuestions, titlesIn } from "./questionList.ts";

/** Adds a text question per line of a pasted list. */
export function PasteList({ onClose }: { onClose(): void }) {
  const editor = useEditor();
  const announce = useAnnounce();
  const [text, setText] = useState("");
  const titles = titlesIn(text);
  const isTooLong = titles.length > nodeLimit;
  const add = () => {
    onClose();
    addQuestions(editor, titles, { label: steps.addList(titles.length), key: "add" });
    announce(words.added(titles.length));
  };
  return (
    <Dialog title={words.listTitle} onClose={onClose}>
      <TextField label={words.list} description={words.listHelp} rows={8} value={text} onChange={setText} autoFocus />
      {isTooLong && <p role="alert">{tooManyNodes(nodeLimit)}</p>}
      <DialogFooter>
        <Button onPress={onClose}>{words.cancel}</Button>
        <Button look="primary" isDisabled={titles.length === 0 || isTooLong} onPress={add}>
          {words.addList(titles.length)}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
