// An open-loop generator: so many requests a second, however slowly they are answered, each on a connection of its own, or
// on whichever is free of those that -kept says have been there before.
//
//	go run test/load/openLoop.go -address 127.0.0.1:8000 -path /api/v2/r/lunch/start/ -rate 1000 -seconds 20
//
// With -clients instead of -rate so many ask one after the other, which finds the rate that can be sustained. Times count
// from the moment at which a request was due to the last byte of its answer. Its last line says how late it was itself and what
// it cost: where it shares cores with what it measures, a late generator measures itself. It ends with 1 unless each answer
// was a success, or a 503 with Retry-After.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

var (
	address = flag.String("address", "127.0.0.1:8000", "host and port of a gateway")
	method  = flag.String("method", "POST", "method of each request")
	path    = flag.String("path", "/healthz", "path of each request")
	rate    = flag.Float64("rate", 0, "requests a second, in open loop")
	clients = flag.Int("clients", 0, "clients that ask one after the other")
	kept    = flag.Int("kept", 0, "connections that are opened first and used again; more are where none is free")
	seconds = flag.Float64("seconds", 10, "how long")
	timeout = flag.Duration("timeout", 30*time.Second, "what takes longer hangs")
)

// What has just been connected to has it still to take in.
const settling = time.Second

type tally struct {
	sync.Mutex
	times map[string][]time.Duration
	late  []time.Duration
}

func (t *tally) note(outcome string, took, late time.Duration) {
	t.Lock()
	t.times[outcome] = append(t.times[outcome], took)
	t.late = append(t.late, late)
	t.Unlock()
}

func main() {
	flag.Parse()
	ending := "Connection: close\r\n"
	if *kept > 0 {
		ending = ""
	}
	request := []byte(fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\nContent-Length: 0\r\n%s\r\n", *method, *path, *address, ending))
	opened := make([]idle, *kept)
	for index := range opened {
		connection, err := connect()
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		opened[index] = connection
	}
	for _, connection := range opened {
		idles <- connection
	}
	if *kept > 0 {
		time.Sleep(settling)
	}
	outcomes := &tally{times: map[string][]time.Duration{}}
	began := time.Now()
	end := began.Add(time.Duration(*seconds * float64(time.Second)))
	var all sync.WaitGroup
	if *clients > 0 {
		for range *clients {
			all.Go(func() {
				for time.Now().Before(end) {
					due := time.Now()
					outcomes.note(ask(request), time.Since(due), 0)
				}
			})
		}
	} else {
		for index := 0; ; index++ {
			due := began.Add(time.Duration(float64(index) / *rate * float64(time.Second)))
			if due.After(end) {
				break
			}
			time.Sleep(time.Until(due))
			all.Go(func() {
				late := time.Since(due)
				outcome := ask(request)
				outcomes.note(outcome, time.Since(due), late)
			})
		}
	}
	all.Wait()
	if !report(outcomes) {
		os.Exit(1)
	}
}

// A connection that waits for its next request.
type idle struct {
	net.Conn
	reader *bufio.Reader
}

var idles = make(chan idle, 1<<16)

func connect() (idle, error) {
	select {
	case connection := <-idles:
		return connection, nil
	default:
	}
	dialer := net.Dialer{Timeout: *timeout}
	connection, err := dialer.Dial("tcp", *address)
	return idle{connection, bufio.NewReader(connection)}, err
}

// The status of the answer, or what became of the connection.
func ask(request []byte) string {
	connection, err := connect()
	if err != nil {
		return "not connected: " + reason(err)
	}
	connection.SetDeadline(time.Now().Add(*timeout))
	if _, err := connection.Write(request); err != nil {
		connection.Close()
		return "not sent: " + reason(err)
	}
	answer, err := http.ReadResponse(connection.reader, nil)
	if err == nil {
		_, err = io.Copy(io.Discard, answer.Body)
	}
	if err != nil {
		connection.Close()
		return "no answer: " + reason(err)
	}
	if *kept > 0 && !answer.Close {
		idles <- connection
	} else {
		connection.Close()
	}
	if answer.StatusCode == http.StatusServiceUnavailable && answer.Header.Get("Retry-After") == "" {
		return "503 without Retry-After"
	}
	return strconv.Itoa(answer.StatusCode)
}

func reason(err error) string {
	for _, known := range []error{syscall.ECONNRESET, syscall.ECONNREFUSED, syscall.EPIPE, os.ErrDeadlineExceeded} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return err.Error()
}

func report(outcomes *tally) bool {
	names := []string{}
	isFine := true
	for name := range outcomes.times {
		names = append(names, name)
		isFine = isFine && (strings.HasPrefix(name, "2") || name == "503")
	}
	sort.Strings(names)
	for _, name := range names {
		times := outcomes.times[name]
		fmt.Printf("%-24s %7d  %7.0f/s  %s\n", name, len(times), float64(len(times)) / *seconds, spread(times))
	}
	var used syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	cpu := time.Duration(used.Utime.Nano() + used.Stime.Nano())
	fmt.Printf("the generator was late by %s; %v of CPU\n", spread(outcomes.late), cpu.Round(time.Millisecond))
	return isFine
}

func spread(times []time.Duration) string {
	sort.Slice(times, func(a, b int) bool { return times[a] < times[b] })
	at := func(share float64) time.Duration {
		return times[min(len(times)-1, int(share*float64(len(times))))].Round(time.Millisecond)
	}
	return fmt.Sprintf("p50 %v  p99 %v  slowest %v", at(0.5), at(0.99), at(1))
}
