import { allColumns, searchColumns } from "../../../services/web/dashboard/builder/palette/search.ts";
import { itemsOf, stepFrom } from "../../../services/web/ui/palette/items.ts";
import { questionTypes } from "../../../shared/domain/questions/question.ts";
import { node } from "../../support/sampleGraphs.ts";

describe("the palette", () => {
  const nodes = [node("smoke", "yes_no"), node("rate", "star_rating"), node("why", "short_text")];
  const search = (text: string) => itemsOf(searchColumns(text, questionTypes, nodes).columns).map(({ id }) => id);

  test("lists each type once, in groups by hue", () => {
    const columns = allColumns(questionTypes, true);
    const ids = itemsOf(columns).map(({ id }) => id);
    expect(ids.toSorted()).toEqual([...questionTypes.map((type) => `add:${type}`), "add:name", "paste"].toSorted());
    expect(columns.map((groups) => groups.map(({ name }) => name))).toEqual([
      ["Choices", "Screens"],
      ["Ratings", "Numbers and dates"],
      ["Tables and files", "Text", "Contact", "From the clipboard"],
    ]);
  });

  test("finds types by name first, then by synonyms", () => {
    expect(search("star")[0]).toBe("add:star_rating");
    expect(search("nps")).toEqual(["add:opinion_scale"]);
    expect(search("  Rátíng ").slice(0, 2)).toEqual(["add:star_rating", "add:emoji_rating"]);
    expect(search("radio single")).toEqual(["add:multiple_choice"]);
    expect(search("no such thing")).toEqual([]);
  });

  test("finds questions by title, ID and type, and puts a better match before types", () => {
    expect(search("about why")).toEqual(["go:why"]);
    expect(search("about s")[0]).toBe("go:smoke");
    expect(search("smoke")).toEqual(["go:smoke"]);
    expect(search("star")).toContain("go:rate");
    const cafe = { ...node("cafe_1", "dropdown"), data: { title: "Which Café?" } };
    expect(itemsOf(searchColumns("cafe which", questionTypes, [cafe]).columns).map(({ id }) => id)).toEqual([
      "go:cafe_1",
    ]);
  });

  test("counts the questions that it leaves out", () => {
    const many = Array.from({ length: 35 }, (_, at) => node(`q${at}`, "short_text"));
    expect(searchColumns("about q", questionTypes, many).more).toBe(5);
  });

  test("goes down through all groups and sideways to the same row", () => {
    const columns = allColumns(questionTypes, false);
    const step = (id: string | null, key: string) => stepFrom(columns, id, key)?.id;
    expect(step("add:multiple_choice", "ArrowDown")).toBe("add:dropdown");
    expect(step("add:end_screen", "ArrowDown")).toBe("add:star_rating");
    expect(step("add:multiple_choice", "ArrowUp")).toBe("add:phone");
    expect(step("add:dropdown", "ArrowRight")).toBe("add:number_scale");
    expect(step("add:dropdown", "ArrowLeft")).toBe("add:file_upload");
    // the next column is shorter
    expect(step("add:end_screen", "ArrowRight")).toBe("add:date");
    expect([step(null, "Home"), step(null, "End")]).toEqual(["add:multiple_choice", "add:phone"]);
  });
});
