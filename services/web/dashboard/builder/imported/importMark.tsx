import { createContext, useContext } from "react";
import * as words from "../../../strings/en/dashboard/builder/list.ts";
import { Icon } from "../../../ui/icon.tsx";

/** IDs of the questions with issues of an import. */
export const ImportedContext = createContext<ReadonlySet<string>>(new Set());

/** Mark of a question that an import changed. */
export function ImportMark({ id, className }: { id: string; className?: string | undefined }) {
  if (!useContext(ImportedContext).has(id)) return null;
  return (
    <span className={className}>
      <Icon name="triangle-alert" size={13} /> {words.changedOnImport}
    </span>
  );
}
