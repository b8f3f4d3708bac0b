# Sourced by .ci/run: downloads from the package mirrors that this machine's apt uses.

# Downloads a path to a file from the first mirror that has it. Fails if none does.
from_mirrors() {
  local site
  while read -r site; do
    if curl -sSfLo "$2" "$site/$1"; then return 0; fi
  done < <(apt-get indextargets --format '$(SITE)' | awk '!seen[$0]++')
  echo "No mirror has $1" >&2
  return 1
}
