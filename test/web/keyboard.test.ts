import { followKeyboard } from "../../services/web/respondent/screens/keyboard.ts";

/** A window whose on-screen keyboard covers the page, as on iOS. */
function fakeWindow(focused: string) {
  let onResize = (): void => undefined;
  const log: string[] = [];
  const visualViewport = {
    height: 800,
    scale: 1,
    addEventListener: (_: string, listener: () => void) => {
      onResize = listener;
    },
  };
  const document = {
    documentElement: { style: { setProperty: (name: string, value: string) => log.push(`${name}: ${value}`) } },
    activeElement: { matches: () => focused === "field", scrollIntoView: () => log.push("scrolled") },
  };
  const window = { innerHeight: 800, visualViewport, document } as unknown as Window;
  const resize = (height: number, scale = 1) => {
    Object.assign(visualViewport, { height, scale });
    onResize();
    return log.splice(0);
  };
  return { window, resize };
}

test("lifts the button over the keyboard, and shows the focused field", () => {
  const { window, resize } = fakeWindow("field");
  followKeyboard(window);
  expect(resize(460.4)).toEqual(["--covered: 340px", "scrolled"]);
  expect(resize(800)).toEqual(["--covered: 0px"]);
});

test("ignores a smaller viewport while the page is zoomed in", () => {
  const { window, resize } = fakeWindow("button");
  followKeyboard(window);
  expect(resize(400, 2)).toEqual(["--covered: 0px"]);
  expect(resize(500)).toEqual(["--covered: 300px"]);
});
