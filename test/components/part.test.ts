import "./support/dom.ts";
import "./support/modules.mts";
import * as words from "../../services/web/strings/en/dashboard/app.ts";

/** A part of a page that throws is replaced alone, and says whether the server could be reached. */
const { cleanup, render, screen } = await import("@testing-library/react");
const { userEvent } = await import("@testing-library/user-event");
const { createElement } = await import("react");
const { Part } = await import("../../services/web/ui/part.tsx");
const { problemText } = await import("../../services/web/ui/failed.tsx");
const { ApiError } = await import("../../services/web/ui/apiError.ts");
afterEach(cleanup);
beforeEach(() => {
  // React reports each caught error
  jest.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

test("offers to reload a part that throws, and keeps the rest", async () => {
  let isBroken = true;
  function list() {
    if (isBroken) throw new TypeError("e?.startsWith is not a function");
    return "the list";
  }
  render(
    createElement(
      "div",
      null,
      createElement("input", { "aria-label": "Title" }),
      createElement(Part, null, createElement(list)),
    ),
  );
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Title"), "Lunch");
  expect(screen.getByRole("alert").textContent).toContain("Something went wrong here");
  expect(screen.queryByText(words.unreachable)).toBeNull();
  isBroken = false;
  await user.click(screen.getByRole("button", { name: words.reloadPart }));
  screen.getByText("the list");
  expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Lunch");
});

test.each([
  "Failed to fetch",
  "NetworkError when attempting to fetch resource.",
  "Load failed",
  "Failed to fetch dynamically imported module: https://forms.example/assets/list.js",
  "error loading dynamically imported module",
  "Importing a module script failed.",
  "Unable to preload CSS for /assets/list.css",
])("says that the server can't be reached: %s", (message) => {
  expect(problemText(new TypeError(message))).toBe(words.unreachable);
});

test.each([
  ['file: column 4: "notes" isn\'t a language', "Column 4: “notes” isn’t a language."],
  ["file: XLIFF 1.2 isn't supported. Send 2.0 or 2.1", "XLIFF 1.2 isn’t supported. Send 2.0 or 2.1."],
  ["subject: {{answer:name}} can't be recalled here", "{{answer:name}} can’t be recalled here."],
  ["file: must be UTF-8", "File must be UTF-8."],
  ["key: column is required", "Key column is required."],
])("says the first reason of a refusal: %s", (reason, text) => {
  const refusal = (detail: string) =>
    new ApiError({ status: 400, error: { detail, errors: [reason, "name: is required"] }, requestId: null });
  expect(problemText(refusal("The request is invalid."))).toBe(text);
  expect(problemText(refusal("The form isn’t published."))).toBe("The form isn’t published.");
});
