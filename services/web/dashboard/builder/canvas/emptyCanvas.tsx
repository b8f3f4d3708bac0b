import { useState } from "react";
import * as listWords from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/emptyState.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { QuestionIcon } from "../../../ui/questionIcon.tsx";
import { useActions } from "../editing/useActions.ts";
import { PasteList } from "../exchange/pasteList.tsx";
import { TemplateDialog } from "../exchange/templateDialog.tsx";
import { AddPicker } from "../palette/addPicker.tsx";
import { readable } from "../types/names.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import styles from "./emptyCanvas.module.css";

const firstTypes = ["multiple_choice", "short_text", "opinion_scale", "email", "star_rating", "yes_no"];

/** The start of a form without questions: common types, all types, a list of questions or a template. */
export function EmptyCanvas({ onAdded }: { onAdded?: () => void }) {
  const actions = useActions();
  const { names } = useQuestionTable();
  const [dialog, setDialog] = useState<"types" | "list" | "template" | null>(null);
  const close = () => setDialog(null);
  const add = (type: string) => {
    actions.add(type);
    onAdded?.();
  };
  return (
    <div className={styles.empty}>
      <EmptyState title={words.emptyTitle} text={words.emptyText}>
        <div className={styles.types}>
          {firstTypes.map((type) => (
            <button key={type} type="button" onClick={() => add(type)}>
              <QuestionIcon type={type} />
              {readable(type)}
              <Icon name="corner-down-left" size={14} />
            </button>
          ))}
        </div>
        <div className={styles.more}>
          <Button icon="plus" onPress={() => setDialog("types")}>
            {words.allTypes(names.length)}
          </Button>
          <Button look="plain" icon="file-text" onPress={() => setDialog("list")}>
            {words.pasteList}
          </Button>
          <Button look="plain" icon="workflow" onPress={() => setDialog("template")}>
            {words.chooseTemplate}
          </Button>
        </div>
      </EmptyState>
      {dialog === "types" && <AddPicker title={listWords.addTitle} onClose={close} onChoose={add} />}
      {dialog === "list" && <PasteList onClose={close} />}
      {dialog === "template" && <TemplateDialog onClose={close} />}
    </div>
  );
}
