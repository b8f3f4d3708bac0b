# Sourced by .ci/run: runs tests and adds up their counts. `$output` is the file for the output of the current run.
passed=0 failed=0 flaky=() causes=()

# Runs a command that prints `N passed, N failed`, and adds its counts.
run_tests() {
  local status=0
  : >"$PATHFORM_FAILED_SUITES"
  "$@" 2>&1 | tee "$output" || status=$?
  add_counts "$status"
  local before=$((failed - run_failed))
  run_again
  [ "$failed" -eq "$before" ] || note_causes "$*"
}

# Remembers what `print_counts` says about a run that failed: its command, its suites with their first failure, and the errors of runs without suites.
note_causes() {
  causes+=("$1")
  while IFS= read -r line; do causes+=("  $line"); done < <(
    cut -f 1,2,5 "$PATHFORM_FAILED_SUITES" | sed "s|$PWD/||" | sort -u
    [ -s "$PATHFORM_FAILED_SUITES" ] || tail -n 12 "$output"
  )
}

add_counts() {
  local line
  line=$(grep -E '^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$' "$output" | tail -n 1 || echo "0 passed, 0 failed")
  run_passed=${line%% passed*}
  line=${line#* passed, }
  run_failed=${line%% failed*}
  # a run counts as a failed test if it fails without one, or passes without any test although the machine can run its suite
  if [ "$run_failed" -eq 0 ] && { [ "$1" -ne 0 ] || [ "$run_passed" -eq 0 ]; }; then
    [ "$1" -eq 0 ] && grep -q "^Left out for want of" "$output" || run_failed=1
  fi
  passed=$((passed + run_passed)) failed=$((failed + run_failed))
}

# Faults and browsers depend on the machine's load, so up to four of their suites get a second attempt. Those that pass then are
# listed as flaky. All others have one attempt.
run_again() {
  local suites="$output.again" project path suite_passed suite_failed status
  grep -E $'^(faults|engines|browser|browser: the rest)\t' "$PATHFORM_FAILED_SUITES" >"$suites" || return 0
  [ "$(wc -l <"$suites")" -le 4 ] || return 0
  while IFS=$'\t' read -r project path suite_passed suite_failed _ <&3; do
    path=${path#"$PWD/"}
    echo "Second attempt: $path ($project)"
    passed=$((passed - suite_passed)) failed=$((failed - suite_failed)) status=0
    npm test -- --selectProjects "$project" --runTestsByPath "$path" 2>&1 | tee "$output" || status=$?
    add_counts "$status"
    [ "$run_failed" -gt 0 ] || flaky+=("$path")
  done 3<"$suites"
}

print_counts() {
  [ ${#causes[@]} -eq 0 ] || printf 'Failed: %s\n' "${causes[@]}"
  [ ${#flaky[@]} -eq 0 ] || echo "${#flaky[@]} flaky: ${flaky[*]}"
  # a run without any test has failed
  [ $((passed + failed)) -gt 0 ] || failed=1
  echo "$passed passed, $failed failed"
}
