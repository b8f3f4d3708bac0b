import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { randomBase62 } from "../../shared/platform/ids.ts";

/** Secrets of API keys and sign-ins (decisions §2). They are random, so a plain SHA-256 can't be reversed. */
const keyPattern = /^pf_[0-9A-Za-z]{8}_[0-9A-Za-z]{40}$/;
const prefixLength = 11;

export const newKey = (): string => `pf_${randomBase62(8)}_${randomBase62(40)}`;
export const isKey = (text: string): boolean => keyPattern.test(text);
export const prefixOf = (key: string): string => key.slice(0, prefixLength);

/** Returns a cookie value of 256 random bits. */
export const newToken = (): string => randomBytes(32).toString("base64url");

export const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();

/** A key with limits is stored under another hash, so that a copy of the previous release, which knows no limits, refuses it. */
export const hashOfKey = (key: string, isLimited: boolean): Buffer => hashOf(isLimited ? `limited ${key}` : key);

export const isSameHash = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
