import { axisLabels, countAxis, edgeLabels, markAt, moved } from "../../../services/web/ui/plots/axis.ts";

test.each([
  [0, 1, [0, 1]],
  [1, 1, [0, 1]],
  [2, 2, [0, 1, 2]],
  [7, 8, [0, 2, 4, 6, 8]],
  [98, 100, [0, 20, 40, 60, 80, 100]],
  [200_000, 200_000, [0, 50_000, 100_000, 150_000, 200_000]],
])("puts counts up to %d on an axis up to %d with whole ticks", (greatest, top, ticks) => {
  expect(countAxis(greatest)).toEqual({ top, ticks });
});

test("keeps the first and the last edge, and none too close to the last", () => {
  const edges = Array.from({ length: 14 }, (_, index) => String(index));
  expect(edgeLabels(edges, 5).map(({ text }) => text)).toEqual(["0", "3", "6", "9", "13"]);
  expect(edgeLabels(["0", "1"], 5)).toEqual([
    { at: 0, text: "0" },
    { at: 1, text: "1" },
  ]);
});

test("keeps every n-th of many names, each under its mark", () => {
  const days = Array.from({ length: 90 }, (_, at) => `day ${at}`);
  const labels = axisLabels(days, 4);
  expect(labels.map(({ text }) => text)).toEqual(["day 0", "day 23", "day 46", "day 69"]);
  expect(labels[1]?.at).toBeCloseTo(23.5 / 90);
  expect(axisLabels(["one"], 4)).toEqual([{ at: 0.5, text: "one" }]);
});

test("keeps the arrow keys among the marks and ignores other keys", () => {
  expect(["ArrowLeft", "ArrowRight", "Home", "End"].map((key) => moved(key, 1, 3))).toEqual([0, 2, 0, 2]);
  expect([moved("ArrowLeft", 0, 3), moved("ArrowRight", 2, 3), moved("Enter", 1, 3)]).toEqual([0, 2, null]);
});

test("takes a pointer at an edge for the first or the last mark", () => {
  expect([-0.01, 0, 0.5, 1, 1.01].map((share) => markAt(share, 4))).toEqual([0, 0, 2, 3, 3]);
});
