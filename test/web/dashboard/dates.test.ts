import { recentTimeText } from "../../../services/web/ui/dates.ts";

test("shows a recent time as the browser's locale writes it", () => {
  const morning = new Date(2026, 10, 23, 3, 5);
  const asWritten = new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(morning);
  expect(recentTimeText(morning.toISOString(), morning)).toBe(`Today, ${asWritten}`);
});
