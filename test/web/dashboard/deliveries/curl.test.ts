import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { curlCommand } from "../../../../services/web/dashboard/deliveries/curl.ts";

/** Returns the arguments that a POSIX shell passes to curl. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${command}\n`;
  const printed = execFileSync("/bin/sh", ["-c", script], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  return printed.split("\0").slice(0, -1);
}

const valuesAfter = (args: string[], name: string): string[] => args.filter((_, at) => args[at - 1] === name);
const receiver = { url: "https://example.com/in", verifySsl: true };

test("passes the logged address, headers and body to curl, without headers that curl sets itself", () => {
  const command = curlCommand(
    { url: "http://example.com/a?b=[1-3]&c='d", verifySsl: false },
    {
      request_headers: {
        "content-type": "application/json",
        "Content-Length": "5",
        "X-Team": "a $HOME `b`",
        "X-None": "",
      },
      request_body: '{"a":1}',
    },
  );
  expect(argumentsOf(command)).toEqual([
    "--globoff",
    "--insecure",
    "--request",
    "POST",
    "http://example.com/a?b=[1-3]&c='d",
    "--header",
    "content-type: application/json",
    "--header",
    "X-Team: a $HOME `b`",
    "--header",
    "X-None;",
    "--data-raw",
    '{"a":1}',
  ]);
});

test.each([
  ["quotes", `'; touch /tmp/pathform-was-here; '`],
  ["a command", "$(touch /tmp/pathform-was-here)`id`"],
  ["a name of a file", "@/etc/passwd"],
  ["lines and a backslash at the end", "one\ntwo\r\n\\"],
  ["an option", "--output /tmp/pathform-was-here"],
])("passes %s in a body unchanged", (_what, body) => {
  const args = argumentsOf(curlCommand(receiver, { request_headers: {}, request_body: body }));
  expect(valuesAfter(args, "--data-raw")).toEqual([body]);
  expect(args).toHaveLength(6);
});

test("passes any body and any header as one argument each", () => {
  const text = fc.string({ unit: fc.constantFrom("'", '"', "\\", "$", "`", "\n", "!", "@", " ", "a", "é", "😀") });
  fc.assert(
    fc.property(text, text, (body, header) => {
      const args = argumentsOf(curlCommand(receiver, { request_headers: { "X-A": header }, request_body: body }));
      expect(valuesAfter(args, "--data-raw")).toEqual([body]);
      expect(valuesAfter(args, "--header")).toEqual([header === "" ? "X-A;" : `X-A: ${header}`]);
    }),
    { numRuns: 50 },
  );
});

test("sends no body if the request had none", () => {
  expect(curlCommand(receiver, { request_headers: null, request_body: null })).toBe(
    "curl --globoff --request POST 'https://example.com/in'",
  );
});
