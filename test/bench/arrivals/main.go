// A generator of requests, or of respondents: so many arrive a second, however slowly they are answered (open loop), or so many
// come again at once when they are through (closed loop), each on a new connection for every request, or on those that -kept
// says have been there before.
//
//	go run test/bench/arrivals/*.go -address 127.0.0.1:8000 -path /api/v2/r/lunch/start/ -rate 1000 -seconds 20
//
// With -clients instead of -rate so many ask one after the other, which finds the rate that can be sustained. With -questions the
// path is a form's start, and each who is let in answers so many scales and completes (respondent.go). Times count from the moment
// at which a request was due to the last byte of its answer. Its last line says how late it was itself and what it cost: where it
// shares cores with what it measures, a late generator measures itself. It ends with 1 where anything else came than a
// success, or a 503 with Retry-After.
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

// What has just been connected to has it still to take in.
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

// One request, or one respondent; seed decides what is answered. Gives how long who was refused is to wait.
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

// The status of the answer, or what became of the connection.
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
