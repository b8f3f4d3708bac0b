import { useContext, useState } from "react";
import { paletteTitle } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/palette.ts";
import { Icon } from "../../../ui/icon.tsx";
import { mediaQuery } from "../../../ui/mediaQuery.ts";
import type { Columns } from "../../../ui/palette/items.ts";
import styles from "../../../ui/palette/palette.module.css";
import { PaletteDialog } from "../../../ui/palette/paletteDialog.tsx";
import { type Place, PlacesContext } from "../../../ui/palette/placesContext.ts";
import { QuestionIcon } from "../../../ui/questionIcon.tsx";
import { useActions } from "../editing/useActions.ts";
import { useEditor, useEditorState } from "../editing/useEditor.ts";
import { nameOfNode } from "../types/names.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { FoundQuestion } from "./foundQuestion.tsx";
import type { PaletteProps } from "./props.ts";
import { Sample } from "./sample.tsx";
import { allColumns, goPrefix, type Item, searchColumns } from "./search.ts";

const hasRoomForSample = mediaQuery("(width >= 50rem)");

/**
 * Everything that can be added, in groups, with a sample of the highlighted type. Without `onChoose` it adds after the selected
 * question, finds questions and pages, and pastes.
 */
export default function Palette(props: PaletteProps) {
  const { title = paletteTitle, onChoose, onClose } = props;
  const [text, setText] = useState("");
  const { columns, more } = useFound(text, !onChoose);
  const Places = useContext(PlacesContext);
  const hasSample = hasRoomForSample();
  const choose = useChoice(props);
  const dialog = (all: Columns<Item | Place>) => (
    <PaletteDialog<Item | Place>
      title={title}
      placeholder={words.placeholder}
      listLabel={words.list}
      text={text}
      onText={setText}
      columns={all}
      none={words.none}
      note={more > 0 ? words.more(more) : null}
      iconOf={iconOf}
      place={!onChoose && <InsertAfter />}
      asideOf={(item) =>
        hasSample &&
        "type" in item &&
        item.type &&
        (isOpened(item) ? (
          <FoundQuestion key={item.id} id={item.id.slice(goPrefix.length)} name={item.name} />
        ) : (
          <Sample key={item.type} type={item.type} name={item.name} />
        ))
      }
      hintsOf={(item) => (item && isOpened(item) ? words.goHints : words.hints.slice(0, onChoose ? 2 : 3))}
      lastHint={words.typeToFilter}
      onChoose={(item, isShifted) => {
        if ("type" in item) return choose(item, isShifted);
        onClose();
        item.open();
      }}
      onClose={onClose}
    />
  );
  if (!Places || onChoose) return dialog(columns);
  const isSearch = text.trim() !== "";
  return (
    <Places text={text}>
      {(groups) => dialog(isSearch && groups.length > 0 ? [[...columns.flat(), ...groups]] : columns)}
    </Places>
  );
}

/** Questions and pages are opened, the others added. */
const isOpened = (item: Item | Place): boolean => !("type" in item) || item.id.startsWith(goPrefix);

const iconOf = (item: Item | Place) =>
  "icon" in item ? (
    <Icon name={item.icon} />
  ) : item.type === null ? (
    <Icon name="copy" />
  ) : (
    <QuestionIcon type={item.type} />
  );

/** Questions of the form and types that the text finds. */
function useFound(text: string, findsQuestions: boolean) {
  const { nodes } = useEditorState().history.graph;
  const { names } = useQuestionTable();
  return text.trim()
    ? searchColumns(text, names, findsQuestions ? nodes : [], findsQuestions)
    : { columns: allColumns(names, findsQuestions), more: 0 };
}

/** Returns a function that adds, finds or pastes. With Shift, it adds and keeps the palette open. */
function useChoice({ onChoose, onAdded, onClose }: PaletteProps): (item: Item, isShifted: boolean) => void {
  const editor = useEditor();
  const actions = useActions();
  return (item, isShifted) => {
    const [kind, id] = [item.id.slice(0, item.id.indexOf(":")), item.id.slice(item.id.indexOf(":") + 1)];
    const staysOpen = isShifted && kind === "add" && !onChoose;
    if (!staysOpen) onClose();
    if (item.id === "paste") return void actions.paste(editor.state().selected);
    if (kind === "go") return editor.select(id);
    if (onChoose) return onChoose(id);
    actions.add(id);
    if (!staysOpen) onAdded?.();
  };
}

/** The selected question, after which questions are added. */
function InsertAfter() {
  const { history, selected } = useEditorState();
  const { nodes } = history.graph;
  const at = nodes.findIndex(({ id }) => id === selected);
  const node = nodes[at];
  if (!node) return null;
  return (
    <span className={styles.after}>
      {words.insertAfter} <b dir="auto">{`${at + 1} · ${nameOfNode(node)}`}</b>
    </span>
  );
}
