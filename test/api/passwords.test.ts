import { anonymous, expecting, owner, signedIn } from "../support/api.ts";
import { images } from "../support/images.ts";

/** Passwords while the server does other things with them. */
const signIn = (email: string, password: string) => anonymous().post("/api/auth/login/", { email, password });

test("never lets a wrong password in while a deleted person's access ends, and lets the right one in after it", async () => {
  const [leaving, victim] = await Promise.all([owner(), owner()]);
  const form = new FormData();
  form.append("file", new Blob([images.png]), "picture.png");
  const encoded = new Response(form);
  const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
  const raw = new Uint8Array(await encoded.arrayBuffer());
  const { body: image } = await expecting(201, leaving.post("/api/v2/image/", undefined, { headers, raw }));
  await expecting(204, signedIn(leaving.cookie).post("/api/auth/me/delete/", { password: leaving.password }));

  // images are erased after the access has ended
  let isErased = false;
  const wrong = async () => {
    while (!isErased) expect((await signIn(victim.email, "not the password")).status).toBe(401);
  };
  const erased = async () => {
    while (!isErased) {
      const { status } = await anonymous().get(new URL(image.url).pathname);
      isErased = status === 404;
      await signIn(victim.email, "not the password either");
    }
  };
  await Promise.all([wrong(), wrong(), wrong(), erased()]);
  await expecting(200, signIn(victim.email, victim.password));
  await owner();
}, 60_000);
