import { answersOf, formOf, options } from "./table.ts";

it("reads a table whose headers are ids", async () => {
  const form = formOf({
    name: ["short_text", "Your name"],
    pet: ["multiple_choice", "Pet", options("Cat", "Dog")],
    pets: ["checkbox", "Pets", options("Cat", "Dog")],
    age: ["number", "Age"],
    day: ["date", "Day"],
    ok: ["yes_no", "Ok?"],
  });
  const rows = [["Ann ", "Cat", "dog; Cat", "4", "2026-01-31", "Y"]];
  expect(await answersOf({ headers: ["name", "pet", "pets", "age", "day", "ok"], rows }, form)).toEqual([
    { name: "Ann ", pet: "cat", pets: ["dog", "cat"], age: 4, day: "2026-01-31", ok: "yes" },
  ]);
});
