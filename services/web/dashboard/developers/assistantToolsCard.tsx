import { type AssistantTool, assistantTools } from "../../../../shared/api/assistantTools.ts";
import * as words from "../../strings/en/dashboard/assistants.ts";
import { Badge } from "../../ui/badge.tsx";
import { cardClass } from "../../ui/card.ts";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/iconPaths.ts";
import { mutedClass } from "../../ui/muted.ts";
import { type Permits, toolsOf } from "./assistant.ts";
import styles from "./assistants.module.css";

const icons: Record<AssistantTool, IconName> = {
  list_forms: "list",
  get_form: "file-text",
  create_form: "plus",
  get_draft: "eye",
  save_draft: "save",
  validate_draft: "circle-check",
  simulate_draft: "play",
  diff_versions: "history",
  publish_form: "rocket",
  list_templates: "rows-3",
  import_document: "download",
  list_responses: "message-square-text",
  get_insights: "chart-column",
};

/** Tools of an assistant with these permissions. */
export function AssistantTools({ permits }: { permits: Permits }) {
  const { held, lacking } = toolsOf(permits);
  return (
    <section className={cardClass} aria-label={words.tools}>
      <h2 className={styles.title}>
        {words.tools} <span className={styles.count}>{words.toolsOf(held.length, held.length + lacking.length)}</span>
      </h2>
      <ul className={styles.tools}>
        {held.map((name) => (
          <li key={name} className={styles.tool}>
            <Icon name={icons[name]} />
            <span className={styles.toolTexts}>
              <code>{name}</code> <span className={mutedClass}>{words.toolTexts[name]}</span>
            </span>
            {assistantTools[name].kind === "reads" ? (
              <Badge isLabel>{words.reads}</Badge>
            ) : (
              <Badge kind="warning" isLabel>
                {words.changes}
              </Badge>
            )}
          </li>
        ))}
      </ul>
      {lacking.length > 0 && <p className={mutedClass}>{words.lacking(lacking)}</p>}
    </section>
  );
}
