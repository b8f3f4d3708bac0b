import { recallsOf } from "../../../../../shared/domain/graph/recallKinds.ts";
import { inserts } from "../../../strings/en/dashboard/linkMails.ts";

/** Returns a subject with readable recalls: `Hello {{hidden:first_name}}` → `Hello @first_name`. */
export const letterText = (text: string): string =>
  text.replace(recalls, (_, kind: string, name: string) => {
    const recall = `${kind}:${name}`;
    return recall in inserts ? `@${inserts[recall as keyof typeof inserts]}` : `@${name}`;
  });

const recalls = recallsOf(["hidden", "link", "form"]);
