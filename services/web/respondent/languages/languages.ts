import type { PublicForm } from "../../../../shared/api/shapes/sessions.ts";
import { directionOf } from "../../../../shared/languages/direction.ts";
import { loadWords } from "../../../../shared/languages/pages.ts";
import type { PageWords } from "../../../../shared/languages/words.ts";
import { publicFormRequest, sessionFormRequest } from "../walk/api.ts";
import type { LocalizedRespondent } from "../walk/respondent.ts";
import { speak, words } from "../words.ts";
import { likelyLanguages } from "./chosen.ts";
import { fetchForm, isKiosk, keepInAddress, keepSwitched } from "./device.ts";
import { localized } from "./localized.ts";

interface Loaded {
  form: PublicForm;
  words: PageWords;
}

/** Time until other languages are loaded, unless the list is opened before. */
const aheadAfterMs = 5_000;

/** The languages of a page: which ones are loaded, and switching to another one at the same place. */
export class Languages {
  readonly offered: readonly string[];
  readonly #slug: string;
  readonly #first: string;
  readonly #loaded = new Map<string, Loaded>();
  readonly #loading = new Map<string, Promise<Loaded>>();
  readonly #listeners = new Set<() => void>();
  #shown: string;
  #respondent: LocalizedRespondent | null = null;

  /** `served`: the form and words that the page came with, and those that it shows. */
  constructor(slug: string, offered: readonly string[], language: string, served: readonly Loaded[]) {
    this.#slug = slug;
    this.offered = offered;
    this.#shown = language;
    this.#first = language;
    for (const { form, words } of served) this.#loaded.set(form.form.language, { form, words });
  }

  /** Applies the language to the document before there is a page. `screen`: what is shown until then. */
  show(screen: LocalizedRespondent): void {
    this.#respondent = screen;
    showLanguage(this.#shown, null);
  }

  /** Follows a page from when it shows. `redraw` draws it with other words. */
  follow(respondent: LocalizedRespondent, redraw: () => void): void {
    this.#respondent = respondent;
    let { sessionId } = respondent.state();
    const look = () => {
      const { form, sessionId: now } = respondent.state();
      // the session's version may lack the language
      if (form && form.form.language !== this.#shown) void this.#speak(form.form.language, redraw);
      // the next person at a kiosk
      if (isKiosk() && now !== sessionId && this.#shown !== this.#first) void this.switchTo(this.#first);
      sessionId = now;
      this.#tell();
    };
    respondent.subscribe(look);
    for (const type of ["online", "offline"]) window.addEventListener(type, () => this.#tell());
    // the browser's Back leads to entries from before a switch
    window.addEventListener("popstate", () => keepInAddress(this.#shown));
    look();
    showLanguage(this.#shown, respondent.state().form);
    setTimeout(() => this.loadAhead(), aheadAfterMs);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** False if this language can't be loaded at the moment. */
  isAvailable(tag: string): boolean {
    return tag === this.#shown || this.#ready(tag) !== null || this.#isOnline();
  }

  /** Loads the most likely other languages, so that they can be shown without a network. */
  loadAhead(): void {
    if (!this.#isOnline()) return;
    for (const tag of likelyLanguages(this.offered, this.#shown, navigator.languages))
      this.#load(tag).catch(() => undefined);
  }

  /** Shows another language at the same place. Resolves to false if it couldn't be loaded. */
  async switchTo(tag: string): Promise<boolean> {
    const respondent = this.#respondent;
    const before = respondent?.state().form;
    if (!respondent || !before) return false;
    this.#loaded.set(before.form.language, { form: before, words });
    const loaded = await this.#load(tag).catch(() => null);
    if (!loaded) return false;
    const onReady = () => {
      this.#shown = tag;
      speak(tag, loaded.words);
      showLanguage(tag, loaded.form);
    };
    await respondent.localize(loaded.form, localized, onReady);
    keepSwitched(tag);
    this.#tell();
    return true;
  }

  async #speak(tag: string, redraw: () => void): Promise<void> {
    this.#shown = tag;
    const loaded = await loadWords(tag).catch(() => null);
    if (!loaded || this.#shown !== tag) return;
    speak(tag, loaded);
    showLanguage(tag, this.#respondent?.state().form ?? null);
    redraw();
  }

  /** Rejects without a network. */
  #load(tag: string): Promise<Loaded> {
    const ready = this.#ready(tag);
    if (ready) return Promise.resolve(ready);
    const loading = this.#loading.get(tag) ?? this.#fetch(tag).finally(() => this.#loading.delete(tag));
    this.#loading.set(tag, loading);
    return loading;
  }

  async #fetch(tag: string): Promise<Loaded> {
    const [form, words] = await Promise.all([this.#fetchVersion(tag), loadWords(tag)]);
    const loaded = { form, words };
    this.#loaded.set(tag, loaded);
    this.#tell();
    return loaded;
  }

  /** The session may have another version than the form has now. */
  async #fetchVersion(tag: string): Promise<PublicForm> {
    const { form, phase, sessionId } = this.#respondent?.state() ?? {};
    const newest = await fetchForm(publicFormRequest(this.#slug, tag).path);
    if (newest.version_number === form?.version_number || phase !== "started") return newest;
    return fetchForm(sessionFormRequest(sessionId ?? "", tag).path);
  }

  #ready(tag: string): Loaded | null {
    const loaded = this.#loaded.get(tag);
    const version = this.#respondent?.state().form?.version_number;
    return loaded?.form.version_number === version ? (loaded ?? null) : null;
  }

  #isOnline = (): boolean => navigator.onLine && !this.#respondent?.state().isOffline;

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Applies a language to the document around the page. */
function showLanguage(tag: string, form: PublicForm | null): void {
  const page = document.documentElement;
  page.lang = tag;
  page.dir = directionOf(tag);
  if (form) document.title = form.form.title;
  const credit = document.querySelector<HTMLElement>(".page-credit");
  if (credit) credit.textContent = words.page.credit;
}
