package main

import (
	"encoding/json"
	"fmt"
	"time"
)

// Parsed fields of the responses of start, next and complete.
type told struct {
	ID         string `json:"id"`
	IsComplete bool   `json:"is_complete"`
	Status     string `json:"status"`
	TotalScore int    `json:"total_score"`
}

// Runs a session: start, an answer to each of the scales q1, q2, …, and complete with a check of the score. A rejected start ends
// it. Later rejections are retried after Retry-After, like the respondent page. Returns the delay of Retry-After if the start was
// rejected.
func respond(own *client, found *tally, seed int, due time.Time) time.Duration {
	given, err := own.ask(*path, "{}")
	switch {
	case err == nil && given.isRefusal() && given.retryAfter > 0:
		found.note("start refused", due, time.Since(due))
		return given.retryAfter
	case err != nil || given.status != 201:
		found.note("start: "+outcome(given, err), due, time.Since(due))
		return 0
	}
	found.note("start", due, time.Since(due))
	fillIn(own, found, read(given).ID, seed, due)
	return 0
}

func fillIn(own *client, found *tally, session string, seed int, due time.Time) {
	score := 0
	for place := 1; place <= *questions; place++ {
		value := (seed + place) % 11
		score += value
		body := fmt.Sprintf(`{"node_id":"q%d","value":%d}`, place, value)
		step, isAnswered := own.insist(found, session, "next", body)
		if !isAnswered {
			return
		}
		if step.IsComplete != (place == *questions) {
			found.note("wrong step", time.Now(), 0)
			return
		}
	}
	completed, isAnswered := own.insist(found, session, "complete", "{}")
	if !isAnswered {
		return
	}
	outcome := "completed"
	if completed.Status != "completed" || completed.TotalScore != score {
		outcome = "wrong score"
	}
	// counted at completion, for completed sessions per second
	found.note(outcome, time.Now(), time.Since(due))
}

func (c *client) insist(found *tally, session, action, body string) (told, bool) {
	for {
		asked := time.Now()
		given, err := c.ask("/api/v2/r/session/"+session+"/"+action+"/", body)
		took := time.Since(asked)
		switch {
		case err == nil && given.status == 200:
			found.note("step", asked, took)
			return read(given), true
		case err == nil && given.isRefusal() && given.retryAfter > 0:
			found.note("step refused", asked, took)
			time.Sleep(given.retryAfter)
		default:
			found.note(action+": "+outcome(given, err), asked, took)
			return told{}, false
		}
	}
}

func read(given answer) (of told) {
	// invalid JSON counts as a wrong step or score
	json.Unmarshal(given.body, &of)
	return of
}
