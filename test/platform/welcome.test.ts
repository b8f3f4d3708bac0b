import { afterEach, expect, jest, test } from "@jest/globals";
import type { ServiceBroker } from "moleculer";
import { welcome } from "../../shared/platform/ops/welcome.ts";

afterEach(() => {
  jest.restoreAllMocks();
});

test.each([
  [
    "how to register while sign-up is open",
    true,
    /^Open .* to create your account\.[\s\S]*\n {2}curl .*https:\/\/forms\.example\/api\/auth\/register\//m,
  ],
  ["where to sign in while sign-up is closed", false, /^Sign in at https:\/\/forms\.example\/sign-in$/m],
])("prints %s", async (_what, signupOpen, said) => {
  const written = jest.spyOn(process.stdout, "write").mockReturnValue(true);
  const broker = {
    getLocalService: () => ({ context: { baseUrl: "https://forms.example" } }),
    call: async () => ({ signup_open: signupOpen }),
  };
  await welcome(broker as unknown as ServiceBroker);
  const text = String(written.mock.calls[0]?.[0]);
  expect(text).toMatch(said);
  expect(text.includes("register")).toBe(signupOpen);
});
