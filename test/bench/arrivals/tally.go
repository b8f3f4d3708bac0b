package main

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"syscall"
	"time"
)

// Outcomes in the measured seconds: counts and times.
type tally struct {
	from, until time.Time
	sync.Mutex
	times map[string][]time.Duration
	late  []time.Duration
}

func newTally(from, until time.Time) *tally {
	return &tally{from: from, until: until, times: map[string][]time.Duration{}}
}

// Counts an outcome if `at` is in the measured seconds. Always counts failures.
func (t *tally) note(outcome string, at time.Time, took time.Duration) {
	if (at.Before(t.from) || at.After(t.until)) && isFine(outcome) {
		return
	}
	t.Lock()
	t.times[outcome] = append(t.times[outcome], took)
	t.Unlock()
}

func (t *tally) noteLate(by time.Duration) {
	t.Lock()
	t.late = append(t.late, by)
	t.Unlock()
}

func isFine(outcome string) bool {
	switch outcome {
	case "200", "201", "503", "start", "step", "completed", "start refused", "step refused":
		return true
	}
	return false
}

// Returns false if there were failures.
func (t *tally) report() bool {
	withoutFaults := true
	for _, outcome := range slices.Sorted(maps.Keys(t.times)) {
		withoutFaults = withoutFaults && isFine(outcome)
		times := t.times[outcome]
		fmt.Printf("%-24s %7d  %7.0f/s  %s\n", outcome, len(times), float64(len(times)) / *seconds, spread(times))
	}
	var used syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	cpu := time.Duration(used.Utime.Nano() + used.Stime.Nano())
	fmt.Printf("the generator was late by %s; %v of CPU\n", spread(t.late), cpu.Round(time.Millisecond))
	return withoutFaults
}

func spread(times []time.Duration) string {
	slices.Sort(times)
	at := func(share float64) time.Duration {
		if len(times) == 0 {
			return 0
		}
		return times[min(len(times)-1, int(share*float64(len(times))))].Round(time.Millisecond)
	}
	return fmt.Sprintf("p50 %v  p99 %v  slowest %v", at(0.5), at(0.99), at(1))
}
