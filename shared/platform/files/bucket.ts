import type { Readable } from "node:stream";
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, S3Client } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import type { FileStore } from "./store.ts";

/**
 * Opens a bucket of S3 or a compatible server: `s3://bucket?endpoint=http://host:9000&region=eu-west-1`. Credentials come from
 * the AWS default chain (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, an instance role and so on).
 */
export function openBucket(address: string): FileStore {
  const { hostname: Bucket, searchParams } = new URL(address);
  const client = new S3Client(optionsOf(searchParams));
  return {
    async write(Key, Body) {
      // one part of 5 MB at a time, to limit memory per upload
      const upload = new Upload({ client, params: { Bucket, Key, Body }, queueSize: 1, leavePartsOnError: false });
      await upload.done();
    },

    async read(Key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
        return (Body as Readable | undefined) ?? null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },

    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
  };
}

function optionsOf(search: URLSearchParams) {
  const endpoint = search.get("endpoint");
  return {
    region: search.get("region") ?? "us-east-1",
    // other servers than AWS use path-style URLs, and few support the newest checksums
    ...(endpoint && {
      endpoint,
      forcePathStyle: true,
      requestChecksumCalculation: "WHEN_REQUIRED" as const,
      responseChecksumValidation: "WHEN_REQUIRED" as const,
    }),
  };
}
