import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { PublicForm } from "../../../shared/api/shapes/sessions.ts";
import type { FormPage } from "../../../shared/bus/contract.ts";
import { type Bodies, compressFor, sendBody, varyByEncoding } from "../http/encodings.ts";
import { isFresh } from "../http/reply.ts";
import { imageSources, pagePolicy } from "./policy.ts";
import type { Site } from "./site.ts";

/** A rendered page, cached until its form or the build changes. */
export interface KeptPage {
  /** The form's tag from sessions. */
  formTag: string;
  etag: string;
  policy: string;
  bodies: Bodies;
}

/** Pages rendered once per state of a form, so that a request costs one call of sessions. */
export interface FormPages {
  /** `ask` calls sessions.formPage. Its errors reach the caller. `lang` is the language that is asked for. */
  send(
    asked: { slug: string; lang: string | null },
    baseUrl: string,
    ask: (known: string | null) => Promise<FormPage>,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void>;
}

const cacheBytes = 32 * 1024 * 1024;
/** Each page is kept plain and compressed. */
const weightOf = ({ bodies }: KeptPage): number => bodies.plain.length * 2;

export function openFormPages(site: Site): FormPages {
  const kept = new LRUCache<string, KeptPage>({ maxSize: cacheBytes, sizeCalculation: weightOf });
  return {
    async send({ slug, lang }, baseUrl, ask, req, res) {
      // a language that the form doesn't offer has the page of its own
      const known = (lang !== null && kept.get(keyOf(slug, lang))) || kept.get(slug);
      const { etag: formTag, form, embed_origins } = await ask(known?.formTag ?? null);
      // a concurrent request may have rendered it
      const found = [known, kept.get(slug)].find((page) => page?.formTag === formTag);
      if (found) return sendPage(found, req, res);
      const shown: PublicForm = JSON.parse(form ?? "");
      const page = renderPage(site, { slug, baseUrl, form: shown }, embed_origins, formTag);
      const { language, languages: [own = language] = [] } = shown.form;
      kept.set(language === own ? slug : keyOf(slug, language), page);
      await sendPage(page, req, res);
    },
  };
}

const keyOf = (slug: string, language: string): string => `${slug} ${language.toLowerCase()}`;

type Shown = { slug: string; baseUrl: string; form: PublicForm };

function renderPage(site: Site, shown: Shown, embedOrigins: string[], formTag: string): KeptPage {
  const { html, ...inline } = site.renderRespondentPage({ kind: "form", ...shown });
  return {
    formTag,
    etag: `W/"${site.build}.${formTag.replaceAll('"', "")}"`,
    policy: pagePolicy({ ...inline, images: imageSources(shown.form), frames: embedOrigins }),
    bodies: { plain: Buffer.from(html) },
  };
}

/** Sends a page that its policy allows to frame. */
export async function sendPage(
  { etag, policy, bodies }: Pick<KeptPage, "etag" | "policy" | "bodies">,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  res.removeHeader("X-Frame-Options");
  res.setHeader("Content-Security-Policy", policy);
  res.setHeader("Cache-Control", "no-cache");
  res.setHeader("ETag", etag);
  if (isFresh(req.headers["if-none-match"], etag)) {
    varyByEncoding(res);
    res.statusCode = 304;
    res.end();
    return;
  }
  await compressFor(req, bodies);
  res.statusCode = 200;
  res.setHeader("Content-Type", "text/html; charset=utf-8");
  sendBody(req, res, bodies);
}
