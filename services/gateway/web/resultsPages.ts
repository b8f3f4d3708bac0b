import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import type { PublicResults } from "../../../shared/api/shapes/results.ts";
import type { PublicForm } from "../../../shared/api/shapes/sessions.ts";
import type { FormPage } from "../../../shared/bus/contract.ts";
import { type KeptPage, sendPage } from "./formPages.ts";
import { imageSources, pagePolicy } from "./policy.ts";
import type { Site } from "./site.ts";

interface Asked {
  token: string;
  slug: string;
  results: PublicResults;
  /** by `?lang=` */
  lang: string | null;
}

/** Pages of public results, rendered once per reading and language. */
export interface ResultsPages {
  /** `ask` calls sessions.formPage with a language and a known tag. Its errors reach the caller. */
  send(
    asked: Asked,
    ask: (lang: string | null, known: string | null) => Promise<FormPage>,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void>;
}

interface KeptResults extends KeptPage {
  /** of the form, that is shown */
  language: string;
  resultsTag: string;
}

const cacheBytes = 16 * 1024 * 1024;

export function openResultsPages(site: Site): ResultsPages {
  const kept = new LRUCache<string, KeptResults>({
    maxSize: cacheBytes,
    sizeCalculation: ({ bodies }) => bodies.plain.length * 2,
  });
  return {
    async send({ token, slug, results, lang }, ask, req, res) {
      const wanted = lang === null ? acceptedLanguages(req) : [lang];
      const key = JSON.stringify([token, ...wanted]);
      const resultsTag = tagOf(JSON.stringify(results));
      const known = kept.get(key);
      const isSame = known?.resultsTag === resultsTag;
      const own = await ask(known?.language ?? null, isSame ? known.formTag : null);
      res.setHeader("Vary", "Accept-Language");
      if (known && isSame && own.form === null) return sendPage(known, req, res);
      const shown = await inLanguage(own, wanted, ask);
      const form: PublicForm = JSON.parse(shown.form ?? "");
      const { html, ...inline } = site.renderRespondentPage({ kind: "results", slug, form, results });
      const page = {
        formTag: shown.etag,
        resultsTag,
        language: form.form.language,
        etag: `W/"${tagOf(`${site.build} ${html}`)}"`,
        policy: pagePolicy({ ...inline, images: imageSources(form), frames: shown.embed_origins }),
        bodies: { plain: Buffer.from(html) },
      };
      kept.set(key, page);
      await sendPage(page, req, res);
    },
  };
}

/** Returns the form in the first language that it offers, or as it is. */
async function inLanguage(
  own: FormPage,
  wanted: readonly string[],
  ask: (lang: string | null, known: string | null) => Promise<FormPage>,
): Promise<FormPage> {
  const { language, languages = [language] }: PublicForm["form"] = JSON.parse(own.form ?? "").form;
  const fitting = wanted.flatMap((tag) => languages.find((offered) => fits(offered, tag)) ?? [])[0];
  return fitting === undefined || fitting === language ? own : ask(fitting, null);
}

const fits = (offered: string, wanted: string): boolean => {
  const [one, other] = [offered.toLowerCase(), wanted.toLowerCase()];
  return one === other || other.startsWith(`${one}-`) || one.startsWith(`${other}-`);
};

/** Reads only the first languages of a header, because each is compared with those of the form. */
export function acceptedLanguages(req: IncomingMessage): string[] {
  const headers = { "accept-language": (req.headers["accept-language"] ?? "").slice(0, 200) };
  return new Negotiator({ headers }).languages().filter((tag) => tag !== "*");
}

const tagOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 27);
