import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { keyHash } from "../../../services/sessions/resumeKeys.ts";
import type { Json } from "../../../shared/domain/json.ts";
import { resumeToken } from "../../../shared/platform/resumeTokens.ts";
import { chain, node } from "../../support/sampleGraphs.ts";
import { createLinks, startBy, startLinks, tokenOf } from "./linksStage.ts";
import { answer, complete, failure, type Process, type Stage, stored } from "./stage.ts";

/** Sessions that another device continues by their personal link: it never learns the answers of the first (features §15). */
let stage: Stage;
beforeAll(async () => {
  stage = await startLinks(2);
});
afterAll(() => stage?.stop());

const colors = ["red", "blue"].map((value) => ({ value, label: value }));
const graph = () => {
  const guest = node("guest", "short_text");
  const rule = { condition: { op: "neq", right: "x" }, message: "Not x, {{answer:name}}, who likes {{answer:color}}." };
  const checked = { ...guest, data: { ...guest.data, valid_if: [rule] } };
  return chain(
    node("name", "short_text"),
    node("color", "multiple_choice", { options: colors }),
    checked,
    node("age", "number"),
  );
};

/** Returns what starts by a personal link of a new form, through either copy. */
async function newLink(graph: ReturnType<typeof chain>) {
  const { slug } = await stage.newForm(graph as never);
  const [link] = await createLinks(stage, slug as string, [{ reference: randomUUID() }]);
  return (fields: Parameters<typeof startBy>[3] = {}, process = 0) =>
    startBy(stage.processes[process] as Process, slug as string, tokenOf(link as { url: string }), fields);
}

/** A session whose name and color one device has answered, which another one then continues. */
async function begun() {
  const start = await newLink(graph());
  const by = (key: string | null, process = 0, id: string | undefined = randomUUID()) =>
    start({ ...(id && { id }), ...(key !== null && { resume_key: key }) }, process);
  const first = newKey();
  const { id } = await by(first);
  await answer(stage.call, id, { name: "Ada", color: "red" });
  return { id, by, first };
}

/** A session of two devices with their keys, once the second one joins. */
async function shared(graph: ReturnType<typeof chain>) {
  const start = await newLink(graph);
  const [first, second] = [newKey(), newKey()];
  return { id: (await start({ resume_key: first })).id, first, second, join: () => start({ resume_key: second }) };
}
const newKey = () => randomUUID();
type Given = { node_id: string; value?: Json; back?: boolean };
const send = (id: string, key: string | null, body: Given, process = 0) =>
  stage.processes[process]?.call("sessions.next", { session_id: id, body, key }) as Promise<{ next_node_id: string }>;
const sendPage = (id: string, key: string | null, answers: Given[]) =>
  stage.call("sessions.answers", { session_id: id, body: { answers }, key });
const refused = async (sent: Promise<unknown>) => {
  const { code, message, data } = await failure(sent);
  return { code, message, data };
};
const valuesOf = async (id: string) => (await stored(stage, id)).visits.map(({ answer }) => answer);

describe("guesses of what another device has answered", () => {
  it.each(["its own key", "no key", "the session's id"])("are all refused alike for %s", async (device) => {
    const { id, by } = await begun();
    const key = device === "no key" ? null : newKey();
    await by(key, 0, device === "the session's id" ? id : undefined);
    const right = await refused(send(id, key, { node_id: "color", value: "red" }));
    expect(right).toMatchObject({ code: 409, data: { body: { current_node_id: "guest" } } });
    for (const value of ["blue", "green", null])
      expect(await refused(send(id, key, { node_id: "color", value }, 1))).toEqual(right);
    const page = await refused(sendPage(id, key, [{ node_id: "color", value: "red" }]));
    expect(await refused(sendPage(id, key, [{ node_id: "color", value: "blue" }]))).toEqual(page);
    expect(await valuesOf(id)).toEqual(["Ada", "red"]);
  });

  it("are refused after the first device answers again, and after the session is completed", async () => {
    const { id, by, first } = await begun();
    const key = newKey();
    await by(key);
    await send(id, first, { node_id: "guest", value: "Bo" });
    const answersOfFirst = [
      { node_id: "name", value: "Ada" },
      { node_id: "guest", value: "Bo" },
    ];
    for (const given of answersOfFirst) expect(await refused(send(id, key, given))).toMatchObject({ code: 409 });
    await send(id, first, { node_id: "age", value: 36 });
    await complete(stage.call, id);
    for (const given of answersOfFirst) expect(await refused(send(id, key, given))).toMatchObject({ code: 409 });
  });

  it("cut the path by `back`, right or wrong", async () => {
    for (const value of ["red", "blue"]) {
      const { id, by, first } = await begun();
      await send(id, first, { node_id: "guest", value: "Bo" });
      const key = newKey();
      await by(key);
      expect(await send(id, key, { node_id: "color", value, back: true })).toMatchObject({ next_node_id: "guest" });
      expect(await valuesOf(id)).toEqual(["Ada", value]);
    }
  });

  it("get no earlier answer in the message of a rule", async () => {
    const { id, by, first } = await begun();
    const guest = { node_id: "guest", value: "x" };
    expect((await refused(send(id, first, guest))).data).toEqual({
      errors: ["value: Not x, Ada, who likes red."],
      body: { rule: 0 },
    });
    const key = newKey();
    await by(key);
    expect((await refused(send(id, key, guest))).data).toEqual({
      errors: ["value: Not x, , who likes ."],
      body: { rule: 0 },
    });
  });
});

describe("a device that gave an answer", () => {
  it("can repeat it after another one has answered, also a change of an earlier answer", async () => {
    const { id, by, first } = await begun();
    const color = { node_id: "color", value: "blue", back: true };
    const reply = await send(id, first, color);
    const key = newKey();
    await by(key);
    await send(id, key, { node_id: "guest", value: "Bo" }, 1);
    // its first reply was lost
    for (const process of [0, 1]) expect(await send(id, first, color, process)).toEqual(reply);
    expect(await sendPage(id, first, [{ node_id: "name", value: "Ada" }])).toMatchObject({ next_node_id: "color" });
    expect(await valuesOf(id)).toEqual(["Ada", "blue", "Bo"]);
  });

  it("can repeat it, after a lost reply, through either copy", async () => {
    const { id, by } = await begun();
    const key = newKey();
    await by(key);
    const guest = { node_id: "guest", value: "Bo" };
    const reply = await send(id, key, guest);
    for (const process of [0, 1]) expect(await send(id, key, guest, process)).toEqual(reply);
    expect(await sendPage(id, key, [guest])).toMatchObject(reply);
    await send(id, key, { node_id: "age", value: 36 }, 1);
    expect(await send(id, key, guest)).toEqual(reply);
    expect(await refused(send(id, key, { node_id: "guest", value: "Cy" }))).toMatchObject({ code: 409 });
  });

  it("can answer beside devices without keys", async () => {
    const { id, by, first } = await begun();
    await by(null);
    await send(id, null, { node_id: "guest", value: "Bo" });
    expect(await refused(send(id, first, { node_id: "guest", value: "Bo" }))).toMatchObject({ code: 409 });
    expect(await refused(send(id, null, { node_id: "guest", value: "Bo" }))).toMatchObject({ code: 409 });
    expect(await send(id, first, { node_id: "age", value: 36 })).toMatchObject({ is_complete: true });
    expect(await send(id, first, { node_id: "age", value: 36 })).toMatchObject({ is_complete: true });
  });

  it("can answer in a session that a device without a key began", async () => {
    const start = await newLink(graph());
    const key = newKey();
    const { id } = await start();
    await send(id, null, { node_id: "name", value: "Ada" });
    await start({ resume_key: key });
    expect(await refused(send(id, key, { node_id: "name", value: "Ada" }))).toMatchObject({ code: 409 });
    expect(await send(id, key, { node_id: "color", value: "red" })).toMatchObject({ next_node_id: "guest" });
  });

  it("can repeat what it answered after it had opened the link of an email", async () => {
    const { id, by } = await begun();
    const mailed = newKey();
    await stage.database.query("insert into sessions.resumes (session_id, asked_at, opened_by) values ($1, '{}', $2)", [
      id,
      keyHash(mailed),
    ]);
    await send(id, mailed, { node_id: "guest", value: "Bo" });
    await by(newKey());
    expect(await send(id, mailed, { node_id: "guest", value: "Bo" })).toMatchObject({ next_node_id: "age" });
  });

  it("can repeat it after the other one came back", async () => {
    const { id, by, first } = await begun();
    await by(newKey());
    const guest = { node_id: "guest", value: "Bo" };
    const reply = await send(id, first, guest);
    expect(await send(id, first, guest)).toEqual(reply);
  });

  it("keeps all repeats if it starts again by its own key, whatever id it sends", async () => {
    const { id, by, first } = await begun();
    await by(first);
    await by(first, 1, id);
    expect(await send(id, first, { node_id: "color", value: "red" })).toMatchObject({ next_node_id: "guest" });
  });
});

describe("the size limit of several devices", () => {
  const texts = () =>
    chain(...["a", "b", "c", "d", "e", "f"].map((id) => node(id, "long_text", { max_length: 60_000 })));
  const long = "x".repeat(59_998);

  it.each(["yes", "y".repeat(50_000)])("doesn't tell how long another one's answers are (%#)", async (value) => {
    const { id, first, second, join } = await shared(texts());
    await send(id, first, { node_id: "a", value });
    await join();
    for (const nodeId of ["b", "c", "d", "e"]) await send(id, second, { node_id: nodeId, value: long });
    // besides the quotes, and the braces of the hidden fields
    const left = 256 * 1024 - 4 * 60_000 - 4;
    const refusal = await refused(send(id, second, { node_id: "f", value: "x".repeat(left + 1) }));
    expect(refusal.data).toEqual({ errors: ["value: must keep the session's answers within 256 KiB in total"] });
    expect(await send(id, second, { node_id: "f", value: "x".repeat(left) })).toMatchObject({ is_complete: true });
  });

  it("refuses no device an answer that it would take from one alone", async () => {
    const { id, first, second, join } = await shared(texts());
    for (const nodeId of ["a", "b", "c", "d"]) await send(id, first, { node_id: nodeId, value: long });
    await join();
    await send(id, second, { node_id: "e", value: "short" });
    await send(id, first, { node_id: "f", value: "x".repeat(20_000) });
  });
});

describe("files", () => {
  const photos = () => chain(node("photos", "file_upload", { max_files: 2 }, true), node("name", "short_text"));
  const upload = async (sessionId: string, key: string) => {
    const fileId = randomUUID();
    const url = `https://forms.example/api/v2/file/${fileId}/`;
    await stage.call("sessions.reserveFile", {
      session_id: sessionId,
      file_id: fileId,
      url,
      query: { node_id: "photos" },
      key,
    });
    await stage.call("sessions.commitFile", {
      id: fileId,
      session_id: sessionId,
      name: "a.png",
      size: 5,
      content_type: "image/png",
    });
    return url;
  };

  it("don't tell how many another device has sent", async () => {
    for (const count of [1, 2]) {
      const { id, first, second, join } = await shared(photos());
      const urls = [];
      for (let sent = 0; sent < count; sent += 1) urls.push(await upload(id, first));
      await send(id, first, { node_id: "photos", value: urls });
      await join();
      expect(await refused(upload(id, second))).toMatchObject({
        code: 409,
        message: "Another device answered this question.",
      });
    }
  });

  it("take the place of those that another device didn't send, the oldest first", async () => {
    const { id, first, second, join } = await shared(photos());
    await upload(id, first);
    const later = await upload(id, first);
    await join();
    const own = await upload(id, second);
    expect(await send(id, second, { node_id: "photos", value: [later, own] })).toMatchObject({ next_node_id: "name" });
  });
});

it("never names a session that was completed at the same time", async () => {
  const starts = Array.from({ length: 40 }, async () => {
    const { id, by, first } = await begun();
    await send(id, first, { node_id: "guest", value: "Bo" });
    const [, found] = await Promise.all([
      stage.call("sessions.answers", {
        ...{
          session_id: id,
          body: { answers: [{ node_id: "age", value: 36 }] },
          query: { complete: true },
          key: first,
        },
      }),
      by(newKey(), 1).catch(() => null),
    ]);
    return found && failure(send(id, null, { node_id: "color", value: "red" }));
  });
  const guesses = await Promise.all(starts);
  expect(guesses.filter(Boolean).map((guess) => guess?.code)).toEqual(guesses.filter(Boolean).map(() => 409));
});

describe("a session that one device began with its key", () => {
  const own = async () => {
    const { slug } = await stage.newForm(graph() as never, { resume: "mail" });
    const key = newKey();
    const id = randomUUID();
    const body = { id, resume_key: key };
    await stage.call("sessions.start", { slug: slug as string, session_id: id, body, user_agent: null });
    await answer(stage.call, id, { name: "Ada", color: "red" });
    return { id, key };
  };
  const color = { node_id: "color", value: "red" };

  it.each([null, newKey()])("confirms no answer to the key %s, whatever the value", async (other) => {
    const { id, key } = await own();
    const right = await refused(send(id, other, color));
    expect(right).toMatchObject({ code: 409, data: { body: { current_node_id: "guest" } } });
    for (const value of ["blue", "green", null])
      expect(await refused(send(id, other, { node_id: "color", value }, 1))).toEqual(right);
    const page = await refused(sendPage(id, other, [color]));
    expect(page).toMatchObject({ code: 409 });
    expect(await refused(sendPage(id, other, [{ node_id: "color", value: "blue" }]))).toEqual(page);
    expect((await refused(send(id, other, { node_id: "guest", value: "x" }))).data).toEqual({
      errors: ["value: Not x, , who likes ."],
      body: { rule: 0 },
    });
    await answer(stage.call, id, { guest: "Bo", age: 36 });
    await complete(stage.call, id);
    expect(await refused(send(id, other, color))).toMatchObject({ code: 409 });
    expect(await send(id, key, color)).toMatchObject({ next_node_id: "guest" });
  });

  it("takes repeats by its key, through either copy", async () => {
    const { id, key } = await own();
    for (const process of [0, 1]) expect(await send(id, key, color, process)).toMatchObject({ next_node_id: "guest" });
    expect(await sendPage(id, key, [color])).toMatchObject({ next_node_id: "guest" });
    expect(await refused(send(id, key, { node_id: "color", value: "blue" }))).toMatchObject({ code: 409 });
  });

  it("takes repeats from the device that opened its link to finish later, also where it was read before", async () => {
    const { id, key } = await own();
    const asked = new Date();
    await stage.database.query(
      "insert into sessions.resumes (session_id, asked_at) values ($1, array[$2::timestamptz])",
      [id, asked],
    );
    const other = newKey();
    const token = resumeToken({ sessionId: id, askedAt: asked.getTime() });
    await (stage.processes[1] as Process).call("sessions.openResume", { body: { token, key: other } });
    expect(await send(id, other, { node_id: "name", value: "Ada", back: true })).toMatchObject({
      next_node_id: "color",
    });
    expect(await valuesOf(id)).toEqual(["Ada", "red"]);
    await send(id, other, { node_id: "guest", value: "Bo" }, 1);
    for (const one of [other, key])
      expect(await send(id, one, { node_id: "guest", value: "Bo" })).toMatchObject({ next_node_id: "age" });
  });
});

it("confirms repeats to everybody if no device made a key", async () => {
  const start = await newLink(graph());
  const { id } = await start({ id: randomUUID() });
  await answer(stage.call, id, { name: "Ada" });
  await start({ id: randomUUID() });
  expect(await send(id, null, { node_id: "name", value: "Ada" })).toMatchObject({ next_node_id: "color" });
});

it("starts at the first node with options after a start that was killed before it moved there", async () => {
  const { id, by } = await begun();
  await stage.database.query("delete from sessions.visits where session_id = $1", [id]);
  await stage.database.query("update sessions.sessions set revision = 0, current_node_id = 'age' where id = $1", [id]);
  expect(await by(newKey())).toMatchObject({ current_node_id: "name" });
});
