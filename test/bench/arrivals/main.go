// Load generator for requests or respondents: a fixed arrival rate regardless of response times (open loop), or a fixed number
// that repeat immediately (closed loop). Uses a new connection per request, or kept ones with -kept.
//
//	go run test/bench/arrivals/*.go -address 127.0.0.1:8000 -path /api/v2/r/lunch/start/ -rate 1000 -seconds 20
//
// With -clients instead of -rate, this many clients repeat requests, which finds the sustainable rate. With -questions, the path
// is a form's start, and respondents answer this many scales and complete (respondent.go). Times run from the moment a request
// was due to the last byte of its response. The last line has the generator's own delay and CPU time, because a slow generator
// measures itself. Exits with 1 after any result other than success or 503 with Retry-After.
package main

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"
)

var (
	address   = flag.String("address", "127.0.0.1:8000", "host and port of a gateway")
	method    = flag.String("method", "POST", "method of each request")
	path      = flag.String("path", "/healthz", "path of each request")
	questions = flag.Int("questions", 0, "the path is the start of a form of so many scales: fill it in")
	rate      = flag.Float64("rate", 0, "requests or respondents a second, in open loop")
	clients   = flag.Int("clients", 0, "clients or respondents who come again at once")
	patient   = flag.Bool("patient", false, "of -clients, who is refused waits as Retry-After says before coming again")
	kept      = flag.Int("kept", 0, "connections that are opened first and used again; more are where none is free")
	warm      = flag.Float64("warm", 0, "seconds before those that are counted")
	seconds   = flag.Float64("seconds", 10, "how long is counted")
	timeout   = flag.Duration("timeout", 30*time.Second, "what takes longer hangs")
)

// A new connection still has to be accepted.
const settling = time.Second

func main() {
	flag.Parse()
	if err := openKept(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	began := time.Now()
	found := newTally(began.Add(during(*warm)), began.Add(during(*warm+*seconds)))
	var all sync.WaitGroup
	if *clients > 0 {
		for index := range *clients {
			all.Go(func() { comeAgain(found, index) })
		}
	} else {
		for index := 0; ; index++ {
			due := began.Add(during(float64(index) / *rate))
			if due.After(found.until) {
				break
			}
			time.Sleep(time.Until(due))
			all.Go(func() {
				found.noteLate(time.Since(due))
				come(&client{}, found, index, due)
			})
		}
	}
	all.Wait()
	if !found.report() {
		os.Exit(1)
	}
}

func comeAgain(found *tally, index int) {
	own := &client{}
	defer own.leave()
	for round := index; time.Now().Before(found.until); round++ {
		told := come(own, found, round, time.Now())
		if *patient {
			time.Sleep(told)
		}
	}
}

// Runs one request or one respondent; seed determines the answers. Returns the delay of Retry-After if it was rejected.
func come(own *client, found *tally, seed int, due time.Time) (told time.Duration) {
	if *questions > 0 {
		told = respond(own, found, seed, due)
	} else {
		given, err := own.ask(*path, "")
		found.note(outcome(given, err), due, time.Since(due))
		told = given.retryAfter
	}
	if *clients == 0 {
		own.leave()
	}
	return told
}

// Returns the status of the response or the connection error.
func outcome(given answer, err error) string {
	if err != nil {
		return err.Error()
	}
	if given.isRefusal() && given.retryAfter == 0 {
		return "503 without Retry-After"
	}
	return strconv.Itoa(given.status)
}

func during(seconds float64) time.Duration {
	return time.Duration(seconds * float64(time.Second))
}
