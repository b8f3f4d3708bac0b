import { openSignInGate } from "../../../services/web/dashboard/api/signInGate.ts";

/** A service whose sign-in session has ended until `signIn`. Records requests. */
function service() {
  const sent: string[] = [];
  let isSignedIn = false;
  const send = async (_address: unknown, init?: RequestInit) => {
    const status = isSignedIn ? 200 : 401;
    sent.push(`${init?.body} ${status}`);
    return new Response(null, { status });
  };
  return { sent, send: send as typeof fetch, signIn: () => (isSignedIn = true) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const put = (body: string, signal?: AbortSignal): RequestInit => ({ method: "PUT", body, signal: signal ?? null });

test("holds a request with a 401 until the user signs in, then repeats it", async () => {
  const { sent, send, signIn } = service();
  const gate = openSignInGate(send);
  const heard: boolean[] = [];
  gate.subscribe(() => heard.push(gate.isNeeded()));
  const answers = Promise.all([gate.fetch("/a", put("one")), gate.fetch("/b", put("two"))]);
  await turn();
  expect(heard).toEqual([true]);
  signIn();
  gate.signedIn();
  expect((await answers).map(({ status }) => status)).toEqual([200, 200]);
  expect(sent).toEqual(["one 401", "two 401", "one 200", "two 200"]);
  expect(heard).toEqual([true, false]);
});

test("doesn't ask to sign in again for a 401 that arrives after a sign-in", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const answers = [promise, Promise.resolve(new Response("{}"))];
  const gate = openSignInGate(() => answers.shift() as Promise<Response>);
  const asked = gate.fetch("/slow");
  gate.signedIn();
  resolve(new Response(null, { status: 401 }));
  expect((await asked).status).toBe(200);
  expect(gate.isNeeded()).toBe(false);
});

test("drops waiting requests of a page that was left", async () => {
  const { sent, send, signIn } = service();
  const gate = openSignInGate(send);
  const leaving = new AbortController();
  const asked = gate.fetch("/a", put("one", leaving.signal));
  await turn();
  leaving.abort();
  await expect(asked).rejects.toThrow("aborted");
  signIn();
  gate.signedIn();
  await turn();
  expect(sent).toEqual(["one 401"]);
});
