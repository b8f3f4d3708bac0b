// Prints docker-compose.yml as Docker Compose's own loader reads it, with the .env of its folder, as JSON.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	options, err := cli.NewProjectOptions(nil, cli.WithWorkingDirectory(os.Args[1]), cli.WithEnvFiles(), cli.WithDotEnv, cli.WithDefaultConfigPath)
	if err != nil {
		fail(err)
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		fail(err)
	}
	text, err := project.MarshalJSON()
	if err != nil {
		fail(err)
	}
	fmt.Println(string(text))
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
