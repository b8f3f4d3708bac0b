import type { IncomingMessage, ServerResponse } from "node:http";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { tooManyRequests } from "../../../shared/platform/errors.ts";

/** Counts what a client address uploads in an hour (decisions §8); each copy of the gateway counts for itself. */
export type UploadCounter = (client: string, req: IncomingMessage, res: ServerResponse) => Promise<void>;

const windowSeconds = 3_600;
const kibibyte = 1024;

/**
 * `megabytes` 0 is off. What a request says that it will send is counted before any of it is read, and set right by what
 * came when the answer is sent: many at once get no more than one after another. Throws 429.
 */
export function uploadCounter(megabytes: number): UploadCounter {
  if (megabytes === 0) return async () => undefined;
  const limiter = new RateLimiterMemory({ points: megabytes * kibibyte, duration: windowSeconds });
  return async (client, req, res) => {
    const announced = inKibibytes(Number(req.headers["content-length"] ?? 0));
    // the beginning of the body often comes with the head, before this is called
    const readBefore = req.socket.bytesRead - req.readableLength;
    await limiter.consume(client, announced).catch((refused: unknown) => refuse(limiter, client, announced, refused));
    res.once("close", () => {
      const missing = inKibibytes(req.socket.bytesRead - readBefore) - announced;
      const correction = missing > 0 ? limiter.penalty(client, missing) : limiter.reward(client, -missing);
      correction.catch(() => undefined);
    });
  };
}

/** What is refused is not counted. */
async function refuse(limiter: RateLimiterMemory, client: string, announced: number, refused: unknown): Promise<never> {
  if (!(refused instanceof RateLimiterRes)) throw refused;
  await limiter.reward(client, announced);
  const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
  const limit = limiter.points / kibibyte;
  throw tooManyRequests(seconds, `An address may upload at most ${limit} MB an hour; try again in ${seconds} s.`);
}

const inKibibytes = (bytes: number): number => Math.ceil(Math.max(0, bytes) / kibibyte);
