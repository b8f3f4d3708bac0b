import { networkInterfaces } from "node:os";
import { openHostCheck } from "../../../services/gateway/http/hosts.ts";

/** Without BASE_URL and ALLOWED_HOSTS (decisions §8); with them: test/api/settings.test.ts. */
const interfaces = Object.values(networkInterfaces()).flatMap((own) => own ?? []);
const ownAddresses = interfaces.map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address));
const from = (host: string) => ({ headers: { host } });

describe("until the first account exists", () => {
  const check = openHostCheck(async () => false);

  test.each([
    "localhost",
    "LOCALHOST:3000",
    "forms.localhost:3000",
    "127.0.0.1:3000",
    "127.8.9.1",
    "[::1]:3000",
    "[::ffff:127.0.0.1]",
    ...ownAddresses,
  ])("accepts its own machine: %s", async (host) => {
    expect(await check(from(host))).toBeNull();
  });

  test.each([
    "attacker.example",
    "127.0.0.1.attacker.example:3000",
    "localhost.attacker.example",
    "notlocalhost",
    "203.0.113.9",
    "[2001:db8::9]:3000",
    "",
  ])("rejects others with 400: %s", async (host) => {
    expect(await check(from(host))).toMatchObject({ code: 400, message: expect.stringContaining("Set BASE_URL") });
  });
});

test("accepts any host once an account exists, and stops asking", async () => {
  let asked = 0;
  const check = openHostCheck(async () => {
    asked += 1;
    return asked > 1;
  });
  expect(await check(from("forms.example"))).toMatchObject({ code: 400 });
  expect(await check(from("forms.example"))).toBeNull();
  expect(check(from("forms.example"))).toBeNull();
  expect(asked).toBe(2);
});

test.each(["127.0.0.1:3000", ...ownAddresses])("stops asking after one request to its own address %s", async (own) => {
  let asked = 0;
  const check = openHostCheck(async () => {
    asked += 1;
    return true;
  });
  expect(check(from(own))).toBeNull();
  await new Promise(setImmediate);
  // knows of the account, so it compares no addresses
  expect([check(from("forms.example")), check(from(own)), asked]).toEqual([null, null, 1]);
});

test("accepts its own address although auth is away", async () => {
  const check = openHostCheck(() => Promise.reject(new Error("auth is away")));
  expect(check(from("127.0.0.1:3000"))).toBeNull();
  await expect(check(from("forms.example"))).rejects.toThrow("auth is away");
});
