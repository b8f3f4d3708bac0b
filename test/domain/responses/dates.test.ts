import { OrderFinder, ordersOf, readDate, readTime } from "../../../services/sessions/importing/dates.ts";

const orderIn = (...cells: string[]) => {
  const finder = new OrderFinder();
  for (const cell of cells) finder.add(cell);
  return finder;
};

describe("readDate", () => {
  it.each([
    ["2026-10-05", "2026-10-05", null],
    ["2026-10-05T10:30", "2026-10-05", "10:30"],
    ["2026-10-05T23:30:59.123+02:00", "2026-10-05", "23:30"],
    ["2026-11-25 00:00:00", "2026-11-25", "00:00"],
    ["2026/10/5", "2026-10-05", null],
    ["2026年10月5日", "2026-10-05", null],
    ["2026. 10. 5 오후 3:12:11", "2026-10-05", "15:12"],
    ["31/12/2026", "2026-12-31", null],
    ["12/31/2026 11:59 p.m.", "2026-12-31", "23:59"],
    ["5/5/26", "2026-05-05", null],
    ["Oct 17, 2026 6:31 PM", "2026-10-17", "18:31"],
    ["Saturday, October 17, 2026", "2026-10-17", null],
    ["17-Oct-26", "2026-10-17", null],
    ["1st Sept. 1999", "1999-09-01", null],
  ])("takes %s as written", (text, day, time) => {
    const order = orderIn(text).order(null);
    expect(readDate(text, order)).toEqual({ day, time });
  });

  it("takes dates of workbooks", () => {
    expect(readDate({ text: "2026-10-05", date: "2026-10-05T00:00:00" }, null)).toEqual({
      day: "2026-10-05",
      time: null,
    });
    expect(readDate({ text: "2026-10-05 00:00:00", date: "2026-10-05T00:00:00" }, null)?.time).toBe("00:00");
    expect(readDate({ text: "46300.5", date: "2026-10-05T12:00:00" }, null)?.time).toBe("12:00");
  });

  it.each([
    "",
    "x",
    "2026-02-30",
    "31/4/2026",
    "2026-10-05 25:00",
    "2026-10-05 10:61",
    "2026-10-05 noon",
    "5.10",
    "20261005",
    "1".repeat(1_000_000),
  ])("doesn't take %.20s", (text) => {
    for (const order of ["dmy", "mdy", "ymd", null] as const) expect(readDate(text, order)).toBeNull();
  });

  it("takes figures in the given order only", () => {
    expect(readDate("3/4/2026", null)).toBeNull();
    expect(readDate("3/4/2026", "dmy")?.day).toBe("2026-04-03");
    expect(readDate("3/4/2026", "mdy")?.day).toBe("2026-03-04");
    expect(readDate("3/4/2026", "ymd")).toBeNull();
    expect(readDate("26/3/4", "ymd")).toBeNull();
    expect(readDate("26/03/04", "ymd")?.day).toBe("2026-03-04");
    expect(readDate("4/3/85", "dmy")?.day).toBe("1985-03-04");
  });
});

describe("the order of a column", () => {
  it.each([
    ["dmy", ["03.04.2026", "25.04.2026", ""]],
    ["mdy", ["7/2/20 11:00:22", "7/13/20 9:00"]],
    ["ymd", ["2026/10/05"]],
    [null, ["03/04/2026", "05/06/2026"]],
    [null, ["2026-10-05", "Oct 5, 2026", "x"]],
    [null, ["13/04/2026", "04/13/2026"]],
    ["dmy", ["2026-10-05", "13/04/2026"]],
  ])("is %s if it is the only one that all rows allow", (order, cells) => {
    expect(orderIn(...cells).order(null)).toBe(order);
  });

  it("is the given one if the rows leave it open", () => {
    expect(orderIn("03/04/2026").order("mdy")).toBe("mdy");
    expect(orderIn("13/04/2026").order("mdy")).toBe("dmy");
    expect(ordersOf("03/04/2026")).toEqual(["dmy", "mdy"]);
    expect(ordersOf("40/40/2026")).toEqual([]);
  });
});

describe("readTime", () => {
  it.each([
    ["10:30", "10:30"],
    ["9:05:59", "09:05"],
    ["3:05 PM", "15:05"],
    ["12:00 a.m.", "00:00"],
    ["12:15pm", "12:15"],
    ["10:30:00.000+02:00", "10:30"],
    ["10:30Z", "10:30"],
    ["2026-10-05 14:00", "14:00"],
  ])("takes %s", (text, time) => {
    expect(readTime(text)).toBe(time);
  });

  it("takes times of workbooks", () => {
    expect(readTime({ text: "10:30:00", date: "1899-12-30T10:30:00" })).toBe("10:30");
  });

  it.each(["24:00", "13:00 PM", "0:10 am", "10", "10:3", "10:30 x.", "noon", ""])("doesn't take %s", (text) => {
    expect(readTime(text)).toBeNull();
  });
});
