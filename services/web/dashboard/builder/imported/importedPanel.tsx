import { useState } from "react";
import * as words from "../../../strings/en/dashboard/builder/imported.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ButtonRow } from "../../../ui/buttonRow.tsx";
import { Panel } from "../../../ui/section.tsx";
import { type KeptIssue, tickOff } from "../../importing/importIssues.ts";

interface Props {
  formId: string;
  issues: readonly KeptIssue[];
  /** opens a question */
  onSelect(id: string): void;
  onDismiss(): void;
}

/** Steps through the questions that an import changed. A checked issue goes away. */
export function ImportedPanel({ formId, issues, onSelect, onDismiss }: Props) {
  const [at, setAt] = useState<number | null>(null);
  const go = (to: number) => {
    const place = (to + issues.length) % issues.length;
    setAt(place);
    onSelect(issues[place]?.node_id ?? "");
  };
  const issue = at === null ? undefined : (issues[at] ?? issues[0]);
  const check = (checked: KeptIssue) => {
    const next = issues[issues.indexOf(checked) + 1] ?? issues[0];
    tickOff(formId, checked);
    if (next && next !== checked) onSelect(next.node_id);
  };
  return (
    <Panel
      title={words.title(issues.length)}
      actions={
        <Button look="plain" size="small" onPress={onDismiss}>
          {words.dismiss}
        </Button>
      }
    >
      {issue && (
        <p>
          <Badge kind={issue.severity === "lost" ? "danger" : "warning"}>{words.severities[issue.severity]}</Badge>{" "}
          <strong>{issue.source}</strong> {issue.message}
        </p>
      )}
      <ButtonRow>
        {!issue && <Button onPress={() => go(0)}>{words.show}</Button>}
        {issue && <Button onPress={() => check(issue)}>{words.checked}</Button>}
        {issue && issues.length > 1 && <Button onPress={() => go(issues.indexOf(issue) - 1)}>{words.previous}</Button>}
        {issue && issues.length > 1 && <Button onPress={() => go(issues.indexOf(issue) + 1)}>{words.next}</Button>}
      </ButtonRow>
    </Panel>
  );
}
