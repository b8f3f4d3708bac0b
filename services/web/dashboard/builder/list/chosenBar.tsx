import * as words from "../../../strings/en/dashboard/builder/builder.ts";
import { Button } from "../../../ui/button.tsx";
import { ShowIfButton } from "../conditions/showIfButton.tsx";
import { useActions } from "../editing/useActions.ts";
import { useEditor } from "../editing/useEditor.ts";
import styles from "./list.module.css";

/** Actions for all selected nodes. */
export function ChosenBar({ ids }: { ids: readonly string[] }) {
  const editor = useEditor();
  const actions = useActions();
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons, not fields
    <div role="group" className={styles.chosen} aria-label={words.chosen(ids.length)}>
      <span className={styles.count}>{words.chosen(ids.length)}</span>
      <Button size="small" onPress={() => void actions.copy(ids)}>
        {words.menu.copy(null)}
      </Button>
      <Button size="small" onPress={() => void actions.cut(ids)}>
        {words.menu.cut(null)}
      </Button>
      <Button size="small" onPress={() => actions.duplicate(ids)}>
        {words.menu.duplicate(null)}
      </Button>
      <Button size="small" onPress={() => actions.makePage(ids)}>
        {words.menu.putOnPage}
      </Button>
      <ShowIfButton ids={ids} size="small" />
      <Button size="small" onPress={() => actions.remove(ids)}>
        {words.menu.remove(null)}
      </Button>
      <Button look="plain" size="small" onPress={() => editor.choose([])}>
        {words.chooseNone}
      </Button>
    </div>
  );
}
