import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { readForm } from "../../../../services/forms/importing/read.ts";
import type { ImportResult } from "../../../../shared/api/shapes/imports.ts";
import { xlsxOf } from "../../../support/zip.ts";

/** Realistic forms, with counts made by hand (features §14). */
const imported = async (bytes: Buffer): Promise<ImportResult> => JSON.parse(await readForm(bytes));
const nodeOf = (result: ImportResult, id: string) => result.graph.nodes.find((node) => node.id === id);
const answer = (nodeId: string) => ({ type: "answer", node_id: nodeId });

test("converts a household survey of an XLSForm", async () => {
  const result = await imported(
    xlsxOf({
      survey: [
        [
          "type",
          "name",
          "label::English (en)",
          "label::French (fr)",
          "relevant",
          "constraint",
          "calculation",
          "choice_filter",
          "appearance",
        ],
        ["start", "start"],
        ["begin_group", "about", "About you", "", "", "", "", "", "field-list"],
        ["text", "name", "Your name?", "Votre nom ?"],
        ["integer", "age", "How old is ${name}?", "", "", ". >= 18 and . < 120"],
        ["end_group"],
        ["select_one country", "country", "Country?", "Pays ?"],
        ["select_one city", "city", "City?", "", "${country} != ''", "", "", "country = ${country}", "minimal"],
        [
          "select_multiple goods",
          "goods",
          "What do you own?",
          "",
          "${age} > 20 and not(${city} = 'lyon')",
          "count-selected(.) <= 2",
        ],
        ["date", "born", "Born?", "", "", ". <= today()"],
        ["calculate", "years", "", "", "", "", "int((today() - ${born}) div 365.25)"],
        ["calculate", "greeting", "", "", "", "", "concat('Hi ', ${name})"],
        ["note", "bye", "Thanks, you are ${years}.", "Merci", "selected(${goods}, 'tv') or ${years} >= 30"],
        ["time", "when", "At what time?"],
        ["begin_repeat", "child", "Child"],
        ["text", "child_name", "Name"],
        ["end_repeat"],
        ["image", "photo", "Photo", "", "", "", "", "", "signature"],
      ],
      choices: [
        ["list_name", "name", "label::English (en)", "country"],
        ["country", "fr", "France"],
        ["country", "at", "Austria"],
        ["city", "lyon", "Lyon", "fr"],
        ["city", "graz", "Graz", "at"],
        ["goods", "tv", "TV"],
        ["goods", "car", "Car"],
        ["goods", "bike", "Bicycle"],
      ],
      settings: [
        ["form_title", "default_language"],
        ["Household", "English (en)"],
      ],
    }),
  );
  expect(result).toMatchObject({ format: "xlsform", title: "Household", language: "en" });
  // lost: start. changed: greeting
  expect(result.counts).toEqual({ found: 13, converted: 11, changed: 1, lost: 1 });
  expect(result.graph.pages).toMatchObject([{ title: "About you", node_ids: ["name", "age"] }]);
  expect(nodeOf(result, "age")?.data).toMatchObject({
    title: "How old is {{answer:name}}?",
    config: { min: 18, max: 119, decimals: 0 },
  });
  expect(nodeOf(result, "city")?.data).toMatchObject({
    show_if: { left: answer("country"), op: "answered" },
    config: { options: [{ show_if: { left: answer("country"), op: "eq", right: "fr" } }, { value: "graz" }] },
  });
  expect(nodeOf(result, "goods")?.data).toMatchObject({
    show_if: { all: [{ op: "gt", right: 20 }, { not: { left: answer("city"), op: "eq", right: "lyon" } }] },
    config: { max_selections: 2 },
  });
  expect(nodeOf(result, "born")?.data.config).toEqual({ max: { days_from_today: 0 } });
  const whole = { divide: [{ days: [{ answer: "born" }, "today"] }, 365.25] };
  expect(result.graph.calculations).toMatchObject([
    { key: "years", value: { subtract: [whole, { mod: [whole, 1] }] } },
  ]);
  expect(nodeOf(result, "bye")?.data.title).toBe("Thanks, you are {{calculation:years}}.");
  expect(nodeOf(result, "child")?.data).toMatchObject({
    title: "Child",
    config: { fields: [{ key: "child_name", title: "Name", question_type: "short_text" }] },
  });
  expect(Object.keys(result.graph.translations ?? {})).toEqual(["fr"]);
  expect(result.graph.translations?.fr).toEqual({
    "bye.title": "Merci",
    "country.title": "Pays ?",
    "name.title": "Votre nom ?",
  });
  expect(result.issues.map(({ code, source }) => `${source}: ${code}`)).toEqual([
    "survey row 2: metadata",
    "survey row 12: written_in",
    "survey row 15: row_limit",
  ]);
});

test("notes each cell of an XLSForm that isn't imported", async () => {
  const result = await imported(
    xlsxOf({
      survey: [
        ["type", "name", "label", "appearance", "parameters", "save_to", "repeat_count", "calculation"],
        ["begin_group", "about", "", "field-list w1", "", "", "3"],
        ["text", "name", "Name", "multiline numbers", "", "G"],
        ["image", "photo", "Photo", "", "max-pixels=800"],
        ["end_group"],
        ["select_multiple goods", "goods", "Goods", "horizontal", "randomize=true seed=5"],
        ["calculate", "sum", "", "", "", "S", "", "1 + 1"],
        ["hidden", "plan", "Plan", "", "", "P"],
      ],
      choices: [
        ["list_name", "name", "label", "media::audio", "media::image"],
        ["goods", "tv", "TV", "tv.mp3"],
        ["goods", "car", "Car", "", "https://example.com/car.png"],
      ],
      settings: [
        ["form_title", "form_id", "version", "style", "instance_name"],
        ["Goods", "goods", "7", "pages", "${name}"],
      ],
      entities: [["list_name"], ["people"]],
    }),
  );
  expect(result.issues.map(({ source, code, message }) => [source, code, message])).toEqual([
    ["survey row 3", "column", "Not imported: `save_to`."],
    ["survey row 4", "parameters", "Not imported: `max-pixels`."],
    ["survey row 6", "media", "The media of “tv” aren't images, so they aren't shown."],
    ["survey row 6", "shuffle", "Its choices keep their order."],
    ["survey row 6", "parameters", "Not imported: `seed`."],
    ["survey row 7", "column", "Not imported: `save_to`."],
    ["survey row 8", "column", "Not imported: `save_to`."],
    ["survey row 8", "hidden", expect.stringContaining("?plan=")],
    ["survey row 2", "column", "Not imported: `repeat_count`."],
    ["survey", "appearance", "Not imported: `w1`, `numbers`, `horizontal`."],
    ["settings row 2", "setting", "Not imported: `style`, `instance_name`."],
    ["entities", "sheet", "The sheet `entities` isn't imported."],
  ]);
});

test("notes columns without an effect on respondents once, and leaves out disabled rows", async () => {
  const survey = [
    ["type", "name", "label", "required", "required_message", "oldname", "disabled"],
    ["text", "a", "A", "yes", "Say it.", "x1"],
    ["text", "b", "B", "yes", "Say it.", "x2"],
    ["text", "c", "C", "", "", "", "yes"],
  ];
  const { counts, issues, graph } = await imported(xlsxOf({ survey }));
  expect(counts).toEqual({ found: 2, converted: 2, changed: 0, lost: 0 });
  expect(issues).toMatchObject([{ source: "survey", message: "Not imported: `required_message`, `oldname`." }]);
  expect(graph.nodes.map(({ id }) => id)).toEqual(["a", "b", "end"]);
});

test("reads an XLSForm of three sheets in one CSV like its workbook", async () => {
  const csv = [
    '"survey",,,',
    ",type,name,label",
    ',integer,age,"Your age, please?"',
    ",select_one yn,smokes,Do you smoke?",
    '"choices",,,',
    ",list_name,name,label",
    ",yn,y,Yes",
    ",yn,n,No",
    '"settings",,,',
    ",form_title,,",
    ",Smoking,,",
  ];
  const result = await imported(Buffer.from(csv.join("\n")));
  expect(result).toMatchObject({ title: "Smoking", counts: { found: 2, converted: 2, changed: 0, lost: 0 } });
  expect(nodeOf(result, "smokes")?.data.config).toEqual({
    options: [
      { value: "y", label: "Yes" },
      { value: "n", label: "No" },
    ],
  });
});

test("notes a condition of an XLSForm that reads a later question", async () => {
  const survey = [
    ["type", "name", "label", "relevant"],
    ["text", "a", "A?", "${b} = 1"],
    ["integer", "b", "B?", ""],
  ];
  const result = await imported(xlsxOf({ survey }));
  expect(result.counts).toEqual({ found: 2, converted: 1, changed: 1, lost: 0 });
  expect(result.issues).toMatchObject([
    {
      code: "condition",
      node_id: "a",
      source: "survey row 2",
      path: "/nodes/0",
      reason: { kind: "node_later", node_id: "b" },
    },
  ]);
});

test("keeps a question whose texts insert several answers that aren't there", async () => {
  const title = "{{answer:b}} and {{hidden:plan}}";
  const graph = {
    schema_version: "2.0",
    entry_node_id: "a",
    nodes: [
      { id: "a", question_type: "short_text", data: { title, config: {} } },
      { id: "b", question_type: "short_text", data: { title: "B?", config: {} } },
      { id: "end", question_type: "end_screen", data: { config: {} } },
    ],
    edges: [
      { from: "a", to: "b", condition: null },
      { from: "b", to: "end", condition: null },
    ],
  };
  const result = await imported(Buffer.from(JSON.stringify({ title: "Mine", graph })));
  expect(result.counts).toEqual({ found: 3, converted: 2, changed: 1, lost: 0 });
  expect(nodeOf(result, "a")?.data.title).toBe("… and …");
  expect(result.issues).toMatchObject([
    { code: "recall", node_id: "a", path: "/nodes/0", reason: { kind: "node_later" } },
    { code: "recall", node_id: "a", path: "/nodes/0", reason: { kind: "hidden_unknown" } },
  ]);
});

test("names both ends of a jump that leads back, and keeps other edges to earlier nodes", async () => {
  const node = (id: string) => ({ id, question_type: "short_text", data: { title: id, config: {} } });
  const graph = {
    schema_version: "2.0",
    entry_node_id: "c",
    nodes: [node("a"), node("b"), node("c"), { id: "end", question_type: "end_screen", data: { config: {} } }],
    edges: [
      { from: "c", to: "a", condition: null },
      { from: "a", to: "b", condition: null },
      { from: "b", to: "a", condition: { op: "answered" } },
      { from: "b", to: "end", condition: null },
    ],
  };
  const result = await imported(Buffer.from(JSON.stringify({ title: "Mine", graph })));
  expect(result.issues.map(({ message }) => message)).toEqual([
    "A jump isn't imported: it leads from “b” back to “a”.",
  ]);
  expect(result.graph.edges).toHaveLength(3);
});

test("converts a Typeform with a group, an address, scores and jumps", async () => {
  const result = await imported(await readFile(join(import.meta.dirname, "coffee.typeform.json")));
  // lost: the payment. changed: the address, and the rating that jumps back
  expect(result).toMatchObject({ format: "typeform", counts: { found: 13, converted: 10, changed: 2, lost: 1 } });
  expect(result.graph.edges).toContainEqual({
    from: "r",
    to: "out",
    condition: { left: answer("r"), op: "lt", right: 3 },
  });
  expect(nodeOf(result, "bye")?.data.config).toEqual({ redirect_url: "https://example.com", button_text: "Menu" });
  expect(nodeOf(result, "drink")?.data.config).toMatchObject({
    allow_other: true,
    scoring: { mode: "options", points: { Coffee: 3 } },
  });
  expect(result.graph.pages).toMatchObject([{ node_ids: ["age", "mail"] }, { node_ids: ["addr_street", "addr_city"] }]);
  expect(result.graph.hidden_fields).toEqual(["plan"]);
  expect(result.issues.map(({ code }) => code)).toEqual(["address", "payment", "backward_jump"]);
});

test("converts KoboToolbox's ratings, rankings and matrices", async () => {
  const result = await imported(
    xlsxOf({
      survey: [
        [
          "type",
          "name",
          "label",
          "relevant",
          "required",
          "kobo--score-choices",
          "kobo--rank-items",
          "kobo--matrix_list",
        ],
        ["text", "who", "Who?"],
        ["begin_score", "rates", "Rate these", "${who} != ''", "", "level"],
        ["score__row", "food", "Food", "", "true"],
        ["score__row", "room", "Room", "", "true"],
        ["end_score"],
        ["text", "why", "Why?", "${room} = 'bad'"],
        ["begin_rank", "order", "Put in order", "", "", "", "level"],
        ["rank__level", "first", "First", "", "true"],
        ["rank__level", "second", "Second"],
        ["end_rank"],
        ["text", "what", "What?", "${second} = 'good'"],
        ["begin_kobomatrix", "pets", "Pets", "${who} = 'me'", "", "", "", "pet"],
        ["integer", "count", "How many?"],
        ["text", "names", "Names", "${count} > 1"],
        ["end_kobomatrix"],
        ["text", "cats", "Many cats", "${pets_cat_count} > 5"],
      ],
      choices: [
        ["list_name", "name", "label"],
        ["level", "good", "Good"],
        ["level", "bad", "Bad"],
        ["pet", "cat", "Cat"],
        ["pet", "dog", "Dog"],
      ],
    }),
  );
  expect(result.issues).toEqual([]);
  expect(nodeOf(result, "rates")).toMatchObject({
    question_type: "matrix",
    data: {
      title: "Rate these",
      is_required: true,
      show_if: { left: answer("who"), op: "answered" },
      config: {
        rows: [
          { key: "food", label: "Food" },
          { key: "room", label: "Room" },
        ],
        columns: [{ value: "good" }, { value: "bad" }],
        require_all_rows: true,
      },
    },
  });
  expect(nodeOf(result, "why")?.data.show_if).toEqual({
    left: { ...answer("rates"), path: "room" },
    op: "eq",
    right: "bad",
  });
  expect(nodeOf(result, "order")).toMatchObject({ question_type: "ranking", data: { config: { min_ranked: 1 } } });
  expect(nodeOf(result, "what")?.data.show_if).toEqual({
    left: { ...answer("order"), path: "good" },
    op: "eq",
    right: 2,
  });
  expect(nodeOf(result, "pets_dog_names")?.data).toMatchObject({
    title: "Dog – Names",
    show_if: { all: [{ left: answer("who") }, { left: answer("pets_dog_count"), op: "gt", right: 1 }] },
  });
  expect(nodeOf(result, "cats")?.data.show_if).toMatchObject({ left: answer("pets_cat_count"), right: 5 });
  expect(result.graph.pages).toMatchObject([{ title: "Pets" }]);
});

test("notes blocks of KoboToolbox without choices", async () => {
  const { counts, issues } = await imported(
    xlsxOf({
      survey: [
        ["type", "name", "label"],
        ["begin_score", "scores", "Rate these"],
        ["score__row", "food", "Food"],
        ["end_score"],
        ["begin_kobomatrix", "animals", "Animals"],
        ["integer", "how_many", "How many?"],
        ["end_kobomatrix"],
        ["text", "name", "Name"],
      ],
    }),
  );
  expect(counts).toEqual({ found: 3, converted: 1, changed: 0, lost: 2 });
  expect(issues.map(({ code, source }) => `${code} ${source}`)).toEqual([
    "kobo_block survey row 2",
    "kobo_block survey row 5",
  ]);
});

test("numbers the texts of a Typeform variable, and leaves out what no path leads to", async () => {
  const variable = (value: string) => ({ type: "variable", value });
  const set = (ref: string, to: string, condition: object) => ({
    type: "field",
    ref,
    actions: [
      { action: "set", condition, details: { target: variable("tier"), value: { type: "constant", value: to } } },
    ],
  });
  const jump = (ref: string, to: string, condition: object) => ({
    type: "field",
    ref,
    actions: [{ action: "jump", condition, details: { to: { type: "field", value: to } } }],
  });
  const is = (subject: object, value: unknown) => ({ op: "equal", vars: [subject, { type: "constant", value }] });
  const document = {
    title: "Tiers",
    variables: { tier: "basic" },
    fields: [
      { ref: "n", title: "How many?", type: "number", validations: { required: true } },
      { ref: "mid", title: "Why?", type: "short_text" },
      { ref: "skipped", title: "Skipped", type: "short_text" },
      { ref: "last", title: "You are {{var:tier}}", type: "short_text" },
    ],
    logic: [
      set("n", "gold", {
        op: "greater_than",
        vars: [
          { type: "field", value: "n" },
          { type: "constant", value: 5 },
        ],
      }),
      jump("n", "last", is(variable("tier"), "gold")),
      jump("mid", "last", { op: "always", vars: [] }),
    ],
  };
  const result = await imported(Buffer.from(JSON.stringify(document)));
  expect(result.graph.calculations).toMatchObject([
    {
      key: "tier",
      value: { if: [{ left: answer("n"), op: "gt", right: 5 }, 1, 0] },
      bands: [
        { from: 0, label: "basic" },
        { from: 1, label: "gold" },
      ],
    },
  ]);
  expect(result.graph.edges).toContainEqual({
    from: "n",
    to: "last",
    condition: { left: { type: "calculation", key: "tier" }, op: "eq", right: 1 },
  });
  expect(nodeOf(result, "last")?.data.title).toBe("You are {{band:tier}}");
  expect(result.issues).toMatchObject([{ severity: "changed", code: "never_asked" }]);
});

test("sorts and notes what Typeform shows in another way", async () => {
  const choices = ["Z", "A"].map((label) => ({ ref: label, label }));
  const fields = [
    { ref: "hearts", title: "Hearts", type: "rating", properties: { shape: "heart", steps: 5 } },
    { ref: "stars", title: "Stars", type: "rating", properties: { shape: "star", steps: 5 } },
    { ref: "sorted", title: "Sorted", type: "dropdown", properties: { alphabetical_order: true, choices } },
    {
      ref: "random",
      title: "Random",
      type: "multiple_choice",
      properties: { randomize: true, allow_multiple_selection: true, choices },
    },
  ];
  const settings = { redirect_after_submit_url: "https://example.com/" };
  const result = await imported(Buffer.from(JSON.stringify({ title: "Order", settings, fields })));
  expect(result.issues.map(({ severity, code, source }) => `${severity} ${code} ${source}`)).toEqual([
    "changed icon fields[0] “Hearts”",
    "lost shuffle fields[3] “Random”",
    "lost redirect settings.redirect_after_submit_url",
  ]);
  expect(nodeOf(result, "sorted")?.data.config).toMatchObject({ options: [{ label: "A" }, { label: "Z" }] });
});

test("shows the labels of a table, and asks nothing that is read-only", async () => {
  const result = await imported(
    xlsxOf({
      survey: [
        ["type", "name", "label", "appearance", "readonly"],
        ["select_one level", "header", "How good?", "label"],
        ["select_one level", "food", "Food", "list-nolabel"],
        ["integer", "age", "Age", "", "yes"],
      ],
      choices: [
        ["list_name", "name", "label"],
        ["level", "good", "Good"],
        ["level", "bad", "Bad"],
      ],
    }),
  );
  expect(nodeOf(result, "header")).toMatchObject({ question_type: "welcome_screen", data: { title: "How good?" } });
  expect(nodeOf(result, "food")?.question_type).toBe("multiple_choice");
  expect(result.issues).toMatchObject([{ code: "read_only", severity: "lost" }, { code: "appearance" }]);
});

test("leaves out a matrix of KoboToolbox with more than 200 cells", async () => {
  const result = await imported(
    xlsxOf({
      survey: [
        ["type", "name", "label", "kobo--matrix_list"],
        ["text", "a", "A"],
        ["begin_kobomatrix", "m", "M", "long"],
        ["text", "x", "X"],
        ["end_kobomatrix"],
      ],
      choices: [["list_name", "name", "label"], ...Array.from({ length: 201 }, (_, at) => ["long", `c${at}`, "C"])],
    }),
  );
  expect(result.issues).toMatchObject([{ code: "kobo_block", severity: "lost", source: "survey row 3" }]);
});
