import { useContext, useState } from "react";
import { type DifferentText, differentTexts, withMarkup } from "../../../../../shared/domain/graph/markup/switching.ts";
import * as words from "../../../strings/en/dashboard/builder/formatting.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { ConfirmDialog } from "../../../ui/confirmDialog.tsx";
import fieldStyles from "../../../ui/fields/fields.module.css";
import { MarkedText } from "../../../ui/markedText.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import { OpenedFormContext } from "../openForm.ts";
import styles from "./markupSwitch.module.css";

/** Texts that the dialog shows. The others are counted. */
const shownTexts = 50;

/** Turns formatting on or off. If texts would look different, it shows them first (wants §21.1). */
export function MarkupSwitch() {
  const graph = useGraph();
  const editor = useEditor();
  const form = useContext(OpenedFormContext)?.form;
  const [changing, setChanging] = useState<DifferentText[] | null>(null);
  const isOn = graph.markup !== undefined;
  const turn = (keepsLook: boolean) =>
    keepsLook
      ? editor.perform("replace", { graph: withMarkup(graph) }, { label: words.step })
      : editor.perform("setMarkup", { isOn: !isOn }, { label: words.step });
  const ask = () => {
    const texts = differentTexts(graph, form?.closed_message);
    if (texts.length === 0) turn(false);
    else setChanging(texts);
  };
  return (
    <>
      <Switch label={words.title} isOn={isOn} describedBy="markup-help" onChange={ask} />
      <p id="markup-help" className={fieldStyles.help}>
        {words.help}
      </p>
      {changing && <Changing texts={changing} isOn={isOn} onTurn={turn} onClose={() => setChanging(null)} />}
    </>
  );
}

interface ChangingProps {
  texts: readonly DifferentText[];
  isOn: boolean;
  onTurn(keepsLook: boolean): void;
  onClose(): void;
}

function Changing({ texts, isOn, onTurn, onClose }: ChangingProps) {
  const [keepsLook, setKeepsLook] = useState(false);
  return (
    <ConfirmDialog
      title={isOn ? words.turnOffTitle : words.turnOnTitle}
      label={isOn ? words.turnOff : words.turnOn}
      look="primary"
      onConfirm={() => onTurn(keepsLook)}
      onClose={onClose}
    >
      <p>{words.changing(texts.length)}</p>
      <table className={styles.texts}>
        <thead>
          <tr>
            <th scope="col">{words.written}</th>
            <th scope="col">{words.shown}</th>
          </tr>
        </thead>
        <tbody>
          {texts.slice(0, shownTexts).map(({ text, kind }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two texts can be the same
            <tr key={at}>
              <td dir="auto">{text}</td>
              <td dir="auto">
                <MarkedText text={text} kind={kind} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {texts.length > shownTexts && <p>{words.more(texts.length - shownTexts)}</p>}
      {!isOn && <Checkbox label={words.keep} isChecked={keepsLook} onChange={setKeepsLook} />}
    </ConfirmDialog>
  );
}
