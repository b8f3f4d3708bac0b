import "./support/dom.ts";
import "./support/modules.mts";

/** A button presses once for each press of a key, and its row hears nothing of it. */
const { cleanup, render, screen } = await import("@testing-library/react");
const { userEvent } = await import("@testing-library/user-event");
const { createElement } = await import("react");
const { PressButton } = await import("../../services/web/ui/pressButton.tsx");
afterEach(cleanup);

test("presses once while Enter stays down, and not the row around it", async () => {
  const onPress = jest.fn();
  const ofRow = jest.fn();
  const row = { onClick: ofRow, onKeyDown: ofRow, onMouseDown: ofRow, onPointerDown: ofRow };
  render(createElement("div", row, createElement(PressButton, { onPress }, "Open")));
  const user = userEvent.setup();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Open" }));
  await user.keyboard("{Enter>5/}");
  expect(onPress).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole("button", { name: "Open" }));
  expect(onPress).toHaveBeenCalledTimes(2);
  expect(ofRow).not.toHaveBeenCalled();
});
