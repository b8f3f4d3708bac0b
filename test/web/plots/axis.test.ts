import { axisLabels, countAxis, markAt, moved } from "../../../services/web/ui/plots/axis.ts";

test.each([
  [0, 1, [0, 1]],
  [1, 1, [0, 1]],
  [2, 2, [0, 1, 2]],
  [7, 8, [0, 2, 4, 6, 8]],
  [98, 100, [0, 20, 40, 60, 80, 100]],
  [200_000, 200_000, [0, 50_000, 100_000, 150_000, 200_000]],
])("counts up to %d lie on an axis up to %d with whole ticks", (greatest, top, ticks) => {
  expect(countAxis(greatest)).toEqual({ top, ticks });
});

test("of many names only so many stand under a plot, each under its mark", () => {
  const days = Array.from({ length: 90 }, (_, at) => `day ${at}`);
  const labels = axisLabels(days, 4);
  expect(labels.map(({ text }) => text)).toEqual(["day 0", "day 23", "day 46", "day 69"]);
  expect(labels[1]?.at).toBeCloseTo(23.5 / 90);
  expect(axisLabels(["one"], 4)).toEqual([{ at: 0.5, text: "one" }]);
});

test("the arrow keys stay among the marks; other keys do nothing", () => {
  expect(["ArrowLeft", "ArrowRight", "Home", "End"].map((key) => moved(key, 1, 3))).toEqual([0, 2, 0, 2]);
  expect([moved("ArrowLeft", 0, 3), moved("ArrowRight", 2, 3), moved("Enter", 1, 3)]).toEqual([0, 2, null]);
});

test("a pointer at either edge is on the first and on the last mark", () => {
  expect([-0.01, 0, 0.5, 1, 1.01].map((share) => markAt(share, 4))).toEqual([0, 0, 2, 3, 3]);
});
