import { execFileSync } from "node:child_process";

/** Go packages of the programs. Versions as in .ci/run. */
const packages = {
  kustomize: "sigs.k8s.io/kustomize/kustomize/v5@v5.8.1",
  helm: "helm.sh/helm/v3/cmd/helm@v3.22.0",
  kubeconform: "github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0",
};

/** Runs a program and returns its output. If it is missing, the error names the command that installs it. */
export function runTool(name: keyof typeof packages, args: string[], input = ""): string {
  try {
    // Helm warns of the chart's links, which programs know how to follow
    return execFileSync(name, args, { input, encoding: "utf8", stdio: "pipe", maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new Error(
      `${name} isn't installed${name === "kustomize" ? " (kubectl alone isn't enough)" : ""}. With Go, run: GOBIN=/usr/local/bin go install ${packages[name]}`,
    );
  }
}
