import { components } from "../../services/gateway/openapi/components.ts";
import { DeleteMeBody } from "../../shared/api/shapes/security.ts";
import { LinkSsoBody, SsoLink } from "../../shared/api/shapes/sso.ts";
import { Closed, Nullable, Type } from "../../shared/domain/schema.ts";
import { texts } from "../../shared/domain/texts.ts";

const Person = Closed({ name: Type.String() });
const Form = Closed({ title: Type.Optional(Type.String()), owners: Nullable(Type.Array(Person)) });

test("the compiler names a property without a text, and a text without a property", () => {
  const owners = ["The owners.", { name: "The name." }] as const;
  texts(Form, { title: "The title.", owners });
  texts([Form, Person], { title: "The title.", owners, name: "The name." });
  // @ts-expect-error no `title`
  texts(Form, { owners });
  // @ts-expect-error no `name` in `owners`
  texts(Form, { title: "The title.", owners: ["The owners.", {}] });
  // @ts-expect-error unknown `email`
  texts(Form, { title: "The title.", owners, email: "The address." });
  // @ts-expect-error `title` has no parts
  texts(Form, { title: ["The title.", { de: "Its German." }], owners });
});

test("shapes with the same content keep their names", () => {
  const { show } = components();
  const shown = [LinkSsoBody, DeleteMeBody, SsoLink].map((shape) => show(shape).$ref?.split("/").at(-1));
  expect(shown).toEqual(["LinkSsoBody", "DeleteMeBody", "SsoLink"]);
});
