import "./support/dom.ts";
import "./support/modules.mts";
import * as words from "../../services/web/strings/en/dashboard/builder/imported.ts";

/** The builder steps through the parts that an import changed. */
const { cleanup, render, screen } = await import("@testing-library/react");
const { userEvent } = await import("@testing-library/user-event");
const { createElement } = await import("react");
const { ImportedPanel } = await import("../../services/web/dashboard/builder/imported/importedPanel.tsx");
const { keepIssues, openIssues } = await import("../../services/web/dashboard/importing/importIssues.ts");
afterEach(cleanup);

const issue = (nodeId: string) => ({
  severity: "lost" as const,
  code: "default",
  source: `survey row ${nodeId}`,
  node_id: nodeId,
  path: null,
  reason: null,
  message: `${nodeId} starts empty.`,
});

test("goes to each changed question, and drops those that are checked", async () => {
  keepIssues("form", [issue("a"), issue("b"), issue("c")]);
  const selected: string[] = [];
  const panel = () =>
    createElement(ImportedPanel, {
      formId: "form",
      issues: openIssues("form"),
      onSelect: (id: string) => void selected.push(id),
      onDismiss: () => undefined,
    });
  const { rerender } = render(panel());
  const user = userEvent.setup();
  screen.getByText(words.title(3));
  await user.click(screen.getByRole("button", { name: words.show }));
  screen.getByText("survey row a");
  await user.click(screen.getByRole("button", { name: words.next }));
  screen.getByText("survey row b");
  await user.click(screen.getByRole("button", { name: words.checked }));
  rerender(panel());
  screen.getByText("survey row c");
  await user.click(screen.getByRole("button", { name: words.previous }));
  screen.getByText("survey row a");
  expect(selected).toEqual(["a", "b", "c", "a"]);
  expect(openIssues("form").map(({ node_id }) => node_id)).toEqual(["a", "c"]);
});
