package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"syscall"
	"time"
)

// Sends requests on kept connections, or on a new one per request.
type client struct {
	connection *connection
}

type connection struct {
	net.Conn
	reader *bufio.Reader
}

type answer struct {
	status     int
	retryAfter time.Duration
	body       []byte
}

func (a answer) isRefusal() bool {
	return a.status == http.StatusServiceUnavailable
}

// Connections waiting for their next request.
var idle = make(chan *connection, 1<<16)

func openKept() error {
	opened := make([]*connection, *kept)
	for index := range opened {
		connected, err := connect()
		if err != nil {
			return err
		}
		opened[index] = connected
	}
	for _, connected := range opened {
		idle <- connected
	}
	if *kept > 0 {
		time.Sleep(settling)
	}
	return nil
}

func connect() (*connection, error) {
	select {
	case connected := <-idle:
		return connected, nil
	default:
	}
	dialer := net.Dialer{Timeout: *timeout}
	opened, err := dialer.Dial("tcp", *address)
	if err != nil {
		return nil, fmt.Errorf("not connected: %s", reason(err))
	}
	return &connection{opened, bufio.NewReader(opened)}, nil
}

// The error describes a failed connection.
func (c *client) ask(path, body string) (answer, error) {
	if c.connection == nil {
		connected, err := connect()
		if err != nil {
			return answer{}, err
		}
		c.connection = connected
	}
	given, isLast, err := c.connection.exchange(path, body)
	if err != nil || isLast {
		c.connection.Close()
		c.connection = nil
	}
	return given, err
}

func (c *client) leave() {
	if c.connection != nil {
		idle <- c.connection
		c.connection = nil
	}
}

func (c *connection) exchange(path, body string) (given answer, isLast bool, err error) {
	c.SetDeadline(time.Now().Add(*timeout))
	ending := "Connection: close\r\n"
	if *kept > 0 {
		ending = ""
	}
	const request = "%s %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n%s"
	if _, err := fmt.Fprintf(c, request, *method, path, *address, len(body), ending, body); err != nil {
		return answer{}, true, fmt.Errorf("not sent: %s", reason(err))
	}
	response, err := http.ReadResponse(c.reader, nil)
	if err != nil {
		return answer{}, true, fmt.Errorf("no answer: %s", reason(err))
	}
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return answer{}, true, fmt.Errorf("no whole answer: %s", reason(err))
	}
	wait, _ := strconv.Atoi(response.Header.Get("Retry-After"))
	given = answer{response.StatusCode, time.Duration(wait) * time.Second, text}
	return given, response.Close || *kept == 0, nil
}

func reason(err error) string {
	for _, known := range []error{syscall.ECONNRESET, syscall.ECONNREFUSED, syscall.EPIPE, os.ErrDeadlineExceeded} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return err.Error()
}
