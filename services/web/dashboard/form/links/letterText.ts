import { inserts } from "../../../strings/en/dashboard/linkMails.ts";

/** Returns a subject with readable recalls: `Hello {{hidden:first_name}}` → `Hello @first_name`. */
export const letterText = (text: string): string =>
  text.replace(/\{\{((?:hidden|link|form):([^{}]*))\}\}/g, (_, recall: string, name: string) =>
    recall in inserts ? `@${inserts[recall as keyof typeof inserts]}` : `@${name}`,
  );
