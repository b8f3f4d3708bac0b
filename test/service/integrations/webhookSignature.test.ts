import { describe, expect, test } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { signatureHeaders, webhook } from "../../../services/integrations/types/webhook.ts";

/**
 * Signatures by Standard Webhooks:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */

/** The test vector of the specification's reference libraries (libraries/*: "sign function works"). */
const vector = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  at: new Date(1614265330 * 1000),
  body: '{"test": 2432232314}',
  signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
};

test("matches the specification's vector", () => {
  expect(signatureHeaders(vector.id, vector.at, vector.body, [vector.secret])).toEqual({
    "webhook-id": vector.id,
    "webhook-timestamp": "1614265330",
    "webhook-signature": vector.signature,
  });
});

test("makes secrets of 24 bytes, and times in seconds that are never ahead of the clock", () => {
  expect(webhook.makeSecrets?.().signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  const headers = signatureHeaders("an-id", new Date("2026-01-31T12:00:00.999Z"), "{}", [vector.secret]);
  expect(headers["webhook-timestamp"]).toBe("1769860800");
});

describe("two secrets", () => {
  const secrets = [1, 2].map(() => webhook.makeSecrets?.().signing_secret ?? "");
  const body = '{"type":"session.completed"}';
  const headers = signatureHeaders("id", new Date(), body, secrets);

  test.each([0, 1])("verify with each (%i)", (index) => {
    expect(new Webhook(secrets[index] ?? "").verify(body, headers)).toEqual(JSON.parse(body));
  });

  test("don't verify with another secret or body", () => {
    const third = webhook.makeSecrets?.().signing_secret ?? "";
    expect(() => new Webhook(third).verify(body, headers)).toThrow();
    expect(() => new Webhook(secrets[0] ?? "").verify(`${body} `, headers)).toThrow();
  });
});
