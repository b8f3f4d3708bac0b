/** argon2id, the package's default, with OWASP's parameters (decisions §2). */
export const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
