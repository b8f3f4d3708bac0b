import { memo } from "react";
import { Button as AriaButton, GridListItem } from "react-aria-components";
import * as words from "../../../strings/en/dashboard/builder/builder.ts";
import * as listWords from "../../../strings/en/dashboard/builder/list.ts";
import { Icon } from "../../../ui/icon.tsx";
import { ActionMenu } from "../../../ui/menu.tsx";
import { titleText } from "../../../ui/titleText.ts";
import { useActions } from "../editing/useActions.ts";
import { useEditor } from "../editing/useEditor.ts";
import styles from "./list.module.css";
import type { Heading } from "./rows.ts";

interface Props {
  heading: Heading;
  /** Opens the page's settings. */
  onOpen(page: string): void;
}

/** The heading of a page in the list. A press opens its settings, the handle drags it with its questions. */
export function PageHeading({ heading, onOpen }: Props) {
  const name = titleText(listWords.pageName(heading.page.title, heading.at + 1));
  return (
    <GridListItem id={heading.id} value={heading} textValue={name} className={styles.row as string}>
      <HeadingContent heading={heading} name={name} onOpen={onOpen} />
    </GridListItem>
  );
}

const HeadingContent = memo(function HeadingContent({ heading: { page }, name, onOpen }: Props & { name: string }) {
  const editor = useEditor();
  const actions = useActions();
  return (
    <div className={`${styles.content} ${styles.heading}`}>
      <AriaButton slot="drag" className={styles.handle as string} aria-label={words.drag(name)}>
        <Icon name="grip-vertical" />
      </AriaButton>
      <div className={styles.texts}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
        <div className={styles.meta}>{listWords.onPage(page.node_ids.length)}</div>
      </div>
      <div className={styles.menu}>
        <ActionMenu
          label={words.menuOf(name)}
          actions={[
            { id: "edit", label: listWords.editPage, keys: "Enter", onAction: () => onOpen(page.id) },
            {
              id: "select",
              label: listWords.selectPage,
              onAction: () => editor.choose(page.node_ids),
            },
            {
              id: "up",
              label: words.menu.up(null),
              keys: "Alt+↑",
              startsGroup: true,
              onAction: () => actions.move(page.node_ids, -1),
            },
            { id: "down", label: words.menu.down(null), keys: "Alt+↓", onAction: () => actions.move(page.node_ids, 1) },
            {
              id: "split",
              label: words.menu.askOneByOne,
              startsGroup: true,
              onAction: () => actions.removePage(page.id),
            },
          ]}
        />
      </div>
    </div>
  );
});
